// The whole core in one file, to be built without exceptions and run-time types, and a made-up game: Nim with one heap,
// where up to three stones are taken and who takes the last one wins.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "engine.hpp"
#include "games/checkers_retrograde.hpp"
#include "games/pente_measure.hpp"
#include "levels.hpp"
#include "perft.hpp"
#include "selfplay.hpp"

using namespace ludus;

// Knows the rules and nothing else.
class Heap {
 public:
  static constexpr std::string_view name = "heap";
  struct Move {
    int taken;
    std::uint32_t code() const { return static_cast<std::uint32_t>(taken); }
  };
  using Moves = MoveList<Move, 3>;

  static Expected<Heap> read(std::string_view text);
  std::string text() const { return std::string(static_cast<std::size_t>(stones_), 'o'); }
  std::string spell(Move move) const { return std::to_string(move.taken); }
  void generate(Moves& moves) const {
    for (int taken = 1; taken <= 3 && taken <= stones_; ++taken) moves.push({taken});
  }
  void make(Move move) {
    assert(move.taken <= stones_);
    stones_ -= move.taken;
  }

 protected:
  int stones_ = 0;
};

inline Expected<Heap> Heap::read(std::string_view text) {
  if (text.find_first_not_of('o') != text.npos) return BadText{"heap: expected nothing but stones"};
  Heap heap;
  heap.stones_ = static_cast<int>(text.size());
  return heap;
}

static_assert(Kernel<Heap> && !Searchable<Heap>);

// Can be searched, but has no evaluation of its own.
class Nim : public Heap {
 public:
  struct Tuning {
    static constexpr bool can_repeat = false;
  };

  static Expected<Nim> read(std::string_view text);
  int side() const { return side_; }
  std::uint64_t key() const { return static_cast<std::uint64_t>(2 * stones_ + side_) * 0x9E3779B97F4A7C15ULL; }
  std::optional<int> result() const { return stones_ == 0 ? std::optional(-1) : std::nullopt; }
  void generate_noisy(Moves&) const {}
  bool is_noisy(Move) const { return false; }
  void make(Move move) {
    Heap::make(move);
    side_ = 1 - side_;
  }

 private:
  int side_ = 0;
};

inline Expected<Nim> Nim::read(std::string_view text) {
  const Expected<Heap> heap = Heap::read(text);
  if (!heap) return heap.error();
  Nim nim;
  nim.stones_ = static_cast<int>(text.size());
  return nim;
}

static_assert(Searchable<Nim> && !Evaluated<Nim>);

// Stands for a learned evaluation: it has state of its own.
struct Table12 {
  int worth[12] = {};
  int operator()(const Nim& position) const { return worth[position.text().size() % 12]; }
};

static_assert(EvaluationOf<Table12, Nim> && !EvaluationOf<OwnEvaluation, Nim>);

template <Evaluated K>
bool plays_itself(std::string_view start, Table& table) {
  const Expected<K> root = K::read(start);
  return root &&
         play_against_itself(*root, {.nodes = 50, .random_moves = 2, .most_moves = 4}, 1, table, [] { return false; });
}

int main() {
  std::printf("wrong text: %s\n", Heap::read("oxo").error().reason.c_str());
  std::printf("no game: %s\n", Kernels::visit("nim", []<Kernel K>() {}) ? "visited" : "none");

  const Count counted = perft(*Heap::read("oooooo"), 3);
  std::printf("perft: %d %d\n", static_cast<int>(counted.leaves), static_cast<int>(counted.made));

  std::optional<Table> table = Table::make(1 << 12);
  Search<Nim, Table12> search(*table, {.depth = 20}, {}, SearchMode::full, Table12{});
  const Report<Nim> report = search.run(*Nim::read("ooooooo"), 1, {}, {});
  std::printf("search: takes %d, wins in %d\n", report.lines[0].move.taken, win - report.lines[0].score);

  Search<Nim, Table12> stopped(*table, {.depth = 20}, [] { return true; });
  std::printf("stopped: takes %d\n", stopped.run(*Nim::read(std::string(100, 'o')), 1, {}, {}).lines[0].move.taken);

  Engine engine("checkers", SearchMode::full, {});
  const bool has_table = engine.reserve(1 << 16);
  const std::string_view start = "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b";
  const Expected<SpelledReport> found = engine.search({.text = start, .limits = {.depth = 5}});
  std::printf("engine: depth %d of %s\n", has_table ? found->depth : -1, found->lines[0].moves[0].c_str());
  std::printf("refused: %s\n", engine.search({.text = "8/8 b"}).error().reason.c_str());

  Engine thoughtless("checkers", SearchMode::full, {.noise = levels[0].noise, .seed = 3}, 1000);
  thoughtless.reserve(1 << 16);
  const Expected<SpelledReport> slip = thoughtless.search({.text = start, .limits = {.nodes = levels[0].nodes}});
  std::printf("level: %d moves after %d positions\n", static_cast<int>(slip->lines[0].moves.size()),
              static_cast<int>(slip->nodes));

  // A step and its shot are made by one side: where the second half passes the window, so does the first.
  Engine amazons("amazons", SearchMode::full, {});
  amazons.reserve(1 << 16);
  const std::string_view small = "003,000,000/001,000,002/420,210,210 player1:1:0;player2:2:0;player3:3:0 movement 1";
  std::printf("half-moves: %s\n", amazons.search({.text = small}) ? "legal" : "refused");

  std::printf("self-play: %s\n", plays_itself<Checkers>(start, *table) ? "played" : "refused");
  std::printf("stones: %s\n", pente::place_and_take_back<pente::Patterns>(100) ? "restored" : "lost");
}
