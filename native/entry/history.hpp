// What the native Chezz program remembers of its game, in the file that src/ludus/entries/chezz_memory.py describes: either
// program goes on with what the other has kept.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "entry/board_file.hpp"
#include "entry/files.hpp"
#include "entry/numbers.hpp"
#include "games/chezz.hpp"

namespace ludus::entry {

inline std::vector<std::string> split(std::string_view text, char mark, std::size_t most) {
  std::vector<std::string> parts;
  while (parts.size() + 1 < most) {
    const std::size_t end = text.find(mark);
    if (end == text.npos) break;
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.emplace_back(text);
  return parts;
}

inline std::string format_number(const char* format, double number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

class History {
 public:
  // Read the file; forget it unless its last position is the one two moves ago.
  History(const BoardFile& turn, std::string folder)
      : header_(turn.header),
        text_(turn.text),
        folder_(std::move(folder)),
        head_(std::string("ludus ") + numbers::version + " chezz " +
              format_number("%g", static_cast<double>(turn.header.total) / 1000)) {
    choose_lines();
    if (lines_.empty() && header_.plies < plies_before_both) searches_ = 0;
  }

  // Seconds that the searches of the game took; none if that is not known.
  const std::optional<double>& searches() const { return searches_; }

  // The keys of the positions, the oldest first, without those that nobody can read.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> found;
    for (const std::string& line : lines_) {
      const Expected<Chezz> position = Chezz::read(split(line, ' ', 4)[3]);
      if (position) found.push_back(position->key());
    }
    return found;
  }

  void add_search(double seconds) {
    if (searches_) *searches_ += seconds;
  }

  // Add the position of this turn; failing to keep it does not matter to the move.
  void keep() const {
    std::string text = head_ + "\n";
    for (const std::string& line : lines_) text += line + "\n";
    text += std::to_string(header_.plies) + " " + std::to_string(header_.used) + " ";
    text += searches_ ? format_number("%.0f", *searches_ * 1e6) : unknown;
    write_atomically(folder_, numbers::history_file, text + " " + text_ + "\n");
  }

 private:
  static constexpr const char* unknown = "-";
  static constexpr int plies_before_both = 2;  // in earlier plies than this, the side to move has not yet moved

  // Choose the last lines that lead to the number of moves made and the time used.
  void choose_lines() {
    const std::string data = read_bounded(folder_ + numbers::history_file, numbers::history_limit);
    const bool is_ascii = std::none_of(data.begin(), data.end(), [](char letter) { return letter & '\x80'; });
    if (data.size() > numbers::history_limit || !data.ends_with('\n') || !is_ascii) return;
    std::vector<std::string> all = split(data.substr(0, data.size() - 1), '\n', data.size());
    if (all[0] != head_) return;
    std::int64_t used = header_.used, ply = header_.plies - 2;
    std::size_t first = all.size();
    for (; first > 1; --first, ply -= 2) {
      const std::vector<std::string> words = split(all[first - 1], ' ', 4);
      if (words.size() < 4 || words[0] != std::to_string(ply)) break;
      const std::optional<std::int64_t> then = read_number(words[1]), searches = read_number(words[2]);
      if (!then || (!searches && words[2] != unknown) || *then > used + 1) break;
      if (first == all.size() && searches) searches_ = static_cast<double>(*searches) / 1e6;
      used = *then;
    }
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first));
    lines_ = std::move(all);
  }

  Header header_;
  std::string text_;
  std::string folder_;  // ends with a slash, unless it is the current one
  std::string head_;
  std::vector<std::string> lines_;
  std::optional<double> searches_;
};

}  // namespace ludus::entry
