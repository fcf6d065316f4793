// Games of the search against itself, many in one call: what an evaluation is tuned on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "random.hpp"
#include "search/limits.hpp"
#include "search/search.hpp"

namespace ludus {

struct SelfPlaySettings {
  std::uint64_t nodes;  // for each move
  int random_moves;     // how many there are at the beginning, so that no two games are alike
  int most_moves;       // then it is a draw
};

struct SelfPlayGame {
  std::vector<std::string> texts;  // the position before each move
  std::vector<std::string> moves;
  std::vector<std::optional<int>> scores;  // what the search thought of its move; none of the random ones
  int result = 0;                          // for the side that moved first
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
