// In which order moves are tried: the table's move, noisy moves, killers, then what has been good elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "kernel.hpp"

namespace ludus {

inline constexpr int max_ply = 128;

// Which quiet moves refuted positions in this search: killers by ply, successes by move.
class MoveHistory {
 public:
  bool is_killer(int ply, std::uint32_t code) const {
    return killers_[index(ply)][0] == code || killers_[index(ply)][1] == code;
  }
  int success(int side, std::uint32_t code) const { return success_[slot(side, code)]; }

  // A quiet move refuted its position.
  void reward(int ply, int side, std::uint32_t code, int depth) {
    auto& pair = killers_[index(ply)];
    if (pair[0] != code) {
      pair[1] = pair[0];
      pair[0] = code;
    }
    adjust(success_[slot(side, code)], depth * depth);
  }
  // A quiet move was tried before the one that did.
  void punish(int side, std::uint32_t code, int depth) { adjust(success_[slot(side, code)], -depth * depth); }

 private:
  static constexpr std::size_t slots = 1 << 14;
  static constexpr int limit = 1 << 14;

  static std::size_t index(int ply) {
    assert(ply >= 0 && ply < max_ply);
    return static_cast<std::size_t>(ply);
  }
  static std::size_t slot(int side, std::uint32_t code) {
    return (code * 0x9E3779B1u >> 19) * 2 + static_cast<std::size_t>(side & 1);
  }
  // The nearer to the limit, the smaller the step: values never leave the range and old ones fade.
  static void adjust(std::int16_t& value, int by) {
    by = std::clamp(by, -limit / 8, limit / 8);
    value = static_cast<std::int16_t>(value + by - value * std::abs(by) / limit);
  }

  std::array<std::array<std::uint32_t, 2>, max_ply> killers_{};
  std::array<std::int16_t, slots> success_{};
};

// Hands out the moves of one position, best first, sorting only as far as it is asked.
template <Searchable K>
class Picker {
 public:
  Picker(const K& position, typename K::Moves& moves, std::uint32_t first, int ply, const MoveHistory& history)
      : moves_(moves) {
    // Equal moves keep the order of the kernel, until `rank_again`.
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      ranks_[i] = (std::int64_t{score(position, moves_[i], first, ply, history)} << 16) - static_cast<std::int64_t>(i);
    }
  }

  // Rank the moves that have not been handed out by `worth(move)` alone.
  template <class Worth>
  void rank_again(const Worth& worth) {
    for (std::size_t i = at_; i < moves_.size(); ++i) ranks_[i] = std::int64_t{worth(moves_[i])} << 16;
  }
  // What the move that was handed out last is worth, after `rank_again`.
  int last_worth() const {
    assert(at_ > 0);
    return static_cast<int>(ranks_[at_ - 1] >> 16);
  }

  // The next best move, or nullptr when all have been handed out.
  const typename K::Move* next() {
    if (at_ == moves_.size()) return nullptr;
    std::size_t best = at_;
    for (std::size_t i = at_ + 1; i < moves_.size(); ++i) {
      if (ranks_[i] > ranks_[best]) best = i;
    }
    std::swap(moves_[at_], moves_[best]);
    std::swap(ranks_[at_], ranks_[best]);
    return &moves_[at_++];
  }

 private:
  static constexpr std::size_t capacity = sizeof(typename K::Moves) / sizeof(typename K::Move);
  static_assert(capacity <= 1 << 16, "a rank holds the number of a move in 16 bits");

  static int score(const K& position, typename K::Move move, std::uint32_t first, int ply, const MoveHistory& history) {
    const std::uint32_t code = move.code();
    if (code == first) return 1 << 30;
    if constexpr (requires { position.order(move); }) {
      const int own = position.order(move);
      if (own != 0) return own + learned(position.side(), code, ply, history);
    } else {
      if (position.is_noisy(move)) return 1 << 20;
    }
    if (history.is_killer(ply, code)) return 1 << 18;
    return history.success(position.side(), code);
  }

  // What the search has learned of a move, beside what the kernel thinks of it.
  static int learned([[maybe_unused]] int side, [[maybe_unused]] std::uint32_t code, [[maybe_unused]] int ply,
                     [[maybe_unused]] const MoveHistory& history) {
    if constexpr (requires { K::Tuning::history_share; }) {
      return history.success(side, code) / K::Tuning::history_share +
             (history.is_killer(ply, code) ? K::Tuning::killer_worth : 0);
    }
    return 0;
  }

  typename K::Moves& moves_;
  std::array<std::int64_t, capacity> ranks_;
  std::size_t at_ = 0;
};

}  // namespace ludus
