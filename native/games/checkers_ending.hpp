// A position of Checkers with few pieces, as the side to move sees it, and its number among those of the same material.
//
// Only the 32 squares count on which a game is played. The side to move always goes up: what it sees of a position with
// White to move is the board turned by half, with the colours exchanged. So each position has one number and no twin.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "games/checkers_eval.hpp"

namespace ludus::checkers {

// A set of the squares that are played on, row by row from the top: bit 0 is B1, bit 31 is G8.
using Squares = std::uint32_t;

inline constexpr int square_count = 32;
inline constexpr Squares top_row = 0x0000000FU;
inline constexpr Squares bottom_row = 0xF0000000U;

constexpr Squares turn_by_half(Squares squares) {
  squares = (squares >> 1 & 0x55555555U) | (squares & 0x55555555U) << 1;
  squares = (squares >> 2 & 0x33333333U) | (squares & 0x33333333U) << 2;
  squares = (squares >> 4 & 0x0F0F0F0FU) | (squares & 0x0F0F0F0FU) << 4;
  squares = (squares >> 8 & 0x00FF00FFU) | (squares & 0x00FF00FFU) << 8;
  return squares >> 16 | squares << 16;
}

inline constexpr Board played_squares = 0x55AA55AA55AA55AAULL;

// Keep the squares that are played on.
constexpr Squares pack(Board board) {
  constexpr Board odd_rows = 0xFF00FF00FF00FF00ULL;
  board = (board & odd_rows) | (board & ~odd_rows) >> 1;
  board = (board | board >> 1) & 0x3333333333333333ULL;
  board = (board | board >> 2) & 0x0F0F0F0F0F0F0F0FULL;
  board = (board | board >> 4) & 0x00FF00FF00FF00FFULL;
  board = (board | board >> 8) & 0x0000FFFF0000FFFFULL;
  return static_cast<Squares>(board | board >> 16);
}
static_assert(pack(played_squares) == 0xFFFFFFFFU);

struct Ending {
  Squares men, towers;              // of the side to move, which goes up
  Squares enemy_men, enemy_towers;  // these go down

  constexpr Squares own() const { return men | towers; }
  constexpr Squares enemies() const { return enemy_men | enemy_towers; }
  constexpr Squares taken() const { return own() | enemies(); }

  // The same position as the other side sees it.
  constexpr Ending turned() const {
    return {turn_by_half(enemy_men), turn_by_half(enemy_towers), turn_by_half(men), turn_by_half(towers)};
  }
};

struct Material {
  int men, towers, enemy_men, enemy_towers;

  static constexpr Material of(const Ending& ending) {
    return {std::popcount(ending.men), std::popcount(ending.towers), std::popcount(ending.enemy_men),
            std::popcount(ending.enemy_towers)};
  }
  constexpr int pieces() const { return men + towers + enemy_men + enemy_towers; }
  constexpr Material turned() const { return {enemy_men, enemy_towers, men, towers}; }
  bool operator==(const Material&) const = default;
};

inline constexpr std::string_view tables_game = "checkers";
inline constexpr int fewest_pieces = 2;
inline constexpr int most_pieces = 5;
inline constexpr std::size_t place_count = 6 * 6 * 6 * 6;
// Tells materials of up to `most_pieces` pieces apart.
constexpr std::size_t place_of(const Material& material) {
  constexpr int base = most_pieces + 1;
  return static_cast<std::size_t>(((material.men * base + material.towers) * base + material.enemy_men) * base +
                                  material.enemy_towers);
}

// A man is never on the row where it would be a tower.
inline constexpr int man_squares = square_count - 4;

// choose[n][k]: in how many ways k of n squares can be taken.
inline constexpr auto choose = [] {
  std::array<std::array<std::uint32_t, most_pieces + 1>, square_count + 1> found{};
  for (std::size_t n = 0; n <= square_count; ++n) {
    found[n][0] = 1;
    for (std::size_t k = 1; k <= most_pieces && n > 0; ++k) found[n][k] = found[n - 1][k - 1] + found[n - 1][k];
  }
  return found;
}();

constexpr std::uint32_t ways(int squares, int pieces) {
  return choose[static_cast<std::size_t>(squares)][static_cast<std::size_t>(pieces)];
}

// The number of a set among those of its size, over the squares that are not in `without`; and the set of a number.
constexpr std::uint32_t rank(Squares set, Squares without) {
  std::uint32_t number = 0;
  for (int k = 1; set != 0; ++k, set &= set - 1) {
    const Squares below = (set & -set) - 1;
    number += ways(std::popcount(below & ~without), k);
  }
  return number;
}

constexpr Squares unrank(std::uint32_t number, int size, Squares without) {
  Squares set = 0;
  int place = std::popcount(~without);  // of the squares that count, those below this one are still free
  Squares left = ~without;
  for (int k = size; k > 0; --k) {
    Squares square;
    do {
      square = std::bit_floor(left);
      left ^= square;
    } while (ways(--place, k) > number);
    number -= ways(place, k);
    set |= square;
  }
  return set;
}

// How the positions of one material are numbered: men of both sides each over their own 28 squares, where some numbers
// mean two men on one square and stay unused, then the towers over what is left.
class Numbering {
 public:
  constexpr explicit Numbering(const Material& material)
      : material_(material),
        enemy_men_(ways(man_squares, material.enemy_men)),
        towers_(ways(square_count - material.men - material.enemy_men, material.towers)),
        enemy_towers_(ways(square_count - material.men - material.enemy_men - material.towers, material.enemy_towers)) {}

  constexpr std::uint64_t size() const {
    return std::uint64_t{ways(man_squares, material_.men)} * enemy_men_ * towers_ * enemy_towers_;
  }

  std::uint64_t number(const Ending& ending) const {
    assert(Material::of(ending) == material_);
    const Squares all_men = ending.men | ending.enemy_men;
    std::uint64_t number = rank(ending.men, top_row);
    number = number * enemy_men_ + rank(ending.enemy_men, bottom_row);
    number = number * towers_ + rank(ending.towers, all_men);
    return number * enemy_towers_ + rank(ending.enemy_towers, all_men | ending.towers);
  }

  // The position of a number; false for one that is unused.
  bool find(std::uint64_t number, Ending& ending) const {
    assert(number < size());
    const auto take = [&](std::uint32_t base) {
      const auto digit = static_cast<std::uint32_t>(number % base);
      number /= base;
      return digit;
    };
    const std::uint32_t enemy_towers = take(enemy_towers_), towers = take(towers_), enemy_men = take(enemy_men_);
    ending.men = unrank(static_cast<std::uint32_t>(number), material_.men, top_row);
    ending.enemy_men = unrank(enemy_men, material_.enemy_men, bottom_row);
    if (ending.men & ending.enemy_men) return false;
    const Squares all_men = ending.men | ending.enemy_men;
    ending.towers = unrank(towers, material_.towers, all_men);
    ending.enemy_towers = unrank(enemy_towers, material_.enemy_towers, all_men | ending.towers);
    return true;
  }

 private:
  Material material_;
  std::uint32_t enemy_men_, towers_, enemy_towers_;
};

// Plies to the end: even where the side to move has lost, odd where it has won.
using Distance = std::uint8_t;
inline constexpr Distance endless = 255;
inline constexpr std::size_t longest = 254;

// All materials of up to `most` pieces with some on both sides, each after those that its moves can lead to.
inline std::vector<Material> list_materials(int most) {
  std::vector<Material> found;
  for (int pieces = 2; pieces <= most; ++pieces) {
    for (int men = 0; men <= pieces; ++men) {
      for (int own = 1; own < pieces; ++own) {
        for (int own_men = std::max(0, men - (pieces - own)); own_men <= std::min(own, men); ++own_men) {
          found.push_back({own_men, own - own_men, men - own_men, pieces - own - (men - own_men)});
        }
      }
    }
  }
  return found;
}

}  // namespace ludus::checkers
