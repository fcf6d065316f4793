// What a position of Chezz is worth to the side to move, in hundredths of a peon. Two answers: `judge_simply` never
// changes, so that strength can be measured against it; `judge` is the one to be tuned.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "games/chezz_board.hpp"

namespace ludus::chezz {

// Worth of a kind on a square, seen from White's side of the board.
using SquareWorth = std::array<std::array<std::int16_t, 64>, kind_count>;

// Every piece has its worth, and gains by standing near the centre (0 to 6) and by the ranks it has advanced (0 to 7).
constexpr SquareWorth square_worth(const std::array<int, kind_count>& worth, const std::array<int, kind_count>& centre,
                                   const std::array<int, kind_count>& advance) {
  SquareWorth found{};
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    for (int square = 0; square < 64; ++square) {
      const int row = square / 8, col = square % 8;
      const int near = std::min(row, 7 - row) + std::min(col, 7 - col);
      found[kind][static_cast<std::size_t>(square)] =
          static_cast<std::int16_t>(worth[kind] + centre[kind] * near + advance[kind] * (7 - row));
    }
  }
  return found;
}

inline int sum_worth(const Boards& boards, int side, const SquareWorth& table) {
  const int flip = side == white ? 0 : 56;
  int sum = 0;
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    for (Board pieces = boards.of(side, static_cast<Kind>(kind)); pieces;) {
      sum += table[kind][static_cast<std::size_t>(pop(pieces) ^ flip)];
    }
  }
  return sum;
}

// The frozen one: material as the rules count it, and where the pieces stand. Never changes.
//                                                                   K    Q    R    B    N    P    Z    C    F
inline constexpr SquareWorth simple_worth = square_worth(/*worth*/ {0, 900, 500, 300, 300, 100, 300, 300, 300},
                                                         /*centre*/ {-5, 1, 0, 4, 6, 2, 5, 2, 0},
                                                         /*advance*/ {-8, 0, 0, 0, 0, 5, 5, 0, 0});

inline int judge_simply(const Boards& boards, int side) {
  return sum_worth(boards, side, simple_worth) - sum_worth(boards, 1 - side, simple_worth);
}

// The weights of `judge`. Pairs are for the side to move and for the other one.
struct Weights {
  //                                    K    Q    R    B    N    P    Z    C    F
  std::array<int, kind_count> worth = {0, 900, 480, 320, 320, 110, 400, 420, 340};
  std::array<int, kind_count> centre = {-6, 0, 0, 2, 6, 2, 6, 2, 0};
  std::array<int, kind_count> advance = {-10, 0, 2, 0, 2, 8, 8, 2, 0};
  std::array<int, kind_count> mobility = {0, 2, 3, 4, 4, 0, 0, 0, 0};  // each square that it may safely go to
  std::array<int, kind_count> siege = {0, 4, 3, 3, 3, 2, 4, 3, 0};     // each attack on the king or beside it
  std::array<int, 2> unsafe = {14, 14};       // each piece attacked by a peon or a zombie
  std::array<int, 2> loose = {10, 10};        // each piece attacked and not defended
  std::array<int, 2> hunted = {12, 12};       // each enemy that a zombie can infect with its next step
  std::array<int, 2> hunted_worth = {0, 0};   // per cent of their worth
  std::array<int, 2> shot = {10, 10};         // per cent of what the cannon's best shot would gain
  std::array<int, 2> harried = {0, 0};        // each queen or rook attacked by a knight, bishop or cannon
  int siege_scale = 8;                        // danger to the king is the square of the siege over this
  int siege_cap = 400;
  int no_flight = 3;        // siege for each neighbour square that the king cannot flee to, of the last four
  int shield = 0;           // each friend beside the king
  int stalk = 0;            // each step that a zombie is nearer to the enemy king than 14
  int loaded = 20;          // a zombie beside a flinger
  int crew = 0;             // each friend beside a flinger
  int blocked = 0;          // each peon that cannot step
  int nearly_ill = 50;      // per cent of the worth of a piece that falls ill next turn unless something is done
  int king_attacked = 60;   // the side to move has to see to its king
  int tempo = 15;
};
inline constexpr Weights weights{};
inline constexpr SquareWorth tuned_worth = square_worth(weights.worth, weights.centre, weights.advance);

// The king can be taken in this move: as good as won, but an end that the search has seen itself counts more.
inline constexpr int king_falls = 30'000;

// What a side attacks, and what comes of it for mobility and the enemy king.
struct Attacks {
  Board all = 0;
  Board light = 0;   // by peons and zombies
  Board middle = 0;  // by knights, bishops and cannons
  int mobility = 0;
  int siege = 0;
};

inline Attacks attacks_of(const Boards& boards, int side) {
  const int enemy = 1 - side;
  const Board taken = boards.taken(), own = boards.of(side);
  const int enemy_king = first(boards.of(enemy, king));
  const Board near_king = of(all_steps, enemy_king) | bit(enemy_king);
  const Board zombies = boards.of(side, zombie), peons = boards.of(side, peon);
  const Board unwelcome = own | beside(boards.of(enemy, zombie)) | peon_attacks(enemy, boards.of(enemy, peon));
  Attacks found;
  const auto add = [&](Kind kind, Board squares) {
    found.all |= squares;
    found.mobility += weights.mobility[kind] * std::popcount(squares & ~unwelcome);
    found.siege += weights.siege[kind] * std::popcount(squares & near_king);
  };
  for (Board pieces = boards.of(side, queen); pieces;) {
    const int square = pop(pieces);
    add(queen, slide_straight(square, taken) | slide_diagonally(square, taken));
  }
  for (Board pieces = boards.of(side, rook); pieces;) add(rook, slide_straight(pop(pieces), taken));
  const Board heavy = std::exchange(found.all, 0);
  for (Board pieces = boards.of(side, bishop); pieces;) add(bishop, slide_diagonally(pop(pieces), taken));
  for (Board pieces = boards.of(side, knight); pieces;) add(knight, of(jumps, pop(pieces)));
  for (Board pieces = boards.of(side, cannon); pieces;) add(cannon, diagonals(pop(pieces)));
  found.middle = found.all;
  found.light = beside(zombies) | peon_attacks(side, peons);
  found.mobility += weights.mobility[zombie] * std::popcount(beside(zombies) & ~unwelcome);
  found.siege += weights.siege[zombie] * std::popcount(beside(beside(zombies) & ~own) & near_king);
  found.siege += weights.siege[peon] * std::popcount(peon_attacks(side, peons) & near_king);
  found.all |= heavy | found.light | of(all_steps, first(boards.of(side, king)));
  return found;
}

// Kings count nothing here: what threatens them is judged elsewhere.
inline int material(const Boards& boards, Board squares) {
  int sum = 0;
  for (std::size_t kind = queen; kind < kind_count; ++kind) {
    sum += weights.worth[kind] * std::popcount(boards.kinds[kind] & squares);
  }
  return sum;
}

inline int best_shot(const Boards& boards, int side) {
  int best = 0;
  for (Board cannons = boards.of(side, cannon); cannons;) {
    const int square = pop(cannons);
    for (const Direction direction : {north_east, south_east, south_west, north_west}) {
      const Board line = ray(square, direction);
      if (!(line & boards.of(1 - side))) continue;
      best = std::max(best, material(boards, line & boards.of(1 - side)) - material(boards, line & boards.of(side)));
    }
  }
  return best;
}

inline int king_danger(const Boards& boards, int side, const Attacks& enemy) {
  if (enemy.siege == 0) return 0;
  const Board flights = of(all_steps, first(boards.of(side, king))) & ~boards.of(side) & ~enemy.all;
  const int siege = enemy.siege + weights.no_flight * std::max(0, 4 - std::popcount(flights));
  return std::min(siege * siege / weights.siege_scale, weights.siege_cap);
}

// What one side has of everything that both sides can have; `turn` is 0 for the side to move, else 1.
inline int assets(const Boards& boards, int side, std::size_t turn, const Attacks& own, const Attacks& enemy) {
  const Board friends = boards.of(side), pieces = friends & ~boards.kinds[king];
  const Board zombies = boards.of(side, zombie);
  const Board hunted = beside(beside(zombies) & ~friends) & boards.infectable(1 - side);
  int sum = sum_worth(boards, side, tuned_worth) + own.mobility - king_danger(boards, side, enemy);
  sum += weights.shield * std::popcount(of(all_steps, first(boards.of(side, king))) & friends);
  sum += weights.hunted[turn] * std::popcount(hunted);
  sum += weights.hunted_worth[turn] * material(boards, hunted) / 100;
  sum -= weights.unsafe[turn] * std::popcount(pieces & ~boards.kinds[peon] & enemy.light);
  sum -= weights.loose[turn] * std::popcount(pieces & enemy.all & ~own.all);
  sum -= weights.harried[turn] * std::popcount(pieces & (boards.kinds[queen] | boards.kinds[rook]) & enemy.middle);
  sum += weights.shot[turn] * best_shot(boards, side) / 100;
  sum -= weights.blocked * std::popcount(forward(side, boards.of(side, peon)) & boards.taken());
  for (Board flingers = boards.of(side, flinger); flingers;) {
    const Board near = of(all_steps, pop(flingers)) & friends;
    sum += weights.crew * std::popcount(near) + (near & zombies ? weights.loaded : 0);
  }
  const int target = first(boards.of(1 - side, king));
  for (Board hunters = zombies; hunters;) {
    const int square = pop(hunters);
    sum += weights.stalk * (14 - std::abs(square / 8 - target / 8) - std::abs(square % 8 - target % 8));
  }
  return sum;
}

// Whether `side` can take the enemy king and keep its own.
inline bool can_take_king(const Boards& boards, int side) {
  const int target = first(boards.of(1 - side, king));
  if (boards.takers(side, target)) return true;
  for (Board cannons = boards.of(side, cannon) & diagonals(target); cannons;) {
    const int square = pop(cannons);
    for (const Direction direction : {north_east, south_east, south_west, north_west}) {
      if ((ray(square, direction) & bit(target)) && !(ray(square, direction) & boards.of(side, king))) return true;
    }
  }
  return false;
}

inline int judge(const Boards& now, int side) {
  if (can_take_king(now, side)) return king_falls;
  // Whatever the side to move does, its zombies will infect those beside them: judge what comes after.
  Boards boards = now;
  boards.end_turn(side);
  const Attacks own = attacks_of(boards, side), enemy = attacks_of(boards, 1 - side);
  int score = weights.tempo + assets(boards, side, 0, own, enemy) - assets(boards, 1 - side, 1, enemy, own);
  const Board nearly_ill = beside(boards.of(1 - side, zombie)) & boards.infectable(side);
  score -= weights.nearly_ill * material(boards, nearly_ill) / 100;
  if (boards.attacks(1 - side, first(boards.of(side, king)))) score -= weights.king_attacked;
  return score;
}

// What `judge` looks at, before weights: the mover's share less the other side's, with contagion already done.
inline constexpr std::array<const char*, 17> feature_names = {
    "queens", "rooks",  "bishops",     "knights",     "peons",  "zombies", "cannons", "flingers",    "places",
    "mobility", "siege", "danger", "hunted", "unsafe", "loose", "shot", "nearly ill"};
using Features = std::array<int, feature_names.size()>;

inline Features features_of(const Boards& now, int side) {
  Boards boards = now;
  boards.end_turn(side);
  const Attacks attacks[2] = {attacks_of(boards, side), attacks_of(boards, 1 - side)};
  Features found{};
  for (int turn = 0; turn < 2; ++turn) {
    const int self = turn == 0 ? side : 1 - side, sign = turn == 0 ? 1 : -1;
    const Attacks &own = attacks[turn], &enemy = attacks[1 - turn];
    const Board friends = boards.of(self), pieces = friends & ~boards.kinds[king];
    std::size_t at = 0;
    const auto add = [&](int count) { found[at++] += sign * count; };
    for (std::size_t kind = queen; kind < kind_count; ++kind) add(std::popcount(boards.of(self, static_cast<Kind>(kind))));
    add(sum_worth(boards, self, tuned_worth) - material(boards, friends));
    add(own.mobility);
    add(own.siege);
    add(king_danger(boards, self, enemy));
    add(std::popcount(beside(beside(boards.of(self, zombie)) & ~friends) & boards.infectable(1 - self)));
    add(std::popcount(pieces & ~boards.kinds[peon] & enemy.light));
    add(std::popcount(pieces & enemy.all & ~own.all));
    add(best_shot(boards, self));
  }
  found.back() = material(boards, beside(boards.of(1 - side, zombie)) & boards.infectable(side));
  return found;
}

}  // namespace ludus::chezz
