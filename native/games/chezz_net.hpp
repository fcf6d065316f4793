// A small network that corrects the hand-made evaluation of Chezz; its weights are in chezz_weights.hpp.
//
// Each side sees the board from its own end, mirrored so that its king stands on the right. Where a piece stands
// is one of 1152 inputs: own or enemy, kind, square. Both views go through the same first layer, are clipped
// and squared, and one row of weights for this number of pieces makes a number of them. All of it in integers, so that
// train/chezz.py finds the very same numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base64.hpp"
#include "games/chezz_board.hpp"
#include "games/chezz_weights.hpp"

namespace ludus::chezz {

struct Net {
  static constexpr std::size_t input_count = 2 * kind_count * 64;

  alignas(64) std::array<std::array<std::int16_t, hidden_count>, input_count> inputs{};  // wide, as they are added
  alignas(16) std::array<std::int16_t, hidden_count> bias{};
  alignas(16) std::array<std::array<std::int16_t, 2 * hidden_count>, bucket_count> outputs{};
  std::array<std::int32_t, bucket_count> output_bias{};
};

inline constexpr Net net = [] {
  Base64Reader reader(packed_weights);
  Net found;
  for (auto& row : found.inputs) {
    for (std::int16_t& weight : row) weight = reader.next_byte();
  }
  for (std::int16_t& weight : found.bias) weight = reader.next_short();
  for (auto& row : found.outputs) {
    for (std::int16_t& weight : row) weight = reader.next_short();
  }
  for (std::int32_t& weight : found.output_bias) weight = reader.next_long();
  return found;
}();

// The first layer for both sides' views, added up piece by piece in vectors that are written out: not every compiler
// finds them.
class Views {
 public:
  Views(const Boards& boards, int side) {
    const int flips[2] = {flip_of(boards, side), flip_of(boards, 1 - side)};
    Vectors sums[2];
    std::memcpy(&sums[0], &net.bias, sizeof(Vectors));
    std::memcpy(&sums[1], &net.bias, sizeof(Vectors));
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      const auto* const own = &net.inputs[kind * 64];
      const auto* const enemy = &net.inputs[(kind_count + kind) * 64];
      for (Board pieces = boards.of(side, static_cast<Kind>(kind)); pieces;) {
        const int square = pop(pieces);
        add(sums[0], own[square ^ flips[0]]);
        add(sums[1], enemy[square ^ flips[1]]);
      }
      for (Board pieces = boards.of(1 - side, static_cast<Kind>(kind)); pieces;) {
        const int square = pop(pieces);
        add(sums[0], enemy[square ^ flips[0]]);
        add(sums[1], own[square ^ flips[1]]);
      }
    }
    std::memcpy(&sums_, &sums, sizeof(sums_));
  }

  // The sum of the clipped squares with these weights.
  std::int32_t weigh(const std::array<std::int16_t, 2 * hidden_count>& weights) const {
    Four sum{};
    for (std::size_t i = 0; i < 2 * vectors; ++i) {
      const Eight value = sums_[i / vectors].at[i % vectors];
      const Eight positive = value & (value > 0);
      const Eight clipped = (positive & (positive < clip)) | (clip & (positive >= clip));
      Eight row;
      std::memcpy(&row, &weights[i * lanes], sizeof(row));
      sum += multiply(clipped * clipped, row);
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
  }

 private:
  using Eight [[gnu::vector_size(16)]] = std::int16_t;
  using Four [[gnu::vector_size(16)]] = std::int32_t;
  static constexpr std::size_t lanes = 8, vectors = hidden_count / lanes;
  static constexpr std::int16_t clip = 127;
  static_assert(hidden_count % lanes == 0);
  struct Vectors {
    Eight at[vectors];
  };

  static int flip_of(const Boards& boards, int side) {
    return (side == white ? 0 : 56) ^ (first(boards.of(side, king)) % 8 < 4 ? 7 : 0);
  }
  static void add(Vectors& sums, const std::array<std::int16_t, hidden_count>& row) {
    for (std::size_t i = 0; i < vectors; ++i) {
      Eight weights;
      std::memcpy(&weights, &row[i * lanes], sizeof(weights));
      sums.at[i] += weights;
    }
  }
  // Products of neighbours, added in pairs.
  static Four multiply(Eight one, Eight other) {
    const Four left = std::bit_cast<Four>(one), right = std::bit_cast<Four>(other);
    return (left << 16 >> 16) * (right << 16 >> 16) + (left >> 16) * (right >> 16);
  }

  Vectors sums_[2];
};

inline int correction(const Boards& boards, int side) {
  // A board may be set up with more than the 32 pieces that a game begins with.
  const int pieces = std::min(std::popcount(boards.taken()), 32);
  const std::size_t bucket = static_cast<std::size_t>(pieces - 1) * bucket_count / 32;
  return (net.output_bias[bucket] + Views(boards, side).weigh(net.outputs[bucket])) >> 12;
}

}  // namespace ludus::chezz
