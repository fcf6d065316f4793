// Pente; the rules are told in src/ludus/games/pente.py, the board and its lines in pente_patterns.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "games/pente_patterns.hpp"
#include "kernel.hpp"

namespace ludus {

class Pente {
 public:
  static constexpr std::string_view name = "pente";

  struct Move {
    std::uint16_t cell;
    bool is_forced = false;  // wins, answers a threat to win, or captures
    bool is_ranked = false;
    std::int32_t rank = 0;

    std::uint32_t code() const { return 1u + cell; }
  };
  struct Tuning {
    static constexpr bool can_repeat = false;  // every move adds a stone, and captures are counted
  };
  using Moves = MoveList<Move, pente::cells>;

  static Pente read(std::string_view text);
  std::string text() const;
  std::string spell(Move move) const {
    return std::to_string(pente::size - move.cell / pente::size) + columns[move.cell % pente::size];
  }

  int side() const { return side_; }
  int captured(int side) const { return captured_[side]; }
  const pente::Shapes& shapes(int side) const { return shapes_[side]; }

  std::uint64_t key() const {
    const auto captured = static_cast<std::uint64_t>(captured_[0]) << 32 | static_cast<std::uint64_t>(captured_[1]);
    return hash_ ^ pente::mix(captured * 2 + static_cast<std::uint64_t>(side_) + 1);
  }

  std::optional<int> result() const {
    if (end_ == End::none) return std::nullopt;
    if (end_ == End::full) return 0;
    return (end_ == End::white_won) == (side_ == white) ? 1 : -1;
  }

  // A five, a capture, a four, or an answer to a threat to win.
  bool is_noisy(Move move) const {
    if (move.is_forced || can_win(side_) || can_win(1 - side_)) return true;
    const pente::Place& place = pente::place_of(move.cell);
    const pente::Lanes own = pente::around(lines_[side_], place), enemy = pente::around(lines_[1 - side_], place);
    const pente::Fives fives(own, enemy | (pente::whole_lane & ~place.inside));
    return fives.with[3] != 0 || pente::captures(own, enemy) != 0;
  }
  int order(Move move) const { return move.is_ranked ? (1 << 20) + move.rank : 0; }

  // Five, captures, and answers to a threat to win. Fours are left to the search proper: they would never end here.
  void generate_noisy(Moves& moves) const {
    if (end_ != End::none) return;
    if (can_win(side_)) return push_win(moves);
    if (can_win(1 - side_)) return push_answers(moves);
    if (shapes_[1 - side_].exposed > 0) push_captures(side_, moves);
  }

  // The moves that a search should look at, best first: near the stones, and only what helps where a side can win
  // at once.
  void generate_candidates(Moves& moves) const {
    if (end_ != End::none) return;
    if (can_win(side_)) return push_win(moves);
    if (can_win(1 - side_)) return push_answers(moves);
    push_near(moves);
    if (moves.empty()) generate(moves);
  }

  int evaluate_reference() const { return reference_worth(side_) - reference_worth(1 - side_); }

  int evaluate() const {
    if (can_win(side_)) return nearly_won;
    return pente::worth(shapes_[side_], pairs(side_), shapes_[1 - side_], pairs(1 - side_));
  }

  // Row by row from the top, as the Python rules list them.
  void generate(Moves& moves) const {
    if (end_ != End::none) return;
    const auto [nearest, farthest] = allowed_distance();
    for (int row = 0; row < pente::size; ++row) {
      for (pente::Word rest = empty_in_row(row); rest != 0; rest &= rest - 1) {
        const int cell = row * pente::size + std::countr_zero(rest) - pente::reach;
        if (farthest < pente::size && (distance(cell) < nearest || distance(cell) > farthest)) continue;
        moves.push(unknown(cell));
      }
    }
  }

  void make(Move move) {
    const pente::Place& place = pente::place_of(move.cell);
    const pente::Lanes own = pente::around(lines_[side_], place);
    const pente::Lanes enemy = pente::around(lines_[1 - side_], place);
    put(side_, move.cell, own, enemy);
    if (const pente::Lanes taken = pente::captures(own, enemy)) take(move.cell, taken);
    if (pente::makes_five(own)) {
      end_ = won_by(side_);
    } else if (captured_[side_] >= to_win) {
      end_ = won_by(side_);
    } else if (stones_[white] + stones_[black] == pente::cells) {
      end_ = End::full;
    }
    side_ = 1 - side_;
  }

 private:
  enum class End : std::uint8_t { none, white_won, black_won, full };
  static constexpr int white = 0;
  static constexpr int black = 1;
  static constexpr int to_win = 10;
  static constexpr int nearly_won = 5000;
  static constexpr std::size_t most_candidates = 24;
  static constexpr std::string_view columns = "ABCDEFGHJKLMNOPQRST";
  static constexpr std::array<std::string_view, 4> options = {"at-most-3", "exactly-3", "at-least-3", "free"};
  static constexpr std::string_view option_key = " second_stone=";

  struct Range {
    int nearest, farthest;
  };

  static constexpr End won_by(int side) { return side == white ? End::white_won : End::black_won; }
  static int distance(int cell) {
    constexpr int middle = pente::size / 2;
    return std::max(std::abs(cell / pente::size - middle), std::abs(cell % pente::size - middle));
  }

  // How far from the centre the next stone may lie: White's first two are bound.
  Range allowed_distance() const {
    constexpr Range anywhere{0, pente::size};
    if (side_ != white) return anywhere;
    const int placed = stones_[white] + captured_[black];
    if (placed > 1 || stones_[black] + captured_[white] != placed) return anywhere;
    if (placed == 0) return {0, 0};
    constexpr Range second[] = {{0, 3}, {3, 3}, {3, pente::size - 1}, anywhere};
    return second[option_];
  }

  pente::Word empty_in_row(int row) const {
    const auto r = static_cast<std::size_t>(row);
    return pente::geometry.inside[0][r] & ~(lines_[white][0][r] | lines_[black][0][r]);
  }

  static Move unknown(int cell) { return {static_cast<std::uint16_t>(cell), false, false, 0}; }
  int pairs(int side) const { return std::min(captured_[side], to_win) / 2; }

  // Whether a side, if it were to move, had a five or a pair that makes ten.
  bool can_win(int side) const {
    return shapes_[side].fives[4] > 0 || (captured_[side] + 2 >= to_win && shapes_[1 - side].exposed > 0);
  }

  int rank_of(int cell) const {
    const pente::Place& place = pente::place_of(cell);
    return pente::rank_of(cell, pente::around(lines_[side_], place), pente::around(lines_[1 - side_], place), place.inside);
  }

  // Call `visit(cell)` for the cells that `find(own, enemy, empty)` marks in the words of a side; a cell may come twice.
  template <class Find, class Visit>
  void for_each_cell(int side, const Find& find, const Visit& visit) const {
    for (std::size_t d = 0; d < pente::directions; ++d) {
      for (std::size_t w = 0; w < pente::word_count; ++w) {
        const pente::Word own = lines_[side][d][w], enemy = lines_[1 - side][d][w];
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
  void for_each_capture(int side, const Visit& visit) const {
    for_each_cell(side, [](auto own, auto enemy, auto empty) { return pente::capture_cells(own, enemy, empty); }, visit);
  }

  void push_once(int cell, Moves& moves) const {
    for (const Move& move : moves) {
      if (move.cell == cell) return;
    }
    moves.push({static_cast<std::uint16_t>(cell), true, true, rank_of(cell)});
  }

  // One winning move is as good as all.
  void push_win(Moves& moves) const {
    const auto push = [&](int cell) {
      if (moves.empty()) moves.push({static_cast<std::uint16_t>(cell), true, true, 1 << 16});
    };
    if (shapes_[side_].fives[4] > 0) for_each_five(side_, push);
    if (moves.empty()) for_each_capture(side_, push);
  }

  void push_captures(int side, Moves& moves) const {
    for_each_capture(side, [&](int cell) { push_once(cell, moves); });
  }

  // Occupy the cell where the enemy would win, or capture: that may break his line or his flank.
  void push_answers(Moves& moves) const {
    if (shapes_[1 - side_].fives[4] > 0) for_each_five(1 - side_, [&](int cell) { push_once(cell, moves); });
    if (captured_[1 - side_] + 2 >= to_win) push_captures(1 - side_, moves);
    if (shapes_[1 - side_].exposed > 0) push_captures(side_, moves);
  }

  // Cells at most two away from a stone (four while White is bound), the best of them in order.
  void push_near(Moves& moves) const {
    const auto [nearest, farthest] = allowed_distance();
    const bool is_bound = farthest < pente::size;
    const int width = is_bound ? 4 : 2;
    std::array<std::uint32_t, pente::cells> found;  // rank above, cell below
    std::size_t count = 0;
    std::array<pente::Word, pente::size + 8> wide{};
    for (std::size_t row = 0; row < pente::size; ++row) {
      const pente::Word stones = lines_[white][0][row] | lines_[black][0][row];
      pente::Word spread = stones;
      for (int i = 1; i <= width; ++i) spread |= stones << i | stones >> i;
      wide[row + 4] = spread;
    }
    for (int row = 0; row < pente::size; ++row) {
      pente::Word near = 0;
      for (int i = -width; i <= width; ++i) near |= wide[static_cast<std::size_t>(row + 4 + i)];
      for (near &= empty_in_row(row); near != 0; near &= near - 1) {
        const int cell = row * pente::size + std::countr_zero(near) - pente::reach;
        if (is_bound && (distance(cell) < nearest || distance(cell) > farthest)) continue;
        found[count++] = static_cast<std::uint32_t>(rank_of(cell) + (1 << 15)) << 16 | static_cast<std::uint32_t>(cell);
      }
    }
    const std::size_t kept = std::min(count, most_candidates);
    const auto begin = found.begin(), middle = begin + static_cast<std::ptrdiff_t>(kept);
    std::partial_sort(begin, middle, begin + static_cast<std::ptrdiff_t>(count), std::greater<>());
    for (auto it = begin; it != middle; ++it) {
      moves.push({static_cast<std::uint16_t>(*it), false, true, static_cast<std::int32_t>(*it >> 16) - (1 << 15)});
    }
  }

  // Put a stone onto an empty cell; the lanes are those around it.
  void put(int side, int cell, pente::Lanes own, pente::Lanes enemy) {
    const pente::Place& place = pente::place_of(cell);
#ifndef NOPAT
    pente::count_stone<1>(shapes_[side], shapes_[1 - side], own, enemy, place.inside);
#endif
    pente::flip(lines_[side], place);
    ++stones_[side];
    hash_ ^= pente::stone_keys[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)];
  }

  void remove(int side, int cell) {
    const pente::Place& place = pente::place_of(cell);
    pente::flip(lines_[side], place);
    --stones_[side];
    hash_ ^= pente::stone_keys[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)];
#ifndef NOPAT
    pente::count_stone<-1>(shapes_[side], shapes_[1 - side], pente::around(lines_[side], place),
                           pente::around(lines_[1 - side], place), place.inside);
#endif
  }

  // Remove the pairs that a stone of the side to move has captured.
  void take(int cell, pente::Lanes taken) {
    constexpr int steps[pente::directions] = {1, pente::size, pente::size + 1, pente::size - 1};
    for (; taken != 0; taken &= taken - 1) {
      const int bit = std::countr_zero(taken);
      const int step = bit % 16 == 0 ? steps[bit / 16] : -steps[bit / 16];
      remove(1 - side_, cell + step);
      remove(1 - side_, cell + 2 * step);
      captured_[side_] += 2;
    }
  }

  int reference_worth(int side) const {
    const pente::Shapes& shapes = shapes_[side];
    return shapes.fives[1] + 4 * shapes.fives[2] + 16 * shapes.fives[3] + 64 * shapes.fives[4] +
           4 * captured_[side] * captured_[side];
  }

  void find_end();
  std::size_t read_rows(std::string_view text);

  pente::Lines lines_[2] = {};
  pente::Shapes shapes_[2] = {};
  std::uint64_t hash_ = 0;
  std::int32_t captured_[2] = {0, 0};
  std::int32_t side_ = white;
  std::int16_t stones_[2] = {0, 0};
  std::uint8_t option_ = 0;
  End end_ = End::none;
};

// Look over the whole board for what `make` sees at one cell; where both sides have won, the last mover has.
inline void Pente::find_end() {
  const auto has_five = [&](int side) {
    for (const auto& direction : lines_[side].words()) {
      for (const pente::Word row : direction) {
        const pente::Word two = row & row >> 1;
        if (two & two >> 2 & row >> 4) return true;
      }
    }
    return false;
  };
  for (const int side : {1 - side_, side_}) {
    if (has_five(side) || captured_[side] >= to_win) {
      end_ = won_by(side);
      return;
    }
  }
  if (stones_[white] + stones_[black] == pente::cells) end_ = End::full;
}

// Read the board; returns where it ends in the text.
inline std::size_t Pente::read_rows(std::string_view text) {
  int cell = 0, row_end = pente::size, run = 0;
  const auto end_run = [&] {
    cell += run;
    run = 0;
    if (cell > row_end) throw BadText("pente: a row does not have 19 cells");
  };
  std::size_t i = 0;
  for (; i < text.size() && text[i] != ' '; ++i) {
    const char letter = text[i];
    if (letter >= '0' && letter <= '9') {
      if (run == 0 && letter == '0') throw BadText("pente: a run of empty cells starts with 0");
      run = 10 * run + (letter - '0');
      if (run > pente::size) throw BadText("pente: a row does not have 19 cells");
      continue;
    }
    end_run();
    if (letter == '/') {
      if (cell != row_end || row_end == pente::cells) throw BadText("pente: expected 19 rows of 19 cells");
      row_end += pente::size;
    } else if (letter == 'w' || letter == 'b') {
      if (cell == row_end) throw BadText("pente: a row does not have 19 cells");
      const int side = letter == 'w' ? white : black;
      const pente::Place& place = pente::place_of(cell);
      put(side, cell++, pente::around(lines_[side], place), pente::around(lines_[1 - side], place));
    } else {
      throw BadText("pente: unknown piece");
    }
  }
  end_run();
  if (cell != pente::cells) throw BadText("pente: expected 19 rows of 19 cells");
  return i;
}

inline Pente Pente::read(std::string_view text) {
  const auto starts_with = [&text](std::string_view word) {
    if (text.substr(0, word.size()) != word) return false;
    text.remove_prefix(word.size());
    return true;
  };
  const auto number = [&text] {
    int value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
      if (digits == 6) throw BadText("pente: too many captured stones");
      value = 10 * value + (text[digits] - '0');
    }
    if (digits == 0) throw BadText("pente: expected ROWS CAPW,CAPB w|b [ended] [second_stone=...]");
    text.remove_prefix(digits);
    return value;
  };
  const auto expect = [](bool found) {
    if (!found) throw BadText("pente: expected ROWS CAPW,CAPB w|b [ended] [second_stone=...]");
  };
  Pente position;
  text.remove_prefix(position.read_rows(text));
  expect(starts_with(" "));
  position.captured_[white] = number();
  expect(starts_with(","));
  position.captured_[black] = number();
  position.side_ = starts_with(" w") ? white : black;
  expect(position.side_ == white || starts_with(" b"));
  const bool says_ended = starts_with(" ended");
  if (starts_with(option_key)) {
    const auto found = std::find(options.begin(), options.end(), text);
    if (found == options.end()) throw BadText("pente: unknown second_stone '" + std::string(text) + "'");
    position.option_ = static_cast<std::uint8_t>(found - options.begin());
    position.hash_ ^= pente::mix(position.option_);
  } else {
    expect(text.empty());
  }
  position.find_end();
  if (says_ended && position.end_ == End::none) throw BadText("pente: 'ended' without a five, ten captures or a full board");
  return position;
}

inline std::string Pente::text() const {
  std::string text;
  for (int row = 0; row < pente::size; ++row) {
    const auto r = static_cast<std::size_t>(row);
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    if (row > 0) text += '/';
    for (int col = 0; col < pente::size; ++col) {
      const pente::Word bit = pente::Word{1} << (col + pente::reach);
      if (!((lines_[white][0][r] | lines_[black][0][r]) & bit)) {
        ++run;
        continue;
      }
      end_run();
      text += lines_[white][0][r] & bit ? 'w' : 'b';
    }
    end_run();
  }
  text += ' ' + std::to_string(captured_[white]) + ',' + std::to_string(captured_[black]);
  text += side_ == white ? " w" : " b";
  if (end_ != End::none) text += " ended";
  if (option_ != 0) text += std::string(option_key) + std::string(options[option_]);
  return text;
}

static_assert(Playable<Pente>);

}  // namespace ludus
