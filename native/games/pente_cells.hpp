// What the empty cells near the stones of a Pente board promise, as the side to move sees it.
//
// Four lanes cross on a cell. A lane of eight cells, four on either side, has a code of eight numbers that were learned.
// The codes of the four are added up, what is below zero or above a bound is cut off, and the cells are summed up: so a
// cell on which two promising lanes cross may count for more than both by themselves, which no sum over lines can tell.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base64.hpp"
#include "games/pente_board.hpp"
#include "games/pente_weights.hpp"

namespace ludus::pente {

inline constexpr int cell_channels = 8;
inline constexpr int cell_scale = 512;  // a weight of 1 as a whole number
inline constexpr int most_code = 6000;  // five of them fit into 16 bits
inline constexpr std::int16_t most_of_cell = 4 * cell_scale;
static_assert(size * most_of_cell < 1 << 16, "the cells of a row fit into 16 bits without a sign");

// Half a lane: four cells that are empty, own, the enemy's, or from some cell on beyond the border.
struct LaneHalves {
  static constexpr std::size_t count = 121;
  std::uint8_t below[256] = {}, above[256] = {};  // by own bits, then enemy bits, both at the border

  constexpr LaneHalves() {
    std::uint8_t next = 0;
    for (unsigned bits = 0; bits < 256; ++bits) {
      if (is_plain(bits)) below[bits] = next++;
    }
    // Cells beyond a border do not matter: they may be those of another line.
    for (unsigned bits = 0; bits < 256; ++bits) below[bits] = below[cut(bits)];
    for (unsigned bits = 0; bits < 256; ++bits) above[mirror(bits)] = below[bits];
  }

 private:
  // Below the centre, the farthest cells are the lowest bits.
  static constexpr bool is_plain(unsigned bits) { return cut(bits) == bits; }
  // Make everything beyond the nearest cell of the border a part of it.
  static constexpr unsigned cut(unsigned bits) {
    const unsigned border = std::bit_floor(bits & bits >> 4 & 15);
    const unsigned beyond = border == 0 ? 0 : 2 * border - 1;
    return bits | beyond | beyond << 4;
  }
  static constexpr unsigned mirror(unsigned bits) {
    const auto four = [](unsigned half) { return (half & 1) << 3 | (half & 2) << 1 | (half & 4) >> 1 | (half & 8) >> 3; };
    return four(bits & 15) | four(bits >> 4) << 4;
  }
};
inline constexpr LaneHalves lane_halves{};

// Which code a lane has, by the numbers of its halves: a lane and its mirror image have the same. The table is filled when
// the program starts: as a constant it would be a twelfth of what pages load.
struct CodeNumbers {
  static constexpr std::size_t count = LaneHalves::count * (LaneHalves::count + 1) / 2;
  std::uint16_t of_halves[LaneHalves::count * LaneHalves::count] = {};

  CodeNumbers() {
    std::uint16_t next = 0;
    for (std::size_t one = 0; one < LaneHalves::count; ++one) {
      for (std::size_t other = one; other < LaneHalves::count; ++other, ++next) {
        of_halves[one * LaneHalves::count + other] = of_halves[other * LaneHalves::count + one] = next;
      }
    }
  }
};
inline const CodeNumbers code_numbers;

using CellCode [[gnu::vector_size(16)]] = std::int16_t;
using CellSums = std::int32_t[cell_channels];

struct CellCodes {
  alignas(16) std::int16_t codes[CodeNumbers::count][cell_channels] = {};
  alignas(16) std::int16_t bias[cell_channels] = {};

  constexpr explicit CellCodes(Base64Reader& reader) {
    for (auto& code : codes) {
      for (std::int16_t& number : code) number = reader.next_short();
    }
    for (std::int16_t& number : bias) number = reader.next_short();
  }
};

// Call `visit(number)` with the numbers of the codes of the four lanes that cross on a cell, as a side sees them.
template <class Visit>
void for_each_lane(const Lines& lines, int side, int cell, const Visit& visit) {
  const Place& place = place_of(cell);
  for (std::size_t d = 0; d < directions; ++d) {
    const Line line = lines[d][place.line[d]] | geometry.border[d][place.line[d]];
    // Own bits below, the enemy's above; of either, bits 1 to 4 are before the centre and 6 to 9 behind it.
    const Line lane = turned(line, place.shift[d] + 32 * side);
    const auto below = static_cast<std::size_t>((lane >> 1 & 0x0F) | (lane >> 29 & 0xF0));
    const auto above = static_cast<std::size_t>((lane >> 6 & 0x0F) | (lane >> 34 & 0xF0));
    visit(std::size_t{code_numbers.of_halves[lane_halves.below[below] * LaneHalves::count + lane_halves.above[above]]});
  }
}

inline constexpr int nearness = 2;  // how far from a stone cells promise something

// Add up what the cells promise a side.
inline void sum_cells(const Board& board, int side, const CellCodes& codes, CellSums& sums) {
  const auto read = [](const std::int16_t (&numbers)[cell_channels]) {
    CellCode code;
    std::memcpy(&code, numbers, sizeof(code));
    return code;
  };
  const CellCode bias = read(codes.bias), none{}, most = none + most_of_cell;
  for (std::int32_t& sum : sums) sum = 0;
  board.for_each_near<nearness>([&](int row, Word cells_of_row) {
    using RowSums [[gnu::vector_size(16)]] = std::uint16_t;
    RowSums row_sums{};
    for (; cells_of_row != 0; cells_of_row &= cells_of_row - 1) {
      CellCode cell = bias;
      for_each_lane(board.lines(), side, row * size + std::countr_zero(cells_of_row) - reach,
                    [&](std::size_t number) { cell += read(codes.codes[number]); });
      cell = cell > none ? cell : none;
      row_sums += std::bit_cast<RowSums>(cell < most ? cell : most);
    }
    for (int i = 0; i < cell_channels; ++i) sums[i] += row_sums[i];
  });
}

}  // namespace ludus::pente
