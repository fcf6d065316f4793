// What a Pente position is worth: a small net over the sums of line codes (pente_lines.hpp), shapes and captured pairs.
//
// All numbers are whole ones, and small enough for the arithmetic of floats to be exact: so every build gives the same
// scores, in whatever order it adds.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "games/pente_lines.hpp"
#include "games/pente_patterns.hpp"
#include "games/pente_weights.hpp"

namespace ludus::pente {

// What one side has to show.
struct Holdings {
  Code code;
  const Shapes& shapes;
  int pairs;  // captured
};

class Net {
 public:
  // In hundredths of log-odds, for the side to move, where no side can win at once.
  static int worth(const Holdings& own, const Holdings& enemy) {
    Layer hidden = row(weights_.bias);
    add_side(own, 0, hidden);
    add_side(enemy, 1, hidden);
    Floats sum{};
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      const Floats none{}, most = none + highest;
      const Floats positive = hidden[i] > none ? hidden[i] : none;
      sum += (positive < most ? positive : most) * row(weights_.last)[i];
    }
    const float logit = sum[0] + sum[1] + sum[2] + sum[3] + static_cast<float>(weights::last_bias);
    return static_cast<int>(logit * (100.0f / static_cast<float>(input_scale * first_scale * last_scale)));
  }

 private:
  using Floats [[gnu::vector_size(16)]] = float;
  static constexpr std::size_t width = 16;  // of the hidden layer
  static constexpr std::size_t shapes = 6;  // inputs of one side
  static constexpr std::size_t most_pairs = 4;
  static constexpr int input_scale = 32, first_scale = 64, last_scale = 32;
  static constexpr float highest = 8 * input_scale * first_scale;
  using Layer = std::array<Floats, width / 4>;

  struct Side {
    float code[code_size][width] = {};
    float shapes[Net::shapes][width] = {};
    float pairs[most_pairs + 1][width] = {};
  };
  struct Weights {
    alignas(16) Side sides[2] = {};
    alignas(16) float bias[width] = {}, last[width] = {};

    constexpr Weights() {
      const auto* first = weights::first;
      const auto fill = [&first](auto& rows, float scale) {
        for (auto& inputs : rows) {
          for (float& weight : inputs) weight = scale * static_cast<float>(*first++);
        }
      };
      for (Side& side : sides) fill(side.code, 1);
      for (Side& side : sides) {
        fill(side.shapes, input_scale);
        fill(side.pairs, input_scale);
      }
      for (std::size_t i = 0; i < width; ++i) {
        bias[i] = static_cast<float>(weights::first_bias[i]);
        last[i] = static_cast<float>(weights::last[i]);
      }
    }
  };
  static constexpr std::size_t inputs = 2 * (code_size + shapes + most_pairs + 1);
  static_assert(sizeof(weights::first) / sizeof(*weights::first) == inputs * width);
  static const Weights weights_;

  static Layer row(const float (&numbers)[width]) {
    Layer found;
    std::memcpy(&found, numbers, sizeof(found));
    return found;
  }

  static void add_side(const Holdings& held, std::size_t number, Layer& hidden) {
    const Side& side = weights_.sides[number];
    const auto add = [&hidden](const float (&numbers)[width], int times) {
      const Layer by = row(numbers);
      for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] += by[i] * static_cast<float>(times);
    };
    for (std::size_t i = 0; i < code_size; ++i) add(side.code[i], held.code[i]);
    add(side.shapes[0], held.shapes.fives[2]);
    add(side.shapes[1], held.shapes.fives[3]);
    add(side.shapes[2], held.shapes.opens[2]);
    add(side.shapes[3], std::min<int>(held.shapes.opens[3], 4));
    add(side.shapes[4], held.shapes.exposed);
    add(side.shapes[5], held.shapes.loose);
    add(side.pairs[std::min(static_cast<std::size_t>(held.pairs), most_pairs)], 1);
  }
};
inline constexpr Net::Weights Net::weights_{};

}  // namespace ludus::pente
