// Lines of Pente: where the cells lie on them, and what a stone changes there.
//
// Cell 0 is 19A (top left), cell 360 is 1T. Every cell lies on four lines: along the row, down the column and on
// two diagonals. A side's stones are kept four times, once per direction, as 20 words with one bit a cell, so that
// neighbours on a line are neighbours in a word. Two diagonals that together have 18 cells share a word; at least
// one bit between them stays free.
//
// What happens around one cell is worked out for its four lines at once: `Lanes` are four lanes of 16 bits, each
// with the cell itself at bit 5 and five neighbours on either side. No table has to be built or kept in the cache.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ludus::pente {

inline constexpr int size = 19;
inline constexpr int cells = size * size;
inline constexpr int directions = 4;
inline constexpr int word_count = size + 1;  // per direction
inline constexpr int reach = 5;         // how far a lane looks to either side

using Word = std::uint32_t;  // a cell at place p of its line is bit p + reach
using Lanes = std::uint64_t;

// The stones of one side, once per direction.
class Lines {
 public:
  using Words = std::array<std::array<Word, word_count>, directions>;

  Lines() : words_{} {}
  Lines(const Lines& other) { *this = other; }
  // Left to itself g++ copies by `rep movsq`, which takes longer than all the rest of a move.
  Lines& operator=(const Lines& other) {
    copy_blocks(reinterpret_cast<char*>(&words_), reinterpret_cast<const char*>(&other.words_),
                std::make_index_sequence<sizeof(Words) / block>());
    return *this;
  }

  std::array<Word, word_count>& operator[](std::size_t direction) { return words_[direction]; }
  const std::array<Word, word_count>& operator[](std::size_t direction) const { return words_[direction]; }
  const Words& words() const { return words_; }

 private:
  static constexpr std::size_t block = 16;

  template <std::size_t... I>
  static void copy_blocks(char* to, const char* from, std::index_sequence<I...>) {
    (std::memcpy(to + I * block, from + I * block, block), ...);
  }

  Words words_;
};
static_assert(sizeof(Lines) % 16 == 0);

constexpr Lanes in_each_lane(unsigned bits) { return Lanes{bits} * 0x0001000100010001ULL; }
inline constexpr Lanes centre = in_each_lane(1u << reach);
inline constexpr Lanes whole_lane = in_each_lane(0x7FF);

// Where a cell lies on its lines.
struct Place {
  std::array<std::uint8_t, directions> word;
  std::array<std::uint8_t, directions> shift;
  Lanes inside;  // which bits of the lanes are cells of the line
};

constexpr bool on_board(int row, int col) { return row >= 0 && row < size && col >= 0 && col < size; }

struct Geometry {
  std::array<Place, cells> places{};
  std::array<std::array<Word, word_count>, directions> inside{};                              // the bits that are cells
  std::array<std::array<std::array<std::uint16_t, 32>, word_count>, directions> cell_at{};  // the cell of such a bit

  constexpr Geometry() {
    constexpr int down[directions] = {0, 1, 1, 1};
    constexpr int right[directions] = {1, 0, 1, -1};
    for (int cell = 0; cell < cells; ++cell) {
      const int row = cell / size, col = cell % size;
      const int word[directions] = {row, col, (col - row + word_count) % word_count, (col + row) % word_count};
      const int place[directions] = {col, row, row, row};
      Place& here = places[static_cast<std::size_t>(cell)];
      for (std::size_t d = 0; d < directions; ++d) {
        here.word[d] = static_cast<std::uint8_t>(word[d]);
        here.shift[d] = static_cast<std::uint8_t>(place[d]);
        inside[d][here.word[d]] |= Word{1} << (place[d] + reach);
        cell_at[d][here.word[d]][static_cast<std::size_t>(place[d] + reach)] = static_cast<std::uint16_t>(cell);
        for (int step = -reach; step <= reach; ++step) {
          if (on_board(row + step * down[d], col + step * right[d])) {
            here.inside |= Lanes{1} << (16 * static_cast<int>(d) + reach + step);
          }
        }
      }
    }
  }
};
inline constexpr Geometry geometry{};

constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
  return value ^ value >> 31;
}

// A number for every stone of every side on every cell; a position's key is made of them.
inline constexpr auto stone_keys = [] {
  std::array<std::array<std::uint64_t, cells>, 2> keys{};
  std::uint64_t seed = 0;
  for (auto& side : keys) {
    for (std::uint64_t& key : side) key = mix(seed += 0x9E3779B97F4A7C15ULL);
  }
  return keys;
}();

inline const Place& place_of(int cell) { return geometry.places[static_cast<std::size_t>(cell)]; }

inline Lanes around(const Lines& lines, const Place& place) {
  Lanes lanes = 0;
  for (std::size_t d = 0; d < directions; ++d) {
    lanes |= static_cast<Lanes>(lines[d][place.word[d]] >> place.shift[d] & 0x7FF) << 16 * d;
  }
  return lanes & place.inside;
}

inline void flip(Lines& lines, const Place& place) {
  for (std::size_t d = 0; d < directions; ++d) lines[d][place.word[d]] ^= Word{1} << (place.shift[d] + reach);
}

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
// there are. With four the next stone wins on either side; with three it makes such a four.
struct Opens {
  static constexpr Lanes inner = in_each_lane(0b011110);  // the centre is one of the middle four
  std::array<Lanes, 5> with{};                             // index = stones; 0 is not filled

  constexpr Opens(Lanes own, Lanes blocked) {
    constexpr Lanes starts = in_each_lane(0b111111);
    const Lanes empty = ~(own | blocked);
    const Lanes two = blocked >> 1 | blocked >> 2;
    const Lanes open = starts & empty & empty >> 5 & ~(two | two >> 2);
    const Lanes a = own >> 1, b = own >> 2, c = own >> 3, d = own >> 4;
    const Lanes odd_left = a ^ b, odd_right = c ^ d, both_left = a & b, both_right = c & d;
    const Lanes ones = odd_left ^ odd_right;
    const Lanes fours = both_left & both_right;
    const Lanes twos = (both_left ^ both_right) | (odd_left & odd_right);
    with[0] = 0;
    with[1] = open & ones & ~twos;
    with[2] = open & twos & ~ones;
    with[3] = open & twos & ones;
    with[4] = open & fours;
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

// The directions in which a stone of `own` at the centre captures: bit 0 of a lane to the right, bit 1 to the left.
constexpr Lanes captures(Lanes own, Lanes enemy) {
  constexpr Lanes lowest = in_each_lane(1);
  const Lanes right = enemy >> 6 & enemy >> 7 & own >> 8 & lowest;
  const Lanes left = enemy >> 4 & enemy >> 3 & own >> 2 & lowest;
  return right | left << 1;
}

// Whether a stone of `own` at the centre completes five or more.
constexpr bool makes_five(Lanes own) {
  const Lanes row = own | centre;
  const Lanes two = row & row >> 1;
  return (two & two >> 2 & row >> 4 & in_each_lane(0b111110)) != 0;
}

constexpr int count(Lanes lanes) { return std::popcount(lanes); }

// What the lines of one side amount to, over the whole board.
struct Shapes {
  std::array<std::int16_t, 5> fives{};  // index = stones, 1 to 4
  std::array<std::int16_t, 5> opens{};  // index = stones, 2 to 4
  std::int16_t exposed = 0;             // pairs that the enemy can capture now
  std::int16_t loose = 0;               // pairs with room on both sides: the enemy can come to threaten them

  bool operator==(const Shapes&) const = default;
};

// Count in (sign = 1) or out (-1) a stone at a cell that is empty in the lanes given: it makes shapes of its own
// side grow and spoils those of the other.
template <int Sign>
void count_stone(Shapes& own_shapes, Shapes& enemy_shapes, Lanes own, Lanes enemy, Lanes inside) {
  const auto add = [](std::int16_t& value, int by) { value = static_cast<std::int16_t>(value + Sign * by); };
  const Lanes border = whole_lane & ~inside;
  {
    const Fives fives(own, enemy | border);
    for (std::size_t k = 1; k < 5; ++k) add(own_shapes.fives[k], count(fives.with[k - 1]) - count(fives.with[k]));
    const Opens opens(own, enemy | border);
    for (std::size_t k = 2; k < 5; ++k) {
      add(own_shapes.opens[k], count(opens.with[k - 1] & Opens::inner) - count(opens.with[k]));
    }
  }
  {
    const Fives fives(enemy, own | border);
    for (std::size_t k = 1; k < 5; ++k) add(enemy_shapes.fives[k], -count(fives.with[k]));
    const Opens opens(enemy, own | border);
    for (std::size_t k = 2; k < 5; ++k) add(enemy_shapes.opens[k], -count(opens.with[k]));
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

// How likely a good player is to place a stone on a cell, as a sum over its four lanes. A fit to 67,000 moves of
// people (softmax over all cells near stones, in hundredths): 41 % of their moves come out first, 98.7 % among the
// first 24. Looked up rather than worked out, because every node of a search asks for some 75 cells.
struct RankTables {
  // A lane without its centre and its outermost cells is eight cells: own, blocked or empty, a number in base 3.
  static constexpr std::size_t lanes = 6561;
  std::array<std::uint16_t, 256> base_3{};
  std::array<std::int16_t, lanes> attack{};   // what the stone makes
  std::array<std::int16_t, lanes> defence{};  // what it spoils: `own` is the enemy here
  // The three cells on either side: own bits, then enemy bits; both where the border is.
  std::array<std::int16_t, 4096> pairs{};
  std::array<std::array<std::uint16_t, directions>, cells> border{};  // twice the border's number in base 3

  static constexpr Lanes eight_cells(Lanes lanes16) {
    return (lanes16 >> 1 & in_each_lane(0x0F)) | (lanes16 >> 2 & in_each_lane(0xF0));
  }
  static constexpr Lanes six_cells(Lanes lanes16) {
    return (lanes16 >> 2 & in_each_lane(0x07)) | (lanes16 >> 3 & in_each_lane(0x38));
  }

  constexpr RankTables() {
    for (unsigned bits = 0; bits < 256; ++bits) {
      unsigned number = 0;
      for (unsigned bit = 8; bit-- > 0;) number = 3 * number + (bits >> bit & 1);
      base_3[bits] = static_cast<std::uint16_t>(number);
    }
    for (unsigned own = 0; own < 256; ++own) {
      for (unsigned blocked = 0; blocked < 256; ++blocked) {
        if (own & blocked) continue;
        const std::size_t index = base_3[own] + 2u * base_3[blocked];
        const Fives fives(lane(own), lane(blocked));
        const Opens opens(lane(own), lane(blocked));
        const int open_threes = count(opens.with[2] & Opens::inner);
        attack[index] = static_cast<std::int16_t>(35 * count(fives.with[1]) + 57 * count(fives.with[2]) + 51 * open_threes +
                                                  (fives.with[3] ? 403 : 0) + (opens.with[3] & Opens::inner ? 301 : 0));
        defence[index] = static_cast<std::int16_t>(14 * count(opens.with[1] & Opens::inner) + 106 * open_threes +
                                                   (fives.with[3] ? 217 : 0) + (opens.with[3] & Opens::inner ? 369 : 0));
      }
    }
    for (unsigned index = 0; index < 4096; ++index) {
      const Lanes both = index & index >> 6 & 63, own = six_lane((index & 63) & ~both), enemy = six_lane((index >> 6) & ~both);
      const Lanes inside = in_each_lane(0x7FF) & ~six_lane(both), empty = inside & ~(own | enemy);
      const Pairs before(own, enemy, empty), after(own | centre, enemy, empty & ~centre);
      const Pairs their_before(enemy, own, empty), their_after(enemy, own | centre, empty & ~centre);
      const Lanes one = 0xFFFF;
      const int captured = count(captures(own, enemy) & one), saved = count(captures(enemy, own) & one);
      const int exposed = count(after.exposed & one) - count(before.exposed & one) + saved;
      const int threatened = count(their_after.exposed & one) - count(their_before.exposed & one);
      const int loose = count(after.loose & one) - count(before.loose & one);
      pairs[index] = static_cast<std::int16_t>(718 * captured + 352 * saved - 233 * (exposed > 0 ? exposed : 0) +
                                               133 * (threatened > 0 ? threatened : 0) - 98 * loose);
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const Lanes outside = eight_cells(whole_lane & ~geometry.places[cell].inside);
      for (std::size_t d = 0; d < directions; ++d) {
        border[cell][d] = static_cast<std::uint16_t>(2 * base_3[outside >> 16 * d & 0xFF]);
      }
    }
  }

 private:
  static constexpr Lanes lane(unsigned eight) { return (eight & 0x0Fu) << 1 | (eight & 0xF0u) << 2; }
  static constexpr Lanes six_lane(Lanes six) { return (six & 0x07) << 2 | (six & 0x38) << 3; }
};
inline constexpr RankTables rank_tables{};

inline int rank_of(int cell, Lanes own, Lanes enemy, Lanes inside) {
  const RankTables& tables = rank_tables;
  const Lanes own_eight = RankTables::eight_cells(own), enemy_eight = RankTables::eight_cells(enemy);
  const Lanes outside = whole_lane & ~inside;
  const Lanes six = RankTables::six_cells(own | outside) | RankTables::six_cells(enemy | outside) << 6;
  int rank = 0;
  for (std::size_t d = 0; d < directions; ++d) {
    const unsigned ours = tables.base_3[own_eight >> 16 * d & 0xFF], theirs = tables.base_3[enemy_eight >> 16 * d & 0xFF];
    const unsigned border = tables.border[static_cast<std::size_t>(cell)][d];
    rank += tables.attack[ours + 2 * theirs + border] + tables.defence[theirs + 2 * ours + border] +
            tables.pairs[six >> 16 * d & 0xFFF];
  }
  return rank;
}

// The cells of one word that complete five for `own`, and those where `own` captures.
inline Word five_cells(Word own, Word empty) {
  const Word l1 = own << 1, l2 = l1 & own << 2, l3 = l2 & own << 3, l4 = l3 & own << 4;
  const Word r1 = own >> 1, r2 = r1 & own >> 2, r3 = r2 & own >> 3, r4 = r3 & own >> 4;
  return empty & (l4 | (l3 & r1) | (l2 & r2) | (l1 & r3) | r4);
}
inline Word capture_cells(Word own, Word enemy, Word empty) {
  return empty & ((enemy << 1 & enemy << 2 & own << 3) | (enemy >> 1 & enemy >> 2 & own >> 3));
}

// What the shapes of the side to move and of the other are worth, in hundredths of log-odds. A fit to the results
// of 8,705 games of people, positions without a threat to win at once.
inline int worth(const Shapes& own, int own_pairs, const Shapes& enemy, int enemy_pairs) {
  constexpr std::array<int, 6> own_taken = {0, 103, 185, 278, 428, 428};
  constexpr std::array<int, 6> enemy_taken = {0, 103, 187, 269, 357, 357};
  int worth = 17;
  worth += 3 * own.fives[2] + 53 * own.fives[3] + 10 * own.opens[2] - 43 * own.exposed - 14 * own.loose;
  worth -= 2 * enemy.fives[2] + 36 * enemy.fives[3] + 9 * enemy.opens[2] - 67 * enemy.exposed - 34 * enemy.loose;
  if (own.opens[3] > 0) worth += 184 - 36 * own.opens[3];
  if (enemy.opens[3] > 0) worth -= 36;
  if (own.exposed > 0) worth -= 21;
  if (enemy.exposed > 0) worth += 18;
  return worth + own_taken[static_cast<std::size_t>(own_pairs)] - enemy_taken[static_cast<std::size_t>(enemy_pairs)];
}

}  // namespace ludus::pente
