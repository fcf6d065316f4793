// How far the amazons of two camps are from every field, all fields at once.
//
// A row of the board is one word that holds it twice: the low half for the own camp, the high half for the other.
// One `spread` takes both camps a queen move further: three lines each are carried down and up the rows, and the
// two lines along a row are filled inside the word.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/amazons_text.hpp"

namespace ludus::amazons {

// A row of emptiness above and below ends every line; two more because Masks and copies take four at a time.
template <class Row>
using Rows = std::array<Row, longest_side + 4>;

// Treasure and artifacts of 64 fields as bit planes. A word holds four rows of 16 columns on boards up to 16 wide,
// two rows of 32 on wider ones.
struct Content {
  std::uint64_t treasure[3];
  std::uint64_t artifact[2];
};

constexpr std::size_t content_words(int height, int lane) {
  const int rows_each = 64 >> lane;
  return static_cast<std::size_t>((height + rows_each - 1) / rows_each);
}

// What the judgement looks at.
struct Land {
  int height;
  int width;
  int lane;  // log2 of the columns that a content word gives to a row: 4 or 5
  int words;  // of content; 0 when there is nothing left to collect
  const std::uint32_t* free;  // from the row above the board on
  const Content* content;
};

using Half = std::uint32_t;
using Pair = std::uint64_t;
constexpr Pair both(Half half) { return half | Pair{half} << 32; }
constexpr Pair swapped(Pair pair) { return std::rotl(pair, 32); }

// Fill along the rows over free fields, towards lower columns (by doubling) and higher ones (by a carry).
template <int Doublings>
Pair along_row(Pair from, Pair free) {
  const Pair way = free | from;
  Pair filled = from, open = free;
  for (int i = 0; i < Doublings; ++i) {
    filled |= open & filled >> (1 << i);
    open &= open >> (1 << i);
  }
  return (filled | (way & ~(way + from))) & free;
}

// One queen move further from every bit of `from`. The top bit of both halves must never be free.
template <int Doublings>
void spread(const Rows<Pair>& from, const Rows<Pair>& free, std::size_t height, Rows<Pair>& to) {
  Pair straight = 0, right = 0, left = 0;
  for (std::size_t row = 1; row <= height; ++row) {
    const Pair above = from[row - 1], open = free[row];
    straight = (straight | above) & open;
    right = (right | above) << 1 & open;
    left = (left | above) >> 1 & open;
    to[row] = straight | right | left;
  }
  straight = right = left = 0;
  for (std::size_t row = height; row >= 1; --row) {
    const Pair below = from[row + 1], open = free[row];
    straight = (straight | below) & open;
    right = (right | below) << 1 & open;
    left = (left | below) >> 1 & open;
    to[row] |= straight | right | left | along_row<Doublings>(from[row], open);
  }
}

// A board of 32 columns fills its halves to the top bit, so that the camps must go one by one.
inline void spread_apart(const Rows<Pair>& from, const Rows<Pair>& free, std::size_t height, Rows<Pair>& to) {
  constexpr Pair low = 0xFFFFFFFF;
  Rows<Pair> one{}, other{}, open{}, reached{};
  for (std::size_t row = 0; row <= height + 1; ++row) {
    one[row] = from[row] & low;
    other[row] = from[row] >> 32;
    open[row] = free[row] & low;
  }
  spread<5>(one, open, height, to);
  spread<5>(other, open, height, reached);
  for (std::size_t row = 1; row <= height; ++row) to[row] |= reached[row] << 32;
}

inline void spread(const Land& land, const Rows<Pair>& from, const Rows<Pair>& free, Rows<Pair>& to) {
  const auto height = static_cast<std::size_t>(land.height);
  if (land.width <= 16) {
    spread<4>(from, free, height, to);
  } else if (land.width < longest_side) {
    spread<5>(from, free, height, to);
  } else {
    spread_apart(from, free, height, to);
  }
}

// A set of fields of each camp in the layout of the content words, for counting.
class Masks {
 public:
  Masks(const Land& land, const Rows<Pair>& rows) : words_(content_words(land.height, land.lane)) {
    constexpr Pair low = 0xFFFFFFFF;
    for (std::size_t word = 0, row = 1; word < words_; ++word) {
      Pair first, second;
      if (land.lane == 4) {
        first = rows[row] | rows[row + 1] << 16;
        second = rows[row + 2] | rows[row + 3] << 16;
        row += 4;
      } else {
        first = rows[row];
        second = rows[row + 1];
        row += 2;
      }
      own_[word] = (first & low) | second << 32;
      other_[word] = first >> 32 | (second & ~low);
    }
  }

  // Own fields less those of the other camp.
  int fields() const {
    int more = 0;
    for (std::size_t word = 0; word < words_; ++word) more += std::popcount(own_[word]) - std::popcount(other_[word]);
    return more;
  }

  std::uint64_t own(std::size_t word) const { return own_[word]; }
  std::uint64_t other(std::size_t word) const { return other_[word]; }

 private:
  std::array<std::uint64_t, 16> own_;
  std::array<std::uint64_t, 16> other_;
  std::size_t words_;
};

}  // namespace ludus::amazons
