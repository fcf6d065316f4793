// The board of Pente: stones, captures, ends and the way back; nothing here evaluates a position.
//
// Cell 0 is 19A (top left), cell 360 is 1T. Every cell lies on four lines: along the row, down the column and on
// two diagonals. The stones are kept four times, once per direction, as 20 lines with one bit a cell and side, so
// that neighbours on the board are neighbours in a line. Two diagonals that together have 18 cells share a line; at
// least one bit between them stays free.
//
// What happens around one cell is worked out for its four lines at once: `Lanes` are four lanes of 16 bits, each
// with the cell itself at bit 5 and five neighbours on either side.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "random.hpp"

namespace ludus::pente {

inline constexpr int size = 19;
inline constexpr int cells = size * size;
inline constexpr int directions = 4;
inline constexpr int line_count = size + 1;  // per direction
inline constexpr int reach = 5;              // how far a lane looks to either side
inline constexpr int white = 0;
inline constexpr int black = 1;
inline constexpr int to_win = 10;  // captured stones

using Word = std::uint32_t;  // a cell at place p of its line is bit p + reach
using Line = std::uint64_t;  // White's word below, Black's above
using Lanes = std::uint64_t;

constexpr Line both_halves(Word word) { return Line{word} << 32 | word; }
// A line turned right by this many bits; some libraries write std::rotr with a branch.
constexpr Line turned(Line line, int by) { return line >> (by & 63) | line << (-by & 63); }
constexpr Word half(Line line, int side) { return static_cast<Word>(line >> 32 * side); }

constexpr Lanes in_each_lane(unsigned bits) { return Lanes{bits} * 0x0001000100010001ULL; }
inline constexpr Lanes centre = in_each_lane(1u << reach);
inline constexpr Lanes whole_lane = in_each_lane(0x7FF);

// Where a cell lies on its lines.
struct Place {
  std::array<std::uint8_t, directions> line;
  std::array<std::uint8_t, directions> shift;
  Lanes inside;  // which bits of the lanes are cells of the line
};

constexpr bool on_board(int row, int col) { return row >= 0 && row < size && col >= 0 && col < size; }

struct Geometry {
  std::array<Place, cells> places{};
  std::array<std::array<Word, line_count>, directions> inside{};                            // the bits that are cells
  std::array<std::array<Line, line_count>, directions> border{};                            // those that are not
  std::array<std::array<std::array<std::uint16_t, 32>, line_count>, directions> cell_at{};  // the cell of such a bit

  constexpr Geometry() {
    constexpr int down[directions] = {0, 1, 1, 1};
    constexpr int right[directions] = {1, 0, 1, -1};
    for (int cell = 0; cell < cells; ++cell) {
      const int row = cell / size, col = cell % size;
      const int line[directions] = {row, col, (col - row + line_count) % line_count, (col + row) % line_count};
      const int place[directions] = {col, row, row, row};
      Place& here = places[static_cast<std::size_t>(cell)];
      for (std::size_t d = 0; d < directions; ++d) {
        here.line[d] = static_cast<std::uint8_t>(line[d]);
        here.shift[d] = static_cast<std::uint8_t>(place[d]);
        inside[d][here.line[d]] |= Word{1} << (place[d] + reach);
        cell_at[d][here.line[d]][static_cast<std::size_t>(place[d] + reach)] = static_cast<std::uint16_t>(cell);
        for (int step = -reach; step <= reach; ++step) {
          if (on_board(row + step * down[d], col + step * right[d])) {
            here.inside |= Lanes{1} << (16 * static_cast<int>(d) + reach + step);
          }
        }
      }
    }
    for (std::size_t d = 0; d < directions; ++d) {
      for (std::size_t i = 0; i < line_count; ++i) border[d][i] = both_halves(~inside[d][i]);
    }
  }
};
inline constexpr Geometry geometry{};

// A number for every stone of every side on every cell; a position's key is made of them.
inline constexpr auto stone_keys = [] {
  std::array<std::array<std::uint64_t, cells>, 2> keys{};
  SplitMix64 random(0);
  for (auto& side : keys) {
    for (std::uint64_t& key : side) key = random.next();
  }
  return keys;
}();

inline const Place& place_of(int cell) {
  assert(cell >= 0 && cell < cells);
  return geometry.places[static_cast<std::size_t>(cell)];
}

// The stones of both sides, once per direction.
class Lines {
 public:
  using Direction = std::array<Line, line_count>;

  Lines() : lines_{} {}
  Lines(const Lines& other) { *this = other; }
  // Left to itself g++ copies by `rep movsq`, which takes longer than all the rest of a move.
  Lines& operator=(const Lines& other) {
    copy_blocks(reinterpret_cast<char*>(&lines_), reinterpret_cast<const char*>(&other.lines_),
                std::make_index_sequence<sizeof(lines_) / block>());
    return *this;
  }

  const Direction& operator[](std::size_t direction) const { return lines_[direction]; }
  bool operator==(const Lines&) const = default;

  void flip(int side, int cell) {
    const Place& place = place_of(cell);
    for (std::size_t d = 0; d < directions; ++d) {
      lines_[d][place.line[d]] ^= Line{1} << (place.shift[d] + reach + 32 * side);
    }
  }

 private:
  static constexpr std::size_t block = 16;

  template <std::size_t... I>
  static void copy_blocks(char* to, const char* from, std::index_sequence<I...>) {
    (std::memcpy(to + I * block, from + I * block, block), ...);
  }

  std::array<Direction, directions> lines_;
};
static_assert(sizeof(Lines) % 16 == 0);

// What lies around a cell, seen by one side.
struct Around {
  Lanes own, enemy;
  Lanes inside;

  Around(const Lines& lines, int side, int cell) : inside(place_of(cell).inside) {
    const Place& place = place_of(cell);
    const auto lane = [&](std::size_t d) {
      return turned(lines[d][place.line[d]], place.shift[d] + 32 * side) & both_halves(0x7FF);
    };
    const Line first = lane(0) | lane(1) << 16, second = lane(2) | lane(3) << 16;
    own = ((first & 0xFFFFFFFF) | second << 32) & inside;
    enemy = (first >> 32 | (second & ~Line{0xFFFFFFFF})) & inside;
  }
};

// The directions in which a stone of `own` at the centre captures: bit 0 of a lane to the right, bit 1 to the left.
constexpr Lanes captures(Lanes own, Lanes enemy) {
  constexpr Lanes lowest = in_each_lane(1);
  const Lanes right = enemy >> 6 & enemy >> 7 & own >> 8 & lowest;
  const Lanes left = enemy >> 4 & enemy >> 3 & own >> 2 & lowest;
  return right | left << 1;
}

// Call `visit(cell)` for the stones that a stone on a cell captures, as `captures` tells it.
template <class Visit>
void for_each_taken(int cell, Lanes taken, const Visit& visit) {
  constexpr int steps[directions] = {1, size, size + 1, size - 1};
  for (; taken != 0; taken &= taken - 1) {
    const int bit = std::countr_zero(taken);
    const int step = bit % 16 == 0 ? steps[bit / 16] : -steps[bit / 16];
    visit(cell + step);
    visit(cell + 2 * step);
  }
}

// Whether a stone of `own` at the centre completes five or more.
constexpr bool makes_five(Lanes own) {
  const Lanes row = own | centre;
  const Lanes two = row & row >> 1;
  return (two & two >> 2 & row >> 4 & in_each_lane(0b111110)) != 0;
}

enum class End : std::uint8_t { none, white_won, black_won, full };
constexpr End won_by(int side) { return side == white ? End::white_won : End::black_won; }

// Is told of every stone that a side places or loses, with what lies around its cell while that is empty.
template <class F>
concept Follower = std::equality_comparable<F> && requires(F follower, int side, const Around& around) {
  follower.add(side, around);
  follower.remove(side, around);
};

// A follower that keeps nothing; `Patterns` is the one that counts shapes.
struct NoPatterns {
  void add(int, const Around&) {}
  void remove(int, const Around&) {}

  bool operator==(const NoPatterns&) const = default;
};
static_assert(Follower<NoPatterns>);

class Board {
 public:
  // What it takes to take a stone back.
  struct Undo {
    Lanes taken;  // as `captures` tells it
    int cell;
  };

  int side() const { return side_; }
  End end() const { return end_; }
  int captured(int side) const { return captured_[side]; }
  int stones(int side) const { return stones_[side]; }
  std::uint64_t hash() const { return hash_; }
  const Lines& lines() const { return lines_; }
  Around around(int side, int cell) const { return {lines_, side, cell}; }
  Word row(int row, int side) const { return half(lines_[0][static_cast<std::size_t>(row)], side); }
  Word empty_in_row(int row) const {
    return geometry.inside[0][static_cast<std::size_t>(row)] & ~(this->row(row, white) | this->row(row, black));
  }

  // Call `visit(row, word)` with the empty cells of each row that are at most `width` away from a stone.
  template <int width, class Visit>
  void for_each_near(const Visit& visit) const {
    std::array<Word, size + 2 * width> wide{};
    for (std::size_t at = 0; at < size; ++at) {
      const Word stones = half(lines_[0][at], white) | half(lines_[0][at], black);
      Word spread = stones;
      for (int i = 1; i <= width; ++i) spread |= stones << i | stones >> i;
      wide[at + width] = spread;
    }
    for (int at = 0; at < size; ++at) {
      Word found = 0;
      for (int i = 0; i <= 2 * width; ++i) found |= wide[static_cast<std::size_t>(at + i)];
      visit(at, found & empty_in_row(at));
    }
  }

  bool is_empty(int cell) const { return empty_in_row(cell / size) >> (cell % size + reach) & 1; }
  bool has(int side, int cell) const { return row(cell / size, side) >> (cell % size + reach) & 1; }
  bool operator==(const Board&) const = default;

  // Place a stone of the side to move.
  template <Follower F>
  Undo place(int cell, F& follower) {
    assert(is_empty(cell) && end_ == End::none);
    const int enemy_side = 1 - side_;
    const Around around(lines_, side_, cell);
    follower.add(side_, around);
    toggle(side_, cell);
    ++stones_[side_];
    const Lanes taken = captures(around.own, around.enemy);
    for_each_taken(cell, taken, [&](int prey) {
      toggle(enemy_side, prey);
      follower.remove(enemy_side, Around(lines_, enemy_side, prey));
    });
    count_taken(side_, 2 * std::popcount(taken));
    if (makes_five(around.own) || captured_[side_] >= to_win) {
      end_ = won_by(side_);
    } else if (stones_[white] + stones_[black] == cells) {
      end_ = End::full;
    }
    side_ = enemy_side;
    return {taken, cell};
  }

  // Take the last stone back; its captures return.
  void take_back(const Undo& undo) {
    const int enemy_side = side_;
    side_ = 1 - side_;
    end_ = End::none;
    count_taken(side_, -2 * std::popcount(undo.taken));
    for_each_taken(undo.cell, undo.taken, [&](int prey) { toggle(enemy_side, prey); });
    --stones_[side_];
    toggle(side_, undo.cell);
  }

  // Let the other side move.
  void swap_turn() { side_ = 1 - side_; }

  // Set up a position: stones first, then the rest.
  template <Follower F>
  void put(int side, int cell, F& follower) {
    assert(is_empty(cell));
    follower.add(side, Around(lines_, side, cell));
    toggle(side, cell);
    ++stones_[side];
  }
  void set_up(int side, int captured_by_white, int captured_by_black) {
    side_ = side;
    captured_[white] = captured_by_white;
    captured_[black] = captured_by_black;
    find_end();
  }

 private:
  void toggle(int side, int cell) {
    lines_.flip(side, cell);
    hash_ ^= stone_keys[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)];
  }

  void count_taken(int side, int stones) {
    captured_[side] += stones;
    stones_[1 - side] -= stones;
  }

  // Look over the whole board for what `place` sees at one cell; where both sides have won, the last mover has.
  void find_end() {
    for (const int side : {1 - side_, side_}) {
      if (has_five(side) || captured_[side] >= to_win) {
        end_ = won_by(side);
        return;
      }
    }
    if (stones_[white] + stones_[black] == cells) end_ = End::full;
  }
  bool has_five(int side) const {
    for (std::size_t d = 0; d < directions; ++d) {
      for (const Line line : lines_[d]) {
        const Word word = half(line, side);
        const Word two = word & word >> 1;
        if (two & two >> 2 & word >> 4) return true;
      }
    }
    return false;
  }

  Lines lines_;
  std::uint64_t hash_ = 0;
  std::int32_t captured_[2] = {0, 0};
  std::int32_t stones_[2] = {0, 0};
  std::int32_t side_ = white;
  End end_ = End::none;
};

}  // namespace ludus::pente
