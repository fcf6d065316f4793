// The Chezz program without an interpreter: src/ludus/entries/chezz.py, for the ordinary case. Starting Python costs twenty
// times as much as starting this, and the contest starts its programs once for each move.
//
// It reads the board file, plans its time, searches and writes the board after its move; `history.txt` beside it keeps the
// game, beside the link where it was started by one. Whatever is not a plain and valid board file is handed over to
// `run.py` beside it, with the same input, so that tolerance, notes, errors and exit codes are those of the Python program.
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "entry/board_file.hpp"
#include "entry/files.hpp"
#include "entry/history.hpp"
#include "entry/numbers.hpp"
#include "entry/time_plan.hpp"
#include "games/chezz.hpp"
#include "search/search.hpp"
#include "search/table.hpp"
#include "search/table_size.hpp"

using namespace ludus;

namespace {

constexpr int not_written = 1, no_python = 127;
constexpr std::size_t longest_path = 4096;
// Positions to look at where there is no time to search: they take a fraction of a millisecond and show who can take a
// king.
constexpr std::uint64_t glance = 1000;
constexpr std::size_t glance_table_bytes = 1 << 16;
// What a search needs beside its table, most of it for the stack: 128 plies of less than 10 KiB.
constexpr std::size_t search_room = 1 << 21;

double read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double read_cpu() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

// The path by which this program was started, perhaps a link: what a script is told in its place.
std::string find_start() {
  const auto* path = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return path == nullptr ? "" : path;
}

// The folder of a path, with a slash unless it is the current one.
std::string keep_folder(std::string_view path) { return std::string(path.substr(0, path.rfind('/') + 1)); }

// The folder of this program itself, where it was started by a link.
std::string find_target_folder(const std::string& started) {
  std::array<char, longest_path> link{};
  const ssize_t length = readlink(started.c_str(), link.data(), link.size());
  if (length <= 0) return keep_folder(started);
  const std::string target = keep_folder({link.data(), static_cast<std::size_t>(length)});
  return target.starts_with('/') ? target : keep_folder(started) + target;
}

// Let standard input give once more what has been read from it.
void rewind_input(const std::string& input) {
  if (lseek(STDIN_FILENO, -static_cast<off_t>(input.size()), SEEK_CUR) >= 0) return;
  const int file = memfd_create("board", MFD_CLOEXEC);
  if (file >= 0 && entry::write_all(file, input) && lseek(file, 0, SEEK_SET) == 0) {
    dup2(file, STDIN_FILENO);
    return;
  }
  // A limit on the size of files counts for those in memory, too. A pipe holds 64 KiB, of which a board needs one.
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  (void)!entry::write_all(ends[1], input);
  fcntl(ends[0], F_SETFL, 0);
  dup2(ends[0], STDIN_FILENO);
}

// Become the Python program, whose standard input is what has been read here, if anything could be.
[[noreturn]] void hand_over(const std::string& started, const std::optional<std::string>& input) {
  if (input) rewind_input(*input);
  const std::string script = find_target_folder(started) + "run.py";
  execlp("python3", "python3", "-I", "-S", script.c_str(), numbers::started_as, started.c_str(), nullptr);
  entry::say(std::string("error: python3: ") + std::strerror(errno));
  _exit(no_python);
}

// Make a table of this many bytes, or a smaller one where that would leave no room for the search; none where even the
// smallest would.
std::optional<Table> make_table(std::size_t bytes) {
  void* const room = mmap(nullptr, search_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return std::nullopt;
  std::optional<Table> table = Table::make(bytes);
  while (!table && bytes > glance_table_bytes) table = Table::make(bytes /= 2);
  munmap(room, search_room);
  return table;
}

// A move that wins at once.
std::optional<Chezz::Move> find_win(const Chezz& position) {
  Chezz::Moves moves;
  position.generate(moves);
  for (const Chezz::Move move : moves) {
    Chezz after = position;
    after.make(move);
    if (after.result() == -1) return move;
  }
  return std::nullopt;
}

// Without a search: take the king, else move so that ours cannot be taken.
Chezz::Move find_safe_move(const Chezz& root) {
  if (const std::optional<Chezz::Move> winning = find_win(root)) return *winning;
  Chezz::Moves moves;
  root.generate(moves);
  const auto* const safe = std::find_if(moves.begin(), moves.end(), [&](Chezz::Move move) {
    Chezz after = root;
    after.make(move);
    return !after.result() && !find_win(after);
  });
  return safe == moves.end() ? moves[0] : *safe;
}

// Search within a budget, and remember what that took; without one, look at a few positions only.
Chezz::Move choose_move(const Chezz& root, const std::optional<entry::Budget>& budget, entry::History& history) {
  const double began = read_cpu();
  Limits limits{.nodes = glance};
  Search<Chezz>::OnReport on_report;
  if (budget) {
    limits = {.cpu_seconds = budget->most, .wall_seconds = numbers::on_the_wall * budget->most};
    on_report = [patience = entry::Patience(*budget), began](const Report<Chezz>& report) mutable {
      const Line<Chezz>& best = report.lines.front();
      return patience.goes_on(report.depth, best.move.code(), best.score, read_cpu() - began);
    };
  }
  std::optional<Table> table = make_table(budget ? choose_table_bytes<Chezz>(limits) : glance_table_bytes);
  if (!table) {
    entry::say("note: no memory to search");
    return find_safe_move(root);
  }
  const Report<Chezz> found = Search<Chezz>(*table, limits).run(root, 1, history.keys(), on_report);
  if (budget) history.add_search(read_cpu() - began);
  return found.lines.front().move;
}

}  // namespace

int main() {
  // Nothing tells cheaply when the process began on the wall's clock; what it has computed so far is the least.
  const double began = read_clock(CLOCK_MONOTONIC) - read_cpu();
  // As in Python: what cannot be written is an error of that file, and not the end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const std::string started = find_start();
  const std::optional<std::string> input = entry::read_all(STDIN_FILENO, numbers::input_limit);
  const std::optional<entry::BoardFile> turn = input ? entry::read_board_file(*input) : std::nullopt;
  if (!turn || input->size() > numbers::input_limit) hand_over(started, input);

  entry::History history(*turn, keep_folder(started));
  const entry::Header& header = turn->header;
  const double used = static_cast<double>(header.used) / 1000, total = static_cast<double>(header.total) / 1000;
  const double measured = read_cpu(), spent = std::max(measured, read_clock(CLOCK_MONOTONIC) - began);
  const std::optional<entry::Budget> budget = entry::plan_search(
      {total, total - used, static_cast<double>(header.plies / 2), history.searches()}, {measured, spent});
  if (!budget) entry::say("note: no time to search");
  Chezz after = turn->position;
  after.make(choose_move(turn->position, budget, history));
  history.keep();
  if (entry::write_all(STDOUT_FILENO, entry::write_board_file(header, after))) _exit(0);
  entry::say(std::string("error: standard output: ") + std::strerror(errno));
  _exit(not_written);
}
