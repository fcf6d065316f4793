// A second search that a game may have: it looks for wins by force alone, far deeper than the search proper, and what it
// claims is proven. A kernel that has one says so by a specialisation of `ProverOf`; the search asks it by `Forcing`.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kernel.hpp"

namespace ludus {

// A win of the side to move by force.
template <class Move>
struct Proof {
  Move move;
  int plies;  // until the game is over, at most
};

// The best turn of the side to move, for certain, and what the position is worth to it.
template <class Move>
struct Solution {
  std::vector<Move> turn;
  int score;
  std::uint64_t nodes;  // looked at to find it
};

// For kernels without one.
struct NoProver {};

template <Kernel K>
struct ProverOf {
  using Type = NoProver;
};

template <class P, class K>
concept ProverFor =
    std::default_initializable<P> && requires(P prover, const P& done, const K& position, int side, int most) {
      { P::is_worth_trying(position, side) } -> std::same_as<bool>;    // quick: whether there may be a win at all
      { P::is_worth_a_glance(position, side) } -> std::same_as<bool>;  // whether there probably is one, and a short one
      { P::is_forced(position) } -> std::same_as<bool>;                // whether there are few moves, and all others lose
      { prover.prove(position, most) } -> std::same_as<std::optional<Proof<typename K::Move>>>;
      // If the other side would win by force were it to move: the moves that may refute that, while all others lose.
      { prover.find_defences(position, most) } -> std::same_as<std::optional<typename K::Moves>>;
      { done.nodes() } -> std::same_as<std::uint64_t>;
    };

// What the search asks of a prover, with how much work that is worth; for kernels without one it finds nothing.
template <Kernel K>
class Forcing {
 public:
  using Move = typename K::Move;
  using Moves = typename K::Moves;
  using Prover = typename ProverOf<K>::Type;
  static constexpr bool exists = ProverFor<Prover, K>;

  explicit Forcing(bool is_on) : is_on_(exists && is_on) {}

  bool is_on() const { return is_on_; }

  // A win where the search has this many plies left; at its end only one that is likely.
  std::optional<Proof<Move>> find_win([[maybe_unused]] const K& position, [[maybe_unused]] int depth) {
    if constexpr (exists) {
      const int side = position.side();
      const bool may_win = depth > 0 ? Prover::is_worth_trying(position, side) : Prover::is_worth_a_glance(position, side);
      if (is_on_ && may_win) return prover_.prove(position, work_at(depth));
    }
    return std::nullopt;
  }

  // All moves that may hold against what the other side threatens; none if it threatens nothing that is proven.
  std::optional<Moves> find_defences([[maybe_unused]] const K& position, [[maybe_unused]] int depth) {
    if constexpr (exists) {
      if (is_on_ && !Prover::is_forced(position) && Prover::is_worth_trying(position, 1 - position.side())) {
        return prover_.find_defences(position, work_at(depth));
      }
    }
    return std::nullopt;
  }

  bool is_forced([[maybe_unused]] const K& position) const {
    if constexpr (exists) return is_on_ && Prover::is_forced(position);
    return false;
  }

  // How many positions it has looked at since the last time it was asked.
  std::uint64_t take_nodes() {
    if constexpr (exists) return prover_.nodes() - std::exchange(counted_, prover_.nodes());
    return 0;
  }

 private:
  static int work_at(int depth) {
    if (depth == 0) return 16;
    // Quiescence, one ply further, finds nearly as much for far less.
    if (depth == 1) return 0;
    return 40 * depth;
  }

  [[no_unique_address]] Prover prover_;
  bool is_on_;
  std::uint64_t counted_ = 0;
};

}  // namespace ludus
