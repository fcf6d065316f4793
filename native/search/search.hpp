// The search: iterative deepening over principal-variation alpha-beta, one template for all kernels.
// With more than two seats there are two sides, the seat that thinks and all others: the kernel decides by `side()`.
//
// Scores are from the point of view of the side to move. A won game is worth `win` less the number of plies to it,
// so that the shorter way is the better one; in Amazons, where treasure counts, it is worth what the kernel says.
//
// A search that must end sets `stopped_` and returns from everywhere; what it returns then means nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernel.hpp"
#include "search/endings.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/order.hpp"
#include "search/prover.hpp"
#include "search/report.hpp"
#include "search/table.hpp"
#include "search/tuning.hpp"

namespace ludus {

enum class SearchMode {
  full,
  plain,  // all moves, no table, no quiescence: a textbook alpha-beta, to check the full search against
};

template <Searchable K, EvaluationOf<K> Evaluation = OwnEvaluation>
class Search {
 public:
  using Move = typename K::Move;
  using Moves = typename K::Moves;
  using Endings = typename EndingsOf<K>::Type;
  using Tuned = ludus::Tuned<K>;
  // Called after each finished depth; false ends the search.
  using OnReport = std::function<bool(const Report<K>&)>;

  Search(Table& table, const Limits& limits, Stop stop = {}, SearchMode mode = SearchMode::full, Evaluation evaluation = {})
      : table_(table),
        limits_(limits),
        watch_(limits, std::move(stop), Tuned::look_every()),
        mode_(mode),
        evaluation_(std::move(evaluation)),
        forcing_(mode == SearchMode::full && is_exact(evaluation_)),
        history_(std::make_unique<MoveHistory>()) {}

  // Look positions up in these endgame tables, too, which must live as long as the search.
  void use_endings(const Endings* endings) { endings_ = endings; }

  // Search `root`, which must have a move; `past` are the keys of the positions that led to it.
  Report<K> run(const K& root, std::size_t lines, std::vector<std::uint64_t> past, const OnReport& on_report) {
    path_ = std::move(past);
    path_.reserve(path_.size() + max_ply);
    table_.new_search();
    root_side_ = root.side();
    contempt_ = evaluation_(root) >= 0 ? Tuned::contempt() : 0;
    Moves moves;
    generate_candidates(root, moves);
    if (moves.size() < lines) add_others(root, moves);
    assert(!moves.empty());
    Report<K> report;
    // Step 1. A legal answer, before anything can stop the search.
    for (std::size_t i = 0; i < std::min(lines, moves.size()); ++i) report.lines.push_back({moves[i], 0, {moves[i]}});
    // Step 2. Endgame tables. Where they say that all is settled, one look at each move finds the best. Of the moves that
    // hold a draw they do not say which asks most of the other side: that is left to the search, without them.
    const std::optional<int> known = is_plain() ? std::nullopt : look_up(root, 0);
    const bool holds_draw = known == 0 && lines == 1 && keep_draws(root, moves);
    if (holds_draw) report.lines = {{moves[0], 0, {moves[0]}}};
    if (known.value_or(0) != 0) report.lines = rank_known(root, moves, lines);
    const auto* const endings = std::exchange(endings_, holds_draw ? nullptr : endings_);
    // Step 3. A win by force, or what holds against one.
    bool is_complete = !forcing_.is_on() || forcing_.is_forced(root);
    if (!limits_.is_analysis && lines == 1) {
      if (const std::optional<Proof<Move>> proof = find_win(root, root_effort())) {
        report = {1, nodes_, watch_.seconds(), {{proof->move, win - proof->plies, {proof->move}}}};
        if (on_report) on_report(report);
        return report;
      }
      if (const std::optional<Moves> defences = find_defences(root, root_effort())) {
        if (!defences->empty()) moves = *defences;
        report.lines = {{moves[0], 0, {moves[0]}}};
        is_complete = true;
      }
    }
    // Step 4. Where the sides cannot get in each other's way any more, the kernel may know how it ends.
    if constexpr (requires { root.solve_sealed(most_solving()); }) {
      const bool may_solve = mode_ == SearchMode::full && is_exact(evaluation_) && lines == 1;
      if (const auto solution = may_solve ? root.solve_sealed(most_solving()) : std::nullopt) {
        nodes_ += solution->nodes;
        report = {1, nodes_, watch_.seconds(), {{solution->turn.front(), solution->score, solution->turn}}};
        if (on_report) on_report(report);
        return report;
      }
    }
    // Step 5. Iterative deepening: what one depth finds orders the moves of the next.
    Lines finished = report.lines;
    for (int depth = 1; depth <= std::min(limits_.depth, Tuned::deepest()); ++depth) {
      root_depth_ = depth;
      const bool is_guess_good = lines == 1 && depth >= 5 && !is_plain();
      std::optional<Lines> found = is_guess_good ? search_near(root, moves, depth, report.lines)
                                                 : search_root(root, moves, depth, lines, {-win, win}, report.lines);
      if (!found) break;
      report.lines = std::move(*found);
      if (holds_draw) report.lines.front().score = 0;
      report.nodes = nodes_;
      report.seconds = watch_.seconds();
      if (stopped_) break;
      // A loss is believed only when no move at all holds.
      if (!is_complete && report.is_lost()) {
        const auto candidates = static_cast<std::ptrdiff_t>(moves.size());
        add_others(root, moves);
        std::rotate(moves.begin(), moves.begin() + candidates, moves.end());
        is_complete = true;
        --depth;
        continue;
      }
      report.depth = depth;
      finished = report.lines;
      if (on_report && !on_report(report)) break;
      if (known && !holds_draw) break;
      if (limits_.is_analysis ? report.is_settled() : report.is_clear(has_choice(root, moves))) break;
    }
    // Step 6. A loss in a depth that was not finished is one of the moves that were reached: another may hold.
    if (stopped_ && !is_plain() && report.is_lost() && finished.front().score > -sure) {
      const std::size_t next = std::max<std::size_t>(tried_, 1);
      assert(next == moves.size() || moves[next].code() != report.lines.front().move.code());
      if (lines == 1 && next < moves.size()) finished = {{moves[next], finished.front().score, {moves[next]}}};
      report.lines = std::move(finished);
    }
    endings_ = endings;
    report.nodes = nodes_;
    report.seconds = watch_.seconds();
    return report;
  }

 private:
  static constexpr std::size_t longest_line = 24;
  static constexpr std::size_t few_defences = 6;
  static constexpr int unproven = 3000;            // what looks like the end of the game, but might be none
  static constexpr std::size_t most_ranked = 300;  // the clock is not looked at between them

  // Whether there are two moves of the rules or more: where one is made in parts, one first part may leave a choice.
  static bool has_choice(const K& root, const Moves& moves) {
    if (moves.size() != 1) return true;
    K next = root;
    next.make(moves[0]);
    if (!is_partial(next)) return false;
    Moves rest;
    next.generate(rest);
    return rest.size() > 1;
  }

  // Add the moves that were no candidates.
  static void add_others(const K& root, Moves& moves) {
    const Moves before = moves;
    Moves all;
    root.generate(all);
    for (const Move move : all) {
      if (std::none_of(before.begin(), before.end(), [&](Move other) { return other.code() == move.code(); })) {
        moves.push(move);
      }
    }
  }

  struct Window {
    int low, high;
  };
  using Lines = std::vector<Line<K>>;

  // One depth at the root with an aspiration window around the last score, widened where the score falls outside.
  std::optional<Lines> search_near(const K& root, Moves& moves, int depth, Lines best) {
    const bool was_lost = best.front().score <= -sure;
    int width = Tuned::aspiration();
    Window window{best.front().score - width, best.front().score + width};
    for (;;) {
      std::optional<Lines> found = search_root(root, moves, depth, 1, window, best);
      // One move holds where the best so far was lost: by how much is of no importance.
      if (!found && was_lost && best.front().score > -sure) return best;
      if (!found || stopped_) return found;
      width *= 4;
      if (found->empty()) {
        window.low = std::max(-win, window.low - width);
      } else if (found->front().score >= window.high && window.high < win) {
        best = std::move(*found);
        window.high = std::min(win, window.high + width);
      } else {
        return found;
      }
      if (width > win / 100) window = {-win, win};
    }
  }

  // One depth at the root: the lines whose scores are above the window's low end, and no more once one has passed its
  // high end. Nothing when it was stopped before there was enough; a part of the moves is better than nothing because
  // the best move so far comes first.
  std::optional<Lines> search_root(const K& root, Moves& moves, int depth, std::size_t lines, Window window,
                                   const Lines& before) {
    order_root(moves, before);
    tried_ = 0;
    Lines best;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool is_full = best.size() == lines;
      const int alpha = is_full ? best.back().score : window.low;
      int score;
      if (!is_full || is_plain()) {
        score = descend(root, moves[i], alpha, window.high, depth - 1, 1, true);
      } else {
        score = descend(root, moves[i], alpha, alpha + 1, depth - 1, 1, false);
        if (score > alpha && !stopped_) score = descend(root, moves[i], alpha, window.high, depth - 1, 1, true);
      }
      if (stopped_) break;
      tried_ = i + 1;
      if (score <= alpha && (is_full || window.low > -win)) continue;
      insert(best, root, moves[i], score, lines);
      if (score >= window.high && lines == 1) break;
    }
    if (stopped_ && best.size() < std::min(lines, moves.size())) return std::nullopt;
    return best;
  }

  // Leave out the moves of a drawn root after which it would be lost; false if none is left, as in tables that are wrong.
  bool keep_draws(const K& root, Moves& moves) const {
    Moves draws;
    for (const Move move : moves) {
      K next = root;
      next.make(move);
      if (look_up(next, 1) == 0) draws.push(move);
    }
    if (!draws.empty()) moves = draws;
    return !draws.empty();
  }

  // Put the moves of a root that is won or lost in order, the best first, and tell the first lines: what the search then
  // finds, unless it is stopped before.
  Lines rank_known(const K& root, Moves& moves, std::size_t lines) const {
    const auto score = [&](const Move& move) {
      K next = root;
      next.make(move);
      const std::optional<int> result = next.result();
      return result ? -final_score(next, *result, 1) : -look_up(next, 1).value_or(0);
    };
    std::stable_sort(moves.begin(), moves.end(), [&](auto one, auto other) { return score(one) > score(other); });
    Lines best;
    for (std::size_t i = 0; i < std::min(lines, moves.size()); ++i) {
      best.push_back({moves[i], score(moves[i]), principal_line(root, moves[i])});
    }
    return best;
  }

  void order_root(Moves& moves, const Lines& before) {
    std::size_t at = 0;
    for (const Line<K>& line : before) {
      for (std::size_t i = at; i < moves.size(); ++i) {
        if (moves[i].code() == line.move.code()) {
          std::rotate(moves.begin() + at, moves.begin() + i, moves.begin() + i + 1);
          ++at;
          break;
        }
      }
    }
  }

  void insert(Lines& best, const K& root, Move move, int score, std::size_t lines) {
    Line<K> line{move, score, principal_line(root, move)};
    const auto place = std::find_if(best.begin(), best.end(), [&](const Line<K>& other) { return other.score < score; });
    best.insert(place, std::move(line));
    if (best.size() > lines) best.pop_back();
  }

  // The line that was just searched in full behind a root move, and what the table knows of how it goes on.
  std::vector<Move> principal_line(const K& root, Move first) const {
    std::vector<Move> line{first};
    line.insert(line.end(), expected_[1].begin(), expected_[1].end());
    K position = root;
    for (const Move move : line) position.make(move);
    while (line.size() < longest_line && !position.result()) {
      Moves moves;
      position.generate(moves);
      const Entry* entry = table_.find(position.key());
      const auto found = look_up(position, 0).value_or(0) != 0 ? find_best_known(position, moves)
                                                               : std::find_if(moves.begin(), moves.end(), [&](Move move) {
                                                                   return entry != nullptr && move.code() == entry->move;
                                                                 });
      if (found == moves.end()) break;
      line.push_back(*found);
      position.make(*found);
    }
    return line;
  }

  // The best move of a position that endgame tables know, as all that follow it.
  const Move* find_best_known(const K& position, Moves& moves) const {
    const auto score = [&](const Move& move) {
      K next = position;
      next.make(move);
      return -look_up(next, 1).value_or(0);
    };
    return std::max_element(moves.begin(), moves.end(), [&](auto one, auto other) { return score(one) < score(other); });
  }

  // What the end of a game is worth; where more than the result counts, the kernel tells it.
  static int final_score(const K& position, int result, int ply) {
    if constexpr (requires { position.final_worth(); }) return position.final_worth();
    return result * (win - ply);
  }

  // Make a move and search what comes of it; the score is for the side that moved.
  int descend(const K& position, Move move, int alpha, int beta, int depth, int ply, bool is_pv) {
    K next = position;
    next.make(move);
    if (next.side() == position.side()) return search(next, alpha, beta, depth, ply, is_pv);
    return -search(next, -beta, -alpha, depth, ply, is_pv);
  }

  int search(const K& position, int alpha, int beta, int depth, int ply, bool is_pv) {
    if (is_pv) expected_[at(ply)].clear();
    // Step 1. The game is over.
    if (const std::optional<int> result = position.result()) {
      count();
      return final_score(position, *result, ply);
    }
    if (is_plain()) return search_plainly(position, alpha, beta, depth, ply);
    // What endgame tables say is exact; it comes before repetitions, because who follows them never needs one.
    if (const std::optional<int> known = look_up(position, ply)) {
      count();
      return *known;
    }
    // Step 2. Quiescence: at depth 0 only noisy moves are tried.
    if (depth <= 0) return quiesce(position, alpha, beta, ply);
    if (!count()) return 0;
    if (ply >= Tuned::deepest()) return evaluation_(position);
    const std::uint64_t key = position.key();
    // Step 3. Repetition: counts as a draw, which is not good enough for a root that is not worse.
    if constexpr (K::Tuning::can_repeat) {
      if (Tuned::may_repeat(position) && std::find(path_.rbegin(), path_.rend(), key) != path_.rend()) {
        return position.side() == root_side_ ? -contempt_ : contempt_;
      }
    }
    // Step 4. Transposition table: a stored bound that is deep enough may decide.
    const Entry* entry = table_.find(key);
    const std::uint32_t table_move = entry ? entry->move : 0;
    if (entry && !is_pv && entry->depth >= depth) {
      const int score = from_table(entry->score, ply);
      if (entry->bound == Bound::exact || (entry->bound == Bound::lower && score >= beta) ||
          (entry->bound == Bound::upper && score <= alpha)) {
        return score;
      }
    }
    // Step 5. A win by force.
    if (const std::optional<Proof<Move>> proof = find_win(position, depth)) {
      if (is_pv) expected_[at(ply)].assign(1, proof->move);
      table_.store(key, proof->move.code(), win - proof->plies, max_ply, Bound::exact);
      return win - ply - proof->plies;
    }
    // Step 6. Futility: so far above beta that a shallow search will hardly bring it below.
    constexpr bool can_pass = requires(K other) { other.pass(); };
    constexpr bool has_futility = requires { K::Tuning::futility; };
    const bool is_open = !is_pv && std::abs(beta) < sure;
    const bool is_shallow = depth <= Tuned::futility_depth();
    [[maybe_unused]] const int standing = is_open && (can_pass || (has_futility && is_shallow)) ? evaluation_(position) : 0;
    if constexpr (has_futility) {
      if (is_open && is_shallow && standing - K::Tuning::futility * depth >= beta) return standing;
    }
    // Step 7. Null move: where passing is good enough, some move is too.
    if constexpr (can_pass) {
      if (is_open && depth >= 3 && standing >= beta && !passed_ && position.may_pass()) {
        K next = position;
        next.pass();
        passed_ = true;
        const int score = -search(next, -beta, -beta + 1, depth - 3 - depth / 4, ply + 1, false);
        passed_ = false;
        if (stopped_) return 0;
        if (score >= beta) return score >= sure ? beta : score;
      }
    }
    // Step 8. A position of which nothing is known yet is not worth the full depth.
    if (Tuned::reduces_unknown() && depth >= 4 && table_move == 0) --depth;
    const bool may_leave_out = Tuned::leaves_out_moves && is_open && Tuned::may_pass(position);
    return search_moves(position, key, table_move, alpha, beta, depth, ply, is_pv,
                        may_leave_out ? std::optional(standing) : std::nullopt);
  }

  int search_moves(const K& position, std::uint64_t key, std::uint32_t table_move, int alpha, int beta, int depth, int ply,
                   bool is_pv, std::optional<int> standing) {
    // Step 9. Which moves to try. Forced answers do not count as plies, up to a point.
    const std::optional<Moves> defences = find_defences(position, depth);
    const bool is_forced = defences ? defences->size() <= few_defences : forcing_.is_forced(position);
    if (is_forced && ply < 2 * root_depth_) ++depth;
    Moves moves;
    if (defences) {
      moves = *defences;
    } else {
      generate_candidates(position, moves);
    }
    if (moves.empty()) return -(win - ply);
    const PathGuard guard(path_, key);
    Picker<K> picker(position, moves, table_move, ply, *history_);
    // Step 10. Where evaluations tell more than history, they rank the moves, unless the table's move does for all.
    bool is_ranked = false;
    const auto rank = [&] {
      if constexpr (Tuned::ranks_by_evaluation) {
        if (is_ranked || depth < 2 || moves.size() > most_ranked) return;
        picker.rank_again([&](Move move) { return evaluate_after(position, move, ply); });
        is_ranked = true;
      }
    };
    if (table_move == 0) rank();
    const int original_alpha = alpha;
    int best = -win;
    std::uint32_t best_move = 0;
    int number = 0;
    std::uint32_t quiet_tried[32];
    int quiet_count = 0;
    while (const Move* move = picker.next()) {
      ++number;
      // Step 11. Futility of moves: what falls too far short of alpha will hardly reach it, nor will those after it.
      if constexpr (Tuned::ranks_by_evaluation) {
        if (is_ranked && !is_pv && number > 1 && position.is_futile(picker.last_worth(), alpha, depth)) {
          best = std::max(best, picker.last_worth());
          break;
        }
      }
      const bool is_noisy = position.is_noisy(*move);
      // Step 12. Near the end of the search late quiet moves are left out, and all of them where the position is far worse
      // than what it would have to be worth; never if it is lost without them.
      if constexpr (Tuned::leaves_out_moves) {
        const bool must_be_tried = number == 1 || is_noisy || best <= -sure;
        if (standing && !must_be_tried && K::Tuning::is_hopeless(*standing, alpha, depth, quiet_count)) continue;
      }
      if constexpr (requires { K::Tuning::most_moves(depth); }) {
        const bool is_free = !is_pv && !is_forced && !defences;
        if (is_free && !is_noisy && best > -sure && number > K::Tuning::most_moves(depth)) break;
      }
      int score;
      if (number == 1) {
        score = descend(position, *move, alpha, beta, depth - 1, ply + 1, is_pv);
      } else {
        // Step 13. Late move reductions: late quiet moves are seldom good, so first less deep, with a null window.
        const bool is_late = depth >= 3 && number >= Tuned::first_late() && !is_noisy && !Tuned::is_urgent(position, *move);
        const int less = is_late ? reduction(position, *move, depth, number, is_pv) : 0;
        // The line of an earlier move must not pass for this one's.
        if (is_pv) expected_[at(ply + 1)].clear();
        score = descend(position, *move, alpha, alpha + 1, depth - 1 - less, ply + 1, false);
        if (score > alpha && less > 0 && !stopped_)
          score = descend(position, *move, alpha, alpha + 1, depth - 1, ply + 1, false);
        if (score > alpha && score < beta && !stopped_) {
          score = descend(position, *move, alpha, beta, depth - 1, ply + 1, true);
        }
      }
      if (stopped_) return 0;
      if (score > best) {
        best = score;
        if (score > alpha) {
          alpha = score;
          best_move = move->code();
          if (is_pv) expect(ply, *move);
        }
      }
      if (alpha >= beta) {
        // Step 14. Move history: remember what refuted this, and what did not.
        if (!is_noisy) {
          history_->reward(ply, position.side(), move->code(), depth);
          for (int i = 0; i < quiet_count; ++i) history_->punish(position.side(), quiet_tried[i], depth);
        }
        break;
      }
      if (!is_noisy && quiet_count < 32) quiet_tried[quiet_count++] = move->code();
      rank();
    }
    // Step 15. A loss is believed only when no move at all holds; near the end of the search that is not looked into.
    if (forcing_.is_on() && best <= -sure && !defences && !is_forced) {
      best = depth < 3 ? -unproven : std::max(best, search_rest(position, moves, alpha, depth, ply));
      if (stopped_) return 0;
    }
    const Bound bound = best >= beta ? Bound::lower : best > original_alpha ? Bound::exact : Bound::upper;
    table_.store(key, best_move, to_table(best, ply), depth, bound);
    return best;
  }

  // What a move is worth to the side that makes it, as it looks at once.
  int evaluate_after(const K& position, Move move, int ply) {
    K next = position;
    next.make(move);
    ++nodes_;
    const std::optional<int> result = next.result();
    const int worth = result ? final_score(next, *result, ply) : evaluation_(next);
    return next.side() == position.side() ? worth : -worth;
  }

  // Search the moves that were left out, until one is no loss; returns the best score.
  int search_rest(const K& position, const Moves& tried, int alpha, int depth, int ply) {
    Moves all = tried;
    add_others(position, all);
    int best = -win;
    for (std::size_t i = tried.size(); i < all.size() && best <= -sure && !stopped_; ++i) {
      best = std::max(best, descend(position, all[i], alpha, alpha + 1, std::max(0, depth - 2), ply + 1, false));
    }
    return best;
  }

  std::optional<Proof<Move>> find_win(const K& position, int depth) {
    std::optional<Proof<Move>> found = forcing_.find_win(position, depth);
    nodes_ += forcing_.take_nodes();
    return found;
  }
  std::optional<Moves> find_defences(const K& position, int depth) {
    std::optional<Moves> found = forcing_.find_defences(position, depth);
    nodes_ += forcing_.take_nodes();
    return found;
  }

  // The moves worth a look: a kernel may leave out what is legal but pointless. The plain search looks at all.
  void generate_candidates(const K& position, Moves& moves) const {
    if constexpr (requires { position.generate_candidates(moves); }) {
      if (!is_plain()) return position.generate_candidates(moves);
    }
    position.generate(moves);
  }

  // Only noisy moves, until the position is quiet enough to be evaluated.
  int quiesce(const K& position, int alpha, int beta, int ply) {
    if (!count()) return 0;
    if (const std::optional<int> result = position.result()) return final_score(position, *result, ply);
    if (const std::optional<int> known = look_up(position, ply)) return *known;
    if (const std::optional<Proof<Move>> proof = find_win(position, 0)) return win - ply - proof->plies;
    // Where the enemy would win at once, an evaluation means nothing: one of the answers must hold.
    const bool is_forced = forcing_.is_forced(position) && ply < Tuned::deepest();
    const int standing = is_forced ? -(win - ply) : evaluation_(position);
    if (standing >= beta || ply >= Tuned::deepest()) return standing;
    alpha = std::max(alpha, standing);
    Moves moves;
    position.generate_noisy(moves);
    Picker<K> picker(position, moves, 0, ply, *history_);
    int best = standing;
    while (const Move* move = picker.next()) {
      if constexpr (requires { position.is_doubtful(*move); }) {
        if (position.is_doubtful(*move)) continue;
      }
      K next = position;
      next.make(*move);
      const int score =
          next.side() == position.side() ? quiesce(next, alpha, beta, ply + 1) : -quiesce(next, -beta, -alpha, ply + 1);
      if (stopped_) return 0;
      best = std::max(best, score);
      alpha = std::max(alpha, score);
      if (alpha >= beta) break;
    }
    return best;
  }

  // Textbook alpha-beta in the order of the kernel, evaluated at the leaves. Here the depth counts whole moves, so that
  // every leaf is a position of the rules.
  int search_plainly(const K& position, int alpha, int beta, int depth, int ply) {
    if (!count()) return 0;
    if ((depth == 0 && !is_partial(position)) || ply >= Tuned::deepest()) return evaluation_(position);
    // Who is alone at the board has neither won nor lost.
    if constexpr (requires { position.leaves_rules(); }) {
      if (position.leaves_rules()) return evaluation_(position);
    }
    Moves moves;
    position.generate(moves);
    if (moves.empty()) return -(win - ply);
    for (const Move move : moves) {
      const int score = descend(position, move, alpha, beta, is_partial(position) ? depth : depth - 1, ply + 1, true);
      if (stopped_) return 0;
      if (score <= alpha) continue;
      alpha = score;
      expect(ply, move);
      if (alpha >= beta) break;
    }
    return alpha;
  }

  // A move was found best: the line that is expected here is this move, and what is expected after it.
  void expect(int ply, Move move) {
    std::vector<Move>& line = expected_[at(ply)];
    line.assign(1, move);
    if (ply + 1 < max_ply) line.insert(line.end(), expected_[at(ply + 1)].begin(), expected_[at(ply + 1)].end());
    if (line.size() > longest_line) line.resize(longest_line);
  }
  static std::size_t at(int ply) {
    assert(ply >= 0 && ply < max_ply);
    return static_cast<std::size_t>(ply);
  }

  // The score of a position that is in the endgame tables.
  std::optional<int> look_up([[maybe_unused]] const K& position, [[maybe_unused]] int ply) const {
    if constexpr (HasEndings<K>) {
      if (endings_ == nullptr) return std::nullopt;
      if (const std::optional<KnownEnd> known = position.look_up(*endings_)) {
        return known->result * (win - ply - known->plies);
      }
    }
    return std::nullopt;
  }

  bool is_plain() const { return mode_ == SearchMode::plain; }

  // Count a position; false when the search must end.
  bool count() {
    assert(!stopped_);
    if (watch_.expired(++nodes_)) stopped_ = true;
    return !stopped_;
  }

  static bool is_exact(const Evaluation& evaluation) {
    if constexpr (requires { evaluation.is_exact(); }) return evaluation.is_exact();
    return true;
  }

  // How much work a win by force is worth before the search begins, as if the search had this many plies left.
  int root_effort() const { return limits_.nodes < 20'000 ? 4 : 40; }

  // How many positions may be looked at to solve the root: some hundredths of a second, and less of a shorter search. How
  // often the search looks at the clock says how long a position takes.
  std::uint64_t most_solving() const {
    constexpr double speed = static_cast<double>(Tuned::look_every()) / 1024;
    const double in_time = 8 * std::min(limits_.cpu_seconds, limits_.wall_seconds);
    return std::min(limits_.nodes / 4, static_cast<std::uint64_t>(50'000 * speed * std::clamp(in_time, 0.0, 1.0)));
  }

  int reduction(const K& position, Move move, int depth, int number, bool is_pv) const {
    return Tuned::reduction(position, history_->success(position.side(), move.code()), depth, number, is_pv);
  }

  // Keeps the keys of the way to the present position.
  class PathGuard {
   public:
    PathGuard(std::vector<std::uint64_t>& path, std::uint64_t key) : path_(path) { path_.push_back(key); }
    ~PathGuard() { path_.pop_back(); }
    PathGuard(const PathGuard&) = delete;
    PathGuard& operator=(const PathGuard&) = delete;

   private:
    std::vector<std::uint64_t>& path_;
  };

  Table& table_;
  const Endings* endings_ = nullptr;
  Limits limits_;
  Watch watch_;
  SearchMode mode_;
  [[no_unique_address]] Evaluation evaluation_;
  Forcing<K> forcing_;
  std::unique_ptr<MoveHistory> history_;
  std::vector<std::uint64_t> path_;
  std::array<std::vector<Move>, max_ply> expected_;
  std::uint64_t nodes_ = 0;
  int root_depth_ = 0;
  int root_side_ = 0;
  std::size_t tried_ = 0;  // the number of moves of the root that were searched in the last depth
  int contempt_ = 0;
  bool stopped_ = false;
  bool passed_ = false;
};

}  // namespace ludus
