// How far the amazons of two camps are from every field, all fields at once.
//
// A board is swept from above and from below at the same time, for both camps: a Strip holds the row that is as far
// from the upper edge as the other is from the lower one, each twice. One `spread` takes both camps a queen move
// further: three lines are carried along the sweep, and the two lines along a row are filled inside the word.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/amazons_text.hpp"

namespace ludus::amazons {

// Treasure and artifacts of 64 fields as bit planes. The low half of a word holds rows from above, the high half the
// rows that are as far from below: two of 16 columns on boards up to 16 wide, one of 32 on wider ones.
template <class Plane>
struct ContentOf {
  Plane treasure[3];
  Plane artifact[2];
};
using Content = ContentOf<std::uint64_t>;

inline int count_bits(std::uint32_t bits) { return std::popcount(bits); }
inline int count_bits(std::uint64_t bits) { return std::popcount(bits); }

// A row of a board beyond 32x32.
__extension__ typedef unsigned __int128 WideRow;
inline int count_bits(WideRow bits) {
  return count_bits(static_cast<std::uint64_t>(bits)) + count_bits(static_cast<std::uint64_t>(bits >> 64));
}

// How many rows there are to the middle of the board, the middle one of an odd number included.
constexpr std::size_t half_of(int height) { return static_cast<std::size_t>(height + 1) / 2; }

constexpr std::size_t content_words(int height, int lane) {
  return lane == 4 ? (half_of(height) + 1) / 2 : half_of(height);
}

// What the evaluation looks at.
template <class Row, class Plane>
struct LandOf {
  int height;
  int width;
  int lane;         // log2 of the columns that a content word gives to a row: 4 or 5, on boards up to 32x32
  int words;        // of content; 0 when there was nothing to collect from the beginning
  const Row* free;  // from the row above the board on
  const ContentOf<Plane>* content;
  int free_fields;
  int treasure;  // all that lies on the board

  int free_share() const { return 100 * free_fields / (height * width); }  // in per cent
};
using Land = LandOf<std::uint32_t, std::uint64_t>;

// From the lowest: the upper row for the own camp and for the other, the lower row for the own camp and for the other.
using Strip [[gnu::vector_size(16)]] = std::uint32_t;
// Two more than the rows with those beyond the edges, because they are cleared four at a time.
using Strips = std::array<Strip, longest_side + 4>;

// One row of a strip, in memory: a compiler may move the whole strip to reach a row that it does not know beforehand.
inline std::uint32_t& lane(Strip& strip, std::size_t at) { return reinterpret_cast<std::uint32_t*>(&strip)[at]; }

inline Strip of_other_camp(Strip strip) { return __builtin_shufflevector(strip, strip, 1, 0, 3, 2); }
inline Strip turned(Strip strip) { return __builtin_shufflevector(strip, strip, 2, 3, 0, 1); }
inline bool is_any(Strip strip) {
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  const auto halves = reinterpret_cast<Halves>(strip);
  return (halves[0] | halves[1]) != 0;
}

// The rows of the board without amazons, seen from both edges; row 0 is beyond them.
inline void lay_free(const Land& land, Strips& free) {
  const auto height = static_cast<std::size_t>(land.height);
  for (std::size_t row = 0; row <= height; ++row) {
    const std::uint32_t upper = land.free[row], lower = land.free[height + 1 - row];
    free[row] = Strip{upper, upper, lower, lower};
  }
}

// Fill along the rows over free fields, towards lower columns (by doubling) and higher ones (by a carry).
template <unsigned Doublings, class Rows>
Rows along_row(Rows from, Rows free) {
  const Rows way = free | from;
  Rows filled = from, open = free;
  for (unsigned i = 0; i < Doublings; ++i) {
    filled |= open & filled >> (1u << i);
    open &= open >> (1u << i);
  }
  return (filled | (way & ~(way + from))) & free;
}

// Two strips of rows up to 16 wide, filled at once.
inline std::pair<Strip, Strip> along_two_rows(Strip from, Strip free, Strip next_from, Strip next_free) {
  using Halves [[gnu::vector_size(16)]] = std::uint16_t;
  const auto both = reinterpret_cast<Strip>(
      along_row<4>(reinterpret_cast<Halves>(from | next_from << 16), reinterpret_cast<Halves>(free | next_free << 16)));
  return {both & 0xFFFFu, both >> 16};
}

// One queen move further from every bit of `from`.
template <unsigned Doublings>
void spread(const Strips& from, const Strips& free, std::size_t height, Strips& to) {
  Strip straight{}, right{}, left{};
  for (std::size_t row = 1; row <= height; ++row) {
    const Strip before = from[row - 1], open = free[row];
    straight = (straight | before) & open;
    right = (right | before) << 1 & open;
    left = (left | before) >> 1 & open;
    to[row] = straight | right | left;
  }
  const auto join = [&](std::size_t row, std::size_t lower, Strip along) {
    const Strip all = to[row] | turned(to[lower]) | along;
    to[row] = all;
    to[lower] = turned(all);
  };
  std::size_t row = 1, lower = height;
  if constexpr (Doublings == 4) {
    for (; row + 2 <= lower; row += 2, lower -= 2) {
      const auto [along, next_along] = along_two_rows(from[row], free[row], from[row + 1], free[row + 1]);
      join(row, lower, along);
      join(row + 1, lower - 1, next_along);
    }
  }
  for (; row <= lower; ++row, --lower) join(row, lower, along_row<Doublings>(from[row], free[row]));
}

inline void spread(const Land& land, const Strips& from, const Strips& free, Strips& to) {
  const auto height = static_cast<std::size_t>(land.height);
  if (land.width <= 16) {
    spread<4>(from, free, height, to);
  } else {
    spread<5>(from, free, height, to);
  }
}

using CampWords = std::array<std::uint64_t, longest_side / 2>;

// A set of fields of each camp in the layout of the content words, for counting. It takes the strips down to the
// middle of the board; a middle row comes twice there, but content lies only on the upper one.
struct Masks {
  Masks(const Land& land, const Strips& strips) {
    using Words [[gnu::vector_size(16)]] = std::uint64_t;
    for (std::size_t word = 0; word < content_words(land.height, land.lane); ++word) {
      const Strip packed = land.lane == 4 ? strips[2 * word + 1] | strips[2 * word + 2] << 16 : strips[word + 1];
      const auto camps = reinterpret_cast<Words>(__builtin_shufflevector(packed, packed, 0, 2, 1, 3));
      own[word] = camps[0];
      other[word] = camps[1];
    }
  }

  CampWords own;
  CampWords other;
};

// How a board of up to 32x32 fields is laid out.
struct NarrowLayout {
  using Row = std::uint32_t;
  using Plane = std::uint64_t;
  using Camps = Strips;
  static constexpr int shift = 5;  // log2 of the squares from one row to the next
  static constexpr int longest = longest_side;
  static constexpr std::size_t most_moves = 2048;
  static constexpr std::size_t most_words = 16;
  static constexpr int deepest = 127;  // plies of a search
  static constexpr std::uint64_t look_every = 1024;
  static constexpr bool is_wide = false;

  static int choose_lane(int width) { return width <= 16 ? 4 : 5; }
  static std::size_t words(int height, int lane) { return content_words(height, lane); }

  // The number of the content word, and of the bit in it.
  static std::pair<unsigned, unsigned> place(unsigned row, unsigned col, unsigned height, int lane) {
    const unsigned from_below = height - 1u - row;
    const unsigned half = row <= from_below ? 0 : 32;
    const unsigned near = std::min(row, from_below);
    return lane == 4 ? std::pair{near >> 1, (near & 1) << 4 | half | col} : std::pair{near, half | col};
  }

  static void clear(Camps& strips, unsigned height) {
    // By fours, which no compiler takes for a call of memset: that would cost more than these few rows.
    for (unsigned row = 0; row <= height; row += 4) {
      strips[row] = strips[row + 1] = strips[row + 2] = strips[row + 3] = Strip{};
    }
  }
  // An amazon of the own camp (0) or the other (1), in a row counted from 1.
  static void post(Camps& strips, unsigned row, Row bit, std::size_t camp, unsigned height) {
    lane(strips[row], camp) |= bit;
    lane(strips[height + 1u - row], camp + 2) |= bit;
  }
};

}  // namespace ludus::amazons
