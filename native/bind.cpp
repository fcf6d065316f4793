// The boundary between Python and the native core: a handful of functions over text, and an engine. The core knows no
// exceptions; here what it says is wrong becomes one.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "by_text.hpp"
#include "endings/opened.hpp"
#include "engine.hpp"
#include "games.hpp"
#include "games/checkers_retrograde.hpp"
#include "games/pente_measure.hpp"
#include "levels.hpp"
#include "search/search.hpp"
#include "selfplay.hpp"

namespace nb = nanobind;
using namespace ludus;

namespace {

template <class T>
T value_of(Expected<T> expected) {
  if (!expected) throw std::invalid_argument(expected.error().reason);
  return std::move(*expected);
}

// What `visitor.operator()<K>()` returns for the kernel K of that name.
template <class Visitor>
auto visit_kernel(std::string_view game, const Visitor& visitor) {
  return value_of(with_kernel(game, [&]<Kernel K>() -> Expected<decltype(visitor.template operator()<Checkers>())> {
    return visitor.template operator()<K>();
  }));
}

// The same for kernels that come with an evaluation.
template <class Visitor>
auto visit_evaluated_kernel(std::string_view game, const Visitor& visitor) {
  return visit_kernel(game, [&]<Kernel K>() -> decltype(visitor.template operator()<Checkers>()) {
    if constexpr (Evaluated<K>) return visitor.template operator()<K>();
    throw std::invalid_argument("the native core has no evaluation of " + std::string(K::name));
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

// Ends a search when the flag is up. Also lets Python handle its signals now and then; what Python raises (Ctrl-C) ends
// the search and is raised again after it.
class Interruption {
 public:
  explicit Interruption(const StopFlag* flag) : flag_(flag) {}

  bool operator()() {
    if (error_ || (flag_ != nullptr && flag_->is_raised())) return true;
    const Clock::time_point now = Clock::now();
    if (now < next_) return false;
    next_ = now + pause;
    return !run_python([] {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    });
  }

  // Run code that calls Python; false when it raised something.
  template <class Code>
  bool run_python(const Code& code) {
    const nb::gil_scoped_acquire gil;
    try {
      code();
    } catch (...) {
      error_ = std::current_exception();
    }
    return !error_;
  }

  void raise_again() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause{20};

  const StopFlag* flag_;
  Clock::time_point next_ = Clock::now() + pause;
  std::exception_ptr error_;
};

// Endgame tables over any object that offers its bytes, which is held as long as they are used.
class BoundTables {
 public:
  BoundTables(std::string_view game, nb::handle bytes)
      : view_(hold(bytes)), opened_(value_of(OpenedEndings::open(game, bytes_of(*view_)))) {}

  const OpenedEndings& opened() const { return opened_; }

  // The result for the side to move and the plies to it.
  std::optional<std::tuple<int, int>> look_up(std::string_view text) const {
    const std::optional<KnownEnd> known = value_of(opened_.look_up(text));
    if (!known) return std::nullopt;
    return std::tuple(known->result, known->plies);
  }

 private:
  struct Release {
    void operator()(Py_buffer* view) const {
      PyBuffer_Release(view);
      delete view;
    }
  };
  using View = std::unique_ptr<Py_buffer, Release>;

  static View hold(nb::handle bytes) {
    auto view = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(bytes.ptr(), view.get(), PyBUF_SIMPLE) != 0) throw nb::python_error();
    return View(view.release());
  }
  static std::span<const std::uint8_t> bytes_of(const Py_buffer& view) {
    return {static_cast<const std::uint8_t*>(view.buf), static_cast<std::size_t>(view.len)};
  }

  View view_;
  OpenedEndings opened_;
};

using OnProgress = std::function<void(std::uint64_t, std::uint64_t)>;

nb::bytes make_tables(std::string_view game, int pieces, const OnProgress& on_progress) {
  if (game != checkers::tables_game) {
    throw std::invalid_argument("no endgame tables are known for " + std::string(game));
  }
  if (pieces < checkers::fewest_pieces || pieces > checkers::most_pieces) {
    throw std::invalid_argument("pieces: expected " + std::to_string(checkers::fewest_pieces) + " to " +
                                std::to_string(checkers::most_pieces) + ", found " + std::to_string(pieces));
  }
  Interruption interruption(nullptr);
  const std::optional<std::vector<std::uint8_t>> file = [&] {
    const nb::gil_scoped_release release;
    return checkers::make_tables(pieces, [&](std::uint64_t done, std::uint64_t all) {
      return !interruption() && interruption.run_python([&] { on_progress(done, all); });
    });
  }();
  interruption.raise_again();
  return nb::bytes(file->data(), file->size());
}

using OnReport = std::function<void(const SpelledReport&)>;

class BoundEngine {
 public:
  BoundEngine(std::string_view game, bool plain, bool reference, int noise, int slips, std::uint64_t seed)
      : game_(game),
        engine_(searchable(game), plain ? SearchMode::plain : SearchMode::full, OwnEvaluation{reference, noise, seed},
                slips) {
    if (noise < 0 || noise > win / 100) throw std::invalid_argument("noise: expected 0 to " + std::to_string(win / 100));
  }

  void new_game() {
    const Turn turn(is_busy_);
    engine_.new_game();
  }

  void use_tables(const BoundTables& tables) {
    const Turn turn(is_busy_);
    if (tables.opened().game() != game_) {
      throw std::invalid_argument("expected endgame tables of " + game_ + ", found those of " + tables.opened().game());
    }
    engine_.use_endings(tables.opened());
  }

  SpelledReport search(std::string_view text, const Limits& limits, std::vector<std::string> past, std::size_t lines,
                       std::size_t table_bytes, const StopFlag* stop, const std::optional<OnReport>& on_report) {
    const Turn turn(is_busy_);
    if (lines == 0) throw std::invalid_argument("lines: expected 1 or more, found 0");
    if (!engine_.reserve(table_bytes)) throw std::bad_alloc();
    Interruption interruption(stop);
    SearchRequest request{text, limits, lines, std::move(past), std::ref(interruption)};
    if (on_report) {
      request.on_report = [&](const SpelledReport& report) {
        return interruption.run_python([&] { (*on_report)(report); });
      };
    }
    Expected<SpelledReport> found = engine_.search(request);
    interruption.raise_again();
    return value_of(std::move(found));
  }

 private:
  // Refuses a second search at the same time: they would share a table.
  class Turn {
   public:
    explicit Turn(std::atomic<bool>& is_busy) : is_busy_(is_busy) {
      if (is_busy_.exchange(true)) throw std::runtime_error("this engine is searching already");
    }
    ~Turn() { is_busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    std::atomic<bool>& is_busy_;
  };

  static std::string_view searchable(std::string_view game) {
    if (!Engine::can_search(game)) throw std::invalid_argument("no native engine plays '" + std::string(game) + "'");
    return game;
  }

  std::string game_;
  Engine engine_;
  std::atomic<bool> is_busy_{false};
};

Limits make_limits(std::optional<std::uint64_t> nodes, std::optional<int> depth, std::optional<double> cpu_seconds,
                   std::optional<double> wall_seconds, bool is_analysis) {
  const Limits none;
  for (const std::optional<double>& seconds : {cpu_seconds, wall_seconds}) {
    if (seconds && std::isnan(*seconds)) throw std::invalid_argument("seconds: expected a number, found NaN");
  }
  return {nodes.value_or(none.nodes), depth.value_or(none.depth), cpu_seconds.value_or(none.cpu_seconds),
          wall_seconds.value_or(none.wall_seconds), is_analysis};
}

constexpr std::size_t selfplay_table_bytes = 1 << 20;

// Texts, moves, scores, and the result for the side that moved first.
using SpelledGame = std::tuple<std::vector<std::string>, std::vector<std::string>, std::vector<std::optional<int>>, int>;

std::vector<SpelledGame> selfplay(std::string_view game, std::string_view start, std::uint64_t count, std::uint64_t nodes,
                                  std::uint64_t seed, int random_moves, int most_moves) {
  const SelfPlaySettings settings{.nodes = nodes, .random_moves = random_moves, .most_moves = most_moves};
  return visit_evaluated_kernel(game, [&]<Kernel K>() {
    const K root = value_of(K::read(start));
    std::optional<Table> table = Table::make(selfplay_table_bytes);
    if (!table) throw std::bad_alloc();
    std::vector<SpelledGame> games;
    SplitMix64 seeds(seed);
    Interruption interruption(nullptr);
    while (games.size() < count) {
      std::optional<SelfPlayGame> played =
          play_against_itself(root, settings, seeds.next(), *table, std::ref(interruption));
      interruption.raise_again();
      games.emplace_back(std::move(played->texts), std::move(played->moves), std::move(played->scores), played->result);
    }
    return games;
  });
}

std::vector<std::string> feature_names(std::string_view game) {
  return visit_evaluated_kernel(
      game, []<Kernel K>() -> std::vector<std::string> { return {K::feature_names.begin(), K::feature_names.end()}; });
}

std::vector<std::vector<int>> features(std::string_view game, const std::vector<std::string>& texts) {
  return visit_evaluated_kernel(game, [&]<Kernel K>() {
    std::vector<std::vector<int>> rows;
    for (const std::string& text : texts) {
      const auto found = value_of(K::read(text)).features();
      rows.emplace_back(found.begin(), found.end());
    }
    return rows;
  });
}

template <pente::Follower F>
std::uint64_t place_stones(std::uint64_t count) {
  const std::optional<std::uint64_t> checksum = pente::place_and_take_back<F>(count);
  if (!checksum) throw std::logic_error("pente: taking stones back did not restore the board");
  return *checksum;
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The native core of Ludus; ludus.engine is its only user.";
  module.def("games", [] { return Kernels::names(); }, "Names of the games that have a kernel.");
  module.def("can_search", &Engine::can_search, nb::arg("game"), "Whether an engine plays this game.");
  module.def(
      "table_bytes",
      [](std::string_view game, const Limits& limits) {
        return visit_kernel(game, [&]<Kernel K>() { return choose_table_bytes<K>(limits); });
      },
      nb::arg("game"), nb::arg("limits"), "Bytes of the table that a search within these limits should have.");
  module.def(
      "bench_depth", [](std::string_view game) { return visit_kernel(game, []<Kernel K>() { return bench_depth<K>(); }); },
      nb::arg("game"), "How deep the bench searches.");
  module.def(
      "check",
      [](std::string_view game, std::string_view text) {
        value_of(with_position(game, text, [](const auto&) { return true; }));
      },
      nb::arg("game"), nb::arg("text"), "Raise ValueError unless the kernel can read this position.");
  module.def(
      "moves", [](std::string_view game, std::string_view text) { return value_of(list_moves(game, text)); },
      nb::arg("game"), nb::arg("text"), "Legal moves, in the order of the kernel.");
  module.def(
      "play",
      [](std::string_view game, std::string_view text, std::string_view move) {
        return value_of(play_move(game, text, move));
      },
      nb::arg("game"), nb::arg("text"), nb::arg("move"), "Text of the position after a move.");
  module.def(
      "perft",
      [](std::string_view game, std::string_view text, int depth) {
        const Count count = value_of(count_sequences(game, text, depth));
        return std::tuple(count.leaves, count.made);
      },
      nb::arg("game"), nb::arg("text"), nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>(),
      "Number of move sequences of exactly this depth, and of moves (or halves of them) made to count them.");
  nb::class_<StopFlag>(module, "StopFlag", "A flag that another thread may raise while a search runs.")
      .def(nb::init<>())
      .def("raise_", &StopFlag::raise, "End the search at its next look.");
  nb::class_<Limits>(module, "Limits", "When a search ends; None is no limit.")
      .def(nb::new_(&make_limits), nb::kw_only(), nb::arg("nodes").none() = nb::none(),
           nb::arg("depth").none() = nb::none(), nb::arg("cpu_seconds").none() = nb::none(),
           nb::arg("wall_seconds").none() = nb::none(), nb::arg("is_analysis") = false);
  nb::class_<SpelledLine>(module, "Line", "A line of play, and its score for the side that begins it.")
      .def_ro("score", &SpelledLine::score)
      .def_ro("moves", &SpelledLine::moves);
  nb::class_<SpelledReport>(module, "Report", "What a search has found; the best line comes first.")
      .def_ro("depth", &SpelledReport::depth)
      .def_ro("nodes", &SpelledReport::nodes)
      .def_ro("seconds", &SpelledReport::seconds)
      .def_ro("lines", &SpelledReport::lines);
  module.def(
      "levels",
      [] {
        std::vector<std::tuple<std::uint64_t, int, int>> found;
        for (const Level& level : levels) found.emplace_back(level.nodes, level.noise, level.slips);
        return found;
      },
      "The levels of play, the weakest first: positions a move, errors in judging them, moves of a thousand without "
      "thought.");
  nb::class_<BoundTables>(module, "Tables", "Endgame tables of a game, over bytes in memory.")
      .def(nb::init<std::string_view, nb::handle>(), nb::arg("game"), nb::arg("data"))
      .def("look_up", &BoundTables::look_up, nb::arg("text"),
           "The result for the side to move, and in how many plies; None where the tables do not say.");
  module.def("make_tables", &make_tables, nb::arg("game"), nb::arg("pieces"), nb::arg("on_progress"),
             "Make the file of endgame tables for up to this many pieces.");
  module.def(
      "can_make_tables", [](std::string_view game) { return game == checkers::tables_game; }, nb::arg("game"),
      "Whether there are endgame tables of this game.");
  nb::class_<BoundEngine>(module, "Engine", "The search of one game, with a table that is kept until the next game.")
      .def(nb::init<std::string_view, bool, bool, int, int, std::uint64_t>(), nb::arg("game"), nb::kw_only(),
           nb::arg("plain") = false, nb::arg("reference") = false, nb::arg("noise") = 0, nb::arg("slips") = 0,
           nb::arg("seed") = 0)
      .def("new_game", &BoundEngine::new_game, "Forget what earlier searches found.")
      .def("use_tables", &BoundEngine::use_tables, nb::arg("tables"), nb::keep_alive<1, 2>(),
           "Look positions up in these endgame tables.")
      .def("search", &BoundEngine::search, nb::arg("text"), nb::arg("limits"), nb::kw_only(),
           nb::arg("past") = std::vector<std::string>(), nb::arg("lines") = 1, nb::arg("table_bytes"),
           nb::arg("stop").none() = nb::none(), nb::arg("on_report").none() = nb::none(),
           nb::call_guard<nb::gil_scoped_release>(), "Search a position that has a move.");
  module.def("selfplay", &selfplay, nb::arg("game"), nb::arg("start"), nb::arg("count"), nb::arg("nodes"), nb::arg("seed"),
             nb::arg("random_moves"), nb::arg("most_moves"), nb::call_guard<nb::gil_scoped_release>(),
             "Play games of the search against itself: texts, moves, scores, result of each.");
  module.def("place_stones", &place_stones<pente::NoPatterns>, nb::arg("count"),
             "Place Pente stones and take them back; a checksum of the boards.");
  module.def("place_stones_with_patterns", &place_stones<pente::Patterns>, nb::arg("count"),
             "The same, with the patterns kept up to date.");
  module.def("feature_names", &feature_names, nb::arg("game"), "What the tuned evaluation looks at.");
  module.def("features", &features, nb::arg("game"), nb::arg("texts"), nb::call_guard<nb::gil_scoped_release>(),
             "The features of many positions, as the side to move sees them.");
}
