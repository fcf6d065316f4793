// The board file of the Chezz contest, where it is plain and valid. Whatever else there is to say about one (what is wrong
// with it and where, what was ignored) is said by src/ludus/protocols/chezz.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "entry/numbers.hpp"
#include "games/chezz.hpp"
#include "kernel.hpp"

namespace ludus::entry {

struct Header {
  bool is_white = true;
  std::int64_t used = 0, total = 0;  // milliseconds
  std::int64_t plies = 0;
};

struct BoardFile {
  Header header;
  std::string text;  // of the position, as the rules write it
  Chezz position;    // has a move
};

inline constexpr std::string_view space = " \t\n\r\v\f";

// Takes one thing after the other from a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool is_at_end() const { return at_ == text_.size(); }
  void skip(std::string_view letters) { at_ = std::min(text_.find_first_not_of(letters, at_), text_.size()); }
  // The next letters, as many as asked for, or fewer at the end.
  std::string_view take(std::size_t count) {
    const std::string_view found = text_.substr(at_, count);
    at_ += found.size();
    return found;
  }
  std::string_view take_until(std::string_view letters) {
    return take(std::min(text_.find_first_of(letters, at_), text_.size()) - at_);
  }
  // Skip space, and this mark if it is the next; false where it is not.
  bool accept(char mark) {
    skip(space);
    const bool is_next = !is_at_end() && text_[at_] == mark;
    at_ += is_next;
    return is_next;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

inline constexpr std::string_view kinds = "KQRBNPZCF", lower_kinds = "kqrbnpzcf";

inline std::optional<std::int64_t> read_number(std::string_view word) {
  if (word.empty() || word.size() > numbers::longest_number) return std::nullopt;
  std::int64_t number = 0;
  for (const char digit : word) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = 10 * number + (digit - '0');
  }
  return number;
}

inline std::optional<Header> read_header(std::string_view line) {
  Reader words(line);
  const auto take_word = [&] {
    words.skip(space);
    return words.take_until(space);
  };
  const std::string_view side = take_word();
  const auto used = read_number(take_word()), total = read_number(take_word()), plies = read_number(take_word());
  words.skip(space);
  if ((side != "w" && side != "b") || !used || !total || !plies || !words.is_at_end()) return std::nullopt;
  return Header{side == "w", *used, *total, *plies};
}

using Cells = std::array<char, 64>;  // from a8 to h1, `.` where there is nothing

// Read `a1: 'wK'` into its cell; false for anything else, and where there is a piece already.
inline bool read_piece(Reader& reader, Cells& cells) {
  const std::string_view square = reader.take(2);
  const bool has_colon = reader.accept(':');
  reader.skip(space);
  const std::string_view piece = reader.take(4);
  if (!has_colon || piece.size() != 4 || piece[0] != '\'' || piece[3] != '\'') return false;
  const std::size_t kind = kinds.find(piece[2]);
  const bool is_square = square[0] >= 'a' && square[0] <= 'h' && square[1] >= '1' && square[1] <= '8';
  if (!is_square || kind == kinds.npos || (piece[1] != 'w' && piece[1] != 'b')) return false;
  char& cell = cells[static_cast<std::size_t>(8 * ('8' - square[1]) + square[0] - 'a')];
  if (cell != '.') return false;
  cell = (piece[1] == 'w' ? kinds : lower_kinds)[kind];
  return true;
}

// Read the pieces between the braces, with a comma after the last or none; only braces and space may follow.
inline std::optional<Cells> read_cells(Reader& reader) {
  Cells cells;
  cells.fill('.');
  if (!reader.accept('{')) return std::nullopt;
  for (bool has_comma = true; !reader.accept('}'); has_comma = reader.accept(',')) {
    if (!has_comma || !read_piece(reader, cells)) return std::nullopt;
  }
  while (reader.accept('}')) {
  }
  if (!reader.is_at_end()) return std::nullopt;
  return cells;
}

// Read a file; none where it is not plain, where a side has not one king, or where the game is over.
inline std::optional<BoardFile> read_board_file(std::string_view data) {
  Reader reader(data);
  const std::optional<Header> header = read_header(reader.take_until("\n"));
  const std::optional<Cells> cells = header ? read_cells(reader) : std::nullopt;
  if (!cells) return std::nullopt;
  std::string text = write_rows(8, [&](int row, int col) { return (*cells)[static_cast<std::size_t>(8 * row + col)]; });
  text += header->is_white ? " w" : " b";
  const Expected<Chezz> position = Chezz::read(text);
  if (!position || position->result()) return std::nullopt;
  Chezz::Moves moves;
  position->generate(moves);
  if (moves.empty()) return std::nullopt;
  return BoardFile{*header, std::move(text), *position};
}

// Write the file after the move, with the time used before it.
inline std::string write_board_file(const Header& before, const Chezz& after) {
  std::string text = before.is_white ? "b " : "w ";
  text +=
      std::to_string(before.used) + " " + std::to_string(before.total) + " " + std::to_string(before.plies + 1) + "\n{\n";
  const chezz::Boards& boards = after.boards();
  std::string_view between;
  for (int col = 0; col < 8; ++col) {
    for (int row = 7; row >= 0; --row) {
      const int square = 8 * row + col;
      if (!(boards.taken() & chezz::bit(square))) continue;
      text += between;
      text += {' ', ' ', static_cast<char>('a' + col), static_cast<char>('8' - row), ':', ' ', '\''};
      text += boards.of(chezz::white) & chezz::bit(square) ? 'w' : 'b';
      text += kinds[boards.kind_on(square)];
      text += '\'';
      between = ",\n";
    }
  }
  return text + "\n}\n";
}

}  // namespace ludus::entry
