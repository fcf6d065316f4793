// What a Pente position is worth: a small network over what the empty cells promise (pente_cells.hpp), shapes and captured
// pairs. All of it in integers, so that every build gives the same scores.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base64.hpp"
#include "games/pente_board.hpp"
#include "games/pente_cells.hpp"
#include "games/pente_patterns.hpp"
#include "games/pente_weights.hpp"

namespace ludus::pente {

// What one side has to show.
struct Holdings {
  const Shapes& shapes;
  int pairs;  // captured
};

class Net {
 public:
  static constexpr int width = 32;  // of the hidden layer
  static constexpr int shapes = 6, most_pairs = 4;
  // What a weight or number of 1 is as a whole number, and how large the whole numbers may be.
  static constexpr int input_scale = 32, first_scale = 1024, hidden_scale = 256, last_scale = 512;
  static constexpr int most_input = 255 * input_scale, most_first = 8191;
  static constexpr int most_hidden = 32 * hidden_scale, most_last = 4095;
  static_assert((2LL * shapes + cell_channels) * most_input * most_first + 3e8 < 1LL << 31);
  static_assert(1LL * width * most_hidden * most_last + 1e8 < 1LL << 31);

  // The numbers of one side that the network sees.
  struct Counts {
    std::array<std::int32_t, Net::shapes> shapes;
    int pairs;
  };
  static Counts count(const Holdings& held) {
    const Shapes& found = held.shapes;
    Counts counts{
        {found.fives[2], found.fives[3], found.opens[2], std::min<int>(found.opens[3], 4), found.exposed, found.loose},
        std::min(held.pairs, most_pairs)};
    for (std::int32_t& number : counts.shapes) number = std::min(number, most_input / input_scale);
    return counts;
  }

  // In hundredths of log-odds, for the side to move, where no side can win at once.
  static int worth(const Holdings& own, const Holdings& enemy, const Board& board) {
    Layer hidden = read(weights_.bias);
    add_side(own, weights_.sides[0], hidden);
    add_side(enemy, weights_.sides[1], hidden);
    CellSums promised;
    sum_cells(board, board.side(), weights_.codes, promised);
    for (std::size_t i = 0; i < cell_channels; ++i) {
      add(weights_.cells[i], std::min(promised[i] / (cell_scale / input_scale), most_input), hidden);
    }
    Vector sum{};
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      constexpr int shift = 7;
      static_assert(input_scale * first_scale >> shift == hidden_scale);
      const Vector none{}, most = none + most_hidden;
      const Vector positive = (hidden[i] > none ? hidden[i] : none) >> shift;
      sum += (positive < most ? positive : most) * read(weights_.last)[i];
    }
    const std::int64_t logit = std::int64_t{sum[0]} + sum[1] + sum[2] + sum[3] + weights_.last_bias;
    return static_cast<int>(100 * logit / (hidden_scale * last_scale));
  }

 private:
  using Vector [[gnu::vector_size(16)]] = std::int32_t;
  using Row = std::int32_t[width];
  using Layer = std::array<Vector, width / 4>;

  struct Side {
    Row shapes[Net::shapes] = {};
    Row pairs[most_pairs + 1] = {};
  };
  struct Weights {
    CellCodes codes;
    alignas(16) Side sides[2] = {};
    alignas(16) Row cells[cell_channels] = {};
    alignas(16) Row bias = {}, last = {};
    std::int32_t last_bias = 0;

    explicit constexpr Weights(Base64Reader reader) : codes(reader) {
      const auto fill = [&reader](auto& rows, int scale) {
        for (auto& row : rows) {
          for (std::int32_t& weight : row) weight = scale * reader.next_short();
        }
      };
      for (Side& side : sides) {
        fill(side.shapes, input_scale);
        fill(side.pairs, input_scale);
      }
      fill(cells, 1);
      for (std::int32_t& weight : bias) weight = reader.next_long();
      for (std::int32_t& weight : last) weight = reader.next_short();
      last_bias = reader.next_long();
    }
  };
  static const Weights weights_;

  static Layer read(const Row& numbers) {
    Layer found;
    std::memcpy(&found, numbers, sizeof(found));
    return found;
  }

  static void add(const Row& numbers, std::int32_t times, Layer& hidden) {
    const Layer by = read(numbers);
    for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] += by[i] * times;
  }

  static void add_side(const Holdings& held, const Side& side, Layer& hidden) {
    const Counts counts = count(held);
    for (std::size_t i = 0; i < shapes; ++i) add(side.shapes[i], counts.shapes[i], hidden);
    add(side.pairs[static_cast<std::size_t>(counts.pairs)], 1, hidden);
  }
};
inline constexpr Net::Weights Net::weights_{Base64Reader(packed_weights)};

}  // namespace ludus::pente
