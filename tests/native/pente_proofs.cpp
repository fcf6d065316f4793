// Tries what the prover of Pente claims against every legal move, in positions of games of the search against itself.
//
//     pente_proofs GAMES
//
// A proven win must be one whatever the other side does: all its moves are made, and after each of them there is a win
// again, until the game is over. And where a search is told to look at some defences only, all other moves must lose.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_set>

#include "games/pente.hpp"
#include "games/pente_threats.hpp"
#include "selfplay.hpp"

using namespace ludus;

namespace {

constexpr int plenty = 100'000;

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
      if (!is_won(after)) {
        std::printf("holds: %s in ", position.spell(move).c_str());
        return false;
      }
    }
    return true;
  }

  int wins = 0, threats = 0, left_out = 0;

 private:
  static constexpr int usual = 500;

  PenteProver prover_;
  std::unordered_set<std::uint64_t> won_;
};

}  // namespace

int main(int count, char** arguments) {
  const int games = count > 1 ? std::atoi(arguments[1]) : 1;
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
  std::printf("wins: %d\nthreats: %d\nleft out: %d\n", total.wins, total.threats, total.left_out);
}
