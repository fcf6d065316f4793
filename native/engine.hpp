// The search by texts, for callers that know no kernel: one game, and a table that is kept from move to move.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "endings/opened.hpp"
#include "games.hpp"
#include "random.hpp"
#include "search/search.hpp"
#include "search/table_size.hpp"

namespace ludus {

struct SpelledLine {
  int score = 0;
  std::vector<std::string> moves;
};

struct SpelledReport {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<SpelledLine> lines;  // best first
};

struct SearchRequest {
  std::string_view text;  // of a position that has a move
  Limits limits{};
  std::size_t lines = 1;
  std::vector<std::string> past{};  // the texts of positions that led to it, so that repetitions are seen
  Stop stop{};
  std::function<bool(const SpelledReport&)> on_report{};  // called after each finished depth; false ends the search
};

// Whether what follows is the search's simpler view of the game, and no move of the rules.
template <Kernel K>
bool leaves_rules(const K& position) {
  if constexpr (requires { position.leaves_rules(); }) return position.leaves_rules();
  return false;
}

// Spell a line in moves of the rules.
template <Searchable K, EvaluationOf<K> Evaluation>
std::vector<std::string> spell_line(const K& root, const std::vector<typename K::Move>& line,
                                    const Evaluation& evaluation) {
  std::vector<std::string> spelled;
  K position = root;
  const auto add = [&](typename K::Move move) {
    if (is_partial(position)) {
      spelled.back() += position.spell(move);
    } else {
      spelled.push_back(position.spell(move));
    }
    position.make(move);
  };
  for (const auto move : line) {
    if (leaves_rules(position)) break;
    add(move);
  }
  // Half a move at the end of a line is left out; where it is all there is, the best-looking half completes it. Only what
  // the search would look at is compared: on the widest boards one move has hundreds of halves, each worth microseconds.
  if (is_partial(position) && spelled.size() > 1) {
    spelled.pop_back();
    return spelled;
  }
  while (is_partial(position)) {
    typename K::Moves moves;
    if constexpr (requires { position.generate_candidates(moves); }) {
      position.generate_candidates(moves);
    } else {
      position.generate(moves);
    }
    const auto worth = [&](const typename K::Move move) {
      K next = position;
      next.make(move);
      return next.side() == position.side() ? evaluation(next) : -evaluation(next);
    };
    add(*std::max_element(moves.begin(), moves.end(), [&](auto one, auto other) { return worth(one) < worth(other); }));
  }
  return spelled;
}

class Engine {
 public:
  // Whether there is a kernel of that name that can be searched.
  static bool can_search(std::string_view game) {
    bool found = false;
    Kernels::visit(game, [&]<Kernel K>() { found = Evaluated<K>; });
    return found;
  }

  // Of a thousand moves it plays `slips` without a thought; the seed of the evaluation decides which.
  Engine(std::string_view game, SearchMode mode, OwnEvaluation evaluation, int slips = 0)
      : game_(game), mode_(mode), evaluation_(evaluation), slips_(slips) {
    assert(can_search(game));
  }

  // Forget what earlier searches found.
  void new_game() { table_.reset(); }

  // Look positions up in these endgame tables, which must be those of the game.
  void use_endings(OpenedEndings endings) {
    assert(endings.game() == game_);
    endings_ = std::move(endings);
  }

  // Have a table of at least this many bytes; a larger one begins empty. False where the system has no memory for it.
  bool reserve(std::size_t bytes) {
    if (table_ && table_->bytes() >= bytes) return true;
    table_ = Table::make(bytes);
    return table_.has_value();
  }

  // Search; a table must have been reserved.
  Expected<SpelledReport> search(const SearchRequest& request) {
    assert(table_ && request.lines > 0);
    Expected<SpelledReport> found = BadText{};
    Kernels::visit(game_, request.text, [&]<Kernel K>() {
      if constexpr (Evaluated<K>) found = search_with<K>(request);
    });
    return found;
  }

 private:
  // What somebody may play who does not look twice: any move, but where a game has many pointless ones none of those.
  template <Evaluated K>
  static typename K::Moves thoughtless_moves(const K& root, const typename K::Moves& all) {
    if constexpr (requires(typename K::Moves& moves) { root.generate_near(moves); }) {
      typename K::Moves near;
      root.generate_near(near);
      if (!near.empty()) return near;
    }
    return all;
  }

  // The position as it is searched: with more than two seats a kernel may take a simpler view of the others' turns.
  template <Evaluated K>
  K simplify(const K& root) const {
    K view = root;
    if constexpr (requires { view.assume_best_reply(); }) {
      if (mode_ == SearchMode::full) view.assume_best_reply();
    }
    return view;
  }

  // A score as people read it: a kernel may search with one that ranks an end by more than what it is worth.
  template <Evaluated K>
  static int tell_score([[maybe_unused]] const K& root, int score) {
    if constexpr (requires { root.tell_score(score); }) return root.tell_score(score);
    return score;
  }

  template <Evaluated K>
  Expected<SpelledReport> search_with(const SearchRequest& request) {
    const Expected<K> root = K::read(request.text);
    if (!root) return root.error();
    typename K::Moves moves;
    root->generate(moves);
    if (moves.empty()) return BadText{std::string(K::name) + ": expected a position that has a move"};
    std::vector<std::uint64_t> keys;
    if constexpr (K::Tuning::can_repeat) {
      for (const std::string& text : request.past) {
        const Expected<K> earlier = K::read(text);
        // What the kernel cannot read, it does not meet in its search either.
        if (earlier) keys.push_back(earlier->key());
      }
    }
    const K view = simplify(*root);
    const auto spell = [&](const Report<K>& report) {
      SpelledReport spelled{report.depth, report.nodes, report.seconds, {}};
      for (const Line<K>& line : report.lines) {
        spelled.lines.push_back({tell_score(view, line.score), spell_line(view, line.moves, evaluation_)});
      }
      return spelled;
    };
    SplitMix64 random(evaluation_.seed ^ root->key() ^ SplitMix64(request.past.size()).next());
    if (static_cast<int>(random.below(1000)) < slips_) {
      moves = thoughtless_moves(*root, moves);
      return spell({0, 0, 0, {{{}, 0, {moves[random.below(moves.size())]}}}});
    }
    typename Search<K>::OnReport on_report;
    if (request.on_report) on_report = [&](const Report<K>& report) { return request.on_report(spell(report)); };
    Search<K> search(*table_, request.limits, request.stop, mode_, evaluation_);
    if (endings_) search.use_endings(endings_->of<K>());
    return spell(search.run(view, request.lines, std::move(keys), on_report));
  }

  std::string game_;
  SearchMode mode_;
  OwnEvaluation evaluation_;
  int slips_;
  std::optional<Table> table_;
  std::optional<OpenedEndings> endings_;
};

}  // namespace ludus
