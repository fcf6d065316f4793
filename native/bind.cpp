// The boundary between Python and the native core: a handful of functions over text.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games.hpp"
#include "games/pente_measure.hpp"
#include "perft.hpp"
#include "search/search.hpp"
#include "selfplay.hpp"

namespace nb = nanobind;
using namespace ludus;

namespace {

// Call `visit(spelling, position after it)` for every move of the rules, halves put together.
template <Kernel K, class Visit>
void for_each_move(const K& position, const std::string& so_far, const Visit& visit) {
  typename K::Moves list;
  position.generate(list);
  for (const auto move : list) {
    K next = position;
    next.make(move);
    const std::string spelling = so_far + position.spell(move);
    if (is_partial(next)) {
      for_each_move(next, spelling, visit);
    } else {
      visit(spelling, next);
    }
  }
}

std::vector<std::string> moves(std::string_view game, std::string_view text) {
  return Kernels::visit(game, [&]<Kernel K>() {
    std::vector<std::string> found;
    for_each_move(K::read(text), "", [&](const std::string& spelling, const K&) { found.push_back(spelling); });
    return found;
  });
}

std::string play(std::string_view game, std::string_view text, std::string_view wanted) {
  return Kernels::visit(game, [&]<Kernel K>() {
    std::optional<std::string> after;
    for_each_move(K::read(text), "", [&](const std::string& spelling, const K& next) {
      if (spelling == wanted) after = next.text();
    });
    if (!after) throw BadText("not a move here: '" + std::string(wanted) + "'");
    return *after;
  });
}

std::tuple<std::uint64_t, std::uint64_t> count(std::string_view game, std::string_view text, int depth) {
  if (depth < 0) throw std::invalid_argument("depth: expected 0 or more, found " + std::to_string(depth));
  return Kernels::visit(game, [&]<Kernel K>() {
    const Count found = perft(K::read(text), depth);
    return std::tuple(found.leaves, found.made);
  });
}

// A flag that another thread may raise while a search runs.
class StopFlag {
 public:
  void raise() { raised_.store(true, std::memory_order_relaxed); }
  bool is_raised() const { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
};

// Whether the flag is up. Also gives Python a chance, now and then, to see to its signals: Ctrl-C leaves the search
// as an exception.
class Interruption {
 public:
  explicit Interruption(const StopFlag& flag) : flag_(flag) {}

  bool operator()() {
    if (flag_.is_raised()) return true;
    const Clock::time_point now = Clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(20);
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return false;
  }

 private:
  using Clock = std::chrono::steady_clock;

  const StopFlag& flag_;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(20);
};

// One line of a report: score, and the moves spelled.
using SpelledLine = std::tuple<int, std::vector<std::string>>;
// Depth, nodes, wall seconds, lines.
using SpelledReport = std::tuple<int, std::uint64_t, double, std::vector<SpelledLine>>;

template <Playable K>
bool has_move(const K& position) {
  typename K::Moves moves;
  position.generate(moves);
  return !moves.empty();
}

// The move that is best without a look ahead.
template <Playable K>
typename K::Move best_looking(const K& position) {
  typename K::Moves moves;
  position.generate(moves);
  const auto worth = [&](const typename K::Move move) {
    K next = position;
    next.make(move);
    return next.side() == position.side() ? next.evaluate() : -next.evaluate();
  };
  return *std::max_element(moves.begin(), moves.end(), [&](auto one, auto other) { return worth(one) < worth(other); });
}

template <Playable K>
SpelledReport spelled(const K& root, const Report<K>& report) {
  std::vector<SpelledLine> lines;
  for (const Line<K>& line : report.lines) {
    std::vector<std::string> moves;
    K position = root;
    bool goes_on = false;
    for (const auto move : line.moves) {
      if (goes_on) {
        moves.back() += position.spell(move);
      } else {
        moves.push_back(position.spell(move));
      }
      position.make(move);
      goes_on = is_partial(position);
    }
    // Half a move is not for people: at the end of a line it is left out, at its beginning it is completed.
    if (goes_on && moves.size() > 1) {
      moves.pop_back();
    } else {
      while (is_partial(position)) {
        const typename K::Move rest = best_looking(position);
        moves.back() += position.spell(rest);
        position.make(rest);
      }
    }
    lines.emplace_back(line.score, std::move(moves));
  }
  return {report.depth, report.nodes, report.seconds, std::move(lines)};
}

SpelledReport think(std::string_view game, std::string_view text, const std::vector<std::string>& past,
                    std::optional<std::uint64_t> nodes, std::optional<int> depth, std::optional<double> cpu_seconds,
                    std::optional<double> wall_seconds, std::size_t lines, std::size_t table_bytes, bool plain,
                    bool reference, const StopFlag& stop,
                    const std::optional<std::function<void(const SpelledReport&)>>& on_report) {
  Limits limits;
  if (nodes) limits.nodes = *nodes;
  if (depth) limits.depth = *depth;
  if (cpu_seconds) limits.cpu_seconds = *cpu_seconds;
  if (wall_seconds) limits.wall_seconds = *wall_seconds;
  if (lines == 0) throw std::invalid_argument("lines: expected 1 or more, found 0");
  return Kernels::visit(game, [&]<Kernel K>() -> SpelledReport {
    const K root = K::read(text);
    if (!has_move(root)) throw BadText(std::string(K::name) + ": expected a position that has a move");
    std::vector<std::uint64_t> keys;
    for (const std::string& earlier : past) keys.push_back(K::read(earlier).key());
    Table table(table_bytes);
    Search<K> search(table, limits, Interruption(stop), {plain, reference});
    typename Search<K>::OnReport on_depth;
    if (on_report) {
      on_depth = [&](const Report<K>& report) {
        const SpelledReport readable = spelled(root, report);
        const nb::gil_scoped_acquire gil;
        (*on_report)(readable);
      };
    }
    return spelled(root, search.run(root, lines, std::move(keys), on_depth));
  });
}

// Texts, moves, scores, and the result for the side that moved first.
using SpelledGame = std::tuple<std::vector<std::string>, std::vector<std::string>, std::vector<std::optional<int>>, int>;

std::vector<SpelledGame> selfplay(std::string_view game, std::string_view start, std::uint64_t count, std::uint64_t nodes,
                                  std::uint64_t seed, int random_moves, int most_moves) {
  const SelfPlay how{.nodes = nodes, .random_moves = random_moves, .most_moves = most_moves};
  return Kernels::visit(game, [&]<Kernel K>() {
    const K root = K::read(start);
    std::vector<SpelledGame> games;
    Dice seeds(seed);
    const StopFlag never;
    Interruption interruption(never);
    for (std::uint64_t i = 0; i < count; ++i) {
      SelfPlayed played = play_itself(root, how, seeds.next(), std::ref(interruption));
      games.emplace_back(std::move(played.texts), std::move(played.moves), std::move(played.scores), played.result);
      interruption();
    }
    return games;
  });
}

std::vector<std::string> feature_names(std::string_view game) {
  return Kernels::visit(
      game, []<Kernel K>() -> std::vector<std::string> { return {K::feature_names.begin(), K::feature_names.end()}; });
}

std::vector<std::vector<int>> features(std::string_view game, const std::vector<std::string>& texts) {
  return Kernels::visit(game, [&]<Kernel K>() {
    std::vector<std::vector<int>> rows;
    for (const std::string& text : texts) {
      const auto found = K::read(text).features();
      rows.emplace_back(found.begin(), found.end());
    }
    return rows;
  });
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The native core of Ludus; ludus.engine is its only user.";
  module.def("games", [] { return Kernels::names(); }, "Names of the games that have a kernel.");
  module.def(
      "check",
      [](std::string_view game, std::string_view text) { Kernels::visit(game, [&]<Kernel K>() { K::read(text); }); },
      nb::arg("game"), nb::arg("text"), "Raise ValueError unless the kernel can read this position.");
  module.def("moves", &moves, nb::arg("game"), nb::arg("text"), "Legal moves, in the order of the kernel.");
  module.def("play", &play, nb::arg("game"), nb::arg("text"), nb::arg("move"), "Text of the position after a move.");
  module.def("perft", &count, nb::arg("game"), nb::arg("text"), nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>(),
             "Number of move sequences of exactly this depth, and of moves (or halves of them) made to count them.");
  nb::class_<StopFlag>(module, "StopFlag", "A flag that another thread may raise while a search runs.")
      .def(nb::init<>())
      .def("raise_", &StopFlag::raise, "End the search at its next look.");
  module.def("think", &think, nb::arg("game"), nb::arg("text"), nb::arg("past"), nb::arg("nodes").none(),
             nb::arg("depth").none(), nb::arg("cpu_seconds").none(), nb::arg("wall_seconds").none(), nb::arg("lines"),
             nb::arg("table_bytes"), nb::arg("plain"), nb::arg("reference"), nb::arg("stop"), nb::arg("on_report").none(),
             nb::call_guard<nb::gil_scoped_release>(),
             "Search a position that has a move; report depth, nodes, seconds and lines.");
  module.def("selfplay", &selfplay, nb::arg("game"), nb::arg("start"), nb::arg("count"), nb::arg("nodes"), nb::arg("seed"),
             nb::arg("random_moves"), nb::arg("most_moves"), nb::call_guard<nb::gil_scoped_release>(),
             "Play games of the search against itself: texts, moves, scores, result of each.");
  module.def("place_stones", &pente::place_and_take_back<pente::NoPatterns>, nb::arg("count"),
             "Place Pente stones and take them back; a checksum of the boards.");
  module.def("place_stones_with_patterns", &pente::place_and_take_back<pente::Patterns>, nb::arg("count"),
             "The same, with the patterns kept up to date.");
  module.def("feature_names", &feature_names, nb::arg("game"), "What the tuned evaluation looks at.");
  module.def("features", &features, nb::arg("game"), nb::arg("texts"), nb::call_guard<nb::gil_scoped_release>(),
             "The features of many positions, as the side to move sees them.");
}
