// Games of the search against itself, many in one call: what an evaluation is tuned on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/limits.hpp"
#include "search/search.hpp"

namespace ludus {

struct SelfPlaySettings {
  std::uint64_t nodes;  // for each move
  int random_moves;     // so many at the beginning, so that no two games are alike
  int most_moves;       // then it is a draw
};

struct SelfPlayGame {
  std::vector<std::string> texts;  // the position before each move
  std::vector<std::string> moves;
  std::vector<std::optional<int>> scores;  // what the search thought of its move; none of the random ones
  int result = 0;                          // for the side that moved first
};

// Random numbers from a seed, the same on every machine: SplitMix64 by Steele, Lea and Flood.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  std::uint64_t next() {
    std::uint64_t value = state_ += 0x9E3779B97F4A7C15ULL;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
    return value ^ value >> 31;
  }

 private:
  std::uint64_t state_;
};

// Play one game; nothing when `stop` ended it.
template <Evaluated K>
std::optional<SelfPlayGame> play_against_itself(const K& start, const SelfPlaySettings& settings, std::uint64_t seed,
                                                Table& table, const Stop& stop) {
  SplitMix64 random(seed);
  table.clear();
  SelfPlayGame played;
  K position = start;
  const int first = position.side();
  std::vector<std::uint64_t> past;
  while (static_cast<int>(played.moves.size()) < settings.most_moves) {
    typename K::Moves moves;
    position.generate(moves);
    const std::optional<int> result = position.result();
    if (result || moves.empty()) {
      const int for_mover = result.value_or(-1);
      played.result = position.side() == first ? for_mover : -for_mover;
      break;
    }
    const bool is_random = static_cast<int>(played.moves.size()) < settings.random_moves;
    std::string text = position.text(), spelling;
    std::optional<int> score;
    // A move of the rules may be several half-moves here.
    do {
      if (!spelling.empty()) position.generate(moves);
      typename K::Move move = moves[random.below(moves.size())];
      if (!is_random) {
        Search<K> search(table, {.nodes = settings.nodes}, stop);
        const Line<K> best = search.run(position, 1, past, {}).lines.front();
        move = best.move;
        if (!score) score = best.score;
        if (stop()) return std::nullopt;
      }
      spelling += position.spell(move);
      past.push_back(position.key());
      position.make(move);
      moves.clear();
    } while (is_partial(position));
    played.texts.push_back(std::move(text));
    played.moves.push_back(std::move(spelling));
    played.scores.push_back(score);
  }
  return played;
}

}  // namespace ludus
