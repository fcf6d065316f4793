// Pente; the rules are told in src/ludus/games/pente.py, the board in pente_board.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "games/pente_best.hpp"
#include "games/pente_board.hpp"
#include "games/pente_net.hpp"
#include "games/pente_patterns.hpp"
#include "games/pente_rank.hpp"
#include "games/pente_reliance.hpp"
#include "kernel.hpp"
#include "search/evaluation.hpp"

namespace ludus {

class Pente {
 public:
  static constexpr std::string_view name = "pente";

  // Without initial values: a list of moves would write them all, 361 in every node.
  struct Move {
    std::uint16_t cell;
    bool is_noisy;  // a five, a capture, a four, or an answer to a threat to win; known if it is ranked
    bool is_ranked;
    std::int32_t rank;

    std::uint32_t code() const { return 1u + cell; }
  };
  struct Tuning {
    static constexpr bool can_repeat = false;  // every move adds a stone, and captures are counted
    static constexpr int bench_depth = 9;
    static constexpr int history_share = 32;
    static constexpr int killer_worth = 150;  // in the unit of ranks
    static constexpr int first_late = 3;
    static constexpr int reduction_share = 150;

    // How many moves a search so deep looks at, if they are quiet.
    static constexpr int most_moves(int depth) { return 3 + 2 * depth; }
  };
  using Moves = MoveList<Move, pente::cells>;

  static Expected<Pente> read(std::string_view text);
  std::string text() const;
  std::string spell(Move move) const {
    return std::to_string(pente::size - move.cell / pente::size) + columns[move.cell % pente::size];
  }

  int side() const { return board_.side(); }

  std::uint64_t key() const {
    const auto number = [](int value) { return static_cast<std::uint64_t>(value); };
    const std::uint64_t captured = number(board_.captured(pente::white)) << 32 | number(board_.captured(pente::black));
    return board_.hash() ^ scramble((number(option_) << 60) + captured * 2 + number(side()) + 1);
  }

  std::optional<int> result() const {
    if (board_.end() == pente::End::none) return std::nullopt;
    if (board_.end() == pente::End::full) return 0;
    return board_.end() == pente::won_by(side()) ? 1 : -1;
  }

  bool is_noisy(Move move) const {
    if (move.is_ranked) return move.is_noisy;
    return can_win(side()) || can_win(1 - side()) || pente::rank_of(board_.lines(), side(), move.cell).is_noisy;
  }
  int order(Move move) const { return move.is_ranked ? (1 << 20) + move.rank : 0; }

  // Five, captures, and answers to a threat to win. Fours are left to the search proper: they would never end here.
  void generate_noisy(Moves& moves) const {
    if (result()) return;
    if (can_win(side())) return push_win(moves);
    if (can_win(1 - side())) return push_answers(moves);
    if (patterns_[1 - side()].exposed > 0) push_captures(side(), moves);
  }

  // The moves that a search should look at, best first: near the stones, and only what helps where a side can win
  // at once.
  void generate_candidates(Moves& moves) const {
    if (result()) return;
    if (can_win(side())) return push_win(moves);
    if (can_win(1 - side())) return push_answers(moves);
    generate_near(moves);
    if (moves.empty()) generate(moves);
  }

  // Cells at most two away from a stone (four while White is bound), the best of them in order.
  void generate_near(Moves& moves) const {
    const Range allowed = allowed_distance();
    const bool is_bound = allowed.farthest < pente::size;
    pente::Best<pente::cells, most_candidates> best;
    const auto push_row = [&](int row, pente::Word near) {
      for (; near != 0; near &= near - 1) {
        const int cell = row * pente::size + std::countr_zero(near) - pente::reach;
        if (is_bound && (distance(cell) < allowed.nearest || distance(cell) > allowed.farthest)) continue;
        best.push(packed(cell, pente::rank_of(board_.lines(), side(), cell)));
      }
    };
    if (is_bound) {
      board_.for_each_near<4>(push_row);
    } else {
      board_.for_each_near<2>(push_row);
    }
    best.for_each([&](std::int32_t number) { moves.push(unpacked(number)); });
  }

  int evaluate_reference() const { return reference_worth(side()) - reference_worth(1 - side()); }

  int evaluate() const {
    if (can_win(side())) return nearly_won;
    return network_worth();
  }

  // What the network sees.
  const pente::Board& board() const { return board_; }
  pente::Holdings holdings(int side) const { return {patterns_[side], pairs(side)}; }

  static constexpr auto& feature_names = pente::feature_names;
  pente::Features features() const {
    return pente::features_of(patterns_[side()], pairs(side()), patterns_[1 - side()], pairs(1 - side()), network_worth());
  }

  // Row by row from the top, as the Python rules list them.
  void generate(Moves& moves) const {
    if (result()) return;
    const auto [nearest, farthest] = allowed_distance();
    for (int row = 0; row < pente::size; ++row) {
      for (pente::Word rest = board_.empty_in_row(row); rest != 0; rest &= rest - 1) {
        const int cell = row * pente::size + std::countr_zero(rest) - pente::reach;
        if (farthest < pente::size && (distance(cell) < nearest || distance(cell) > farthest)) continue;
        moves.push(unknown(cell));
      }
    }
  }

  void make(Move move) { board_.place(move.cell, patterns_); }

  // Whether a stone of the side to move makes a three that is open on both sides: the enemy must answer it.
  bool is_urgent(Move move) const {
    const pente::Around around = board_.around(side(), move.cell);
    const pente::Opens opens(around.own, around.enemy | (pente::whole_lane & ~around.inside));
    return (opens.with[2] & pente::Opens::inner) != 0;
  }

  // Let the other side move: what it would do shows what it threatens.
  void swap_turn() { board_.swap_turn(); }

  // Whether a side, if it were to move, had a five or a pair that makes ten.
  bool can_win(int side) const {
    return patterns_[side].fives[4] > 0 || (board_.captured(side) + 2 >= pente::to_win && patterns_[1 - side].exposed > 0);
  }

  // Whether a side, if it were to move, may have a move after which it can win.
  bool can_threaten(int side) const {
    const pente::Shapes& enemy = patterns_[1 - side];
    return patterns_[side].fives[3] > 0 || enemy.exposed > 0 ||
           (board_.captured(side) + 2 >= pente::to_win && enemy.loose > 0);
  }

  bool has_open_three(int side) const { return patterns_[side].opens[3] > 0; }

  // Whether it may have several such moves on end, as a chain of threats needs.
  bool may_force(int side) const {
    const pente::Shapes& own = patterns_[side];
    const pente::Shapes& enemy = patterns_[1 - side];
    if (own.fives[4] > 0 || own.fives[3] > 1) return true;
    const bool has_pairs = enemy.exposed > 0 || (board_.captured(side) + 2 >= pente::to_win && enemy.loose > 0);
    return has_pairs && (own.fives[3] > 0 || board_.captured(side) + 4 >= pente::to_win);
  }

  // The moves after which the side to move may be able to win: fours, captures, and the ninth and tenth stone in reach.
  void generate_threats(Moves& moves) const {
    if (can_win(1 - side())) return push_answers(moves);
    if (patterns_[side()].fives[3] > 0) for_each_four(side(), [&](int cell) { push_once(cell, moves); });
    if (patterns_[1 - side()].exposed > 0) push_captures(side(), moves);
    if (board_.captured(side()) + 2 >= pente::to_win) for_each_flank(side(), [&](int cell) { push_once(cell, moves); });
    sort_by_rank(moves);
  }

  // What a proof relies on: that the side to move wins on a cell, attacks there, or answers there.
  void rely_on_win(int cell, pente::Reliance& reliance) const { reliance.add_win(board_, cell); }
  void rely_on_attack(int cell, pente::Reliance& reliance) const { reliance.add_attack(board_, cell); }
  void rely_on_answer(int cell, pente::Reliance& reliance) const { reliance.add_answer(board_, cell); }

  // The moves of the side to move that may interfere with a proof of the other side, best first; none that helps is left
  // out. Nothing where any move may help.
  std::optional<Moves> interfering_moves(const pente::Reliance& reliance) const {
    const std::optional<pente::CellSet> cells = pente::find_interference(board_, reliance);
    if (!cells) return std::nullopt;
    Moves moves;
    cells->for_each([&](int cell) {
      const pente::Rank rank = pente::rank_of(board_.lines(), side(), cell);
      moves.push({static_cast<std::uint16_t>(cell), rank.is_noisy, true, rank.value});
    });
    sort_by_rank(moves);
    return moves;
  }

 private:
  static constexpr int nearly_won = 5000;
  static constexpr std::size_t most_candidates = 24;
  static constexpr std::string_view columns = "ABCDEFGHJKLMNOPQRST";
  static constexpr std::array<std::string_view, 4> options = {"at-most-3", "exactly-3", "at-least-3", "free"};
  static constexpr std::string_view option_key = " second_stone=";

  struct Range {
    int nearest, farthest;
  };

  static int distance(int cell) {
    constexpr int middle = pente::size / 2;
    return std::max(std::abs(cell / pente::size - middle), std::abs(cell % pente::size - middle));
  }

  // How far from the centre the next stone may lie: White's first two are bound.
  Range allowed_distance() const {
    constexpr Range anywhere{0, pente::size};
    if (side() != pente::white) return anywhere;
    const int placed = board_.stones(pente::white) + board_.captured(pente::black);
    if (placed > 1 || board_.stones(pente::black) + board_.captured(pente::white) != placed) return anywhere;
    if (placed == 0) return {0, 0};
    constexpr Range second[] = {{0, 3}, {3, 3}, {3, pente::size - 1}, anywhere};
    return second[option_];
  }

  static Move unknown(int cell) { return {static_cast<std::uint16_t>(cell), false, false, 0}; }
  int network_worth() const { return pente::Net::worth(holdings(side()), holdings(1 - side()), board_); }
  int pairs(int side) const { return std::min(board_.captured(side), pente::to_win) / 2; }

  // Call `visit(cell)` for the cells that `find(own, enemy, empty)` marks in the words of a side; a cell may come twice.
  template <class Find, class Visit>
  void for_each_cell(int side, const Find& find, const Visit& visit) const {
    for (std::size_t d = 0; d < pente::directions; ++d) {
      for (std::size_t w = 0; w < pente::line_count; ++w) {
        const pente::Line line = board_.lines()[d][w];
        const pente::Word own = pente::half(line, side), enemy = pente::half(line, 1 - side);
        for (pente::Word found = find(own, enemy, pente::geometry.inside[d][w] & ~(own | enemy)); found != 0;
             found &= found - 1) {
          visit(static_cast<int>(pente::geometry.cell_at[d][w][static_cast<std::size_t>(std::countr_zero(found))]));
        }
      }
    }
  }
  template <class Visit>
  void for_each_five(int side, const Visit& visit) const {
    for_each_cell(side, [](auto own, auto, auto empty) { return pente::five_cells(own, empty); }, visit);
  }
  template <class Visit>
  void for_each_four(int side, const Visit& visit) const {
    for_each_cell(side, [](auto own, auto, auto empty) { return pente::four_cells(own, empty); }, visit);
  }
  template <class Visit>
  void for_each_flank(int side, const Visit& visit) const {
    for_each_cell(side, [](auto, auto enemy, auto empty) { return pente::flank_cells(enemy, empty); }, visit);
  }
  template <class Visit>
  void for_each_capture(int side, const Visit& visit) const {
    for_each_cell(side, [](auto own, auto enemy, auto empty) { return pente::capture_cells(own, enemy, empty); }, visit);
  }

  // Equal ranks by cell, so that every library sorts alike.
  static void sort_by_rank(Moves& moves) {
    std::sort(moves.begin(), moves.end(),
              [](Move one, Move other) { return one.rank != other.rank ? one.rank > other.rank : one.cell < other.cell; });
  }

  void push_once(int cell, Moves& moves) const {
    for (const Move& move : moves) {
      if (move.cell == cell) return;
    }
    moves.push({static_cast<std::uint16_t>(cell), true, true, pente::rank_of(board_.lines(), side(), cell).value});
  }

  // One winning move is as good as all.
  void push_win(Moves& moves) const {
    const auto push = [&](int cell) {
      if (moves.empty()) moves.push({static_cast<std::uint16_t>(cell), true, true, 1 << 16});
    };
    if (patterns_[side()].fives[4] > 0) for_each_five(side(), push);
    if (moves.empty()) for_each_capture(side(), push);
  }

  void push_captures(int side, Moves& moves) const {
    for_each_capture(side, [&](int cell) { push_once(cell, moves); });
  }

  // Occupy the cell where the enemy would win, or capture: that may break his line or his flank.
  void push_answers(Moves& moves) const {
    if (patterns_[1 - side()].fives[4] > 0) for_each_five(1 - side(), [&](int cell) { push_once(cell, moves); });
    if (board_.captured(1 - side()) + 2 >= pente::to_win) push_captures(1 - side(), moves);
    if (patterns_[1 - side()].exposed > 0) push_captures(side(), moves);
  }

  // A ranked move as one number above 0: the higher the better, equal ones from the last cell to the first.
  static std::int32_t packed(int cell, pente::Rank rank) {
    return (rank.value + pente::rank_limit) << 16 | cell << 1 | static_cast<int>(rank.is_noisy);
  }
  static Move unpacked(std::int32_t number) {
    return {static_cast<std::uint16_t>((number & 0xFFFF) >> 1), (number & 1) != 0, true,
            (number >> 16) - pente::rank_limit};
  }

  int reference_worth(int side) const {
    const pente::Shapes& shapes = patterns_[side];
    return shapes.fives[1] + 4 * shapes.fives[2] + 16 * shapes.fives[3] + 64 * shapes.fives[4] +
           4 * board_.captured(side) * board_.captured(side);
  }

  pente::Board board_;
  pente::Patterns patterns_;
  std::uint8_t option_ = 0;
};

inline Expected<Pente> Pente::read(std::string_view text) {
  const BadText malformed{"pente: expected ROWS CAPW,CAPB w|b [ended] [second_stone=...]"};
  const auto skip = [&text](std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  const auto read_number = [&text]() -> std::optional<int> {
    constexpr std::size_t most_digits = 6;
    int value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
      if (digits == most_digits) return std::nullopt;
      value = 10 * value + (text[digits] - '0');
    }
    if (digits == 0) return std::nullopt;
    text.remove_prefix(digits);
    return value;
  };
  Pente position;
  const auto put = [&position](int cell, char letter) {
    if (letter != 'w' && letter != 'b') return false;
    position.board_.put(letter == 'w' ? pente::white : pente::black, cell, position.patterns_);
    return true;
  };
  const Expected<std::string_view> behind = read_rows("pente", text, pente::size, put);
  if (!behind) return behind.error();
  text = *behind;
  if (!skip(" ")) return malformed;
  const std::optional<int> captured_by_white = read_number();
  if (!captured_by_white || !skip(",")) return malformed;
  const std::optional<int> captured_by_black = read_number();
  if (!captured_by_black) return malformed;
  const int side = skip(" w") ? pente::white : pente::black;
  if (side == pente::black && !skip(" b")) return malformed;
  position.board_.set_up(side, *captured_by_white, *captured_by_black);
  const bool says_ended = skip(" ended");
  if (skip(option_key)) {
    const auto found = std::find(options.begin(), options.end(), text);
    if (found == options.end()) return BadText{"pente: unknown second_stone '" + std::string(text) + "'"};
    position.option_ = static_cast<std::uint8_t>(found - options.begin());
  } else if (!text.empty()) {
    return malformed;
  }
  if (says_ended && !position.result()) return BadText{"pente: 'ended' without a five, ten captures or a full board"};
  return position;
}

inline std::string Pente::text() const {
  std::string text = write_rows(pente::size, [&](int row, int col) {
    const pente::Word bit = pente::Word{1} << (col + pente::reach);
    if (board_.empty_in_row(row) & bit) return '.';
    return board_.row(row, pente::white) & bit ? 'w' : 'b';
  });
  text += ' ' + std::to_string(board_.captured(pente::white)) + ',' + std::to_string(board_.captured(pente::black));
  text += side() == pente::white ? " w" : " b";
  if (result()) text += " ended";
  if (option_ != 0) text += std::string(option_key) + std::string(options[option_]);
  return text;
}

static_assert(Evaluated<Pente>);

}  // namespace ludus
