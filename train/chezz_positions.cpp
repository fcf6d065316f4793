// Plays games of Chezz against itself and writes the quiet positions, for train/chezz.py.
//
//     chezz_positions FILE SEED NODES SECONDS
//
// appends to FILE for so many seconds. A record has 40 bytes, all numbers in little-endian order:
//     8  the occupied squares, bit 0 = a8, after the contagion and promotion that end the mover's turn
//     8  those of the side to move; a board with Black to move is turned upside down, so that the mover plays upwards
//     16 a kind for each occupied square in this order, four bits each, the low half of a byte first
//     2  what the hand-made evaluation says
//     2  what the search says, for the side to move
//     1  the result of the game for the side to move: 1, 0 or -1
//     1  1 in the last record of a game
//     2  the ply
// The evaluation looks at boards after `end_turn`, and so do these records.
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "games/chezz.hpp"
#include "random.hpp"
#include "search/search.hpp"

namespace {

using namespace ludus;

struct Record {
  std::uint64_t taken;
  std::uint64_t own;
  std::uint8_t kinds[16];
  std::int16_t standing;
  std::int16_t score;
  std::int8_t result;
  std::uint8_t is_last;
  std::uint16_t ply;
};
static_assert(sizeof(Record) == 40 && std::endian::native == std::endian::little);

constexpr int most_plies = 220;
constexpr int late = 90;       // of the positions after this ply only every other one is kept: endings are long
constexpr int uneven = 1500;   // an opening beyond this is not played on
constexpr int decided = 6000;  // a game that is beyond this for `sure_plies` is not played on either
constexpr int sure_plies = 6;

chezz::Board flip(chezz::Board squares) { return __builtin_bswap64(squares); }

Record describe(const Chezz& position, int score, int ply) {
  chezz::Boards boards = position.boards();
  const int side = position.side();
  boards.end_turn(side);
  const auto seen = [&](chezz::Board squares) { return side == chezz::white ? squares : flip(squares); };
  Record record{};
  record.taken = seen(boards.taken());
  record.own = seen(boards.of(side));
  int at = 0;
  for (chezz::Board squares = record.taken; squares; ++at) {
    const int square = chezz::pop(squares);
    const int kind = boards.kind_on(side == chezz::white ? square : square ^ 56);
    record.kinds[at / 2] = static_cast<std::uint8_t>(record.kinds[at / 2] | kind << (at % 2 * 4));
  }
  record.standing = static_cast<std::int16_t>(chezz::evaluate_by_hand(boards, side));
  record.score = static_cast<std::int16_t>(score);
  record.ply = static_cast<std::uint16_t>(ply);
  return record;
}

// Whether an evaluation of this position means something: no king can be taken, and the best move is a quiet one.
bool is_quiet(const Chezz& position, Chezz::Move best) {
  const chezz::Boards& boards = position.boards();
  const int side = position.side();
  return !position.is_noisy(best) && !chezz::can_take_king(boards, side) && position.may_pass();
}

// Play one game and append its records.
void play(SplitMix64& random, std::uint64_t nodes, Table& table, std::vector<Record>& records) {
  Chezz position = *Chezz::read("fncqkbnr/ppppzppp/8/8/8/8/PPPPZPPP/FNCQKBNR w");
  const int random_plies = 6 + static_cast<int>(random.below(5));
  std::vector<std::uint64_t> past;
  std::vector<int> sides;
  const std::size_t before = records.size();
  int white_result = 0, beyond = 0;
  for (int ply = 0; ply < most_plies; ++ply) {
    Chezz::Moves moves;
    position.generate(moves);
    if (const std::optional<int> result = position.result(); result || moves.empty()) {
      if (ply <= random_plies) return;
      white_result = position.side() == chezz::white ? result.value_or(-1) : -result.value_or(-1);
      break;
    }
    Chezz::Move move = moves[random.below(moves.size())];
    if (ply >= random_plies) {
      Search<Chezz> search(table, {.nodes = nodes}, {});
      const Line<Chezz> best = search.run(position, 1, past, {}).lines.front();
      move = best.move;
      if (ply == random_plies && std::abs(best.score) > uneven) return;
      beyond = std::abs(best.score) > decided ? beyond + 1 : 0;
      if (std::abs(best.score) >= sure || beyond == sure_plies) {
        white_result = (best.score > 0) == (position.side() == chezz::white) ? 1 : -1;
        break;
      }
      if (is_quiet(position, move) && std::abs(best.score) < 20'000 && (ply < late || random.below(2) == 0)) {
        records.push_back(describe(position, best.score, ply));
        sides.push_back(position.side());
      }
    }
    past.push_back(position.key());
    position.make(move);
  }
  for (std::size_t i = before; i < records.size(); ++i) {
    records[i].result = static_cast<std::int8_t>(sides[i - before] == chezz::white ? white_result : -white_result);
    records[i].is_last = i + 1 == records.size();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: chezz_positions FILE SEED NODES SECONDS\n");
    return 2;
  }
  std::FILE* file = std::fopen(argv[1], "ab");
  std::optional<Table> table = Table::make(1 << 19);
  if (file == nullptr || !table) {
    std::perror(argv[1]);
    return 1;
  }
  SplitMix64 random(std::strtoull(argv[2], nullptr, 10));
  const std::uint64_t nodes = std::strtoull(argv[3], nullptr, 10);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoll(argv[4]));
  std::vector<Record> records;
  std::size_t count = 0;
  while (std::chrono::steady_clock::now() < end) {
    records.clear();
    play(random, nodes, *table, records);
    if (std::fwrite(records.data(), sizeof(Record), records.size(), file) != records.size()) {
      std::perror(argv[1]);
      return 1;
    }
    count += records.size();
  }
  std::printf("%zu positions\n", count);
  return std::fclose(file) == 0 ? 0 : 1;
}
