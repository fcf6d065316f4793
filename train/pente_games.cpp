// Plays Pente against itself and writes what the searches say: a line for each quiet position, with the score, the result
// for the side to move (1, 0, -1; 9 where random moves led there) and the text.
//
//     pente_games SEED GAMES NODES
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "games/pente.hpp"
#include "games/pente_threats.hpp"
#include "random.hpp"
#include "search/search.hpp"

using namespace ludus;

namespace {

constexpr int even = 350;
constexpr int longest_game = 150;

class Player {
 public:
  Player(std::uint64_t seed, std::uint64_t nodes) : random_(seed), nodes_(nodes), table_(*Table::make(1 << 20)) {}

  void play_game() {
    struct Written {
      int score, side;
      std::string text;
    };
    Pente position = choose_start();
    std::vector<Written> written;
    for (int ply = 0; !position.result() && ply < longest_game; ++ply) {
      const Line<Pente> best = think(position);
      if (is_quiet(position)) written.push_back({best.score, position.side(), position.text()});
      if (std::abs(best.score) < sure && random_.below(2) == 0) write_neighbour(position);
      position.make(best.move);
    }
    const int result = position.result().value_or(0);
    for (const Written& line : written) {
      std::printf("%d %d %s\n", line.score, line.side == position.side() ? result : -result, line.text.c_str());
    }
  }

 private:
  // Some stones near the centre, half of them where the ranks like them, that leave an even game.
  Pente choose_start() {
    std::string empty = "19";
    for (int row = 1; row < pente::size; ++row) empty += "/19";
    for (;;) {
      Pente position = *Pente::read(empty + " 0,0 w second_stone=free");
      const int stones = 3 + static_cast<int>(random_.below(5));
      for (int stone = 0; stone < stones && !position.result(); ++stone) {
        if (stone > 2 && random_.below(2) == 0) {
          make_candidate(position, 12);
        } else {
          make_near_centre(position, stone == 0 ? 0 : stone == 1 ? 3 : 5);
        }
      }
      table_.clear();
      if (!position.result() && std::abs(think(position).score) <= even) return position;
    }
  }

  void make_near_centre(Pente& position, int distance) {
    Pente::Moves all, near;
    position.generate(all);
    for (const Pente::Move move : all) {
      const int row = move.cell / pente::size - pente::size / 2, col = move.cell % pente::size - pente::size / 2;
      if (std::max(std::abs(row), std::abs(col)) <= distance) near.push(move);
    }
    position.make(near[random_.below(near.size())]);
  }

  void make_candidate(Pente& position, std::size_t of) {
    Pente::Moves moves;
    position.generate_candidates(moves);
    position.make(moves[random_.below(std::min(moves.size(), of))]);
  }

  // A search sees worse positions than games have, so the net should, too.
  void write_neighbour(Pente position) {
    for (std::size_t moves = 1 + random_.below(3); moves > 0 && !position.result(); --moves) make_candidate(position, 10);
    if (is_quiet(position)) std::printf("%d 9 %s\n", think(position).score, position.text().c_str());
  }

  // Whether the search would ask for its evaluation.
  bool is_quiet(const Pente& position) {
    if (position.result() || position.can_win(pente::white) || position.can_win(pente::black)) return false;
    return !position.has_open_three(position.side()) || !prover_.prove(position, 16);
  }

  Line<Pente> think(const Pente& position) {
    Search<Pente> search(table_, {.nodes = nodes_});
    return search.run(position, 1, {}, {}).lines.front();
  }

  SplitMix64 random_;
  std::uint64_t nodes_;
  Table table_;
  PenteProver prover_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: pente_games SEED GAMES NODES\n"), 2;
  Player player(std::strtoull(arguments[1], nullptr, 10), std::strtoull(arguments[3], nullptr, 10));
  for (int game = std::atoi(arguments[2]); game > 0; --game) player.play_game();
}
