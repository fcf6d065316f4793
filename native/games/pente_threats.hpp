// Wins in Pente that the enemy cannot stop: each move threatens to win at once, and every answer is looked at.
//
// A threat is a four, or a pair in reach that would make ten. Against one there are few answers: take a cell where the
// enemy would win, or capture; all others lose at once. So a proof looks at all of them, and is never wrong.
//
// Who is threatened with such a win, but not with a five yet, can refute it only by a move that interferes with the
// proof (pente_reliance.hpp), so a search need not try others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "games/pente.hpp"
#include "search/prover.hpp"

namespace ludus {

// Looks for wins by threats alone. Keeps what it has failed to prove, so it is made once for a search.
class PenteProver {
 public:
  using Move = Pente::Move;
  using Moves = Pente::Moves;

  PenteProver()
      : failures_(std::make_unique<std::array<Failure, slots>>()),
        attempts_(std::make_unique<std::array<Attempt, slots>>()) {}

  static bool is_worth_trying(const Pente& position, int side) { return position.may_force(side); }
  static bool is_worth_a_glance(const Pente& position, int side) { return position.has_open_three(side); }
  static bool is_forced(const Pente& position) { return position.can_win(1 - position.side()); }

  // A win of the side to move; none where there is none or more than `most` positions would have to be looked at.
  std::optional<Proof<Move>> prove(const Pente& position, int most) { return find_shortest(position, most, nullptr); }

  // If the other side would win by threats were it to move: the moves that may refute that, all others lose. Nothing if
  // it would not, or if any move may.
  std::optional<Moves> find_defences(const Pente& position, int most) {
    Pente passed = position;
    passed.swap_turn();
    pente::Reliance reliance;
    if (!find_shortest(passed, most, &reliance)) return std::nullopt;
    return position.interfering_moves(reliance);
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr int longest = 25;  // plies
  static constexpr std::size_t slots = 1 << 13;

  struct Failure {
    std::uint64_t key = 0;
    int plies = 0;
  };
  // How much work has not been enough for a position.
  struct Attempt {
    std::uint64_t key = 0;
    int most = 0;
  };
  static constexpr int any_work = std::numeric_limits<int>::max();

  bool is_out() const { return nodes_ >= end_; }

  // Deeper step by step: a chain of captures that leads nowhere may be very long.
  std::optional<Proof<Move>> find_shortest(const Pente& position, int most, pente::Reliance* reliance) {
    Attempt& attempt = (*attempts_)[position.key() % slots];
    if (most <= 0 || (attempt.key == position.key() && attempt.most >= most)) return std::nullopt;
    end_ = nodes_ + static_cast<std::uint64_t>(most);
    for (int plies = 3; plies <= longest && !is_out(); plies += 2) {
      is_cut_ = false;
      if (const std::optional<Proof<Move>> proof = attack(position, plies, reliance)) return proof;
      if (!is_cut_) break;
    }
    attempt = {position.key(), is_out() ? most : any_work};
    return std::nullopt;
  }

  std::optional<Proof<Move>> attack(const Pente& position, int plies, pente::Reliance* reliance) {
    ++nodes_;
    const int side = position.side();
    if (position.can_win(side)) {
      Moves winning;
      position.generate_candidates(winning);
      if (reliance != nullptr) position.rely_on_win(winning[0].cell, *reliance);
      return Proof<Move>{winning[0], 1};
    }
    if (is_out() || !position.can_threaten(side)) return std::nullopt;
    if (plies < 3) {
      is_cut_ = true;
      return std::nullopt;
    }
    const std::uint64_t key = position.key();
    Failure& failure = (*failures_)[key % slots];
    if (failure.key == key && failure.plies >= plies) {
      is_cut_ = is_cut_ || failure.plies < longest;
      return std::nullopt;
    }
    Moves threats;
    position.generate_threats(threats);
    for (const Move move : threats) {
      Pente next = position;
      next.make(move);
      if (next.result() || !next.can_win(side) || next.can_win(1 - side)) continue;
      pente::Reliance used;
      if (const std::optional<int> rest = defend(next, plies - 1, reliance != nullptr ? &used : nullptr)) {
        if (reliance != nullptr) {
          position.rely_on_attack(move.cell, used);
          reliance->add(used);
        }
        return Proof<Move>{move, *rest + 1};
      }
      if (is_out()) return std::nullopt;
    }
    failure = {key, plies};
    return std::nullopt;
  }

  // How long the side to move can hold out against a threat; none if it can defend itself.
  std::optional<int> defend(const Pente& position, int plies, pente::Reliance* reliance) {
    ++nodes_;
    if (reliance != nullptr) rely_on_threat(position, *reliance);
    Moves answers;
    position.generate_candidates(answers);
    int most = 0;
    for (const Move move : answers) {
      Pente next = position;
      next.make(move);
      if (next.result()) return std::nullopt;
      const std::optional<Proof<Move>> proof = attack(next, plies - 1, reliance);
      if (!proof) return std::nullopt;
      if (reliance != nullptr) position.rely_on_answer(move.cell, *reliance);
      most = std::max(most, proof->plies + 1);
    }
    return most;
  }

  // The side to move is threatened: where it does not answer, the other side wins so.
  static void rely_on_threat(const Pente& position, pente::Reliance& reliance) {
    Pente passed = position;
    passed.swap_turn();
    Moves winning;
    passed.generate_candidates(winning);
    passed.rely_on_win(winning[0].cell, reliance);
  }

  std::unique_ptr<std::array<Failure, slots>> failures_;
  std::unique_ptr<std::array<Attempt, slots>> attempts_;
  std::uint64_t nodes_ = 0;
  std::uint64_t end_ = 0;
  bool is_cut_ = false;  // whether the last attack ended somewhere for want of plies
};

template <>
struct ProverOf<Pente> {
  using Type = PenteProver;
};

}  // namespace ludus
