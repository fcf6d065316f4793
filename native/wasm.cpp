// The boundary between a page and the core as WebAssembly; src/ludus/web/assets/core/worker.js is its only user.
//
// Texts are passed as lines of one buffer: the caller asks for room, writes its lines there and calls a question. The
// question says whether it could be answered, and the answer, or why there is none, lies in the output. Nothing is
// imported but a clock and the report of a depth, so that any page can run it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "by_text.hpp"
#include "engine.hpp"
#include "levels.hpp"

namespace page {
[[clang::import_module("page"), clang::import_name("now")]] double now();      // in seconds
[[clang::import_module("page"), clang::import_name("report")]] void report();  // the output holds it
}  // namespace page

// In place of the library's, which would import the clocks of WASI. A page has one clock.
extern "C" int clock_gettime(clockid_t, timespec* time) {
  const double now = page::now();
  time->tv_sec = static_cast<time_t>(now);
  time->tv_nsec = static_cast<long>((now - std::floor(now)) * 1e9);
  return 0;
}

using namespace ludus;

namespace {

std::string input, output;

// The lines of the input, and empty ones for those of the first `least` that are missing.
std::vector<std::string> read_lines(std::size_t least) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= input.size();) {
    const std::size_t end = std::min(input.find('\n', at), input.size());
    lines.push_back(input.substr(at, end - at));
    at = end + 1;
  }
  lines.resize(std::max(lines.size(), least));
  return lines;
}

std::string join(const std::vector<std::string>& words, char between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

bool refuse(std::string reason) {
  output = std::move(reason);
  return false;
}

// Leave the answer, as `write` has it, or why there is none.
template <class T, class Write>
bool tell(const Expected<T>& answer, const Write& write) {
  if (!answer) return refuse(answer.error().reason);
  output = write(*answer);
  return true;
}

// "points" in hundredths, or "win" with the plies to a sure end.
std::string write_score(int score) {
  if (std::abs(score) <= sure) return "points " + std::to_string(score);
  return "win " + std::to_string(score > 0 ? win - score : -win - score);
}

std::string write_report(const SpelledReport& report) {
  std::string text = std::to_string(report.depth) + ' ' + std::to_string(report.nodes) + ' ' +
                     std::to_string(static_cast<std::int64_t>(report.seconds * 1e6));
  for (const SpelledLine& line : report.lines) text += '\n' + write_score(line.score) + ' ' + join(line.moves, ' ');
  return text;
}

// Whose thinking is kept from move to move, while it stays in one game.
struct Thinker {
  std::string player, game;
  int level;
  std::uint64_t seed;
  std::vector<std::string> way;  // the positions up to the last one that it thought about
  Engine engine;

  bool goes_on(const std::vector<std::string>& further) const {
    return further.size() >= way.size() && std::equal(way.begin(), way.end(), further.begin());
  }
};

constexpr std::size_t most_thinkers = 4;
std::vector<Thinker> thinkers;  // the one that thought last comes last

// The engine of a player whose game has come to the end of this way: the one that thought before in that game, or a new
// one in place of the one that has waited longest.
Engine& find_engine(const std::string& player, const std::string& game, int level, std::uint64_t seed,
                    const std::vector<std::string>& way) {
  const auto found = std::find_if(thinkers.begin(), thinkers.end(), [&](const Thinker& thinker) {
    return thinker.player == player && thinker.game == game && thinker.level == level && thinker.seed == seed;
  });
  if (found != thinkers.end() && found->goes_on(way)) {
    found->way = way;
    std::rotate(found, found + 1, thinkers.end());
    return thinkers.back().engine;
  }
  if (found != thinkers.end()) {
    thinkers.erase(found);
  } else if (thinkers.size() == most_thinkers) {
    thinkers.erase(thinkers.begin());
  }
  const Level errors = level == 0 ? Level{0, 0, 0} : levels[static_cast<std::size_t>(level - 1)];
  thinkers.push_back({player, game, level, seed, way,
                      Engine(game, SearchMode::full, OwnEvaluation{false, errors.noise, seed}, errors.slips)});
  return thinkers.back().engine;
}

// Of the positions on the way to the last, those in which the same seat was to move: what a player counts as the past.
Expected<std::vector<std::string>> list_own_past(std::string_view game, const std::vector<std::string>& way) {
  const Expected<Status> last = tell_status(game, way.back());
  if (!last) return last.error();
  std::vector<std::string> past;
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    const Expected<Status> earlier = tell_status(game, way[i]);
    if (!earlier) return earlier.error();
    if (earlier->seat == last->seat) past.push_back(way[i]);
  }
  return past;
}

}  // namespace

extern "C" {

// Room for this many bytes of lines; the next question reads them.
[[clang::export_name("make_room")]] char* make_room(std::size_t bytes) {
  input.assign(bytes, '\0');
  return input.data();
}
[[clang::export_name("output_at")]] const char* output_at() { return output.data(); }
[[clang::export_name("output_bytes")]] std::size_t output_bytes() { return output.size(); }

// The levels of play: positions a move, errors in judging them, moves of a thousand without thought.
[[clang::export_name("levels")]] bool tell_levels() {
  output.clear();
  for (const Level& level : levels) {
    output += std::to_string(level.nodes) + ' ' + std::to_string(level.noise) + ' ' + std::to_string(level.slips) + '\n';
  }
  return true;
}

// Lines: game, position.
[[clang::export_name("moves")]] bool moves() {
  const std::vector<std::string> lines = read_lines(2);
  return tell(list_moves(lines.at(0), lines.at(1)), [](const auto& found) { return join(found, '\n'); });
}

// Lines: game, position, move.
[[clang::export_name("play")]] bool play() {
  const std::vector<std::string> lines = read_lines(3);
  return tell(play_move(lines.at(0), lines.at(1), lines.at(2)), [](const std::string& after) { return after; });
}

// Lines: game, position. The answer: sequences of that depth, moves made to count them.
[[clang::export_name("perft")]] bool perft(int depth) {
  const std::vector<std::string> lines = read_lines(2);
  return tell(count_sequences(lines.at(0), lines.at(1), depth),
              [](const Count& count) { return std::to_string(count.leaves) + ' ' + std::to_string(count.made); });
}

// Lines: game, position. The answer: seat to move; once it is over "over", and then the result where there is one.
[[clang::export_name("status")]] bool status() {
  const std::vector<std::string> lines = read_lines(2);
  return tell(tell_status(lines.at(0), lines.at(1)), [](const Status& found) {
    return std::to_string(found.seat) + (found.is_over ? " over" : "") +
           (found.result ? ' ' + std::to_string(*found.result) : "");
  });
}

// Lines: game, position, touched squares. The answer: the move that they mean, or nothing, then the next squares.
[[clang::export_name("targets")]] bool targets() {
  std::vector<std::string> lines = read_lines(2);
  const std::vector<std::string> touched(lines.begin() + 2, lines.end());
  return tell(list_targets(lines.at(0), lines.at(1), touched), [](const Targets& found) {
    std::string text = found.move.value_or("");
    for (const std::string& square : found.next) text += '\n' + square;
    return text;
  });
}

// Lines: player, game, then the positions from the start of the game to the one to think about. Level 0 makes no errors.
// Each player of each game has a table of its own. The answer: depth, nodes, microseconds, then a score and moves a line.
[[clang::export_name("think")]] bool think(int level, std::uint64_t seed, double nodes, int depth, double seconds,
                                           bool is_analysis, std::size_t lines) {
  const std::vector<std::string> given = read_lines(3);
  const std::string &player = given.at(0), &game = given.at(1), &text = given.back();
  const std::vector<std::string> way(given.begin() + 2, given.end());
  if (level < 0 || level > static_cast<int>(levels.size())) {
    return refuse("level: expected 1 to " + std::to_string(levels.size()) + ", found " + std::to_string(level));
  }
  if (lines == 0) return refuse("lines: expected 1 or more, found 0");
  if (std::isnan(nodes) || std::isnan(seconds)) return refuse("nodes, seconds: expected numbers, found NaN");
  const Expected<std::vector<std::string>> past = list_own_past(game, way);
  if (!past) return refuse(past.error().reason);
  const Limits limits{.nodes = nodes < 1e18 ? static_cast<std::uint64_t>(std::max(nodes, 0.0)) : Limits{}.nodes,
                      .depth = depth,
                      .wall_seconds = seconds,
                      .is_analysis = is_analysis};
  Engine& engine = find_engine(player, game, level, seed, way);
  const auto bytes = with_kernel(game, [&]<Kernel K>() -> Expected<std::size_t> { return choose_table_bytes<K>(limits); });
  if (!engine.reserve(*bytes)) return refuse("no memory for the table of the search");
  SearchRequest request{text, limits, lines, *past};
  request.on_report = [](const SpelledReport& report) {
    output = write_report(report);
    page::report();
    return true;
  };
  return tell(engine.search(request), write_report);
}

}  // extern "C"
