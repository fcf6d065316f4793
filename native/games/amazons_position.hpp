// A position of treasure Amazons: the board and whose turn it is, the moves there are and what comes of them, the texts.
// The rules are told in src/ludus/games/amazons.py, the layout in amazons_board.hpp.
//
// A step is two half-moves: `a1-c3` with what lies there collected, then the shot `/d4` or `*d4`; after a broken arrow
// the first half is all. Between the halves the same side is to move.
//
// The search knows two sides. With more seats than two, side 0 is the seat that was to move when the position was read,
// side 1 is everybody else, and all of them want that seat to be as little ahead of the best other as can be. If each of
// them had its turn, that would be too dark a view: in a best-reply search all others together have one turn between
// two of that seat, the one that hurts it most. A lone seat is always side 0, and plays for treasure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/amazons_board.hpp"
#include "games/amazons_text.hpp"
#include "kernel.hpp"
#include "random.hpp"

namespace ludus::amazons {

template <class Layout>
class Position : public Board<Layout> {
  using Board = amazons::Board<Layout>;
  using Row = typename Layout::Row;
  using Camps = typename Layout::Camps;
  using Board::add_amazon, Board::free_, Board::keep_only, Board::move_amazon, Board::occupy, Board::pay;
  using Board::take_content;

 public:
  using Board::amazons_of, Board::amazons_of_all, Board::begin_of, Board::bit_of, Board::can_leave, Board::can_move;
  using Board::col_of, Board::end_of, Board::has_room, Board::is_free, Board::name_of, Board::next_of, Board::row_of;
  using Board::square_at;

  struct Move {
    Square source;  // a square, or one of the marks below
    Square target;

    bool is_shot() const { return source == shot_mark; }
    std::uint32_t code() const { return 1u + target + std::uint32_t{Board::squares} * source; }
  };
  // `check_room` refuses boards on which a list could grow longer.
  static constexpr std::size_t most_moves = Layout::most_moves;
  using Moves = MoveList<Move, most_moves>;

  // The last three are half-made steps.
  enum class Stage : std::uint8_t { over, placing, moving, carried, arrow, arrow_on_horse, spear };

  static Expected<Position> read(std::string_view text);
  std::string text() const;

  std::string spell(Move move) const {
    if (move.is_shot()) return (stage_ == Stage::spear ? "*" : "/") + name_of(move.target);
    if (move.source == placement_mark) return name_of(move.target);
    return name_of(move.source) + "-" + name_of(move.target);
  }

  Stage stage() const { return stage_; }
  bool partial() const { return stage_ >= Stage::arrow; }
  bool is_alone() const { return head_.seats == 1; }
  int seat() const { return seat_; }
  int side() const { return seat_ == me_ ? 0 : 1; }
  // Who has the turn after `seat`, if they can move.
  int follower_of(int seat) const { return has_one_reply_ && seat != me_ ? me_ : next_of(seat); }

  std::uint64_t key() const {
    return head_.board_key ^ scramble(std::uint64_t{2} << 40 | std::uint64_t{at_} << 16 | std::uint64_t{seat_} << 8 |
                                      static_cast<std::uint64_t>(stage_));
  }

  // From now on all others together have one turn between two of mine, if their moves fit into one list.
  void assume_best_reply() {
    const bool all_fit = static_cast<std::uint32_t>(amazons_of_all()) * reach_of_one() <= most_moves;
    has_one_reply_ = head_.seats > 2 && stage_ != Stage::placing && all_fit;
    // A table that is kept from move to move must not mix the two meanings of a position.
    if (has_one_reply_) head_.board_key ^= scramble(std::uint64_t{5} << 40);
  }
  // Rests at the end are no moves of the rules either.
  bool leaves_rules() const { return stage_ == Stage::over || (has_one_reply_ && seat_ != me_); }

  void generate(Moves& moves) const {
    switch (stage_) {
      case Stage::over: return;
      case Stage::placing: return generate_placements(moves);
      case Stage::moving:
        if (leaves_rules()) return generate_replies(moves);
        for (const Square* amazon = begin_of(seat_); amazon != end_of(seat_); ++amazon) slide(*amazon, *amazon, moves);
        return;
      case Stage::carried: return slide(at_, at_, moves);
      case Stage::arrow:
      case Stage::arrow_on_horse: return slide(at_, shot_mark, moves);
      case Stage::spear: return fly(moves);
    }
  }

  void make(Move move) {
    if (move.source == rest_mark) return;
    if (move.is_shot()) return shoot(move.target);
    if (move.source == placement_mark) return place(move.target);
    step(move.source, move.target);
  }

  // One amazon of the own camp (0) or the other (1).
  void post(Square amazon, std::size_t camp, Camps& strips) const {
    Layout::post(strips, row_of(amazon), bit_of(amazon), camp, head_.height);
  }

  // My amazons against everybody else's.
  Camps camps() const {
    Camps strips;
    Layout::clear(strips, head_.height);
    for (int seat = 0; seat < head_.seats; ++seat) {
      for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon)
        post(*amazon, seat == me_ ? 0 : 1, strips);
    }
    return strips;
  }

  // The same board for one seat alone and with these of her amazons; all others are mere obstacles.
  Position alone_with(const std::vector<Square>& amazons, int seat) const;

 private:
  Position(const Fields& fields, const std::vector<Player>& players) : Board(fields, players) {}

  // How many fields an amazon reaches at most: two lines and two diagonals.
  std::uint32_t reach_of_one() const { return head_.height + head_.width + 2u * std::min(head_.height, head_.width); }

  // The moves of everybody but me.
  void generate_replies(Moves& moves) const {
    for (int seat = 0; seat < head_.seats; ++seat) {
      if (seat == me_) continue;
      for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon) slide(*amazon, *amazon, moves);
    }
  }

  int owner_of(Square amazon) const {
    int seat = 0;
    while (std::find(begin_of(seat), end_of(seat), amazon) == end_of(seat)) ++seat;
    return seat;
  }

  void generate_placements(Moves& moves) const {
    for (int row = 0; row < head_.height; ++row) {
      for (int col = 0; col < head_.width; ++col) {
        if (is_free(square_at(row, col))) moves.push({placement_mark, square_at(row, col)});
      }
    }
  }

  template <int Down, int Right>
  void slide_along(Square from, Square source, Moves& moves) const {
    unsigned row = row_of(from);
    Row bit = bit_of(from);
    int square = from;
    for (;;) {
      row += static_cast<unsigned>(Down);
      if constexpr (Right > 0) bit <<= 1;
      if constexpr (Right < 0) bit >>= 1;
      if ((free_[row] & bit) == 0) return;
      square += Down * Board::stride + Right;
      moves.push({source, static_cast<Square>(square)});
    }
  }

  // All lines over free fields, as the rules list them: N, NE, E, SE, S, SW, W, NW.
  void slide(Square from, Square source, Moves& moves) const {
    slide_along<-1, 0>(from, source, moves);
    slide_along<-1, 1>(from, source, moves);
    slide_along<0, 1>(from, source, moves);
    slide_along<1, 1>(from, source, moves);
    slide_along<1, 0>(from, source, moves);
    slide_along<1, -1>(from, source, moves);
    slide_along<0, -1>(from, source, moves);
    slide_along<-1, -1>(from, source, moves);
  }

  // The spear: the same lines, over everything.
  void fly(Moves& moves) const {
    constexpr int lines[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    for (const auto& [down, right] : lines) {
      int row = static_cast<int>(row_of(at_)) - 1 + down, col = static_cast<int>(col_of(at_)) + right;
      for (; row >= 0 && row < head_.height && col >= 0 && col < head_.width; row += down, col += right) {
        if (is_free(square_at(row, col))) moves.push({shot_mark, square_at(row, col)});
      }
    }
  }

  void place(Square square) {
    add_amazon(seat_, square);
    is_nobody_ = false;
    give_placement(next_of(seat_));
  }

  // Move and collect; what lay there says how the step goes on.
  void step(Square source, Square target) {
    if (leaves_rules() && stage_ == Stage::moving) seat_ = static_cast<std::uint8_t>(owner_of(source));
    const unsigned found = take_content(target);
    move_amazon(seat_, source, target);
    if ((found & 7) != 0) pay(seat_, found & 7);
    at_ = target;
    switch (found >> 3) {
      case 0: stage_ = Stage::arrow; return;
      case 1: stage_ = Stage::arrow_on_horse; return;
      case 2: return give_turn(follower_of(seat_));
      default: stage_ = Stage::spear;
    }
  }

  void shoot(Square target) {
    take_content(target);
    occupy(target, arrow_field);
    if (stage_ == Stage::arrow_on_horse) return carry_on();
    give_turn(follower_of(seat_));
  }

  // Let the amazon that has shot go on by horse; if she cannot, the turn ends.
  void carry_on() {
    if (!can_leave(at_)) return give_turn(follower_of(seat_));
    stage_ = Stage::carried;
  }

  // Let `seat` or the next one with amazons left place one; the movement begins when nobody has, or no field is free.
  void give_placement(int seat) {
    const bool goes_on = has_room();
    for (int i = 0; goes_on && i < head_.seats; ++i, seat = next_of(seat)) {
      if (amazons_of(seat) >= placement_) continue;
      seat_ = static_cast<std::uint8_t>(seat);
      stage_ = Stage::placing;
      return;
    }
    give_turn(0);
  }

  // Let `seat` or the next one that can move; if none can, it is over.
  void give_turn(int seat) {
    at_ = 0;
    stage_ = Stage::moving;
    int candidate = seat;
    do {
      if (can_move(candidate)) {
        seat_ = static_cast<std::uint8_t>(candidate);
        return;
      }
      candidate = next_of(candidate);
    } while (candidate != seat);
    seat_ = static_cast<std::uint8_t>(seat);
    stage_ = Stage::over;
  }

  std::optional<BadText> read_turn(std::string_view text);
  std::optional<BadText> check_room() const;

 protected:
  using Board::head_;
  static constexpr Square placement_mark = Board::squares;
  static constexpr Square shot_mark = Board::squares + 1;
  static constexpr Square rest_mark = Board::squares + 2;

  std::uint32_t placement_ = 0;  // amazons for each seat
  Square at_ = 0;                // where the amazon stands that is about to shoot, or that a horse carries on
  std::uint8_t seat_ = 0;
  std::uint8_t me_ = 0;
  Stage stage_ = Stage::over;
  bool has_one_reply_ = false;
  bool is_nobody_ = false;  // no player has a row yet; the seat of a placement gets it with its first amazon
};

template <class Layout>
Expected<Position<Layout>> Position<Layout>::read(std::string_view text) {
  const std::vector<std::string_view> words = split(text, ' ');
  if (words.size() != 4) return BadText{"amazons: expected ROWS PLAYERS PHASE SEAT"};
  const Expected<Fields> fields = read_fields(words[0], Layout::longest);
  if (!fields) return fields.error();
  Expected<std::vector<Player>> players = read_players(words[1]);
  if (!players) return players.error();
  if (std::optional<BadText> error = check_rows(*fields, *players)) return *error;
  const Expected<std::uint32_t> placement = read_phase(words[2]);
  if (!placement) return placement.error();
  const bool is_nobody = players->empty();
  if (is_nobody) (*players).push_back({"player1", 1, 0});
  if (!Board::has_place_for(*players, count_most_amazons(*fields, *players, *placement))) {
    return BadText{"amazons: so many amazons are not supported natively"};
  }
  Position position(*fields, *players);
  position.is_nobody_ = is_nobody;
  position.placement_ = *placement;
  if (std::optional<BadText> error = position.check_room()) return *error;
  if (std::optional<BadText> error = position.read_turn(words[3])) return *error;
  position.me_ = position.seat_;
  // With more seats than two, the worth of a position depends on whose eyes look at it.
  if (position.head_.seats != 2) position.head_.board_key ^= scramble(std::uint64_t{3} << 40 | position.me_);
  return position;
}

template <class Layout>
std::optional<BadText> Position<Layout>::read_turn(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '+');
  int seat = 0;
  while (seat < head_.seats && parts[0] != std::to_string(head_.ids[static_cast<std::size_t>(seat)])) ++seat;
  if (seat == head_.seats || parts.size() > 2) return BadText{"amazons: expected the ID of a player to move"};
  seat_ = static_cast<std::uint8_t>(seat);
  if (parts.size() == 1) {
    placement_ > 0 ? give_placement(seat) : give_turn(seat);
    return std::nullopt;
  }
  const Square* bound = std::find_if(begin_of(seat), end_of(seat), [&](Square at) { return name_of(at) == parts[1]; });
  if (placement_ > 0 || bound == end_of(seat)) return BadText{"amazons: expected + and the square of an amazon"};
  at_ = *bound;
  carry_on();
  return std::nullopt;
}

// What is wrong where a list of moves could overflow. Each amazon reaches at most two lines and two diagonals, and each
// field is reached from at most eight sides.
template <class Layout>
std::optional<BadText> Position<Layout>::check_room() const {
  const std::uint32_t fields = std::uint32_t{head_.height} * head_.width;
  const std::uint32_t lines = reach_of_one();
  if (placement_ > 0 && fields > most_moves) {
    return BadText{"amazons: placement on so large a board is not supported natively"};
  }
  for (int seat = 0; seat < head_.seats; ++seat) {
    const std::uint32_t amazons = std::max(amazons_of(seat), std::min(placement_, fields));
    if (std::min(amazons * lines, 8 * (fields - amazons)) > most_moves) {
      return BadText{"amazons: so many amazons on so large a board are not supported natively"};
    }
  }
  return std::nullopt;
}

template <class Layout>
Position<Layout> Position<Layout>::alone_with(const std::vector<Square>& amazons, int seat) const {
  Position lone = *this;
  lone.keep_only(amazons);
  lone.seat_ = lone.me_ = 0;
  lone.has_one_reply_ = false;
  const bool is_bound = seat == seat_ && std::find(amazons.begin(), amazons.end(), at_) != amazons.end();
  if (stage_ != Stage::carried || !is_bound) lone.give_turn(0);
  return lone;
}

template <class Layout>
std::string Position<Layout>::text() const {
  const std::string phase = stage_ == Stage::placing ? "placement:" + std::to_string(placement_) : "movement";
  const std::string turn = std::to_string(head_.ids[seat_]) + (stage_ == Stage::carried ? "+" + name_of(at_) : "");
  return this->board_text() + " " + (is_nobody_ ? "-" : this->players_text()) + " " + phase + " " + turn;
}

}  // namespace ludus::amazons
