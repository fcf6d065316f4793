// Patterns of Pente: what the stones of a side amount to on their lines, kept up with every stone.
//
// All four lanes through a cell are worked out at once. No table has to be built or kept in the cache.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/pente_board.hpp"

namespace ludus::pente {

// The lanes through one empty cell, as one side sees them: `own` stones, and `blocked` by enemies or the border.
//
// Bit s of a result stands for the cells s, s+1, ... of the lane. Shifting down brings bits of the next lane only
// to places above 10, which no result looks at.

// Fives: windows of five through the centre with nothing but own stones, by how many there are.
struct Fives {
  std::array<Lanes, 5> with{};  // index = stones

  constexpr Fives(Lanes own, Lanes blocked) {
    constexpr Lanes starts = in_each_lane(0b111110);
    const Lanes two = blocked | blocked >> 1;
    const Lanes open = starts & ~(two | two >> 2 | blocked >> 4);
    const Lanes b = own >> 1, c = own >> 2, d = own >> 3, e = own >> 4;
    const Lanes first = own ^ b ^ c;
    const Lanes carry = (own & b) | (c & (own ^ b));
    const Lanes ones = first ^ d ^ e;
    const Lanes other_carry = (first & d) | (e & (first ^ d));
    const Lanes twos = carry ^ other_carry;
    const Lanes fours = carry & other_carry;
    with[0] = open & ~(ones | twos | fours);
    with[1] = open & ones & ~twos;
    with[2] = open & twos & ~ones;
    with[3] = open & twos & ones;
    with[4] = open & fours;
  }
};

// Open shapes: windows of six whose ends are empty and whose middle four hold nothing but own stones, by how many
// there are. With three the next stone makes a four that wins on either side.
struct Opens {
  static constexpr Lanes inner = in_each_lane(0b011110);  // the centre is one of the middle four
  std::array<Lanes, 4> with{};                            // index = stones; 0 is not filled

  constexpr Opens(Lanes own, Lanes blocked) {
    constexpr Lanes starts = in_each_lane(0b111111);
    const Lanes empty = ~(own | blocked);
    const Lanes two = blocked >> 1 | blocked >> 2;
    const Lanes open = starts & empty & empty >> 5 & ~(two | two >> 2);
    const Lanes a = own >> 1, b = own >> 2, c = own >> 3, d = own >> 4;
    const Lanes odd_left = a ^ b, odd_right = c ^ d, both_left = a & b, both_right = c & d;
    const Lanes ones = odd_left ^ odd_right;
    const Lanes twos = (both_left ^ both_right) | (odd_left & odd_right);
    with[0] = 0;
    with[1] = open & ones & ~twos;
    with[2] = open & twos & ~ones;
    with[3] = open & twos & ones;
  }
};

// Pairs of `own` within the four cells s..s+3: flanked on one side and empty on the other, or empty on both.
struct Pairs {
  Lanes exposed = 0;
  Lanes loose = 0;

  constexpr Pairs(Lanes own, Lanes enemy, Lanes empty) {
    constexpr Lanes starts = in_each_lane(0b111100);
    const Lanes pair = starts & own >> 1 & own >> 2;
    const Lanes empty_right = empty >> 3;
    exposed = pair & ((enemy & empty_right) | (empty & enemy >> 3));
    loose = pair & empty & empty_right;
  }
};

constexpr int count(Lanes lanes) { return std::popcount(lanes); }

// What the lines of one side amount to, over the whole board.
struct Shapes {
  std::array<std::int16_t, 5> fives{};  // index = stones, 1 to 4
  std::array<std::int16_t, 4> opens{};  // index = stones, 2 and 3
  std::int16_t exposed = 0;             // pairs that the enemy can capture now
  std::int16_t loose = 0;               // pairs with room on both sides: the enemy can come to threaten them

  bool operator==(const Shapes&) const = default;
};

// Count in (sign = 1) or out (-1) a stone at a cell that is empty in the lanes given: it makes shapes of its own
// side grow and spoils those of the other.
template <int Sign>
void count_stone(Shapes& own_shapes, Shapes& enemy_shapes, const Around& around) {
  const auto [own, enemy, inside] = around;
  const auto add = [](std::int16_t& value, int by) { value = static_cast<std::int16_t>(value + Sign * by); };
  const Lanes border = whole_lane & ~inside;
  {
    const Fives fives(own, enemy | border);
    for (std::size_t k = 1; k < 5; ++k) add(own_shapes.fives[k], count(fives.with[k - 1]) - count(fives.with[k]));
    const Opens opens(own, enemy | border);
    for (std::size_t k = 2; k < 4; ++k) {
      add(own_shapes.opens[k], count(opens.with[k - 1] & Opens::inner) - count(opens.with[k]));
    }
  }
  {
    const Fives fives(enemy, own | border);
    for (std::size_t k = 1; k < 5; ++k) add(enemy_shapes.fives[k], -count(fives.with[k]));
    const Opens opens(enemy, own | border);
    for (std::size_t k = 2; k < 4; ++k) add(enemy_shapes.opens[k], -count(opens.with[k]));
  }
  const Lanes empty = inside & ~(own | enemy);
  const Lanes own_after = own | centre, empty_after = empty & ~centre;
  const Pairs own_pairs(own, enemy, empty), own_pairs_after(own_after, enemy, empty_after);
  add(own_shapes.exposed, count(own_pairs_after.exposed) - count(own_pairs.exposed));
  add(own_shapes.loose, count(own_pairs_after.loose) - count(own_pairs.loose));
  const Pairs enemy_pairs(enemy, own, empty), enemy_pairs_after(enemy, own_after, empty_after);
  add(enemy_shapes.exposed, count(enemy_pairs_after.exposed) - count(enemy_pairs.exposed));
  add(enemy_shapes.loose, count(enemy_pairs_after.loose) - count(enemy_pairs.loose));
}

// The shapes of both sides, kept up while a board changes.
class Patterns {
 public:
  const Shapes& operator[](int side) const { return shapes_[side]; }

  void add(int side, const Around& around) { count_stone<1>(shapes_[side], shapes_[1 - side], around); }
  void remove(int side, const Around& around) { count_stone<-1>(shapes_[side], shapes_[1 - side], around); }

  bool operator==(const Patterns&) const = default;

 private:
  Shapes shapes_[2] = {};
};
static_assert(Follower<Patterns>);

// The cells of one word that complete five for `own`, and those where `own` captures.
inline Word five_cells(Word own, Word empty) {
  if (std::popcount(own) < 4) return 0;
  const Word l1 = own << 1, l2 = l1 & own << 2, l3 = l2 & own << 3, l4 = l3 & own << 4;
  const Word r1 = own >> 1, r2 = r1 & own >> 2, r3 = r2 & own >> 3, r4 = r3 & own >> 4;
  return empty & (l4 | (l3 & r1) | (l2 & r2) | (l1 & r3) | r4);
}
// The cells where a stone of `own` makes four of a five whose last cell is empty.
inline Word four_cells(Word own, Word empty) {
  if (std::popcount(own) < 3) return 0;
  const Word free = own | empty;
  const Word open = free & free >> 1 & free >> 2 & free >> 3 & free >> 4;
  if (open == 0) return 0;
  // Of five cells exactly three are own: an odd number, and more than one.
  const Word b = own >> 1, c = own >> 2, d = own >> 3, e = own >> 4;
  const Word odd = own ^ b ^ c ^ d ^ e;
  const Word two = (own & b) | (own & c) | (b & c) | ((own | b | c) & (d | e)) | (d & e);
  const Word five = own & b & c & d & e;
  const Word starts = open & odd & two & ~five;
  return empty & (starts | starts << 1 | starts << 2 | starts << 3 | starts << 4);
}
// The cells next to a pair of the enemy that has room on both sides.
inline Word flank_cells(Word enemy, Word empty) {
  if ((enemy & enemy >> 1) == 0) return 0;
  const Word pairs = empty & enemy >> 1 & enemy >> 2 & empty >> 3;
  return pairs | pairs << 3;
}
inline Word capture_cells(Word own, Word enemy, Word empty) {
  if ((enemy & enemy >> 1) == 0) return 0;
  return empty & ((enemy << 1 & enemy << 2 & own << 3) | (enemy >> 1 & enemy >> 2 & own >> 3));
}

// Shapes and captured pairs as numbers, first of the side to move, then of the other; and what the network makes of them.
inline constexpr std::array<const char*, 19> feature_names = {
    "ones",          "twos",         "threes",      "fours",           "open twos",
    "open threes",   "exposed",      "loose",       "pairs",           "enemy ones",
    "enemy twos",    "enemy threes", "enemy fours", "enemy open twos", "enemy open threes",
    "enemy exposed", "enemy loose",  "enemy pairs", "network"};
using Features = std::array<int, feature_names.size()>;

inline Features features_of(const Shapes& own, int own_pairs, const Shapes& enemy, int enemy_pairs, int network) {
  Features found{};
  std::size_t at = 0;
  const auto add = [&](const Shapes& shapes, int pairs) {
    for (std::size_t stones = 1; stones < 5; ++stones) found[at++] = shapes.fives[stones];
    for (const int count : {int{shapes.opens[2]}, int{shapes.opens[3]}, int{shapes.exposed}, int{shapes.loose}, pairs}) {
      found[at++] = count;
    }
  };
  add(own, own_pairs);
  add(enemy, enemy_pairs);
  found[at] = network;
  return found;
}

}  // namespace ludus::pente
