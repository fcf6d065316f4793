// Chezz on sets of squares (chezz_board.hpp); the rules are told in src/ludus/games/chezz.py, and only the standard
// ones are played here. Moves come kind by kind, not in the order of the Python rules, which would cost a sort.
// A position is copied for each move: a shot or a contagion changes too much to be worth taking back.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/chezz_board.hpp"
#include "games/chezz_eval.hpp"
#include "kernel.hpp"
#include "search/evaluation.hpp"

namespace ludus {

class Chezz {
 public:
  static constexpr std::string_view name = "chezz";

  enum class Act : std::uint8_t { step, shot, fling };
  struct Move {
    std::uint8_t source;
    std::uint8_t target;  // of a shot: the diagonal neighbour
    chezz::Kind kind;     // of the piece that steps, shoots or is flung
    Act act;

    // Two squares are enough: a fling goes over a neighbour, where no step from that square can go, and no cannon
    // steps diagonally.
    std::uint32_t code() const { return 1u + source + 64u * target; }
  };
  struct Tuning {
    static constexpr bool can_repeat = true;
    static constexpr int contempt = 30;
    static constexpr int futility = 150;
    static constexpr int futility_depth = 6;
    static constexpr bool reduces_unknown = true;
    static constexpr int reduction_share = 200;
    static constexpr int success_share = 6000;
    static constexpr int bench_depth = 10;

    // Whether a quiet move is left out after this many others, in a position that seems to be worth `standing`.
    static constexpr bool is_hopeless(int standing, int alpha, int depth, int quiet_count) {
      return depth <= 5 && (quiet_count >= 4 + depth * depth || standing + 150 + 120 * depth <= alpha);
    }
  };
  static constexpr std::size_t capacity = 512;  // `read` refuses boards that could have more moves
  using Moves = MoveList<Move, capacity>;

  static Expected<Chezz> read(std::string_view text);
  std::string text() const;
  std::string spell(Move move) const;

  int side() const { return side_; }
  const chezz::Boards& boards() const { return boards_; }
  std::uint64_t key() const;

  // A side without a move has lost too; that shows when moves are asked for.
  std::optional<int> result() const {
    const bool own = boards_.of(side_, Kind::king) != 0, enemy = boards_.of(1 - side_, Kind::king) != 0;
    if (own && enemy) return std::nullopt;
    return own - enemy;
  }

  void generate(Moves& moves) const { generate_if<false>(moves); }
  void generate_noisy(Moves& moves) const { generate_if<true>(moves); }
  bool is_noisy(Move move) const;

  void make(Move move) {
    const Board source = chezz::bit(move.source), target = chezz::bit(move.target);
    assert(boards_.of(side_, move.kind) & source);
    if (move.act == Act::shot) {
      boards_.remove(chezz::ray(move.source, chezz::direction_to(move.source, move.target)));
    } else if (move.act == Act::fling && (boards_.taken() & target)) {
      boards_.remove(source | target);
    } else {
      if (boards_.taken() & target) boards_.remove(target);
      boards_.kinds[move.kind] ^= source | target;
      boards_.colour(side_) ^= source | target;
    }
    pass();
  }

  // Nothing moves, but the turn ends as any other, with contagion.
  void pass() {
    boards_.end_turn(side_);
    side_ = 1 - side_;
  }
  // Who passes while the king can be taken is lost, whatever the position is worth.
  bool may_pass() const { return !boards_.attacks(1 - side_, chezz::first(boards_.of(side_, Kind::king))); }

  // How early a move should be tried; 0 for moves that only experience can tell apart.
  int order(Move move) const;
  // Whether a noisy move probably loses more than it takes.
  bool is_doubtful(Move move) const { return order(move) < good / 2; }

  int evaluate() const { return chezz::evaluate(boards_, side_); }
  int evaluate_reference() const { return chezz::evaluate_reference(boards_, side_); }
  static constexpr auto& feature_names = chezz::feature_names;
  chezz::Features features() const { return result() ? chezz::Features{} : chezz::features_of(boards_, side_); }

 private:
  using Board = chezz::Board;
  using Kind = chezz::Kind;

  // Killers stand at 1 << 18 and experience within 1 << 14 of nothing: good noisy moves come before both, doubtful
  // ones between them, and throwing own pieces away last.
  static constexpr int good = 1 << 20, doubtful = 1 << 17, wasteful = -(1 << 16);

  // What captures are worth to the order of moves; a king outweighs everything that a shot can hit besides.
  static constexpr std::array<int, chezz::kind_count> worth = {100, 9, 5, 3, 3, 1, 4, 4, 4};

  static void push(Moves& moves, Kind kind, Act act, int source, int target) {
    moves.push({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), kind, act});
  }
  static void push_all(Moves& moves, Kind kind, Act act, int source, Board targets) {
    while (targets) push(moves, kind, act, source, chezz::pop(targets));
  }
  // Call `steps(square)` for each own piece of the kind and push what it says.
  template <class Steps>
  void push_steps(Moves& moves, Kind kind, const Steps& steps) const {
    for (Board pieces = boards_.of(side_, kind); pieces;) {
      const int source = chezz::pop(pieces);
      push_all(moves, kind, Act::step, source, steps(source));
    }
  }

  template <bool only_noisy>
  void generate_if(Moves& moves) const;
  template <bool only_noisy>
  void push_peons(Moves& moves) const;
  template <bool only_noisy>
  void push_shots(Moves& moves) const;
  template <bool only_noisy>
  void push_flings(Moves& moves) const;

  // Where a zombie that comes there would infect somebody who is not lost already.
  Board infecting() const {
    return chezz::beside(boards_.infectable(1 - side_) & ~chezz::beside(boards_.of(side_, Kind::zombie)));
  }
  // The enemies that are worth more than the piece which is flung at them.
  Board dearer(Kind than) const {
    Board found = 0;
    for (std::size_t kind = Kind::queen; kind < chezz::kind_count; ++kind) {
      if (worth[kind] > worth[than]) found |= boards_.kinds[kind];
    }
    return found & boards_.of(1 - side_);
  }
  int worth_of(Board squares) const {
    int sum = 0;
    for (std::size_t kind = 0; kind < chezz::kind_count; ++kind) {
      sum += worth[kind] * std::popcount(boards_.kinds[kind] & squares);
    }
    return sum;
  }
  // What a shot hits of the enemy's, less what it hits of our own.
  int shot_gain(Board line) const { return worth_of(line & boards_.of(1 - side_)) - worth_of(line & boards_.of(side_)); }
  int infection_gain(Move move) const;
  bool has_move() const {
    Moves moves;
    generate(moves);
    return !moves.empty();
  }
  bool may_overflow(int side) const;

  chezz::Boards boards_;
  int side_ = chezz::white;
};

// Mixes pairs of boards by 128-bit products, which do not wait for each other. Only full-width nodes ask for the key,
// so it is cheaper made anew than kept up.
inline std::uint64_t Chezz::key() const {
  const auto mix = [](Board one, Board other) {
    const auto product = static_cast<unsigned __int128>(one) * other;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  const auto& kinds = boards_.kinds;
  const std::uint64_t sum = mix(kinds[Kind::king] ^ 0x243F6A8885A308D3ULL, kinds[Kind::peon] ^ 0x13198A2E03707344ULL) +
                            mix(kinds[Kind::queen] ^ 0xA4093822299F31D1ULL, kinds[Kind::zombie] ^ 0x082EFA98EC4E6C89ULL) +
                            mix(kinds[Kind::rook] ^ 0x452821E638D01377ULL, kinds[Kind::knight] ^ 0xBE5466CF34E90C6DULL) +
                            mix(kinds[Kind::bishop] ^ 0xC0AC29B7C97C50DDULL, kinds[Kind::cannon] ^ 0x3F84D5B5B5470917ULL) +
                            mix(kinds[Kind::flinger] ^ 0x9216D5D98979FB1BULL, boards_.colours[0] ^ 0xD1310BA698DFB5ACULL);
  return mix(sum ^ (side_ == chezz::white ? 0 : 0x2FFD72DBD01ADFB7ULL), 0x9E3779B97F4A7C15ULL);
}

template <bool only_noisy>
void Chezz::generate_if(Moves& moves) const {
  if (result()) return;
  const Board taken = boards_.taken(), empty = ~taken;
  const Board reach = only_noisy ? boards_.of(1 - side_) : ~boards_.of(side_);
  push_steps(moves, Kind::king, [&](int source) { return chezz::of(chezz::all_steps, source) & reach; });
  push_steps(moves, Kind::queen, [&](int source) {
    return (chezz::slide_straight(source, taken) | chezz::slide_diagonally(source, taken)) & reach;
  });
  push_steps(moves, Kind::rook, [&](int source) { return chezz::slide_straight(source, taken) & reach; });
  push_steps(moves, Kind::bishop, [&](int source) { return chezz::slide_diagonally(source, taken) & reach; });
  push_steps(moves, Kind::knight, [&](int source) { return chezz::of(chezz::jumps, source) & reach; });
  const Board zombie_reach = only_noisy ? reach | (infecting() & empty) : reach;
  push_steps(moves, Kind::zombie, [&](int source) { return chezz::of(chezz::straight_steps, source) & zombie_reach; });
  push_peons<only_noisy>(moves);
  push_shots<only_noisy>(moves);
  push_flings<only_noisy>(moves);
  if constexpr (!only_noisy) {
    push_steps(moves, Kind::cannon, [&](int source) { return chezz::of(chezz::straight_steps, source) & empty; });
    push_steps(moves, Kind::flinger, [&](int source) { return chezz::of(chezz::all_steps, source) & empty; });
  }
}

template <bool only_noisy>
void Chezz::push_peons(Moves& moves) const {
  const auto push_from = [&](Board targets, int offset) {
    while (targets) {
      const int target = chezz::pop(targets);
      push(moves, Kind::peon, Act::step, target + offset, target);
    }
  };
  const Board ahead = chezz::forward(side_, boards_.of(side_, Kind::peon)), enemy = boards_.of(1 - side_);
  const int back = side_ == chezz::white ? 8 : -8;
  push_from(ahead & ~boards_.taken() & (only_noisy ? chezz::last_rank[side_] : ~Board{0}), back);
  push_from((ahead & ~chezz::file_h) << 1 & enemy, back - 1);
  push_from((ahead & ~chezz::file_a) >> 1 & enemy, back + 1);
}

template <bool only_noisy>
void Chezz::push_shots(Moves& moves) const {
  for (Board cannons = boards_.of(side_, Kind::cannon); cannons;) {
    const int source = chezz::pop(cannons);
    for (const chezz::Direction direction : {chezz::north_east, chezz::south_east, chezz::south_west, chezz::north_west}) {
      const Board hit = chezz::ray(source, direction) & boards_.taken();
      if (only_noisy ? (hit & boards_.of(1 - side_)) && shot_gain(hit) > 0 : hit != 0) {
        push(moves, Kind::cannon, Act::shot, source, source + chezz::strides[direction]);
      }
    }
  }
}

template <bool only_noisy>
void Chezz::push_flings(Moves& moves) const {
  const Board own = boards_.of(side_), empty = ~boards_.taken();
  for (Board flingers = boards_.of(side_, Kind::flinger); flingers;) {
    const int middle = chezz::pop(flingers);
    for (Board friends = chezz::of(chezz::all_steps, middle) & own; friends;) {
      const int source = chezz::pop(friends);
      const Board line = chezz::ray(middle, chezz::direction_to(source, middle));
      if (!line) continue;
      const Kind kind = boards_.kind_on(source);
      Board landings;
      if constexpr (only_noisy) {
        landings = dearer(kind);
        if (kind == Kind::zombie) landings |= infecting() & empty;
        if (kind == Kind::peon) landings |= chezz::last_rank[side_] & empty;
      } else {
        landings = ~(own | boards_.kinds[Kind::king]);
      }
      push_all(moves, kind, Act::fling, source, line & landings);
    }
  }
}

// A capture, a shot that pays, a fling at something dearer, or a step or fling after which somebody is a zombie.
inline bool Chezz::is_noisy(Move move) const {
  const Board target = chezz::bit(move.target);
  if (move.act == Act::shot) {
    const Board line = chezz::ray(move.source, chezz::direction_to(move.source, move.target));
    return shot_gain(line) > 0;
  }
  if (boards_.of(1 - side_) & target) return move.act == Act::step || (dearer(move.kind) & target);
  if (move.kind == Kind::zombie) return (infecting() & target) != 0;
  return move.kind == Kind::peon && (chezz::last_rank[side_] & target);
}

// What a zombie infects where it comes that was not lost already: the piece goes, and a zombie comes.
inline int Chezz::infection_gain(Move move) const {
  const Board ill = chezz::of(chezz::straight_steps, move.target) & boards_.infectable(1 - side_) &
                    ~chezz::beside(boards_.of(side_, Kind::zombie));
  return worth_of(ill) + worth[Kind::zombie] * std::popcount(ill);
}

inline int Chezz::order(Move move) const {
  const Board target = chezz::bit(move.target), enemy = boards_.of(1 - side_);
  if (move.act == Act::shot) {
    const int gain = shot_gain(chezz::ray(move.source, chezz::direction_to(move.source, move.target)) & boards_.taken());
    return gain > 0 ? good + 64 * gain : wasteful + 64 * gain;
  }
  const int victim = enemy & target ? worth[boards_.kind_on(move.target)] : 0;
  const int own = worth[move.kind];
  if (move.act == Act::fling && victim != 0) {
    return victim > own ? good + 64 * (victim - own) : wasteful + 64 * (victim - own);
  }
  int gain = victim;
  if (move.kind == Kind::zombie) {
    if (infecting() & target) gain += infection_gain(move);
  } else if (move.kind == Kind::peon && (chezz::last_rank[side_] & target)) {
    gain += worth[Kind::zombie] - worth[Kind::peon];
  }
  if (gain == 0) return 0;
  if (victim < worth[Kind::king] && own > gain && boards_.attacks(1 - side_, move.target))
    return doubtful + 64 * (gain - own);
  return good + 64 * gain - own;
}

inline std::string Chezz::spell(Move move) const {
  const auto name_of = [](int square) {
    return std::string{static_cast<char>('a' + square % 8), static_cast<char>('8' - square / 8)};
  };
  const std::string source = name_of(move.source), target = name_of(move.target);
  if (move.act == Act::step) return source + "-" + target;
  if (move.act == Act::shot) return source + "*" + target;
  const auto sign = [](int difference) { return (difference > 0) - (difference < 0); };
  const int down = sign(move.target / 8 - move.source / 8), right = sign(move.target % 8 - move.source % 8);
  return source + "^" + name_of(move.source + 8 * down + right) + "-" + target;
}

// Whether `side` might one day have more moves than a list holds. Its pieces only become fewer, but every enemy can
// become its zombie.
inline bool Chezz::may_overflow(int side) const {
  constexpr std::array<int, chezz::kind_count> most_moves = {8, 27, 14, 13, 8, 4, 4, 8, 35};
  int sum = 0;
  for (std::size_t kind = 0; kind < chezz::kind_count; ++kind) {
    sum += most_moves[kind] * std::popcount(boards_.kinds[kind] & boards_.of(side));
    sum += most_moves[Kind::zombie] * std::popcount(boards_.kinds[kind] & boards_.of(1 - side));
  }
  return sum > static_cast<int>(capacity);
}

inline Expected<Chezz> Chezz::read(std::string_view text) {
  constexpr std::string_view letters = "KQRBNPZCFkqrbnpzcf";
  Chezz position;
  const auto put = [&](int square, char letter) {
    const std::size_t piece = letters.find(letter);
    if (piece == letters.npos) return false;
    const int side = piece < chezz::kind_count ? chezz::white : chezz::black;
    position.boards_.put(side, static_cast<Kind>(piece % chezz::kind_count), chezz::bit(square));
    return true;
  };
  const Expected<std::string_view> behind = read_rows("chezz", text, 8, put);
  if (!behind) return behind.error();
  const std::string_view side = behind->substr(0, 2), rest = behind->substr(side.size());
  if (side != " w" && side != " b") return BadText{"chezz: expected ROWS w|b"};
  position.side_ = side == " w" ? chezz::white : chezz::black;
  if (rest.find('=') != rest.npos) return BadText{"chezz: options are not supported natively"};
  if (!rest.empty() && rest != " ended") return BadText{"chezz: expected nothing but 'ended' after the side to move"};
  for (const int seat : {chezz::white, chezz::black}) {
    if (std::popcount(position.boards_.of(seat, Kind::king)) > 1) return BadText{"chezz: a side has more than one king"};
    if (position.may_overflow(seat)) return BadText{"chezz: too many pieces to be played natively"};
  }
  if (!rest.empty() && position.has_move()) return BadText{"chezz: 'ended' while there are kings and moves"};
  return position;
}

inline std::string Chezz::text() const {
  std::string text = write_rows(8, [&](int row, int col) {
    const Board here = chezz::bit(8 * row + col);
    if (!(boards_.taken() & here)) return '.';
    return (boards_.of(chezz::white) & here ? "KQRBNPZCF" : "kqrbnpzcf")[boards_.kind_on(8 * row + col)];
  });
  text += side_ == chezz::white ? " w" : " b";
  return has_move() ? text : text + " ended";
}

static_assert(Evaluated<Chezz>);

}  // namespace ludus
