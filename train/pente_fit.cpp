// Fits the network of Pente (native/games/pente_net.hpp) to the lines of pente_games and writes its weights.
//
//     pente_fit LINES ROUNDS HEADER
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "games/pente.hpp"
#include "random.hpp"

using namespace ludus;

namespace {

using pente::CodeNumbers;
using pente::Net;
constexpr int channels = pente::cell_channels, hidden = Net::width;
constexpr int counts = Net::shapes + Net::most_pairs + 1;  // of a side: shapes, and which number of captured pairs it has
constexpr int inputs = 2 * counts + channels;
constexpr int batch = 256;
constexpr int held_out = 16, block = 400;  // of so many blocks of lines one is held out; games stay together, nearly
constexpr float least_chance = 0.002f;
// What the core cuts off.
constexpr float most_of_cell = 1.0f * pente::most_of_cell / pente::cell_scale;
constexpr float most_of_input = 1.0f * Net::most_input / Net::input_scale;
constexpr float most_of_hidden = 1.0f * Net::most_hidden / Net::hidden_scale;

struct Sample {
  std::vector<std::uint16_t> lanes;  // the codes of the cells near stones, four of each
  std::array<float, 2 * counts> counted;
  float target, before;  // chances: as searched, as evaluated now
};

float chance_of(float score) { return std::clamp(1 / (1 + std::exp(-score / 100)), least_chance, 1 - least_chance); }

double cross_entropy(float target, float chance) {
  return -(target * std::log(chance) + (1 - target) * std::log(1 - chance));
}

std::vector<Sample> read_samples(const char* path) {
  std::vector<Sample> samples;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    int score, result, start = 0;
    if (std::sscanf(line.c_str(), "%d %d %n", &score, &result, &start) < 2) continue;
    const Expected<Pente> position = Pente::read(line.substr(static_cast<std::size_t>(start)));
    if (!position) continue;
    Sample sample;
    const float searched = chance_of(static_cast<float>(score));
    sample.target = result == 9 ? searched : 0.7f * searched + 0.3f * static_cast<float>(result + 1) / 2;
    sample.before = chance_of(static_cast<float>(position->evaluate()));
    const pente::Board& board = position->board();
    board.for_each_near<pente::nearness>([&](int row, pente::Word cells) {
      for (; cells != 0; cells &= cells - 1) {
        pente::for_each_lane(board.lines(), board.side(), row * pente::size + std::countr_zero(cells) - pente::reach,
                             [&](std::size_t number) { sample.lanes.push_back(static_cast<std::uint16_t>(number)); });
      }
    });
    for (int side = 0; side < 2; ++side) {
      const Net::Counts found = Net::count(position->holdings(side == 0 ? position->side() : 1 - position->side()));
      for (int i = 0; i < Net::shapes; ++i) sample.counted[counts * side + i] = static_cast<float>(found.shapes[i]);
      for (int pairs = 0; pairs <= Net::most_pairs; ++pairs) {
        sample.counted[counts * side + Net::shapes + pairs] = found.pairs == pairs;
      }
    }
    samples.push_back(std::move(sample));
  }
  return samples;
}

// The network, its gradient, and Adam over both.
class Fit {
 public:
  explicit Fit(SplitMix64& random)
      : bias_of_cells_(CodeNumbers::count * channels),
        first_(bias_of_cells_ + channels),
        bias_(first_ + inputs * hidden),
        last_(bias_ + hidden),
        size_(last_ + hidden + 1) {
    for (auto* numbers_of : {&weights_, &gradient_, &mean_, &square_}) numbers_of->resize(size_);
    const auto spread = [&](float width) {
      return width * (static_cast<float>(random.next() >> 40) / static_cast<float>(1 << 23) - 1);
    };
    // Codes begin at 0, where those stay that never occur.
    for (int i = bias_of_cells_; i < first_; ++i) weights_[i] = 0.1f;
    for (int i = first_; i < bias_; ++i) weights_[i] = spread(0.3f);
    for (int i = last_; i < size_ - 1; ++i) weights_[i] = spread(0.3f);
  }

  float chance(const Sample& sample) {
    std::copy(sample.counted.begin(), sample.counted.end(), input_.begin());
    float* const pooled = &input_[2 * counts];
    std::fill_n(pooled, channels, 0.0f);
    is_between_.resize(sample.lanes.size() / 4 * channels);
    for (std::size_t cell = 0; cell < sample.lanes.size() / 4; ++cell) {
      float sum[channels];
      std::copy_n(&weights_[bias_of_cells_], channels, sum);
      for (std::size_t d = 0; d < 4; ++d) {
        const float* const code = &weights_[sample.lanes[4 * cell + d] * channels];
        for (int i = 0; i < channels; ++i) sum[i] += code[i];
      }
      for (int i = 0; i < channels; ++i) {
        is_between_[cell * channels + i] = sum[i] > 0 && sum[i] < most_of_cell;
        pooled[i] += std::clamp(sum[i], 0.0f, most_of_cell);
      }
    }
    for (float& number : input_) number = std::min(number, most_of_input);
    std::copy_n(&weights_[bias_], hidden, layer_.begin());
    for (int i = 0; i < inputs; ++i) {
      for (int h = 0; h < hidden; ++h) layer_[h] += input_[i] * weights_[first_ + i * hidden + h];
    }
    float logit = weights_[size_ - 1];
    for (int h = 0; h < hidden; ++h) logit += std::clamp(layer_[h], 0.0f, most_of_hidden) * weights_[last_ + h];
    return chance_of(100 * logit);
  }

  // Add the gradient of one sample, for which `chance` was just asked.
  void learn(const Sample& sample, float error) {
    gradient_[size_ - 1] += error;
    for (int h = 0; h < hidden; ++h) {
      gradient_[last_ + h] += error * std::clamp(layer_[h], 0.0f, most_of_hidden);
      layer_[h] = layer_[h] > 0 && layer_[h] < most_of_hidden ? error * weights_[last_ + h] : 0;
      gradient_[bias_ + h] += layer_[h];
    }
    for (int i = 0; i < inputs; ++i) {
      float back = 0;
      for (int h = 0; h < hidden; ++h) {
        gradient_[first_ + i * hidden + h] += input_[i] * layer_[h];
        back += weights_[first_ + i * hidden + h] * layer_[h];
      }
      input_[i] = back;
    }
    const float* const pooled = &input_[2 * counts];
    for (std::size_t cell = 0; cell < sample.lanes.size() / 4; ++cell) {
      float back[channels];
      for (int i = 0; i < channels; ++i) {
        back[i] = is_between_[cell * channels + i] * pooled[i];
        gradient_[bias_of_cells_ + i] += back[i];
      }
      for (std::size_t d = 0; d < 4; ++d) {
        float* const code = &gradient_[sample.lanes[4 * cell + d] * channels];
        for (int i = 0; i < channels; ++i) code[i] += back[i];
      }
    }
  }

  void step(long number, float rate) {
    const auto steps = static_cast<float>(number);
    const float mean_share = 1 - std::pow(0.9f, steps), square_share = 1 - std::pow(0.999f, steps);
    for (int i = 0; i < size_; ++i) {
      mean_[i] = 0.9f * mean_[i] + 0.1f * gradient_[i];
      square_[i] = 0.999f * square_[i] + 0.001f * gradient_[i] * gradient_[i];
      const float decay = i < bias_ ? 0.001f * weights_[i] : 0;
      weights_[i] -= rate * (mean_[i] / mean_share / (std::sqrt(square_[i] / square_share) + 1e-8f) + decay);
      gradient_[i] = 0;
    }
  }

  // In whole numbers, so that the core needs no others.
  void write(const char* path, std::size_t positions) const {
    std::string bytes;
    const auto add = [&](int from, int to, float scale, float limit, int size) {
      for (int i = from; i < to; ++i) {
        const auto number = static_cast<std::uint32_t>(std::lround(std::clamp(scale * weights_[i], -limit, limit)));
        for (int byte = 0; byte < size; ++byte) bytes += static_cast<char>(number >> 8 * byte & 0xFF);
      }
    };
    add(0, first_, pente::cell_scale, pente::most_code, 2);
    add(first_, bias_, Net::first_scale, Net::most_first, 2);
    add(bias_, last_, Net::input_scale * Net::first_scale, 1e8f, 4);
    add(last_, size_ - 1, Net::last_scale, Net::most_last, 2);
    add(size_ - 1, size_, Net::hidden_scale * Net::last_scale, 1e8f, 4);
    std::ofstream file(path);
    file << "// The weights of pente_net.hpp, written by train/pente_fit.cpp (train/README.md tells how): do not edit.\n"
         << "// Pente, codes of " << channels << " numbers for the lanes of cells, " << hidden << " hidden; " << positions
         << " positions.\n#pragma once\n\n#include <string_view>\n\nnamespace ludus::pente {\n\n// clang-format off\n"
         << "inline constexpr std::string_view packed_weights =";
    const std::string text = encode(bytes);
    constexpr std::size_t width = 112;
    for (std::size_t at = 0; at < text.size(); at += width) file << "\n    \"" << text.substr(at, width) << '"';
    file << ";\n// clang-format on\n\n}  // namespace ludus::pente\n";
  }

 private:
  static std::string encode(const std::string& bytes) {
    constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char byte : bytes + std::string((3 - bytes.size() % 3) % 3, '\0')) {
      held = held << 8 | static_cast<unsigned char>(byte);
      for (bits += 8; bits >= 6; bits -= 6) text += digits[held >> (bits - 6) & 63];
    }
    return text;
  }

  int bias_of_cells_, first_, bias_, last_, size_;  // where the parts begin, behind the codes
  std::vector<float> weights_, gradient_, mean_, square_;
  std::vector<std::uint8_t> is_between_;
  std::array<float, inputs> input_{};
  std::array<float, hidden> layer_{};
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: pente_fit LINES ROUNDS HEADER\n"), 2;
  const std::vector<Sample> samples = read_samples(arguments[1]);
  std::vector<std::size_t> training, testing;
  double before = 0, perfect = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i / block % held_out != held_out / 2) {
      training.push_back(i);
      continue;
    }
    testing.push_back(i);
    before += cross_entropy(samples[i].target, samples[i].before);
    perfect += cross_entropy(samples[i].target, samples[i].target);
  }
  const auto tested = static_cast<double>(testing.size());
  std::printf("%zu positions; present evaluation %.4f, perfect %.4f\n", samples.size(), before / tested, perfect / tested);
  std::fflush(stdout);
  SplitMix64 random(1);
  Fit fit(random);
  const int rounds = std::atoi(arguments[2]);
  const long steps = rounds * static_cast<long>(training.size() / batch);
  long step = 0;
  for (int round = 1; round <= rounds; ++round) {
    for (std::size_t i = training.size(); i > 1; --i) std::swap(training[i - 1], training[random.below(i)]);
    for (std::size_t at = 0; at + batch <= training.size(); at += batch) {
      for (std::size_t i = at; i < at + batch; ++i) {
        const Sample& sample = samples[training[i]];
        fit.learn(sample, (fit.chance(sample) - sample.target) / batch);
      }
      ++step;
      const double turn = 3.14159265 * static_cast<double>(step) / static_cast<double>(steps);
      fit.step(step, 2e-3f * (0.02f + 0.49f * (1 + static_cast<float>(std::cos(turn)))));
    }
    double loss = 0;
    for (const std::size_t i : testing) loss += cross_entropy(samples[i].target, fit.chance(samples[i]));
    std::printf("round %d: %.4f\n", round, loss / tested);
    std::fflush(stdout);
  }
  fit.write(arguments[3], samples.size());
}
