// The board of treasure Amazons and who plays on it: how it is laid out, changed, keyed, read and written.
//
// A square is row * 32 + column, row 0 on top, on a board of any size up to 32x32; larger ones have a layout of their own
// (amazons_wide.hpp). `free_` has one word a row with a bit for each free field, and an empty row above and below, so that
// a line ends by itself at every edge. Treasure and artifacts lie in bit planes beside it (see ContentOf). The amazons are
// listed seat by seat, each seat's in the order of the board, which makes the moves come in the order of the rules.
//
// A copy takes along only what the board at hand uses: about 200 bytes of a classic 10x10 position, 400 of a 14x14
// one with treasure, where the largest would need five thousand.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "games/amazons_flood.hpp"
#include "games/amazons_text.hpp"
#include "random.hpp"

namespace ludus::amazons {

using Square = std::uint16_t;

// A free field without treasure and artifact adds nothing to the key.
inline std::uint64_t field_key(Square square, unsigned field) {
  return field == 0 ? 0 : scramble(std::uint64_t{square} << 16 | field);
}
inline std::uint64_t score_key(int seat, std::uint32_t score) {
  return scramble(std::uint64_t{1} << 40 | static_cast<std::uint64_t>(seat) << 32 | score);
}

template <class Layout>
class Board {
 public:
  using Row = typename Layout::Row;
  using Plane = typename Layout::Plane;
  // A row of emptiness above and below ends every line; two more because copies take four at a time.
  using Rows = std::array<Row, Layout::longest + 4>;

  Board(const Board& other) { copy(other); }
  Board& operator=(const Board& other) {
    if (this != &other) copy(other);
    return *this;
  }
  ~Board() = default;

  static constexpr int stride = 1 << Layout::shift;
  static constexpr int squares = stride * stride;

  static unsigned row_of(Square square) { return (square >> Layout::shift) + 1u; }  // as `free_` counts
  static unsigned col_of(Square square) { return square & (stride - 1u); }
  static Row bit_of(Square square) { return Row{1} << col_of(square); }
  static Square square_at(int row, int col) { return static_cast<Square>(row * stride + col); }
  static std::string name_of(Square square) {
    return square_name(static_cast<int>(row_of(square)) - 1, static_cast<int>(col_of(square)));
  }

  LandOf<Row, typename Layout::Plane> land() const {
    return {head_.height, head_.width,     head_.lane,        head_.words,
            free_.data(), content_.data(), head_.free_fields, static_cast<int>(head_.treasure)};
  }

  const Square* begin_of(int seat) const {
    assert(seat >= 0 && seat <= head_.seats);
    return list_.data() + head_.first[static_cast<std::size_t>(seat)];
  }
  const Square* end_of(int seat) const { return begin_of(seat + 1); }
  std::uint32_t amazons_of(int seat) const { return static_cast<std::uint32_t>(end_of(seat) - begin_of(seat)); }
  int amazons_of_all() const { return head_.first[head_.seats] - head_.first[0]; }
  int seats() const { return head_.seats; }
  std::uint32_t score_of(int seat) const { return head_.scores[static_cast<std::size_t>(seat)]; }
  unsigned field_of(int seat) const {
    return static_cast<unsigned>(head_.ids[static_cast<std::size_t>(seat)] << occupant_shift);
  }
  int next_of(int seat) const { return seat + 1 == head_.seats ? 0 : seat + 1; }

  const Rows& free_rows() const { return free_; }  // from the row above the board on
  bool is_free(Square square) const { return (free_[row_of(square)] & bit_of(square)) != 0; }
  bool has_room() const {
    return std::any_of(free_.begin(), free_.begin() + head_.height + 1, [](Row row) { return row != 0; });
  }
  bool can_leave(Square square) const {
    const unsigned row = row_of(square);
    const Row near = neighbourhood(square);
    return ((free_[row - 1] | free_[row] | free_[row + 1]) & near) != 0;
  }
  int free_neighbours(Square square) const {
    const unsigned row = row_of(square);
    const Row near = neighbourhood(square);
    return count_bits(free_[row - 1] & near) + count_bits(free_[row] & near) + count_bits(free_[row + 1] & near);
  }
  bool can_move(int seat) const {
    return std::any_of(begin_of(seat), end_of(seat), [this](Square amazon) { return can_leave(amazon); });
  }

  // Treasure and artifact on a square, as the low bits of a Field.
  unsigned content_at(Square square) const {
    if (head_.words == 0) return 0;
    const auto [word, at] = place_of(square);
    const auto& content = content_[word];
    const auto bit = [at = at](Plane plane) { return static_cast<unsigned>(plane >> at & 1); };
    return bit(content.treasure[0]) | bit(content.treasure[1]) << 1 | bit(content.treasure[2]) << 2 |
           bit(content.artifact[0]) << 3 | bit(content.artifact[1]) << 4;
  }

 protected:
  Board() : free_{}, content_{}, list_{} {}

  Board(const Fields& fields, const std::vector<Player>& players) : Board() {
    lay_out(fields);
    seat(players, fields);
  }

  // Whether the names of the players and this many amazons fit into the list.
  static bool has_place_for(const std::vector<Player>& players, std::size_t amazons) {
    std::size_t letters = 0;
    for (const Player& player : players) letters += player.name.size() + 1;
    return (letters + 1) / 2 + amazons <= list_size;
  }

  // Take away what lies on a square; tell what it was.
  unsigned take_content(Square square) {
    const unsigned found = content_at(square);
    if (found != 0) {
      const auto [word, at] = place_of(square);
      const Plane others = ~(Plane{1} << at);
      for (Plane& plane : content_[word].treasure) plane &= others;
      for (Plane& plane : content_[word].artifact) plane &= others;
      head_.board_key ^= field_key(square, found);
      head_.treasure -= found & 7;
    }
    return found;
  }

  void occupy(Square square, unsigned field) {
    assert(is_free(square));
    free_[row_of(square)] &= ~bit_of(square);
    --head_.free_fields;
    head_.board_key ^= field_key(square, field);
  }

  void add_amazon(int seat, Square square) {
    take_content(square);
    occupy(square, field_of(seat));
    enlist(seat, square);
  }

  // Let these be all amazons that can be moved, of one seat, which has taken nothing yet; where others stand is no room.
  void keep_only(const std::vector<Square>& amazons) {
    head_.board_key ^= score_key(0, head_.scores[0]) ^ score_key(0, 0);
    head_.scores[0] = 0;
    head_.seats = 1;
    head_.first[1] = static_cast<std::uint16_t>(head_.first[0] + amazons.size());
    std::copy(amazons.begin(), amazons.end(), list_.begin() + head_.first[0]);
  }

  // The amazon leaves `source` and stands on `target`, which has been emptied.
  void move_amazon(int seat, Square source, Square target) {
    free_[row_of(source)] |= bit_of(source);
    ++head_.free_fields;
    head_.board_key ^= field_key(source, field_of(seat));
    occupy(target, field_of(seat));
    Square* const first = list_.data() + head_.first[static_cast<std::size_t>(seat)];
    Square* const last = list_.data() + head_.first[static_cast<std::size_t>(seat) + 1] - 1;
    Square* place = std::find(first, last, source);
    assert(first <= last && *place == source);
    for (; place < last && place[1] < target; ++place) place[0] = place[1];
    for (; place > first && place[-1] > target; --place) place[0] = place[-1];
    *place = target;
  }

  void pay(int seat, unsigned treasure) {
    std::uint32_t& score = head_.scores[static_cast<std::size_t>(seat)];
    head_.board_key ^= score_key(seat, score) ^ score_key(seat, score + treasure);
    score += treasure;
  }

  std::string board_text() const;
  std::string players_text() const;

  // What every board carries; the lists follow it.
  struct Head {
    std::uint64_t board_key = 0;  // of fields and scores
    std::array<std::uint32_t, most_seats> scores{};
    std::array<std::uint16_t, most_seats + 1> first{};  // where each seat's amazons begin in the list
    std::array<std::uint8_t, most_seats> ids{};
    std::uint8_t height = 0, width = 0, lane = 4, words = 0;  // as in Land
    std::uint8_t seats = 0;
    std::uint16_t free_fields = 0;
    std::uint32_t treasure = 0;  // all that lies on the board
  };

  Head head_;

 private:
  void copy(const Board& other) {
    // The sizes are read from the other board: from the copy, each list would have to wait for the stores before it.
    const Head& head = other.head_;
    take<16>(free_, other.free_, sizeof(free_[0]) * (head.height + 2u));
    take<sizeof(content_[0])>(content_, other.content_, sizeof(content_[0]) * head.words);
    take<16>(list_, other.list_, sizeof(list_[0]) * head.first[head.seats]);
    head_ = head;
  }

  // In chunks of a fixed size and rounded up, which a compiler turns into a few moves: three times as fast as memcpy.
  template <std::size_t Chunk, class List>
  static void take(List& list, const List& from, std::size_t bytes) {
    static_assert(sizeof(List) % Chunk == 0);
    auto* to = reinterpret_cast<std::byte*>(list.data());
    const auto* at = reinterpret_cast<const std::byte*>(from.data());
    for (std::size_t i = 0; i < bytes; i += Chunk) std::memcpy(to + i, at + i, Chunk);
  }

  // Where a square lies in the content words.
  std::pair<unsigned, unsigned> place_of(Square square) const {
    return Layout::place(row_of(square) - 1, col_of(square), head_.height, head_.lane);
  }

  // The columns beside a square, and its own.
  static Row neighbourhood(Square square) {
    using Wider = std::conditional_t<sizeof(Row) < sizeof(std::uint64_t), std::uint64_t, Row>;
    return static_cast<Row>((Wider{7} << col_of(square)) >> 1);
  }

  void enlist(int seat, Square square);
  void lay_out(const Fields& fields);
  void seat(const std::vector<Player>& players, const Fields& fields);

 protected:
  Rows free_;

 private:
  std::array<ContentOf<Plane>, Layout::most_words> content_;
  // The names, two letters to an entry and each ended by ';', then the amazons: one list is copied faster than two.
  static constexpr std::size_t list_size = 1752;
  std::array<Square, list_size> list_;
};

template <class Layout>
void Board<Layout>::enlist(int seat, Square square) {
  const auto at = static_cast<std::size_t>(seat);
  assert(head_.first[head_.seats] < list_.size());
  Square* const end = list_.data() + head_.first[head_.seats];
  Square* const place = std::upper_bound(list_.data() + head_.first[at], list_.data() + head_.first[at + 1], square);
  std::copy_backward(place, end, end + 1);
  *place = square;
  for (std::size_t later = at + 1; later <= head_.seats; ++later) ++head_.first[later];
}

template <class Layout>
void Board<Layout>::lay_out(const Fields& fields) {
  head_.height = static_cast<std::uint8_t>(fields.height);
  head_.width = static_cast<std::uint8_t>(fields.width);
  head_.lane = static_cast<std::uint8_t>(Layout::choose_lane(fields.width));
  const bool is_bare =
      std::all_of(fields.fields.begin(), fields.fields.end(), [](Field field) { return (field & content_bits) == 0; });
  head_.words = static_cast<std::uint8_t>(is_bare ? 0 : Layout::words(fields.height, head_.lane));
  for (int i = 0; i < fields.height * fields.width; ++i) {
    const Field field = fields.fields[static_cast<std::size_t>(i)];
    const Square square = square_at(i / fields.width, i % fields.width);
    if (occupant_of(field) == 0) {
      free_[row_of(square)] |= bit_of(square);
      ++head_.free_fields;
    }
    head_.treasure += field & 7u;
    head_.board_key ^= field_key(square, field);
    if (is_bare) continue;
    const auto [word, at] = place_of(square);
    for (int bit = 0; bit < 3; ++bit) content_[word].treasure[bit] |= Plane{field >> bit & 1u} << at;
    for (int bit = 0; bit < 2; ++bit) content_[word].artifact[bit] |= Plane{field >> (3 + bit) & 1u} << at;
  }
}

template <class Layout>
void Board<Layout>::seat(const std::vector<Player>& players, const Fields& fields) {
  head_.seats = static_cast<std::uint8_t>(players.size());
  unsigned letters = 0;
  const auto write = [&](char letter) {
    list_[letters / 2] = static_cast<Square>(list_[letters / 2] | static_cast<unsigned char>(letter) << 8 * (letters % 2));
    ++letters;
  };
  for (const Player& player : players) {
    std::for_each(player.name.begin(), player.name.end(), write);
    write(';');
  }
  head_.first.fill(static_cast<std::uint16_t>((letters + 1) / 2));
  for (std::size_t i = 0; i < players.size(); ++i) {
    head_.ids[i] = static_cast<std::uint8_t>(players[i].id);
    head_.scores[i] = players[i].score;
    head_.board_key ^= score_key(static_cast<int>(i), players[i].score);
    for (std::size_t at = 0; at < fields.fields.size(); ++at) {
      if (occupant_of(fields.fields[at]) != players[i].id) continue;
      const int square = static_cast<int>(at);
      enlist(static_cast<int>(i), square_at(square / fields.width, square % fields.width));
    }
  }
}

template <class Layout>
std::string Board<Layout>::board_text() const {
  std::vector<Field> amazons(squares);
  for (int seat = 0; seat < head_.seats; ++seat) {
    for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon) {
      amazons[*amazon] = static_cast<Field>(field_of(seat));
    }
  }
  std::string text;
  for (int row = 0; row < head_.height; ++row) {
    for (int col = 0; col < head_.width; ++col) {
      const Square square = square_at(row, col);
      if (col > 0) text += ',';
      if (amazons[square] != 0) {
        write_field(amazons[square], text);
      } else {
        write_field(static_cast<Field>(content_at(square) | (is_free(square) ? 0u : arrow_field)), text);
      }
    }
    if (row + 1 < head_.height) text += '/';
  }
  return text;
}

template <class Layout>
std::string Board<Layout>::players_text() const {
  std::string text;
  unsigned letters = 0;
  const auto read = [&] {
    const unsigned pair = list_[letters / 2];
    return static_cast<char>(pair >> 8 * (letters++ % 2) & 255);
  };
  for (int seat = 0; seat < head_.seats; ++seat) {
    if (seat > 0) text += ';';
    for (char letter = read(); letter != ';'; letter = read()) text += letter;
    text += ':' + std::to_string(head_.ids[static_cast<std::size_t>(seat)]) + ':' + std::to_string(score_of(seat));
  }
  return text;
}

}  // namespace ludus::amazons
