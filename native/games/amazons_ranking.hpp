// Which of its many moves a search of treasure Amazons looks at, where it cannot look at all of them: moves are ranked by
// what they do at first sight.
//
// A lone seat shoots where it harms her least. On a vast board the richest steps are kept, and shots at what the other
// camp reaches.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include "games/amazons_position.hpp"
#include "games/amazons_wide.hpp"
#include "kernel.hpp"
#include "random.hpp"

namespace ludus::amazons {

// Keep the `count` best moves, best first and equal ones in their order; but all moves, if the last of those would be
// worth less than `least`.
template <std::size_t count, class Move, std::size_t capacity, class Worth>
void keep_best(MoveList<Move, capacity>& moves, const Worth& worth, int least = std::numeric_limits<int>::min()) {
  if (moves.size() <= count) return;
  std::array<std::pair<int, Move>, count> best;
  std::size_t found = 0;
  for (const Move move : moves) {
    const int now = worth(move);
    if (found == count && best[count - 1].first >= now) continue;
    std::size_t place = found < count ? found++ : count - 1;
    for (; place > 0 && best[place - 1].first < now; --place) best[place] = best[place - 1];
    best[place] = {now, move};
  }
  if (best[count - 1].first < least) return;
  moves.clear();
  for (const auto& [_, move] : best) moves.push(move);
}

// How little a move helps a lone seat: a shot by what it destroys and blocks, a step by what it leaves lying.
template <class Layout>
int harm_of(const Position<Layout>& position, typename Position<Layout>::Move move) {
  const int treasure = static_cast<int>(position.content_at(move.target) & 7);
  return move.is_shot() ? 16 * treasure + position.free_neighbours(move.target) : -treasure;
}

// Of all shots, those that destroy least and leave most room.
template <class Layout>
void keep_harmless(const Position<Layout>& position, typename Position<Layout>::Moves& shots) {
  keep_best<4>(shots, [&](const auto& shot) { return -harm_of(position, shot); });
}

// In points.
template <class Layout>
int worth_of_landing(const Position<Layout>& position, Square square) {
  const unsigned found = position.content_at(square);
  return static_cast<int>(found & 7) + (found >> 3 == 1 ? worth_of_horse : 0);
}

// Of the moves on a vast board, the few that a search has time for: the richest landings, if there are enough of them,
// and shots at what both sides reach, or at the least of what only the own side does. Not inlined, so that its lists do
// not lie on the stack in every ply.
[[gnu::noinline]] inline void keep_promising(const Position<WideLayout>& position, Position<WideLayout>::Moves& moves) {
  using Move = Position<WideLayout>::Move;
  if (position.stage() == Position<WideLayout>::Stage::placing) return;
  if (!position.partial()) {
    // Equal ones in an order that favours no amazon: in that of the list the first would have them all.
    constexpr int chances = 64;
    const auto rank = [&](Move move) {
      return chances * worth_of_landing(position, move.target) + static_cast<int>(scramble(move.code()) % chances);
    };
    return keep_best<24>(moves, rank, 2 * chances);
  }
  WideCamps to;
  const WideCamps from = position.camps();
  spread(position.land(), from.own, to.own);
  spread(position.land(), from.other, to.other);
  keep_best<4>(moves, [&](Move shot) {
    const auto row = position.row_of(shot.target);
    const WideRow bit = position.bit_of(shot.target);
    const int worth = 1 + worth_of_landing(position, shot.target);
    const int loss = ((to.other[row] & bit) != 0 ? worth : 0) - ((to.own[row] & bit) != 0 ? worth : 0);
    return position.side() == 0 ? loss : -loss;
  });
}

}  // namespace ludus::amazons
