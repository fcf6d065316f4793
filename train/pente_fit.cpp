// Fits the net of Pente (native/games/pente_net.hpp) to the lines of pente_games and writes its weights.
//
//     pente_fit LINES ROUNDS HEADER
#include <algorithm>
#include <array>
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

constexpr int cells = 6, numbers = 729;  // of a line code
constexpr int code = 8, hidden = 16;
constexpr int counts = 11;  // of a side: six shapes, and which of five numbers of captured pairs it has
constexpr int inputs = 2 * code + 2 * counts;
constexpr int batch = 256;
constexpr int held_out = 16, block = 400;  // of so many blocks of lines one is held out; games stay together, nearly
constexpr float least_chance = 0.002f;

// The codes that are learned: six cells with an own stone, the same in both ways; -1 for all others.
struct Codes {
  std::array<int, numbers> index{};
  int count = 0;

  Codes() {
    for (int number = 0; number < numbers; ++number) {
      int backwards = 0;
      bool has_own = false;
      for (int i = 0, rest = number; i < cells; ++i, rest /= 3) {
        backwards = 3 * backwards + rest % 3;
        has_own = has_own || rest % 3 == 1;
      }
      index[number] = !has_own ? -1 : backwards < number ? index[backwards] : count++;
    }
  }
};

struct Sample {
  std::array<std::vector<std::uint16_t>, 2> codes;  // of the side to move and of the other
  std::array<float, 2 * counts> counted;
  float target, before;  // chances: as searched, as evaluated now
};

float chance_of(float score) { return std::clamp(1 / (1 + std::exp(-score / 100)), least_chance, 1 - least_chance); }

double cross_entropy(float target, float chance) {
  return -(target * std::log(chance) + (1 - target) * std::log(1 - chance));
}

// All sixes of cells, also those that reach beyond the border, as each side sees them.
void add_codes(const std::string& text, int side, const Codes& codes, Sample& sample) {
  constexpr int size = pente::size;
  std::array<std::array<int, size>, size> board{};
  int row = 0, col = 0, run = 0;
  for (const char letter : text.substr(0, text.find(' '))) {
    if (letter >= '0' && letter <= '9') {
      run = 10 * run + (letter - '0');
      continue;
    }
    col += run;
    run = 0;
    if (letter == '/') {
      ++row;
      col = 0;
    } else {
      board[row][col++] = (letter == 'w') == (side == pente::white) ? 1 : 2;
    }
  }
  constexpr int down[] = {0, 1, 1, 1}, right[] = {1, 0, 1, -1};
  for (int d = 0; d < 4; ++d) {
    for (row = -cells + 1; row < size + cells; ++row) {
      for (col = -cells + 1; col < size + cells; ++col) {
        int own = 0, enemy = 0, power = 1;
        bool is_inside = false;
        for (int i = 0; i < cells; ++i, power *= 3) {
          const int r = row + i * down[d], c = col + i * right[d];
          const bool is_cell = pente::on_board(r, c);
          is_inside = is_inside || is_cell;
          const int stone = is_cell ? board[r][c] : 3;
          if (stone != 0) own += (stone == 1 ? 1 : 2) * power, enemy += (stone == 2 ? 1 : 2) * power;
        }
        if (!is_inside) continue;
        if (codes.index[own] >= 0) sample.codes[0].push_back(static_cast<std::uint16_t>(codes.index[own]));
        if (codes.index[enemy] >= 0) sample.codes[1].push_back(static_cast<std::uint16_t>(codes.index[enemy]));
      }
    }
  }
}

std::vector<Sample> read_samples(const char* path, const Codes& codes) {
  std::vector<Sample> samples;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    int score, result, start = 0;
    if (std::sscanf(line.c_str(), "%d %d %n", &score, &result, &start) < 2) continue;
    const std::string text = line.substr(static_cast<std::size_t>(start));
    const Expected<Pente> position = Pente::read(text);
    if (!position) continue;
    Sample sample;
    const float searched = chance_of(static_cast<float>(score));
    sample.target = result == 9 ? searched : 0.7f * searched + 0.3f * static_cast<float>(result + 1) / 2;
    sample.before = chance_of(static_cast<float>(position->evaluate()));
    add_codes(text, position->side(), codes, sample);
    const pente::Features features = position->features();
    for (int side = 0; side < 2; ++side) {
      const int* found = &features[9 * side];  // ones, twos, threes, fours, open twos, open threes, exposed, loose, pairs
      float* counted = &sample.counted[counts * side];
      for (const int number : {found[1], found[2], found[4], std::min(found[5], 4), found[6], found[7]}) {
        *counted++ = static_cast<float>(number);
      }
      for (int pairs = 0; pairs < 5; ++pairs) *counted++ = found[8] == pairs;
    }
    samples.push_back(std::move(sample));
  }
  return samples;
}

// The net, its gradient, and Adam over both.
class Net {
 public:
  Net(int codes, SplitMix64& random)
      : first_(codes * code), bias_(first_ + inputs * hidden), last_(bias_ + hidden), size_(last_ + hidden + 1) {
    for (auto* numbers_of : {&weights_, &gradient_, &mean_, &square_}) numbers_of->resize(size_);
    const auto spread = [&](float width) {
      return width * (static_cast<float>(random.next() >> 40) / static_cast<float>(1 << 23) - 1);
    };
    for (int i = 0; i < first_; ++i) weights_[i] = spread(0.05f);
    for (int i = first_; i < bias_; ++i) weights_[i] = spread(i < first_ + 2 * code * hidden ? 0.15f : 0.3f);
    for (int i = last_; i < size_ - 1; ++i) weights_[i] = spread(0.3f);
  }

  float chance(const Sample& sample) {
    input_.fill(0);
    for (int side = 0; side < 2; ++side) {
      for (const int number : sample.codes[side]) {
        for (int i = 0; i < code; ++i) input_[side * code + i] += weights_[number * code + i];
      }
    }
    std::copy(sample.counted.begin(), sample.counted.end(), input_.begin() + 2 * code);
    for (int h = 0; h < hidden; ++h) layer_[h] = weights_[bias_ + h];
    for (int i = 0; i < inputs; ++i) {
      for (int h = 0; h < hidden; ++h) layer_[h] += input_[i] * weights_[first_ + i * hidden + h];
    }
    float logit = weights_[size_ - 1];
    for (int h = 0; h < hidden; ++h) logit += std::max(0.0f, layer_[h]) * weights_[last_ + h];
    return chance_of(100 * logit);
  }

  // Add the gradient of one sample, for which `chance` was just asked.
  void learn(const Sample& sample, float error) {
    gradient_[size_ - 1] += error;
    for (int h = 0; h < hidden; ++h) {
      const bool is_on = layer_[h] > 0;
      gradient_[last_ + h] += is_on ? error * layer_[h] : 0;
      layer_[h] = is_on ? error * weights_[last_ + h] : 0;
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
    for (int side = 0; side < 2; ++side) {
      for (const int number : sample.codes[side]) {
        for (int i = 0; i < code; ++i) gradient_[number * code + i] += input_[side * code + i];
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

  // In whole numbers: inputs times 32, the first layer times 64, the last times 32.
  void write(const char* path) const {
    std::ofstream file(path);
    file << "// The numbers of the net of Pente (pente_net.hpp), written by train/pente_fit.cpp.\n#pragma once\n\n"
            "#include <cstdint>\n\nnamespace ludus::pente::weights {\n\n// clang-format off\n";
    const auto write_array = [&](const char* type, const char* name, int from, int to, float scale, float limit) {
      file << "inline constexpr std::" << type << ' ' << name << "[] = {\n";
      std::string line = "   ";
      for (int i = from; i < to; ++i) {
        const std::string number =
            ' ' + std::to_string(std::lround(std::clamp(scale * weights_[i], -limit, limit))) + ',';
        if (line.size() + number.size() > 120) {
          file << line << '\n';
          line = "   ";
        }
        line += number;
      }
      file << line << "\n};\n";
    };
    write_array("int8_t", "line_codes", 0, first_, 32, 127);
    write_array("int16_t", "first", first_, bias_, 64, 32767);
    write_array("int32_t", "first_bias", bias_, last_, 32 * 64, 1e9f);
    write_array("int16_t", "last", last_, size_ - 1, 32, 32767);
    file << "inline constexpr std::int32_t last_bias = " << std::lround(32 * 64 * 32 * weights_[size_ - 1])
         << ";\n// clang-format on\n\n}  // namespace ludus::pente::weights\n";
  }

 private:
  int first_, bias_, last_, size_;  // where the parts begin, behind the line codes
  std::vector<float> weights_, gradient_, mean_, square_;
  std::array<float, inputs> input_{};
  std::array<float, hidden> layer_{};
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: pente_fit LINES ROUNDS HEADER\n"), 2;
  const Codes codes;
  const std::vector<Sample> samples = read_samples(arguments[1], codes);
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
  SplitMix64 random(1);
  Net net(codes.count, random);
  const int rounds = std::atoi(arguments[2]);
  const long steps = rounds * static_cast<long>(training.size() / batch);
  long step = 0;
  for (int round = 1; round <= rounds; ++round) {
    for (std::size_t i = training.size(); i > 1; --i) std::swap(training[i - 1], training[random.below(i)]);
    for (std::size_t at = 0; at + batch <= training.size(); at += batch) {
      for (std::size_t i = at; i < at + batch; ++i) {
        const Sample& sample = samples[training[i]];
        net.learn(sample, (net.chance(sample) - sample.target) / batch);
      }
      ++step;
      const double turn = 3.14159265 * static_cast<double>(step) / static_cast<double>(steps);
      net.step(step, 2e-3f * (0.02f + 0.49f * (1 + static_cast<float>(std::cos(turn)))));
    }
    double loss = 0;
    for (const std::size_t i : testing) loss += cross_entropy(samples[i].target, net.chance(samples[i]));
    std::printf("round %d: %.4f\n", round, loss / tested);
    std::fflush(stdout);
  }
  net.write(arguments[3]);
}
