// What a position of Checkers is worth to the side to move, in hundredths of a piece. Two answers: `evaluate_reference`
// never changes, so that strength can be measured against it; `evaluate` is the one to be tuned.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ludus::checkers {

using Board = std::uint64_t;  // bit 0 is A1 (top left), bit 63 is H8
inline constexpr int black = 0;
inline constexpr int white = 1;

inline constexpr Board left_column = 0x0101010101010101ULL;
inline constexpr Board right_column = 0x8080808080808080ULL;

// Move all pieces one square along a diagonal: -7 up and right, 9 down and right, 7 down and left, -9 up and left.
template <int Stride>
constexpr Board shift(Board pieces) {
  if constexpr (Stride == -7) return (pieces & ~right_column) >> 7;
  if constexpr (Stride == 9) return (pieces & ~right_column) << 9;
  if constexpr (Stride == 7) return (pieces & ~left_column) << 7;
  if constexpr (Stride == -9) return (pieces & ~left_column) >> 9;
}

// How many rows pieces that move up have come, all together: the row's number in binary, digit by digit.
inline int advance_up(Board men) {
  constexpr Board ones = 0x00FF00FF00FF00FFULL, twos = 0x0000FFFF0000FFFFULL, fours = 0x00000000FFFFFFFFULL;
  return std::popcount(men & ones) + 2 * std::popcount(men & twos) + 4 * std::popcount(men & fours);
}

// The frozen one: material as the contest counts it, and how far the pieces have come. Never changes.
inline int evaluate_reference(const Board (&men)[2], const Board (&towers)[2], int side) {
  const int blacks = 100 * std::popcount(men[black]) + 300 * std::popcount(towers[black]) + 3 * advance_up(men[black]);
  const int whites = 100 * std::popcount(men[white]) + 300 * std::popcount(towers[white]) +
                     3 * (7 * std::popcount(men[white]) - advance_up(men[white]));
  return side == black ? blacks - whites : whites - blacks;
}

// What `evaluate` looks at: the mover's count less the other side's, unless it says whose.
enum Feature : std::size_t {
  men_count,
  tower_count,
  men_at_home,    // on the row where the enemy wants to go
  free_men,       // no enemy can still come between them and the far row
  lone,           // pieces with no friend on a square beside them
  endangered,     // the mover's pieces that the other side could jump if it were to move
  lead_when_few,  // material lead as the contest counts it, the more the fewer pieces are left
  hunt,           // how near the towers of the side that leads are to the enemies
  to_move,
  feature_count
};
using Features = std::array<int, feature_count>;

inline constexpr std::array<const char*, feature_count> feature_names = {
    "men", "towers", "men at home", "free men", "lone", "endangered", "lead when few", "hunt", "to move"};

// One side of the board.
template <int side>
struct Side {
  static constexpr Board home_row = side == black ? 0xFF00000000000000ULL : 0x00000000000000FFULL;

  static Board steps_right(Board pieces) { return side == black ? shift<-7>(pieces) : shift<9>(pieces); }
  static Board steps_left(Board pieces) { return side == black ? shift<-9>(pieces) : shift<7>(pieces); }
  static Board ahead(Board pieces) { return steps_right(pieces) | steps_left(pieces); }

  // The squares from which a piece of this side has no chance to pass one of these enemies.
  static Board barred_by(Board enemies) {
    using Other = Side<1 - side>;
    Board barred = enemies;
    for (int i = 0; i < 6; ++i) barred |= Other::ahead(barred);
    return barred;
  }

  // Enemies that this side can jump.
  static Board hits(Board men, Board towers, Board enemies, Board empty) {
    using Other = Side<1 - side>;
    const Board all = men | towers;
    return (steps_right(all) & enemies & Other::steps_left(empty)) |
           (steps_left(all) & enemies & Other::steps_right(empty)) |
           (Other::steps_right(towers) & enemies & steps_left(empty)) |
           (Other::steps_left(towers) & enemies & steps_right(empty));
  }
};

inline Board around(Board pieces) { return shift<-7>(pieces) | shift<9>(pieces) | shift<7>(pieces) | shift<-9>(pieces); }

template <int side, int sign>
inline void add_side(Features& found, Board men, Board towers, Board enemies) {
  using Own = Side<side>;
  found[men_count] += sign * std::popcount(men);
  found[tower_count] += sign * std::popcount(towers);
  found[men_at_home] += sign * std::popcount(men & Own::home_row);
  found[free_men] += sign * std::popcount(men & ~Own::barred_by(enemies));
  found[lone] += sign * std::popcount((men | towers) & ~around(men | towers));
}

template <int side>
inline Features features_for(const Board (&men)[2], const Board (&towers)[2]) {
  constexpr int other = 1 - side;
  const Board own = men[side] | towers[side], enemy = men[other] | towers[other], empty = ~(own | enemy);
  Features found{};
  add_side<side, 1>(found, men[side], towers[side], enemy);
  add_side<other, -1>(found, men[other], towers[other], own);
  found[endangered] = std::popcount(Side<other>::hits(men[other], towers[other], own, empty));
  const int lead = found[men_count] + 3 * found[tower_count];
  found[lead_when_few] = lead * (24 - std::popcount(own | enemy));
  if (lead != 0) {
    const Board hunters = lead > 0 ? towers[side] : towers[other], hunted = lead > 0 ? enemy : own;
    const Board near = around(hunters);
    const int closeness = 2 * std::popcount(near & hunted) + std::popcount(around(near) & hunted);
    found[hunt] = lead > 0 ? closeness : -closeness;
  }
  found[to_move] = 1;
  return found;
}

inline Features features_of(const Board (&men)[2], const Board (&towers)[2], int side) {
  return side == black ? features_for<black>(men, towers) : features_for<white>(men, towers);
}

inline constexpr Features weights = {85, 70, 18, 28, 3, -22, 2, 3, 2};

inline int evaluate(const Board (&men)[2], const Board (&towers)[2], int side) {
  const Features found = features_of(men, towers, side);
  // One by one: a loop would be taken through memory, and wait for it.
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return (0 + ... + (weights[i] * found[i]));
  }(std::make_index_sequence<feature_count>{});
}

}  // namespace ludus::checkers
