// The boundary between Python and the native core: a handful of functions over text.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games.hpp"
#include "perft.hpp"
#include "search/search.hpp"

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

std::uint64_t count_leaves(std::string_view game, std::string_view text, int depth) {
  return Kernels::visit(game, [&]<Kernel K>() { return perft(K::read(text), depth); });
}

// A flag that another thread may raise while a search runs.
class StopFlag {
 public:
  void raise() { raised_.store(true, std::memory_order_relaxed); }
  const std::atomic<bool>& raised() const { return raised_; }

 private:
  std::atomic<bool> raised_{false};
};

// One line of a report: score, and the moves spelled.
using SpelledLine = std::tuple<int, std::vector<std::string>>;
// Depth, nodes, wall seconds, lines.
using SpelledReport = std::tuple<int, std::uint64_t, double, std::vector<SpelledLine>>;

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
        typename K::Moves rest;
        position.generate(rest);
        moves.back() += position.spell(rest[0]);
        position.make(rest[0]);
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
  return Kernels::visit(game, [&]<Kernel K>() -> SpelledReport {
    const K root = K::read(text);
    std::vector<std::uint64_t> keys;
    for (const std::string& earlier : past) keys.push_back(K::read(earlier).key());
    Table table(table_bytes);
    Search<K> search(table, limits, stop.raised(), {plain, reference});
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

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The native core of Ludus; ludus.engine is its only user.";
  module.def("games", [] { return Kernels::names(); }, "Names of the games that have a kernel.");
  module.def(
      "check", [](std::string_view game, std::string_view text) { Kernels::visit(game, [&]<Kernel K>() { K::read(text); }); },
      nb::arg("game"), nb::arg("text"), "Raise ValueError unless the kernel can read this position.");
  module.def("moves", &moves, nb::arg("game"), nb::arg("text"), "Legal moves, in the order of the rules.");
  module.def("play", &play, nb::arg("game"), nb::arg("text"), nb::arg("move"), "Text of the position after a move.");
  module.def("perft", &count_leaves, nb::arg("game"), nb::arg("text"), nb::arg("depth"),
             nb::call_guard<nb::gil_scoped_release>(), "Number of move sequences of exactly this depth.");
  nb::class_<StopFlag>(module, "StopFlag", "A flag that another thread may raise while a search runs.")
      .def(nb::init<>())
      .def("raise_", &StopFlag::raise, "End the search at its next look.");
  module.def("think", &think, nb::arg("game"), nb::arg("text"), nb::arg("past"), nb::arg("nodes").none(),
             nb::arg("depth").none(), nb::arg("cpu_seconds").none(), nb::arg("wall_seconds").none(), nb::arg("lines"),
             nb::arg("table_bytes"), nb::arg("plain"), nb::arg("reference"), nb::arg("stop"),
             nb::arg("on_report").none(), nb::call_guard<nb::gil_scoped_release>(),
             "Search a position that has a move; report depth, nodes, seconds and lines.");
}
