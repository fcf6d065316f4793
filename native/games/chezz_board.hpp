// The board of Chezz as sets of squares: geometry, who attacks what, contagion and promotion.
// Bit 0 is a8 (top left), bit 7 is h8, bit 63 is h1: the squares in the order of the position text.
// White moves towards bit 0. Every square of a piece is in the set of its kind and in that of its colour.
//
// Sliders are found by arithmetic on rays, not by magic numbers: 4 KiB of tables, all made by the compiler,
// because a program that is started for every single move must not build tables first.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace ludus::chezz {

using Board = std::uint64_t;  // a set of squares

enum Kind : std::uint8_t { king, queen, rook, bishop, knight, peon, zombie, cannon, flinger };
inline constexpr std::size_t kind_count = 9;

inline constexpr int white = 0;
inline constexpr int black = 1;

// Clockwise, as the rules list them; the opposite of a direction is `direction ^ 4`.
enum Direction : std::uint8_t { north, north_east, east, south_east, south, south_west, west, north_west };
inline constexpr int strides[8] = {-8, -7, 1, 9, 8, 7, -1, -9};

inline constexpr Board last_rank[2] = {0x00000000000000FFULL, 0xFF00000000000000ULL};
inline constexpr Board file_a = 0x0101010101010101ULL;
inline constexpr Board file_h = file_a << 7;

constexpr Board bit(int square) {
  assert(square >= 0 && square < 64);
  return Board{1} << square;
}

inline int first(Board squares) {
  assert(squares != 0);
  return std::countr_zero(squares);
}

// The first square of the set, which loses it.
inline int pop(Board& squares) {
  const int square = first(squares);
  squares &= squares - 1;
  return square;
}

inline constexpr auto rays = [] {
  constexpr int down[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
  constexpr int right[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  std::array<std::array<Board, 8>, 64> found{};
  for (std::size_t square = 0; square < 64; ++square) {
    for (std::size_t direction = 0; direction < 8; ++direction) {
      int row = static_cast<int>(square / 8) + down[direction], col = static_cast<int>(square % 8) + right[direction];
      for (; row >= 0 && row < 8 && col >= 0 && col < 8; row += down[direction], col += right[direction]) {
        found[square][direction] |= bit(8 * row + col);
      }
    }
  }
  return found;
}();

// All squares at one of these distances from each square.
template <std::size_t Count>
constexpr std::array<Board, 64> leaps(const int (&distances)[Count][2]) {
  std::array<Board, 64> found{};
  for (std::size_t square = 0; square < 64; ++square) {
    for (const auto& [down, right] : distances) {
      const int row = static_cast<int>(square / 8) + down, col = static_cast<int>(square % 8) + right;
      if (row >= 0 && row < 8 && col >= 0 && col < 8) found[square] |= bit(8 * row + col);
    }
  }
  return found;
}

inline constexpr auto straight_steps = leaps({{-1, 0}, {0, 1}, {1, 0}, {0, -1}});
inline constexpr auto all_steps = leaps({{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}});
inline constexpr auto jumps = leaps({{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}});
inline constexpr auto peon_captures = std::array{leaps({{-1, -1}, {-1, 1}}), leaps({{1, -1}, {1, 1}})};

// The direction from a square to a neighbour, by the difference of their numbers plus 9.
inline constexpr std::array<std::uint8_t, 19> directions = [] {
  std::array<std::uint8_t, 19> found{};
  for (std::size_t direction = 0; direction < 8; ++direction) {
    found[static_cast<std::size_t>(strides[direction] + 9)] = static_cast<std::uint8_t>(direction);
  }
  return found;
}();

inline Board ray(int square, int direction) {
  assert(square >= 0 && square < 64 && direction >= 0 && direction < 8);
  return rays[static_cast<std::size_t>(square)][static_cast<std::size_t>(direction)];
}

inline Direction direction_to(int square, int neighbour) {
  assert(neighbour - square >= -9 && neighbour - square <= 9 && neighbour != square);
  return static_cast<Direction>(directions[static_cast<std::size_t>(neighbour - square + 9)]);
}

// What a slider sees on one line, blockers included. `lower` leads towards bit 0. Subtracting the nearest blocker
// below from the blockers above borrows through every square between the two.
inline Board slide(int square, Board taken, Direction lower, Direction upper) {
  const Board below = ray(square, lower), above = ray(square, upper);
  const Board nearest_below = std::bit_floor((below & taken) | 1);
  const Board taken_above = above & taken;
  return (taken_above ^ (taken_above - nearest_below)) & (below | above);
}

inline Board slide_straight(int square, Board taken) {
  return slide(square, taken, north, south) | slide(square, taken, west, east);
}

inline Board slide_diagonally(int square, Board taken) {
  return slide(square, taken, north_east, south_west) | slide(square, taken, north_west, south_east);
}

inline Board diagonals(int square) {
  return ray(square, north_east) | ray(square, south_east) | ray(square, south_west) | ray(square, north_west);
}

// Lookups by plain square number.
inline Board of(const std::array<Board, 64>& table, int square) { return table[static_cast<std::size_t>(square)]; }

// The neighbours of a set along rank and file: what zombies attack and infect.
inline Board beside(Board squares) {
  return squares << 8 | squares >> 8 | (squares & ~file_h) << 1 | (squares & ~file_a) >> 1;
}

// One step forward, and the squares that peons attack.
inline Board forward(int side, Board squares) { return side == white ? squares >> 8 : squares << 8; }
inline Board peon_attacks(int side, Board peons) {
  const Board ahead = forward(side, peons);
  return (ahead & ~file_h) << 1 | (ahead & ~file_a) >> 1;
}

struct Boards {
  std::array<Board, kind_count> kinds{};
  std::array<Board, 2> colours{};

  Board taken() const { return colours[0] | colours[1]; }
  Board of(int side) const { return colours[static_cast<std::size_t>(side)]; }
  Board of(int side, Kind kind) const { return of(side) & kinds[kind]; }
  Board& colour(int side) { return colours[static_cast<std::size_t>(side)]; }

  // Whoever can be infected: kings and zombies are immune.
  Board infectable(int side) const { return of(side) & ~(kinds[king] | kinds[zombie]); }

  // The kind of the piece on this square, which must not be empty.
  Kind kind_on(int square) const {
    assert(taken() & bit(square));
    std::size_t kind = 0;
    while (!(kinds[kind] & bit(square))) ++kind;
    return static_cast<Kind>(kind);
  }

  void put(int side, Kind kind, Board squares) {
    kinds[kind] |= squares;
    colour(side) |= squares;
  }

  void remove(Board squares) {
    for (Board& board : kinds) board &= ~squares;
    for (Board& board : colours) board &= ~squares;
  }

  // What happens when the hand of `side` is off the board. Promotion comes after contagion: a new zombie infects
  // nobody this turn.
  void end_turn(int side) {
    if (const Board ill = beside(of(side, zombie)) & infectable(1 - side)) {
      remove(ill);
      put(side, zombie, ill);
    }
    const Board promoted = of(side, peon) & last_rank[side];
    kinds[peon] ^= promoted;
    kinds[zombie] |= promoted;
  }

  // The pieces of `side` that could take something on this square by stepping or sliding there.
  Board takers(int side, int square) const {
    return of(side) & ((chezz::of(jumps, square) & kinds[knight]) | (chezz::of(all_steps, square) & kinds[king]) |
                       (chezz::of(straight_steps, square) & kinds[zombie]) |
                       (chezz::of(peon_captures[static_cast<std::size_t>(1 - side)], square) & kinds[peon]) |
                       (slide_straight(square, taken()) & (kinds[rook] | kinds[queen])) |
                       (slide_diagonally(square, taken()) & (kinds[bishop] | kinds[queen])));
  }

  // Whether `side` could hit this square next turn. A cannon hits through everything.
  bool attacks(int side, int square) const { return (takers(side, square) | (of(side, cannon) & diagonals(square))) != 0; }
};

}  // namespace ludus::chezz
