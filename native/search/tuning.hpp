// How the search is tuned to a game: what the kernel's `Tuning` says, and usual values for what it leaves out.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel.hpp"
#include "search/order.hpp"

namespace ludus {

// A hundred times the natural logarithm.
inline int logarithm(int number) {
  static constexpr std::array<std::int16_t, 64> found = {
      0,   0,   69,  110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294, 300, 304,
      309, 314, 318, 322, 326, 330, 333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364, 366, 369, 371, 374, 376,
      378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399, 401, 403, 404, 406, 408, 409, 411, 413, 414};
  return found[static_cast<std::size_t>(std::min(number, 63))];
}

template <Searchable K>
struct Tuned {
  using Tuning = typename K::Tuning;

  // Such a kernel tells when a move of some worth at first sight will not reach alpha.
  static constexpr bool ranks_by_evaluation = requires(const K& position) { position.is_futile(0, 0, 0); };

  // How many plies a search goes at most. Long lists of moves take their share of the stack in each of them.
  static constexpr int deepest() {
    if constexpr (requires { Tuning::deepest; }) return std::min(Tuning::deepest, max_ply - 1);
    return max_ply - 1;
  }

  // How many positions are looked at between two looks at the clock.
  static constexpr std::uint64_t look_every() {
    if constexpr (requires { Tuning::look_every; }) return Tuning::look_every;
    return 1024;
  }

  // Half the width of the window around the last score.
  static constexpr int aspiration() {
    if constexpr (requires { Tuning::aspiration; }) return Tuning::aspiration;
    return 50;
  }

  // What a draw by repetition costs a side that is not worse.
  static constexpr int contempt() {
    if constexpr (requires { Tuning::contempt; }) return Tuning::contempt;
    return 0;
  }

  static bool may_repeat(const K& position) {
    if constexpr (requires { position.may_repeat(); }) return position.may_repeat();
    return Tuning::can_repeat;
  }

  // To which depth a position far above beta is believed to stay there.
  static constexpr int futility_depth() {
    if constexpr (requires { Tuning::futility_depth; }) return Tuning::futility_depth;
    return 3;
  }

  // Whether quiet moves that hardly help are left out near the end of the search; the kernel's `Tuning` says which.
  static constexpr bool leaves_out_moves = requires { Tuning::is_hopeless(0, 0, 0, 0); };

  static bool may_pass([[maybe_unused]] const K& position) {
    if constexpr (requires { position.may_pass(); }) return position.may_pass();
    return true;
  }

  // The number of the first move that counts as late.
  static constexpr int first_late() {
    if constexpr (requires { Tuning::first_late; }) return Tuning::first_late;
    return 4;
  }

  // Whether a quiet move must be answered, so that its place in the order says little.
  static bool is_urgent([[maybe_unused]] const K& position, [[maybe_unused]] typename K::Move move) {
    if constexpr (requires { position.is_urgent(move); }) return position.is_urgent(move);
    return false;
  }

  // Whether a position of which the table knows nothing is searched a ply less deep.
  static constexpr bool reduces_unknown() {
    if constexpr (requires { Tuning::reduces_unknown; }) return Tuning::reduces_unknown;
    return false;
  }

  // By how many plies a late move is searched less deep; `success` is what the move history says of it. With a
  // `reduction_share` that grows with the logarithms of depth and number, with a `success_share` it is less for moves that
  // have been good elsewhere.
  static int reduction(const K& position, [[maybe_unused]] int success, int depth, int number, bool is_pv) {
    int less = 1 + (number > 8) + (number > 20) + (depth > 6) + (ranks_by_evaluation && number > 6);
    if constexpr (requires { Tuning::reduction_share; }) {
      less = (50 + logarithm(depth) * logarithm(number) / Tuning::reduction_share) / 100;
    }
    if constexpr (requires { Tuning::success_share; }) less -= success / Tuning::success_share;
    less -= !may_pass(position);
    if (is_pv) --less;
    return std::clamp(less, 0, depth - 2);
  }
};

}  // namespace ludus
