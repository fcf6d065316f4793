// Tries what the prover of Pente claims against every legal move, in positions of games of the search against itself, and
// on boards that are full but for a small hole, where stones are captured from all sides and an exhaustive search decides.
//
//     pente_proofs GAMES HOLES [POSITION]...
//
// A proven win must be one whatever the other side does: all its moves are made, and after each of them there is a win
// again, until the game is over. And where a search is told to look at some defences only, all other moves must lose.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "games/pente.hpp"
#include "games/pente_threats.hpp"
#include "random.hpp"
#include "selfplay.hpp"

using namespace ludus;

namespace {

constexpr int plenty = 100'000;

// Tries all legal moves of both sides; it knows nothing but the rules of the kernel.
class ExhaustiveSearch {
 public:
  // Whether the side to move wins within `plies` plies; nothing where that takes too long.
  std::optional<bool> wins_within(const Pente& position, int plies) {
    left_ = 2'000'000;
    known_.clear();
    const bool wins = search(position, plies);
    return left_ > 0 ? std::optional(wins) : std::nullopt;
  }

 private:
  // Whether the side to move wins, if `own` is true, or loses.
  bool search(const Pente& position, int plies, bool own = true) {
    if (position.result()) return *position.result() == (own ? 1 : -1);
    if (plies == 0 || left_ == 0 || --left_ == 0) return false;
    const auto [known, is_new] = known_.try_emplace(position.key() + static_cast<std::uint64_t>(plies), false);
    if (!is_new) return known->second;
    Pente::Moves moves;
    position.generate(moves);
    const auto reaches_win = [&](const Pente::Move move) {
      Pente next = position;
      next.make(move);
      return search(next, plies - 1, !own);
    };
    const bool wins =
        own ? std::any_of(moves.begin(), moves.end(), reaches_win) : std::all_of(moves.begin(), moves.end(), reaches_win);
    known_[position.key() + static_cast<std::uint64_t>(plies)] = wins;
    return wins;
  }

  std::unordered_map<std::uint64_t, bool> known_;
  int left_ = 0;
};

// A board full of stones in a pattern without fives, but for a hole of some rows and columns with few stones in it.
std::string draw_hole(SplitMix64& random) {
  const auto draw = [&](int from, int to) {
    return from + static_cast<int>(random.below(static_cast<std::size_t>(to - from)));
  };
  const int height = draw(4, 10), width = draw(4, 10);
  const bool is_at_top = draw(0, 2) == 0, is_at_left = draw(0, 2) == 0;
  const int top = is_at_top ? 0 : draw(0, pente::size - height), left = is_at_left ? 0 : draw(0, pente::size - width);
  const int shift = draw(0, 4), density = draw(25, 70), white_share = draw(40, 60);
  const bool is_turned = draw(0, 2) == 0;
  std::string text;
  for (int row = 0; row < pente::size; ++row) {
    if (row > 0) text += '/';
    int empty = 0;
    const auto end_run = [&] { text += empty > 0 ? std::to_string(std::exchange(empty, 0)) : ""; };
    for (int col = 0; col < pente::size; ++col) {
      const bool is_hole = row >= top && row < top + height && col >= left && col < left + width;
      const int place = is_turned ? row / 2 + col : col / 2 + row;
      const bool is_white = is_hole ? draw(0, 100) < white_share : (place + shift) % 2 == 0;
      if (is_hole && draw(0, 100) >= density) {
        ++empty;
      } else {
        end_run();
        text += is_white ? 'w' : 'b';
      }
    }
    end_run();
  }
  const int by_white = 2 * draw(0, 5), by_black = 2 * draw(0, 5);
  const char* const side = draw(0, 2) == 0 ? "w" : "b";
  return text + " " + std::to_string(by_white) + "," + std::to_string(by_black) + " " + side + " second_stone=free";
}

// Whether a stone is found that makes a four with an answer which lies where the answer before it has captured.
bool finds_four_with_captured_cell() {
  const Expected<Pente> root =
      Pente::read("19/19/19/19/19/3wbb13/4w14/4w14/19/19/19/19/19/19/19/19/19/19/19 0,0 w second_stone=free");
  const auto cell = [](int row, int col) { return row * pente::size + col; };
  pente::Reliance reliance;
  Pente position = *root;
  for (const int next : {cell(5, 6), cell(15, 15), cell(5, 4)}) {
    if (position.side() == root->side()) reliance.add_answer(position.board(), next);
    position.make({static_cast<std::uint16_t>(next), false, false, 0});
  }
  const std::optional<pente::CellSet> found = pente::find_interference(root->board(), reliance);
  return found && found->has(cell(8, 4)) && !found->has(cell(8, 14));
}

class Checker {
 public:
  // Whether the side to move wins, by a move of the prover against all moves of the other side.
  bool is_won(const Pente& position) {
    if (won_.contains(position.key())) return true;
    const std::optional<Proof<Pente::Move>> proof = prover_.prove(position, plenty);
    if (!proof) return false;
    Pente next = position;
    next.make(proof->move);
    if (next.result()) return *next.result() < 0;
    Pente::Moves answers;
    next.generate(answers);
    for (const Pente::Move answer : answers) {
      Pente after = next;
      after.make(answer);
      if (after.result() || !is_won(after)) return false;
    }
    won_.insert(position.key());
    return true;
  }

  // Count a position, and what is claimed about it; false where a claim is wrong.
  bool check(const Pente& position) {
    if (prover_.prove(position, usual)) {
      ++wins;
      if (!is_won(position)) return false;
    }
    if (PenteProver::is_forced(position) || position.can_win(position.side())) return true;
    const std::optional<Pente::Moves> defences = prover_.find_defences(position, usual);
    if (!defences) return true;
    ++threats;
    Pente::Moves all;
    position.generate(all);
    for (const Pente::Move move : all) {
      bool is_defence = false;
      for (const Pente::Move defence : *defences) is_defence = is_defence || defence.cell == move.cell;
      if (is_defence) continue;
      ++left_out;
      Pente after = position;
      after.make(move);
      if (is_won(after)) continue;
      const std::optional<bool> loses = exhaustive_.wins_within(after, deepest);
      if (!loses) {
        ++undecided;
      } else if (!*loses) {
        std::printf("holds: %s in ", position.spell(move).c_str());
        return false;
      }
    }
    return true;
  }

  int wins = 0, threats = 0, left_out = 0, undecided = 0;

 private:
  static constexpr int usual = 500;
  static constexpr int deepest = 9;

  PenteProver prover_;
  ExhaustiveSearch exhaustive_;
  std::unordered_set<std::uint64_t> won_;
};

}  // namespace

int main(int count, char** arguments) {
  if (!finds_four_with_captured_cell()) {
    std::printf("wrong: a four that an answer makes on a cell where it has captured\n");
    return 1;
  }
  const int games = count > 1 ? std::atoi(arguments[1]) : 1, holes = count > 2 ? std::atoi(arguments[2]) : 1000;
  std::string start;
  for (int row = 0; row < pente::size; ++row) start += row == 0 ? "19" : "/19";
  const Expected<Pente> root = Pente::read(start + " 0,0 w second_stone=free");
  std::optional<Table> table = Table::make(1 << 22);
  Checker total;
  for (int game = 0; game < games; ++game) {
    const SelfPlaySettings settings{.nodes = 150, .random_moves = 2 + game % 5, .most_moves = 80};
    const auto played =
        play_against_itself(*root, settings, static_cast<std::uint64_t>(game), *table, [] { return false; });
    for (const std::string& text : played->texts) {
      if (!total.check(*Pente::read(text))) {
        std::printf("wrong: %s\n", text.c_str());
        return 1;
      }
    }
  }
  Checker in_holes;
  const auto holds = [&](const std::string& text) {
    const Expected<Pente> position = Pente::read(text);
    if (!position || position->result() || in_holes.check(*position)) return true;
    std::printf("wrong: %s\n", text.c_str());
    return false;
  };
  for (int i = 3; i < count; ++i) {
    const Expected<Pente> position = Pente::read(arguments[i]);
    if (!position || position->result()) {
      std::printf("expected a position that goes on: %s\n", arguments[i]);
      return 1;
    }
    if (!holds(arguments[i])) return 1;
  }
  SplitMix64 random(1);
  for (int i = 0; i < holes; ++i) {
    if (!holds(draw_hole(random))) return 1;
  }
  std::printf("wins: %d\nthreats: %d\nleft out: %d\n", total.wins, total.threats, total.left_out);
  std::printf("wins in holes: %d\nleft out in holes: %d\n", in_holes.wins, in_holes.left_out);
  std::printf("undecided: %d\n", total.undecided + in_holes.undecided);
}
