// The words of a treasure Amazons text, taken apart and checked; src/ludus/games/amazons.py says what they mean.
//
// A field is kept in nine bits: treasure in the low three bits, artifact in the next two, and what stands there above
// (0 free, 1-8 an amazon of that ID, 9 an arrow or a spear).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel.hpp"

namespace ludus::amazons {

inline constexpr int longest_side = 32;
inline constexpr int longest_wide_side = 120;
inline constexpr int most_seats = 8;
inline constexpr std::uint32_t most = 999'999'999;  // the largest number of a text
// 15 letters of four bytes, three characters to the byte.
inline constexpr std::size_t longest_name = 180;

using Field = std::uint16_t;
inline constexpr Field content_bits = 31;
inline constexpr int occupant_shift = 5;
inline constexpr Field arrow_field = 9 << occupant_shift;
constexpr int occupant_of(Field field) { return field >> occupant_shift; }

// Like str.split(mark): "a,,b" has three parts, "" one.
inline std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(mark);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// A number from 0 to `most`, without leading zeros.
inline std::optional<std::uint32_t> read_number(std::string_view text) {
  if (text.empty() || text.size() > 9 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  std::uint32_t number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  return number;
}

inline Expected<Field> read_field(std::string_view text) {
  if (text.size() != 3 || text[0] < '0' || text[0] > '5' || text[1] < '0' || text[1] > '3' || text[2] < '0' ||
      text[2] > '9') {
    return BadText{"amazons: expected a field of three digits, found '" + std::string(text.substr(0, 20)) + "'"};
  }
  const int content = (text[0] - '0') | (text[1] - '0') << 3;
  const int occupant = text[2] - '0';
  if (content != 0 && occupant >= 1 && occupant <= most_seats) {
    return BadText{"amazons: expected 00 before the ID of a player, found '" + std::string(text) + "'"};
  }
  return static_cast<Field>(content | occupant << occupant_shift);
}

inline void write_field(Field field, std::string& text) {
  text += static_cast<char>('0' + (field & 7));
  text += static_cast<char>('0' + (field >> 3 & 3));
  text += static_cast<char>('0' + occupant_of(field));
}

// The board row by row.
struct Fields {
  int height = 0;
  int width = 0;
  std::vector<Field> fields;
};

// A board with sides of at most `longest`.
inline Expected<Fields> read_fields(std::string_view text, int longest) {
  Fields board;
  const std::vector<std::string_view> rows = split(text, '/');
  for (const std::string_view row : rows) {
    const std::vector<std::string_view> fields = split(row, ',');
    if (std::max(rows.size(), fields.size()) > static_cast<std::size_t>(longest)) {
      const std::string side = std::to_string(longest);
      return BadText{"amazons: boards beyond " + side + "x" + side + " are not supported natively"};
    }
    if (board.height++ == 0) board.width = static_cast<int>(fields.size());
    if (static_cast<int>(fields.size()) != board.width) return BadText{"amazons: the rows are not equally long"};
    for (const std::string_view text_of_field : fields) {
      const Expected<Field> field = read_field(text_of_field);
      if (!field) return field.error();
      board.fields.push_back(*field);
    }
  }
  return board;
}

struct Player {
  std::string_view name;  // as it stands, escapes included: only Python knows what they mean
  int id = 0;
  std::uint32_t score = 0;
};

inline Expected<Player> read_player(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 3 || parts[0].empty() || parts[0].size() > longest_name || parts[1].size() != 1 ||
      parts[1][0] < '1' || parts[1][0] > '8') {
    return BadText{"amazons: expected name:ID:score, found '" + std::string(text.substr(0, 200)) + "'"};
  }
  const std::optional<std::uint32_t> score = read_number(parts[2]);
  if (!score) return BadText{"amazons: expected a score, found '" + std::string(parts[2].substr(0, 20)) + "'"};
  return Player{parts[0], parts[1][0] - '0', *score};
}

inline Expected<std::vector<Player>> read_players(std::string_view text) {
  std::vector<Player> players;
  if (text == "-") return players;
  for (const std::string_view row : split(text, ';')) {
    const Expected<Player> player = read_player(row);
    if (!player) return player.error();
    for (const Player& other : players) {
      if (other.id == player->id || other.name == player->name) {
        return BadText{"amazons: two players have the same name or ID"};
      }
    }
    players.push_back(*player);
  }
  return players;
}

// How many amazons each places, or 0 for the movement.
inline Expected<std::uint32_t> read_phase(std::string_view text) {
  constexpr std::string_view placement = "placement:";
  if (text == "movement") return 0u;
  if (text.starts_with(placement)) {
    const std::optional<std::uint32_t> each = read_number(text.substr(placement.size()));
    if (each && *each > 0) return *each;
  }
  return BadText{"amazons: expected movement or placement:N, found '" + std::string(text.substr(0, 40)) + "'"};
}

// a1 is top left; after column z comes aa, after az ba.
inline std::string square_name(int row, int col) {
  std::string name = col < 26 ? std::string() : std::string(1, static_cast<char>('a' + col / 26 - 1));
  name += static_cast<char>('a' + col % 26);
  return name + std::to_string(row + 1);
}

// What is wrong: amazons of nobody, or scores that could outgrow what a text holds.
inline std::optional<BadText> check_rows(const Fields& board, const std::vector<Player>& players) {
  std::uint32_t to_collect = 0;
  for (const Field field : board.fields) {
    const int id = occupant_of(field);
    if (id == 0) to_collect += field & 7;
    if (id == 0 || id > most_seats) continue;
    bool known = false;
    for (const Player& player : players) known = known || player.id == id;
    if (!known) return BadText{"amazons: player " + std::to_string(id) + " is on the board without a row"};
  }
  for (const Player& player : players) {
    if (player.score + to_collect > most) return BadText{"amazons: a score could outgrow what a text holds"};
  }
  return std::nullopt;
}

// How many amazons can come to stand on a board where each seat places until it has `placement` of them, or has no more to
// place.
inline std::size_t count_most_amazons(const Fields& board, const std::vector<Player>& players, std::size_t placement) {
  std::array<std::size_t, most_seats + 1> placed{};
  for (const Field field : board.fields) {
    const int id = occupant_of(field);
    if (id >= 1 && id <= most_seats) ++placed[static_cast<std::size_t>(id)];
  }
  std::size_t sum = 0;
  for (const Player& player : players) sum += std::max(placed[static_cast<std::size_t>(player.id)], placement);
  return std::min(sum, board.fields.size());
}

}  // namespace ludus::amazons
