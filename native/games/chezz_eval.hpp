// What a position of Chezz is worth to the side to move, in hundredths of a peon. Two answers: `evaluate_reference` never
// changes, so that strength can be measured against it; `evaluate` is the one to be tuned.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "games/chezz_board.hpp"
#include "games/chezz_net.hpp"

namespace ludus::chezz {

using ByKind = std::array<int, kind_count>;

// Worth of a kind on a square, seen from White's side of the board: early in the game in the low half of the number,
// late in the game in the high half, so that one sum makes both.
using SquareWorth = std::array<std::array<std::int64_t, 64>, kind_count>;

// What a piece is worth, and what it gains by standing near the centre (0 to 6) and by the ranks it has advanced
// (0 to 7).
struct PieceWorth {
  ByKind worth, centre, advance;
};

constexpr SquareWorth square_worth(const PieceWorth& early, const PieceWorth& late) {
  SquareWorth found{};
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    for (int square = 0; square < 64; ++square) {
      const int row = square / 8, col = square % 8;
      const int near = std::min(row, 7 - row) + std::min(col, 7 - col);
      const auto at = [&](const PieceWorth& piece) {
        return std::int64_t{piece.worth[kind] + piece.centre[kind] * near + piece.advance[kind] * (7 - row)};
      };
      found[kind][static_cast<std::size_t>(square)] = at(early) + (at(late) * (std::int64_t{1} << 32));
    }
  }
  return found;
}

inline std::int64_t sum_worth(const Boards& boards, int side, const SquareWorth& table) {
  const int flip = side == white ? 0 : 56;
  std::int64_t sum = 0;
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    for (Board pieces = boards.of(side, static_cast<Kind>(kind)); pieces;) {
      sum += table[kind][static_cast<std::size_t>(pop(pieces) ^ flip)];
    }
  }
  return sum;
}

// How a sum of both worths counts with this many pieces on the board: 32 is early, 8 or less is late.
inline int blend(std::int64_t sum, int pieces) {
  const int early = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
  const int late = static_cast<std::int32_t>((sum - early) >> 32);
  const int phase = std::clamp(pieces - 8, 0, 24);
  return (early * phase + late * (24 - phase)) / 24;
}

// The frozen one: material as the rules count it, and where the pieces stand. Never changes.
//                                                         K    Q    R    B    N    P    Z    C    F
inline constexpr PieceWorth simple_piece = {/* worth */ {0, 900, 500, 300, 300, 100, 300, 300, 300},
                                            /* centre */ {-5, 1, 0, 4, 6, 2, 5, 2, 0},
                                            /* advance */ {-8, 0, 0, 0, 0, 5, 5, 0, 0}};
inline constexpr SquareWorth simple_worth = square_worth(simple_piece, simple_piece);

inline int evaluate_reference(const Boards& boards, int side) {
  return blend(sum_worth(boards, side, simple_worth) - sum_worth(boards, 1 - side, simple_worth), 32);
}

// The weights of `evaluate`, fitted to the results of self-play games. Pairs are for the side to move and the other one.
struct Weights {
  //                               K    Q    R    B    N   P    Z    C    F
  PieceWorth early = {/* worth   */ {0, 1698, 522, 409, 340, 13, 438, 731, 495},
                      /* centre  */ {19, -5, 7, 7, 13, -15, 168, -5, 208},
                      /* advance */ {-95, 10, 4, 9, 22, 16, -37, 96, 63}};
  PieceWorth late = {/* worth   */ {0, 1442, 675, 326, 239, 160, 343, 400, 170},
                     /* centre  */ {47, 8, 3, -17, 10, -11, -4, 7, -8},
                     /* advance */ {15, 7, -10, -15, 4, 4, -12, -4, -14}};
  ByKind mobility = {0, -2, 10, 16, 3, 0, 0, -3, 0};  // each square that it may safely go to
  ByKind siege = {0, 7, 5, 4, 7, 3, 1, 7, 0};         // each attack on the king or beside it
  std::array<int, 2> unsafe = {84, 115};              // each piece attacked by a peon or a zombie
  std::array<int, 2> loose = {44, 39};                // each piece attacked and not defended
  std::array<int, 2> harried = {29, 39};              // each queen or rook attacked by a knight, bishop or cannon
  std::array<int, 2> hunted = {484, 465};             // each enemy that a zombie can infect with its next step
  std::array<int, 2> hunted_worth = {-25, -26};       // per cent of their worth: the dear ones are moved away
  std::array<int, 2> flung_bite = {326, 331};         // each enemy that the best fling of a zombie would infect
  std::array<int, 2> shot = {24, 14};                 // per cent of what the cannon's best shot would gain
  int siege_scale = 4;                                // danger to the king is the square of the siege over this
  int siege_cap = 1569;
  int shield = 10;         // each friend beside the king
  int stalk = 5;           // each step that a zombie is nearer to the enemy king than 14
  int loaded = 141;        // a zombie beside a flinger
  int at_flinger = 33;     // each friend beside a flinger
  int nearly_ill = 39;     // per cent of the worth of a piece that falls ill next turn unless something is done
  int king_attacked = 64;  // the side to move has to see to its king
  int tempo = 30;
};
inline constexpr Weights weights{};
inline constexpr SquareWorth tuned_worth = square_worth(weights.early, weights.late);

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

// Kings count nothing here: what threatens them is evaluated elsewhere.
inline int material(const Boards& boards, Board squares) {
  int sum = 0;
  for (std::size_t kind = queen; kind < kind_count; ++kind) {
    sum += weights.early.worth[kind] * std::popcount(boards.kinds[kind] & squares);
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

// The most victims that a zombie on one of these squares would have.
inline int most_bitten(Board squares, Board victims) {
  int most = 0;
  for (squares &= beside(victims); squares;) {
    most = std::max(most, std::popcount(of(straight_steps, pop(squares)) & victims));
  }
  return most;
}

// A few attackers do little, many do more than the sum of them.
inline int king_danger(int siege) { return std::min(siege * siege / weights.siege_scale, weights.siege_cap); }

// What zombies can do to the enemy with their next step; `turn` is 0 for the side to move, else 1.
inline int zombie_threats(const Boards& boards, int side, std::size_t turn) {
  const Board zombies = boards.of(side, zombie), victims = boards.infectable(1 - side);
  const Board steps = beside(zombies) & ~boards.of(side), hunted = beside(steps) & victims;
  int sum = 0;
  if (hunted) {
    sum += weights.hunted[turn] * std::popcount(hunted);
    sum += weights.hunted_worth[turn] * material(boards, hunted) / 100;
  }
  const int target = first(boards.of(1 - side, king));
  for (Board hunters = zombies; hunters;) {
    const int square = pop(hunters);
    sum += weights.stalk * (14 - std::abs(square / 8 - target / 8) - std::abs(square % 8 - target % 8));
  }
  return sum;
}

// A flinger lives by what stands beside it, most of all by zombies.
inline int flinger_threats(const Boards& boards, int side, std::size_t turn) {
  int sum = 0;
  for (Board flingers = boards.of(side, flinger); flingers;) {
    const int middle = pop(flingers);
    const Board friends = of(all_steps, middle) & boards.of(side);
    sum += weights.at_flinger * std::popcount(friends);
    Board shells = friends & boards.kinds[zombie], landings = 0;
    if (!shells) continue;
    while (shells) landings |= ray(middle, direction_to(pop(shells), middle));
    sum += weights.loaded;
    sum += weights.flung_bite[turn] * most_bitten(landings & ~boards.taken(), boards.infectable(1 - side));
  }
  return sum;
}

// What one side has of everything that both sides can have, but for the worth of its pieces.
inline int assets(const Boards& boards, int side, std::size_t turn, const Attacks& own, const Attacks& enemy) {
  const Board friends = boards.of(side), pieces = friends & ~boards.kinds[king];
  int sum = own.mobility - king_danger(enemy.siege);
  sum += weights.shield * std::popcount(of(all_steps, first(boards.of(side, king))) & friends);
  sum += zombie_threats(boards, side, turn) + flinger_threats(boards, side, turn);
  sum += weights.shot[turn] * best_shot(boards, side) / 100;
  sum -= weights.unsafe[turn] * std::popcount(pieces & ~boards.kinds[peon] & enemy.light);
  sum -= weights.loose[turn] * std::popcount(pieces & enemy.all & ~own.all);
  sum -= weights.harried[turn] * std::popcount(pieces & (boards.kinds[queen] | boards.kinds[rook]) & enemy.middle);
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

// What the weights above say; contagion is already done.
inline int evaluate_by_hand(const Boards& boards, int side) {
  const int enemy = 1 - side;
  const Attacks ours = attacks_of(boards, side), theirs = attacks_of(boards, enemy);
  int score = weights.tempo + assets(boards, side, 0, ours, theirs) - assets(boards, enemy, 1, theirs, ours);
  score +=
      blend(sum_worth(boards, side, tuned_worth) - sum_worth(boards, enemy, tuned_worth), std::popcount(boards.taken()));
  const Board nearly_ill = beside(boards.of(enemy, zombie)) & boards.infectable(side);
  if (nearly_ill) score -= weights.nearly_ill * material(boards, nearly_ill) / 100;
  if (boards.attacks(enemy, first(boards.of(side, king)))) score -= weights.king_attacked;
  return score;
}

inline int evaluate(const Boards& now, int side) {
  if (can_take_king(now, side)) return king_falls;
  // Whatever the side to move does, its zombies will infect those beside them: evaluate what comes after.
  Boards boards = now;
  boards.end_turn(side);
  return evaluate_by_hand(boards, side) + correction(boards, side);
}

// What `evaluate` looks at, before most of the weights: the mover's share less the other side's, contagion already done,
// and what the network says.
inline constexpr std::array<const char*, 19> feature_names = {
    "queens",          "rooks",  "bishops",  "knights", "peons",     "zombies", "cannons",
    "flingers",        "places", "mobility", "siege",   "danger",    "shield",  "zombie threats",
    "flinger threats", "unsafe", "loose",    "shot",    "correction"};
using Features = std::array<int, feature_names.size()>;

inline Features features_of(const Boards& now, int side) {
  Boards boards = now;
  boards.end_turn(side);
  const Attacks attacks[2] = {attacks_of(boards, side), attacks_of(boards, 1 - side)};
  Features found{};
  for (std::size_t turn = 0; turn < 2; ++turn) {
    const int self = turn == 0 ? side : 1 - side;
    const Attacks &own = attacks[turn], &enemy = attacks[1 - turn];
    const Board friends = boards.of(self), pieces = friends & ~boards.kinds[king];
    std::size_t at = 0;
    const auto add = [&](int count) { found[at++] += turn == 0 ? count : -count; };
    for (std::size_t kind = queen; kind < kind_count; ++kind) add(std::popcount(boards.of(self, static_cast<Kind>(kind))));
    add(blend(sum_worth(boards, self, tuned_worth), 32) - material(boards, friends));
    add(own.mobility);
    add(own.siege);
    add(king_danger(enemy.siege));
    add(std::popcount(of(all_steps, first(boards.of(self, king))) & friends));
    add(zombie_threats(boards, self, turn));
    add(flinger_threats(boards, self, turn));
    add(std::popcount(pieces & ~boards.kinds[peon] & enemy.light));
    add(std::popcount(pieces & enemy.all & ~own.all));
    add(best_shot(boards, self));
  }
  found.back() = correction(boards, side);
  return found;
}

}  // namespace ludus::chezz
