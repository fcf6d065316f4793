// Checkers on bitboards; the rules are told in src/ludus/games/checkers.py.
// Bit 0 is A1 (top left), bit 63 is H8, so bits ascend in the contest's square order.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/checkers_eval.hpp"
#include "games/checkers_tables.hpp"
#include "kernel.hpp"
#include "random.hpp"
#include "search/endings.hpp"
#include "search/evaluation.hpp"

namespace ludus {

class Checkers {
 public:
  static constexpr std::string_view name = "checkers";

  struct Move {
    std::uint8_t source;
    std::uint8_t target;
    std::uint8_t captured;  // equals source when nothing is captured

    std::uint32_t code() const { return 1u + source + 64u * target; }
  };
  struct Tuning {
    static constexpr bool can_repeat = true;
    static constexpr int futility = 90;
    static constexpr int bench_depth = 15;
    // Positions are cheap here, and a table beyond the processor's cache costs more time than it saves.
    static constexpr int table_bytes_a_node = 1;
  };
  // 64 towers with four directions each is more than any board allows.
  using Moves = MoveList<Move, 256>;

  static Expected<Checkers> read(std::string_view text);
  std::string text() const;
  std::string spell(Move move) const { return square_name(move.source) + "-" + square_name(move.target); }

  int side() const { return side_; }

  std::uint64_t key() const { return hash_; }

  // Who cannot move has lost; that shows when moves are asked for.
  std::optional<int> result() const { return std::nullopt; }

  // A capture, or a piece that becomes a tower.
  bool is_noisy(Move move) const {
    return move.captured != move.source || ((men_[side_] & bit(move.source)) && (far_row[side_] & bit(move.target)));
  }

  // Captures, and steps onto the far row.
  void generate_noisy(Moves& moves) const {
    const Board towers = towers_[side_], all = men_[side_] | towers;
    push_captures<-7>(side_ == black ? all : towers, moves);
    push_captures<9>(side_ == white ? all : towers, moves);
    push_captures<7>(side_ == white ? all : towers, moves);
    push_captures<-9>(side_ == black ? all : towers, moves);
    if (men_[side_] & before_far_row[side_]) push_promotions(moves);
  }

  // Only towers can go back.
  bool may_repeat() const { return (towers_[0] | towers_[1]) != 0; }

  int evaluate_reference() const { return checkers::evaluate_reference(men_, towers_, side_); }
  int evaluate() const { return checkers::evaluate(men_, towers_, side_); }
  static constexpr auto& feature_names = checkers::feature_names;
  checkers::Features features() const { return checkers::features_of(men_, towers_, side_); }

  using Endings = checkers::Tables;

  // Tables know the squares that a game is played on, and men that can still move.
  std::optional<KnownEnd> look_up(const Endings& tables) const {
    const Board all = men_[0] | men_[1] | towers_[0] | towers_[1];
    if (std::popcount(all) > tables.pieces() || (all & ~checkers::played_squares) != 0) return std::nullopt;
    if ((men_[black] & far_row[black]) != 0 || (men_[white] & far_row[white]) != 0) return std::nullopt;
    const checkers::Ending seen{checkers::pack(men_[black]), checkers::pack(towers_[black]), checkers::pack(men_[white]),
                                checkers::pack(towers_[white])};
    const std::optional<checkers::Distance> distance = tables.distance(side_ == black ? seen : seen.turned());
    if (!distance) return std::nullopt;
    if (*distance == checkers::endless) return KnownEnd{};
    return KnownEnd{*distance % 2 == 0 ? -1 : 1, *distance};
  }

  void generate(Moves& moves) const {
    const Board own = men_[side_] | towers_[side_];
    for (Board rest = own; rest != 0; rest &= rest - 1) {
      const int source = std::countr_zero(rest);
      const bool is_tower = (towers_[side_] >> source & 1) != 0;
      // Black men go up (NE, NW), White men down (SE, SW); the contest's order is NE, SE, SW, NW.
      if (is_tower || side_ == black) try_direction<-1, 1>(source, moves);
      if (is_tower || side_ == white) try_direction<1, 1>(source, moves);
      if (is_tower || side_ == white) try_direction<1, -1>(source, moves);
      if (is_tower || side_ == black) try_direction<-1, -1>(source, moves);
    }
  }

  void make(Move move) {
    const Board source = bit(move.source);
    const Board target = bit(move.target);
    assert((men_[side_] | towers_[side_]) & source && !((men_[0] | men_[1] | towers_[0] | towers_[1]) & target));
    if (move.captured != move.source) remove(1 - side_, move.captured);
    if (towers_[side_] & source) {
      towers_[side_] ^= source | target;
      hash_ ^= keys.tower[side_][move.source] ^ keys.tower[side_][move.target];
    } else {
      const bool is_crowned = (target & far_row[side_]) != 0;
      men_[side_] ^= source;
      (is_crowned ? towers_ : men_)[side_] |= target;
      hash_ ^= keys.man[side_][move.source] ^ (is_crowned ? keys.tower : keys.man)[side_][move.target];
    }
    side_ = 1 - side_;
    hash_ ^= keys.white_to_move;
  }

 private:
  using Board = checkers::Board;
  static constexpr int black = checkers::black;
  static constexpr int white = checkers::white;
  static constexpr Board far_row[2] = {0x00000000000000FFULL, 0xFF00000000000000ULL};
  static constexpr Board before_far_row[2] = {0x000000000000FF00ULL, 0x00FF000000000000ULL};

  // Numbers whose exclusive or, over all that stands somewhere, tells positions apart.
  struct Keys {
    std::uint64_t man[2][64], tower[2][64], white_to_move;
  };
  static constexpr Keys make_keys() {
    Keys found{};
    SplitMix64 random(0x243F6A8885A308D3ULL);
    for (auto* table : {&found.man, &found.tower}) {
      for (auto& side : *table) {
        for (std::uint64_t& key : side) key = random.next();
      }
    }
    found.white_to_move = random.next();
    return found;
  }
  static const Keys keys;

  void remove(int side, int square) {
    hash_ ^= (men_[side] & bit(square) ? keys.man : keys.tower)[side][square];
    men_[side] &= ~bit(square);
    towers_[side] &= ~bit(square);
  }

  void put(int side, bool is_tower, int square) {
    (is_tower ? towers_ : men_)[side] |= bit(square);
    hash_ ^= (is_tower ? keys.tower : keys.man)[side][square];
  }

  // Where the jumps of these pieces in one direction land; pieces that would leave the board are left out.
  template <int Stride>
  void push_captures(Board pieces, Moves& moves) const {
    const Board enemy = men_[1 - side_] | towers_[1 - side_];
    const Board empty = ~(enemy | men_[side_] | towers_[side_]);
    const Board over = checkers::shift<Stride>(pieces) & enemy;
    for (Board rest = checkers::shift<Stride>(over) & empty; rest != 0; rest &= rest - 1) {
      const int target = std::countr_zero(rest);
      moves.push(make_move(target - 2 * Stride, target, target - Stride));
    }
  }

  void push_promotions(Moves& moves) const {
    const Board empty = ~(men_[0] | men_[1] | towers_[0] | towers_[1]);
    const Board men = men_[side_] & before_far_row[side_];
    const auto push = [&]<int Stride>() {
      for (Board rest = checkers::shift<Stride>(men) & empty; rest != 0; rest &= rest - 1) {
        const int target = std::countr_zero(rest);
        moves.push(make_move(target - Stride, target, target - Stride));
      }
    };
    if (side_ == black) {
      push.template operator()<-7>();
      push.template operator()<-9>();
    } else {
      push.template operator()<9>();
      push.template operator()<7>();
    }
  }

  static constexpr Board bit(int square) {
    assert(square >= 0 && square < 64);
    return Board{1} << square;
  }
  static constexpr bool inside(int row, int col) { return row >= 0 && row < 8 && col >= 0 && col < 8; }
  static std::string square_name(int square) {
    return {static_cast<char>('A' + square % 8), static_cast<char>('1' + square / 8)};
  }

  template <int Down, int Right>
  void try_direction(int source, Moves& moves) const {
    const int row = source / 8, col = source % 8;
    if (!inside(row + Down, col + Right)) return;
    constexpr int stride = Down * 8 + Right;
    const Board near = bit(source + stride);
    const Board enemy = men_[1 - side_] | towers_[1 - side_];
    const Board taken = enemy | men_[side_] | towers_[side_];
    if (!(taken & near)) {
      moves.push(make_move(source, source + stride, source));
    } else if ((enemy & near) && inside(row + 2 * Down, col + 2 * Right) && !(taken & bit(source + 2 * stride))) {
      moves.push(make_move(source, source + 2 * stride, source + stride));
    }
  }

  static Move make_move(int source, int target, int captured) {
    return {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), static_cast<std::uint8_t>(captured)};
  }

  Board men_[2] = {0, 0};
  Board towers_[2] = {0, 0};
  std::uint64_t hash_ = 0;
  int side_ = black;
};

inline constexpr Checkers::Keys Checkers::keys = Checkers::make_keys();

inline Expected<Checkers> Checkers::read(std::string_view text) {
  Checkers position;
  const auto put = [&position](int square, char letter) {
    switch (letter) {
      case 'b': position.put(black, false, square); return true;
      case 'w': position.put(white, false, square); return true;
      case 'B': position.put(black, true, square); return true;
      case 'W': position.put(white, true, square); return true;
      default: return false;
    }
  };
  const Expected<std::string_view> side = read_rows("checkers", text, 8, put);
  if (!side) return side.error();
  if (*side != " b" && *side != " w") return BadText{"checkers: expected ROWS b|w"};
  position.side_ = *side == " b" ? black : white;
  if (position.side_ == white) position.hash_ ^= keys.white_to_move;
  return position;
}

inline std::string Checkers::text() const {
  const std::string rows = write_rows(8, [&](int row, int col) {
    const Board here = bit(8 * row + col);
    return men_[black] & here      ? 'b'
           : men_[white] & here    ? 'w'
           : towers_[black] & here ? 'B'
           : towers_[white] & here ? 'W'
                                   : '.';
  });
  return rows + (side_ == black ? " b" : " w");
}

static_assert(Evaluated<Checkers> && HasEndings<Checkers>);

}  // namespace ludus
