// What a proven win in Pente relies on, and which moves of the other side can interfere with it.
//
// A proof is a tree: a move of the attacker that threatens to win at once, all answers to it, and so on. Suppose the
// defender has one more stone on the board, on a cell that was empty. The proof holds as before, unless the stone
// - lies on a cell that the attacker needs;
// - lies next to a stone that the attacker needs, or next to its neighbour, so that the stone can come to be captured;
// - lies where the attacker captures it together with its neighbour, or where an answer captures a pair between the two, so
//   that cells become free which the proof takes to be occupied;
// - makes a four by itself, or together with answers of the proof, so that an answer is a threat;
// - captures.
// Where the defender can come near ten captured stones, any capture may win, and nothing is left out.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <optional>

#include "games/pente_board.hpp"
#include "games/pente_patterns.hpp"
#include "games/pente_rank.hpp"

namespace ludus::pente {

// A set of cells, a word for each row.
class CellSet {
 public:
  void add(int cell) { rows_[static_cast<std::size_t>(cell / size)] |= Word{1} << cell % size; }
  void add(const CellSet& other) {
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] |= other.rows_[i];
  }
  bool has(int cell) const { return rows_[static_cast<std::size_t>(cell / size)] >> cell % size & 1; }

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      for (Word rest = rows_[row]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(row) * size + std::countr_zero(rest));
      }
    }
  }

 private:
  std::array<Word, size> rows_{};
};

inline constexpr int line_rows[directions] = {0, 1, 1, 1};
inline constexpr int line_cols[directions] = {1, 0, 1, -1};

// The cell some steps along a line, or -1 beyond the border.
constexpr int step_from(int cell, std::size_t d, int steps) {
  const int row = cell / size + steps * line_rows[d], col = cell % size + steps * line_cols[d];
  return on_board(row, col) ? row * size + col : -1;
}

class Reliance {
 public:
  // The side to move wins on a cell.
  void add_win(const Board& board, int cell) {
    cells_.add(cell);
    const Around around = board.around(board.side(), cell);
    if (!makes_five(around.own)) return add_flanks(cell, captures(around.own, around.enemy));
    for (std::size_t d = 0; d < directions; ++d) add_run(cell, d, around.own >> 16 * d & 0x7FF);
  }

  // The side to move attacks there, perhaps by a capture.
  void add_attack(const Board& board, int cell) {
    cells_.add(cell);
    const Around around = board.around(board.side(), cell);
    const Lanes taken = captures(around.own, around.enemy);
    add_flanks(cell, taken);
    for_each_taken(cell, taken, [&](int prey) { freed_.add(prey); });
  }

  // The side to move, which is attacked, answers there.
  void add_answer(const Board& board, int cell) {
    answers_.add(cell);
    const Around around = board.around(board.side(), cell);
    for_each_taken(cell, captures(around.own, around.enemy), [&](int prey) {
      taken_.add(prey);
      freed_.add(prey);
      ++taken_count_;
    });
  }

  void add(const Reliance& other) {
    cells_.add(other.cells_);
    stones_.add(other.stones_);
    answers_.add(other.answers_);
    taken_.add(other.taken_);
    freed_.add(other.freed_);
    taken_count_ += other.taken_count_;
  }

  const CellSet& cells() const { return cells_; }      // that the attacker uses, or would win on
  const CellSet& stones() const { return stones_; }    // of the attacker, that must not be captured
  const CellSet& answers() const { return answers_; }  // cells of the defender
  const CellSet& taken() const { return taken_; }      // stones of the attacker that the defender captures
  const CellSet& freed() const { return freed_; }      // by captures of either side
  int taken_count() const { return taken_count_; }

 private:
  // The stones beside a cell that make a five with it, if they do.
  void add_run(int cell, std::size_t d, Lanes own) {
    int below = 0, above = 0;
    while (below < reach && own >> (reach - 1 - below) & 1) ++below;
    while (above < reach && own >> (reach + 1 + above) & 1) ++above;
    if (below + above < 4) return;
    const int step = line_rows[d] * size + line_cols[d];
    for (int i = -below; i <= above; ++i) {
      if (i != 0) stones_.add(cell + i * step);
    }
  }

  // The stones on the far side of pairs that are captured.
  void add_flanks(int cell, Lanes taken) {
    for (; taken != 0; taken &= taken - 1) {
      const int bit = std::countr_zero(taken);
      const auto d = static_cast<std::size_t>(bit / 16);
      const int step = line_rows[d] * size + line_cols[d];
      stones_.add(cell + (bit % 16 == 0 ? 3 : -3) * step);
    }
  }

  CellSet cells_, stones_, answers_, taken_, freed_;
  int taken_count_ = 0;
};

// The cells from which a stone that a proof relies on can come to be captured: those at either end of a pair that it is or
// may become part of, if the other end can be taken later.
inline void add_ends_of_pairs(const Board& board, const Reliance& reliance, CellSet& found) {
  const int enemy = 1 - board.side();
  const auto is_enemy = [&](int cell) { return board.has(enemy, cell) || reliance.cells().has(cell); };
  const auto can_be_taken = [&](int cell) { return board.is_empty(cell) || reliance.freed().has(cell); };
  reliance.stones().for_each([&](int stone) {
    for (std::size_t d = 0; d < directions; ++d) {
      for (const int way : {-1, 1}) {
        const int other = step_from(stone, d, way), near = step_from(stone, d, -way), far = step_from(stone, d, 2 * way);
        if (other < 0 || near < 0 || far < 0 || !is_enemy(other)) continue;
        if (can_be_taken(far)) found.add(near);
        if (can_be_taken(near)) found.add(far);
      }
    }
  });
}

// The cells where one more stone of the side to move lets a move of the proof capture what it does not capture without it.
inline void add_new_captures(const Board& board, const Reliance& reliance, CellSet& found) {
  const int side = board.side();
  const auto may_be_own = [&](int cell) { return board.has(side, cell) || reliance.answers().has(cell); };
  const auto may_be_enemy = [&](int cell) { return board.has(1 - side, cell) || reliance.cells().has(cell); };
  const auto look_along = [](int cell, const auto& visit) {
    for (std::size_t d = 0; d < directions; ++d) {
      for (const int way : {-1, 1}) {
        const int flank = step_from(cell, d, 3 * way);
        if (flank >= 0) visit(step_from(cell, d, way), step_from(cell, d, 2 * way), flank);
      }
    }
  };
  const auto add_pairs_with = [&](int one, int two, int flank) {
    if (!may_be_enemy(flank)) return;
    if (may_be_own(two)) found.add(one);
    if (may_be_own(one)) found.add(two);
  };
  const auto add_flank = [&](int one, int two, int flank) {
    if (may_be_enemy(one) && may_be_enemy(two)) found.add(flank);
  };
  reliance.cells().for_each([&](int cell) { look_along(cell, add_pairs_with); });
  reliance.answers().for_each([&](int cell) { look_along(cell, add_flank); });
}

// The cells where a stone of the side to move may interfere with a proof of the other side; nothing if any may.
inline std::optional<CellSet> find_interference(const Board& board, const Reliance& reliance) {
  const int side = board.side();
  if (board.captured(side) + reliance.taken_count() + 2 >= to_win) return std::nullopt;
  CellSet near = reliance.cells();
  near.add(reliance.answers());
  add_ends_of_pairs(board, reliance, near);
  add_new_captures(board, reliance, near);
  // The lines as the defender may come to have them.
  Lines lines = board.lines();
  reliance.taken().for_each([&](int cell) {
    if (board.has(1 - side, cell)) lines.flip(1 - side, cell);
  });
  reliance.answers().for_each([&](int cell) {
    if (!board.has(side, cell)) lines.flip(side, cell);
  });
  CellSet found;
  for (int row = 0; row < size; ++row) {
    for (Word rest = board.empty_in_row(row); rest != 0; rest &= rest - 1) {
      const int cell = row * size + std::countr_zero(rest) - reach;
      if (near.has(cell) || rank_of(board.lines(), side, cell).is_noisy) {
        found.add(cell);
        continue;
      }
      const Around around(lines, side, cell);
      const Fives fives(around.own, around.enemy | (whole_lane & ~around.inside));
      if ((fives.with[3] | fives.with[4]) != 0) found.add(cell);
    }
  }
  return found;
}

}  // namespace ludus::pente
