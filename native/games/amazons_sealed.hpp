// Regions of a treasure Amazons board that belong to one seat alone.
//
// Once nobody can reach the fields around a seat's amazons but she, and no spear is left to fly in, what she still takes
// is a puzzle for one: others neither help nor harm, and it does not matter whose turn it is. All her moves are tried,
// depth first, while the treasure that is left can still beat the best way so far.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludus::amazons {

// A connected part of the board on which amazons stand, and all fields that these will ever reach.
template <class Rows>
struct Region {
  Rows fields;  // from the row above the board on, those with amazons included
  int free_fields = 0;
  int treasure = 0;
  bool has_spear = false;
  unsigned seats = 0;  // a bit for each that has an amazon there

  bool is_of(int seat) const { return (seats >> seat & 1) != 0; }
  bool is_sealed() const { return (seats & (seats - 1)) == 0; }
};

// Add to some fields all that a king reaches from them over the `open` ones.
template <class Rows>
void fill(Rows& fields, const Rows& open, std::size_t height) {
  for (bool grows = true; grows;) {
    grows = false;
    const auto widen = [&](std::size_t row) {
      const auto near = fields[row - 1] | fields[row] | fields[row + 1];
      const auto wider = fields[row] | ((near | near << 1 | near >> 1) & open[row]);
      grows |= wider != fields[row];
      fields[row] = wider;
    };
    for (std::size_t row = 1; row <= height; ++row) widen(row);
    for (std::size_t row = height; row >= 1; --row) widen(row);
  }
}

// The most treasure that a seat takes on a board that she has for herself. `K` is a kernel of one seat.
template <class K>
class Puzzle {
 public:
  using Move = typename K::Move;
  using Moves = typename K::Moves;

  // Give up after so many positions.
  explicit Puzzle(std::uint64_t work) : left_(work) {}

  // How much she can take, if that can be told; `line` is a way there.
  std::optional<int> solve(const K& board) {
    seen_.clear();
    line_.clear();
    best_line_.clear();
    best_ = -1;
    most_ = board.treasure_taken() + board.treasure_in_reach();
    search(board);
    if (left_ == 0 && best_ < most_) return std::nullopt;
    return best_;
  }
  const std::vector<Move>& line() const { return best_line_; }
  std::uint64_t left() const { return left_; }

 private:
  void search(const K& position) {
    if (left_ == 0) return;
    --left_;
    const int taken = position.treasure_taken();
    if (taken > best_) {
      best_ = taken;
      best_line_ = line_;
    }
    if (!position.partial()) {
      if (taken + position.treasure_in_reach() <= best_) return;
      // With as much treasure or more, she has been here before.
      const auto [place, is_new] = seen_.try_emplace(position.key_of_board(), taken);
      if (!is_new && place->second >= taken) return;
      place->second = taken;
    }
    Moves moves;
    position.generate(moves);
    std::vector<std::pair<int, Move>> ranked;
    ranked.reserve(moves.size());
    for (const Move move : moves) ranked.emplace_back(position.harm_of(move), move);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    for (const auto& [harm, move] : ranked) {
      if (best_ == most_) return;
      K next = position;
      next.make(move);
      line_.push_back(move);
      search(next);
      line_.pop_back();
    }
  }

  std::uint64_t left_;
  int best_ = -1, most_ = 0;
  std::unordered_map<std::uint64_t, int> seen_;
  std::vector<Move> line_, best_line_;
};

}  // namespace ludus::amazons
