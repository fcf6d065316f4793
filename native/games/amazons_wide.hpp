// The same survey of a treasure Amazons board for boards beyond 32x32, and what a step can take there: a word of 128 bits
// a row, camp by camp.
//
// Slower than the strips of small boards, where two camps and two rows are looked at in one go; but on such boards a
// queen move goes so far that few of them reach everything.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/amazons_eval.hpp"
#include "games/amazons_flood.hpp"

namespace ludus::amazons {

using WideLand = LandOf<WideRow, WideRow>;
using WideRows = std::array<WideRow, longest_wide_side + 4>;

// The amazons of both camps, in rows counted from 1; row 0 and the one below the board are empty.
struct WideCamps {
  WideRows own, other;
};

// Fill along a row over free fields, to higher columns by a carry, to lower ones by doubling.
inline WideRow along_wide_row(WideRow from, WideRow free) {
  const WideRow way = free | from;
  WideRow filled = from, open = free;
  for (unsigned step = 1; step < 128; step *= 2) {
    filled |= open & filled >> step;
    open &= open >> step;
  }
  return (filled | (way & ~(way + from))) & free;
}

// The free fields one queen move away from `from`.
inline void spread(const WideLand& land, const WideRows& from, WideRows& to) {
  const auto height = static_cast<std::size_t>(land.height);
  WideRow straight = 0, right = 0, left = 0;
  for (std::size_t row = 1; row <= height; ++row) {
    const WideRow free = land.free[row], before = from[row - 1];
    straight = (straight | before) & free;
    right = (right | before) << 1 & free;
    left = (left | before) >> 1 & free;
    to[row] = straight | right | left;
  }
  straight = right = left = 0;
  for (std::size_t row = height; row >= 1; --row) {
    const WideRow free = land.free[row], before = row == height ? 0 : from[row + 1];
    straight = (straight | before) & free;
    right = (right | before) << 1 & free;
    left = (left | before) >> 1 & free;
    to[row] |= straight | right | left;
    if (from[row] == 0) continue;
    to[row] |= along_wide_row(from[row], free);
  }
  to[0] = 0;
}

// How many queen moves are looked ahead: further off, who comes first is hardly known.
inline constexpr int wide_waves = 4;

// Both camps go out over the board; calls `add(row, own, other, wave)` with the fields that are reached in each wave
// and by nobody before.
template <class Add>
void flood(const WideLand& land, const WideCamps& camps, int most_waves, const Add& add) {
  const auto height = static_cast<std::size_t>(land.height);
  WideCamps fresh = camps, to;
  WideRows claimed;
  for (std::size_t row = 0; row <= height; ++row) claimed[row] = 0;
  for (int wave = 1; wave <= most_waves; ++wave) {
    spread(land, fresh.own, to.own);
    spread(land, fresh.other, to.other);
    WideRow any = 0;
    for (std::size_t row = 1; row <= height; ++row) {
      const WideRow own = to.own[row] & ~claimed[row], other = to.other[row] & ~claimed[row];
      add(row, own, other, wave);
      claimed[row] |= own | other;
      fresh.own[row] = own;
      fresh.other[row] = other;
      any |= own | other;
    }
    if (any == 0) break;
  }
}

inline int treasure_on(const WideLand& land, std::size_t row, WideRow fields) {
  if (land.words == 0 || fields == 0) return 0;
  int worth = 0;
  for (int bit = 0; bit < 3; ++bit) worth += count_bits(fields & land.content[row - 1].treasure[bit]) << bit;
  return worth;
}

// The most treasure that lies on one of these fields.
inline int highest_on(const ContentOf<WideRow>& content, WideRow fields) {
  if (const WideRow high = fields & content.treasure[2]; high != 0) return (high & content.treasure[0]) != 0 ? 5 : 4;
  if (const WideRow middle = fields & content.treasure[1]; middle != 0) return (middle & content.treasure[0]) != 0 ? 3 : 2;
  return (fields & content.treasure[0]) != 0 ? 1 : 0;
}

inline Shares shares_of(const WideLand& land, const WideCamps& camps, int most_waves) {
  Shares shares;
  const auto count = [&](Tally& tally, std::size_t row, WideRow first, int wave) {
    (wave == 1 ? tally.near_treasure : tally.far_treasure) += treasure_on(land, row, first);
    (wave == 1 ? tally.near_fields : tally.far_fields) += count_bits(first);
    if (land.words == 0 || first == 0) return;
    const ContentOf<WideRow>& content = land.content[row - 1];
    tally.horses += count_bits(first & content.artifact[0] & ~content.artifact[1]);
    tally.spears += count_bits(first & content.artifact[0] & content.artifact[1]);
  };
  flood(land, camps, std::min(most_waves, wide_waves), [&](std::size_t row, WideRow own, WideRow other, int wave) {
    const WideRow even = own & other;
    (wave == 1 ? shares.even_near_treasure : shares.even_far_treasure) += treasure_on(land, row, even);
    count(shares.own, row, own & ~even, wave);
    count(shares.other, row, other & ~even, wave);
  });
  return shares;
}

// A horse allows another step, which takes this much treasure where there is plenty.
inline constexpr int worth_of_horse = 5;

// The most that an amazon in `row` on `bit` can take with a step, in points; a horse counts.
inline int worth_of_best_step(const WideLand& land, std::size_t row, WideRow bit) {
  if (land.words == 0) return 0;
  int best = 0;
  const auto look = [&](std::size_t at, WideRow fields) {
    const ContentOf<WideRow>& content = land.content[at - 1];
    const WideRow horses = fields & content.artifact[0] & ~content.artifact[1];
    if (horses != 0) best = std::max(best, worth_of_horse + highest_on(content, horses));
    if (best < 5) best = std::max(best, highest_on(content, fields));
  };
  const auto go = [&](std::size_t height_left, std::ptrdiff_t down) {
    WideRow straight = bit, right = bit, left = bit;
    for (std::size_t at = row; height_left > 0; --height_left) {
      at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + down);
      const WideRow free = land.free[at];
      straight &= free;
      right = right << 1 & free;
      left = left >> 1 & free;
      const WideRow all = straight | right | left;
      if (all == 0) break;
      look(at, all);
    }
  };
  go(row - 1, -1);
  go(static_cast<std::size_t>(land.height) - row, 1);
  look(row, along_wide_row(bit, land.free[row]));
  return best;
}

inline int evaluate_alone(const WideLand& land, const WideCamps& camps) {
  int worth = 0;
  flood(land, camps, wide_waves, [&](std::size_t row, WideRow own, WideRow, int wave) {
    worth += (wave == 1 ? 60 : 40) * treasure_on(land, row, own);
  });
  return worth;
}

inline std::array<int, 2> treasure_in_reach(const WideLand& land, const WideCamps& camps) {
  WideCamps to;
  spread(land, camps.own, to.own);
  spread(land, camps.other, to.other);
  std::array<int, 2> worth{};
  for (std::size_t row = 1; row <= static_cast<std::size_t>(land.height); ++row) {
    worth[0] += treasure_on(land, row, to.own[row]);
    worth[1] += treasure_on(land, row, to.other[row]);
  }
  return worth;
}

// How a board beyond 32x32 is laid out.
struct WideLayout {
  using Row = WideRow;
  using Plane = WideRow;
  using Camps = WideCamps;
  static constexpr int shift = 7;
  static constexpr int longest = longest_wide_side;
  static constexpr std::size_t most_moves = 4096;
  static constexpr std::size_t most_words = longest_wide_side;
  static constexpr int deepest = 48;                // plies of a search: each takes some 80 kB of the stack
  static constexpr std::uint64_t look_every = 128;  // a position takes some five microseconds
  static constexpr bool is_wide = true;

  static int choose_lane(int) { return shift; }
  static std::size_t words(int height, int) { return static_cast<std::size_t>(height); }
  static std::pair<unsigned, unsigned> place(unsigned row, unsigned col, unsigned, int) { return {row, col}; }

  static void clear(Camps& camps, unsigned height) {
    for (unsigned row = 0; row <= height + 1; ++row) camps.own[row] = camps.other[row] = 0;
  }
  static void post(Camps& camps, unsigned row, Row bit, std::size_t camp, unsigned) {
    (camp == 0 ? camps.own : camps.other)[row] |= bit;
  }
};

}  // namespace ludus::amazons
