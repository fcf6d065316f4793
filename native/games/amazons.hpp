// Treasure Amazons; the rules are told in src/ludus/games/amazons.py, the layout in amazons_board.hpp.
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
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/amazons_board.hpp"
#include "games/amazons_eval.hpp"
#include "games/amazons_sealed.hpp"
#include "games/amazons_text.hpp"
#include "games/amazons_wide.hpp"
#include "kernel.hpp"
#include "search/evaluation.hpp"
#include "search/prover.hpp"

namespace ludus {

template <class Layout>
class AmazonsKernel : private amazons::Board<Layout> {
  using Board = amazons::Board<Layout>;
  using Row = typename Layout::Row;
  using Square = amazons::Square;
  using Board::add_amazon, Board::amazons_of, Board::amazons_of_all, Board::begin_of, Board::bit_of, Board::can_leave;
  using Board::can_move, Board::content_at, Board::end_of, Board::free_, Board::free_neighbours, Board::has_room;
  using Board::head_, Board::is_free, Board::land, Board::mix, Board::move_amazon, Board::name_of, Board::next_of;
  using Board::occupy, Board::pay, Board::row_of, Board::col_of, Board::score_of, Board::square_at, Board::take_content;

 public:
  static constexpr std::string_view name = "amazons";

  struct Move {
    Square source;  // a square, or one of the marks below
    Square target;

    std::uint32_t code() const { return 1u + target + std::uint32_t{Board::squares} * source; }
  };
  struct Tuning {
    static constexpr bool can_repeat = false;  // an arrow never goes away
    static constexpr int bench_depth = 5;
    static constexpr int deepest = Layout::deepest;
    static constexpr std::uint64_t look_every = Layout::look_every;
  };
  // `check_room` refuses boards on which a list could grow longer.
  static constexpr std::size_t most_moves = Layout::most_moves;
  using Moves = MoveList<Move, most_moves>;

  // Whether a board is small enough for this layout.
  static bool fits(std::string_view text) {
    const std::string_view rows = text.substr(0, text.find(' '));
    const auto count = [](std::string_view part, char mark) { return std::count(part.begin(), part.end(), mark); };
    return std::max(count(rows, '/'), count(rows.substr(0, rows.find('/')), ',')) < Layout::longest;
  }

  static Expected<AmazonsKernel> read(std::string_view text);
  std::string text() const;

  std::string spell(Move move) const {
    if (move.source == shot_mark) return (stage_ == Stage::spear ? "*" : "/") + name_of(move.target);
    if (move.source == placement_mark) return name_of(move.target);
    return name_of(move.source) + "-" + name_of(move.target);
  }

  int seat() const { return seat_; }
  int side() const { return seat_ == me_ ? 0 : 1; }
  bool partial() const { return stage_ >= Stage::arrow; }

  std::uint64_t key() const {
    return head_.board_key ^ mix(std::uint64_t{2} << 40 | std::uint64_t{at_} << 16 | std::uint64_t{seat_} << 8 |
                                 static_cast<std::uint64_t>(stage_));
  }

  // Who has more treasure than every other seat wins. A lone seat neither wins nor loses: the search goes on with rests
  // until its depth is used up, and the treasure is evaluated.
  std::optional<int> result() const {
    if (stage_ != Stage::over || is_alone()) return std::nullopt;
    const std::int64_t ahead = lead();
    const int sign = (ahead > 0) - (ahead < 0);
    return side() == 0 ? sign : -sign;
  }

  // What the end is worth: winning first, then treasure, which contests count.
  int final_worth() const {
    const std::int64_t ahead = lead();
    return for_mover(std::int64_t{won} * ((ahead > 0) - (ahead < 0)) + 100 * ahead);
  }

  // People read how much treasure a seat is ahead, of an end, too; but not where so much of it is at stake that a mere
  // lead could be taken for an end.
  int tell_score(int score) const {
    const bool may_be_lead = 100 * (std::abs(lead()) + std::int64_t{head_.treasure}) > won / 2;
    if (may_be_lead) return score;
    return score > won ? score - won : score < -won ? score + won : score;
  }

  // From now on all others together have one turn between two of mine, if their moves fit into one list.
  void assume_best_reply() {
    const bool all_fit = static_cast<std::uint32_t>(amazons_of_all()) * reach_of_one() <= most_moves;
    has_one_reply_ = head_.seats > 2 && stage_ != Stage::placing && all_fit;
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

  // What the search looks at. A lone seat has nobody to hit, so of her shots only the most harmless are of interest,
  // and she sees so much further. On a vast board there are too many moves to look at all of them.
  void generate_candidates(Moves& moves) const {
    if (stage_ == Stage::over && is_alone()) return moves.push({rest_mark, 0});
    generate(moves);
    if (partial() && is_alone()) return keep_harmless(moves);
    if constexpr (Layout::is_wide) {
      if (is_vast_) keep_promising(moves);
    }
  }

  void make(Move move) {
    if (move.source == rest_mark) return;
    if (move.source == shot_mark) return shoot(move.target);
    if (move.source == placement_mark) return place(move.target);
    step(move.source, move.target);
  }

  // Whether a move of that worth at first sight falls short of alpha by more than it may still gain when it is searched
  // to a depth; in games, all but one move in twenty gained less. Nothing is left out in placement, nor where the end may
  // be near and all of it is to be seen.
  bool is_futile(int worth, int alpha, int depth) const {
    constexpr std::array<int, 7> of_steps = {0, 0, 250, 350, 400, 400, 400};
    constexpr std::array<int, 7> of_shots = {0, 0, 300, 300, 300, 400, 400};
    const auto at = static_cast<std::size_t>(depth);
    if (stage_ == Stage::placing || at >= of_steps.size() || alpha > won / 2 || land().free_share() < 40) return false;
    return worth + (partial() ? of_shots[at] : of_steps[at]) <= alpha;
  }

  bool is_noisy(Move) const { return false; }
  void generate_noisy(Moves&) const {}

  // Treasure collected, and a tenth of what lies within one queen move, less that of the best other seat.
  // Never changes.
  int evaluate_reference() const {
    std::int64_t own = 0, best_other = 0;
    // Two seats at a time, one in each camp.
    for (int first = 0; first < head_.seats; first += 2) {
      typename Layout::Camps strips;
      Layout::clear(strips, head_.height);
      for (int seat = first; seat < std::min(first + 2, int{head_.seats}); ++seat) {
        for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon) {
          post(*amazon, static_cast<std::size_t>(seat - first), strips);
        }
      }
      const std::array<int, 2> reach = amazons::treasure_in_reach(land(), strips);
      for (int seat = first; seat < std::min(first + 2, int{head_.seats}); ++seat) {
        const std::int64_t worth = 100 * std::int64_t{score_of(seat)} + 10 * reach[static_cast<std::size_t>(seat - first)];
        if (seat == me_) {
          own = worth;
        } else {
          best_other = std::max(best_other, worth);
        }
      }
    }
    return for_mover(own - best_other);
  }

  int evaluate() const {
    if (is_alone()) return for_mover(100 * lead() + amazons::evaluate_alone(land(), camps()));
    const int others = head_.seats - 1;
    const bool is_room_scarce = amazons::weights_at(land()).cramped != 0;
    int cramped = 0;
    for (int seat = 0; is_room_scarce && seat < head_.seats; ++seat) {
      int all = 0;
      for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon) {
        all += amazons::crampedness[static_cast<std::size_t>(free_neighbours(*amazon))];
      }
      cramped += seat == me_ ? all * others : -all;
    }
    // In the middle of a step the shot still comes, but the next turn is another's.
    const bool is_last_half = stage_ == Stage::arrow || stage_ == Stage::spear;
    const bool is_own_next = (is_last_half ? follower_of(seat_) : seat_) == me_;
    const int each = std::max(1, amazons_of_all() / head_.seats);
    const int tempo = worth_of_turn();
    int around = amazons::evaluate(land(), camps(), {others, each, cramped, is_own_next});
    // There is more of it than anybody will ever come to.
    if (is_vast_) around = around * 4 / std::max<int>(head_.height, head_.width);
    return for_mover(100 * lead() + (seat_ == me_ ? tempo : -tempo) + around);
  }

  // The rest of the mover's turn on the way to the most treasure that she can still take, and what that is worth to her;
  // nothing where somebody else can still get at her fields, or where it cannot be told within `most` positions.
  std::optional<Solution<Move>> solve_sealed(std::uint64_t most) const;

  // For a lone seat: what she has taken, what she could still come to at most, and the board without either.
  int treasure_taken() const { return static_cast<int>(score_of(0)); }
  int treasure_in_reach() const {
    Rows reached{};
    for (const Square* amazon = begin_of(0); amazon != end_of(0); ++amazon) reached[row_of(*amazon)] |= bit_of(*amazon);
    amazons::fill(reached, free_, head_.height);
    return treasure_on(reached);
  }
  std::uint64_t key_of_board() const { return key() ^ Board::score_key(0, score_of(0)); }
  // How little a move helps her, at first sight: a shot by what it destroys and blocks, a step by what it leaves lying.
  int harm_of(Move move) const {
    const int treasure = static_cast<int>(content_at(move.target) & 7);
    return move.source == shot_mark ? 16 * treasure + free_neighbours(move.target) : -treasure;
  }

  static constexpr auto& feature_names = amazons::feature_names;
  amazons::Features features() const { return amazons::features_of(land(), camps(), static_cast<int>(lead())); }

 private:
  static constexpr Square placement_mark = Board::squares;
  static constexpr Square shot_mark = Board::squares + 1;
  static constexpr Square rest_mark = Board::squares + 2;
  static constexpr int won = 400'000;

  // The last three are half-made steps.
  enum class Stage : std::uint8_t { over, placing, moving, carried, arrow, arrow_on_horse, spear };

  AmazonsKernel(const amazons::Fields& fields, const std::vector<amazons::Player>& players) : Board(fields, players) {}

  using Rows = std::array<Row, Layout::longest + 4>;
  using Region = amazons::Region<Rows>;
  // Larger regions are not solved: that would take too long, and too much of the stack.
  static constexpr int most_solved_fields = 40;

  std::vector<Region> find_regions() const;
  AmazonsKernel alone_in(const Region& region, int seat) const;
  std::vector<Move> take_turn(const std::vector<Move>& line) const;

  int treasure_on(const Rows& fields) const {
    int all = 0;
    for_each_field(fields, [&](Square square) { all += static_cast<int>(content_at(square) & 7); });
    return all;
  }
  template <class Do>
  void for_each_field(const Rows& fields, const Do& act) const {
    for (int row = 0; row < head_.height; ++row) {
      Row left = fields[static_cast<std::size_t>(row) + 1];
      for (int col = 0; left != 0; ++col, left >>= 1) {
        if ((left & 1) != 0) act(square_at(row, col));
      }
    }
  }

  bool is_alone() const { return head_.seats == 1; }

  // My treasure less that of the best other seat.
  std::int64_t lead() const {
    std::uint32_t best_other = 0;
    for (int seat = 0; seat < head_.seats; ++seat) {
      if (seat != me_) best_other = std::max(best_other, score_of(seat));
    }
    return std::int64_t{score_of(me_)} - best_other;
  }
  // Scores of a text may be huge, but no evaluation may look like a won game.
  int for_mover(std::int64_t worth) const {
    constexpr std::int64_t limit = 900'000;
    const int bounded = static_cast<int>(std::clamp(worth, -limit, limit));
    return side() == 0 ? bounded : -bounded;
  }

  // What it is worth to have the turn, or the rest of one, so that positions in different stages can be compared: a step
  // is worth a point to its seat, and a shot a little less.
  int worth_of_turn() const {
    if constexpr (Layout::is_wide) {
      if (is_vast_) return worth_of_vast_turn();
    }
    switch (stage_) {
      case Stage::moving:
      case Stage::carried: return 50;
      case Stage::arrow:
      case Stage::spear: return 30;
      case Stage::arrow_on_horse: return 130;
      default: return 0;
    }
  }

  // On a vast board a turn is worth more, and a horse as much as the step that it allows.
  int worth_of_vast_turn() const {
    const int turn = 50 + 8 * (std::clamp(land().free_share(), 65, 90) - 65);
    switch (stage_) {
      case Stage::moving: return turn;
      case Stage::carried:
      case Stage::arrow_on_horse: return 80 * amazons::worth_of_best_step(land(), row_of(at_), bit_of(at_)) - turn;
      case Stage::arrow:
      case Stage::spear: return 30 - turn;
      default: return 0;
    }
  }

  // One amazon of the own camp (0) or the other (1).
  void post(Square amazon, std::size_t camp, typename Layout::Camps& strips) const {
    Layout::post(strips, row_of(amazon), bit_of(amazon), camp, head_.height);
  }

  // My amazons against everybody else's.
  typename Layout::Camps camps() const {
    typename Layout::Camps strips;
    Layout::clear(strips, head_.height);
    for (int seat = 0; seat < head_.seats; ++seat) {
      for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon)
        post(*amazon, seat == me_ ? 0 : 1, strips);
    }
    return strips;
  }

  // How many fields an amazon reaches at most: two lines and two diagonals.
  std::uint32_t reach_of_one() const { return head_.height + head_.width + 2u * std::min(head_.height, head_.width); }

  // Who has the turn after `seat`, if they can move.
  int follower_of(int seat) const { return has_one_reply_ && seat != me_ ? me_ : next_of(seat); }

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

  // Of all shots, those that destroy least and leave most room.
  void keep_harmless(Moves& shots) const {
    keep_best<4>(shots, [this](Move shot) { return -harm_of(shot); });
  }

  // Of the moves on a vast board, the few that a search has time for: the richest landings, if there are enough of them,
  // and shots at what both sides reach, or at the least of what only the own side does. Not inlined, so that its lists do
  // not lie on the stack in every ply.
  [[gnu::noinline]] void keep_promising(Moves& moves) const {
    if (stage_ == Stage::placing) return;
    if (!partial()) {
      // Equal ones in an order that favours no amazon: in that of the list the first would have them all.
      constexpr int chances = 64;
      const auto rank = [this](Move move) {
        return chances * worth_of_landing(move.target) + static_cast<int>(mix(move.code()) % chances);
      };
      return keep_best<24>(moves, rank, 2 * chances);
    }
    typename Layout::Camps to;
    const typename Layout::Camps from = camps();
    amazons::spread(land(), from.own, to.own);
    amazons::spread(land(), from.other, to.other);
    keep_best<4>(moves, [&](Move shot) {
      const auto row = row_of(shot.target);
      const Row bit = bit_of(shot.target);
      const int worth = 1 + worth_of_landing(shot.target);
      const int loss = ((to.other[row] & bit) != 0 ? worth : 0) - ((to.own[row] & bit) != 0 ? worth : 0);
      return seat_ == me_ ? loss : -loss;
    });
  }
  // In points, at first sight.
  int worth_of_landing(Square square) const {
    const unsigned found = content_at(square);
    return static_cast<int>(found & 7) + (found >> 3 == 1 ? amazons::worth_of_horse : 0);
  }

  // Keep so many moves, best first and equal ones in their order; but all, if even the last of them is worth less than
  // `least`.
  template <std::size_t count, class Worth>
  void keep_best(Moves& moves, const Worth& worth, int least = std::numeric_limits<int>::min()) const {
    if (moves.size() <= count) return;
    std::array<std::pair<int, Move>, count> best;
    std::size_t found = 0;
    for (const Move move : moves) {
      const int now = worth(move);
      if (found == count && best[count - 1].first >= now) continue;
      std::size_t place = found < count ? found++ : count - 1;
      for (; place > 0 && best[place - 1].first < now; --place) best[place] = best[place - 1];
      best[place] = {now, move};
    }
    if (best[count - 1].first < least) return;
    moves.clear();
    for (const auto& [_, move] : best) moves.push(move);
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
    occupy(target, amazons::arrow_field);
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

  std::uint32_t placement_ = 0;  // amazons for each seat
  Square at_ = 0;                // where the amazon stands that is about to shoot, or that a horse carries on
  std::uint8_t seat_ = 0;
  std::uint8_t me_ = 0;
  Stage stage_ = Stage::over;
  bool has_one_reply_ = false;
  // Whether there was so much room at first that one step after another can take treasure, and nobody is in anybody's way.
  // With less, a wide board is played as a small one.
  bool is_vast_ = false;
  bool is_nobody_ = false;  // no player has a row yet; the seat of a placement gets it with its first amazon
};

template <class Layout>
Expected<AmazonsKernel<Layout>> AmazonsKernel<Layout>::read(std::string_view text) {
  const std::vector<std::string_view> words = amazons::split(text, ' ');
  if (words.size() != 4) return BadText{"amazons: expected ROWS PLAYERS PHASE SEAT"};
  const Expected<amazons::Fields> fields = amazons::read_fields(words[0], Layout::longest);
  if (!fields) return fields.error();
  Expected<std::vector<amazons::Player>> players = amazons::read_players(words[1]);
  if (!players) return players.error();
  if (std::optional<BadText> error = amazons::check_rows(*fields, *players)) return *error;
  const Expected<std::uint32_t> placement = amazons::read_phase(words[2]);
  if (!placement) return placement.error();
  const bool is_nobody = players->empty();
  if (is_nobody) (*players).push_back({"player1", 1, 0});
  if (!Board::has_place_for(*players, amazons::count_most_amazons(*fields, *players, *placement))) {
    return BadText{"amazons: so many amazons are not supported natively"};
  }
  AmazonsKernel position(*fields, *players);
  position.is_nobody_ = is_nobody;
  position.placement_ = *placement;
  if (std::optional<BadText> error = position.check_room()) return *error;
  if (std::optional<BadText> error = position.read_turn(words[3])) return *error;
  position.me_ = position.seat_;
  position.is_vast_ = Layout::is_wide && position.head_.free_fields >= 700;
  // With more seats than two, the worth of a position depends on whose eyes look at it.
  if (position.head_.seats != 2) position.head_.board_key ^= mix(std::uint64_t{3} << 40 | position.me_);
  return position;
}

template <class Layout>
std::optional<BadText> AmazonsKernel<Layout>::read_turn(std::string_view text) {
  const std::vector<std::string_view> parts = amazons::split(text, '+');
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
std::optional<BadText> AmazonsKernel<Layout>::check_room() const {
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

// The parts of the board on which amazons stand and somebody can still move. Fields with amazons join what is around
// them, because they may be left.
template <class Layout>
auto AmazonsKernel<Layout>::find_regions() const -> std::vector<Region> {
  Rows open = free_;
  for (const Square* amazon = begin_of(0); amazon != end_of(head_.seats - 1); ++amazon) {
    open[row_of(*amazon)] |= bit_of(*amazon);
  }
  std::vector<Region> regions;
  for (int seat = 0; seat < head_.seats; ++seat) {
    for (const Square* amazon = begin_of(seat); amazon != end_of(seat); ++amazon) {
      const auto holds = [&](const Region& region) { return (region.fields[row_of(*amazon)] & bit_of(*amazon)) != 0; };
      auto found = std::find_if(regions.begin(), regions.end(), holds);
      if (found == regions.end()) {
        Region region{};
        region.fields[row_of(*amazon)] = bit_of(*amazon);
        amazons::fill(region.fields, open, head_.height);
        for_each_field(region.fields, [&](Square square) {
          if (!is_free(square)) return;
          ++region.free_fields;
          region.treasure += static_cast<int>(content_at(square) & 7);
          region.has_spear |= content_at(square) >> 3 == 3;
        });
        found = regions.insert(regions.end(), region);
      }
      found->seats |= 1u << seat;
    }
  }
  std::erase_if(regions, [](const Region& region) { return region.free_fields == 0; });
  return regions;
}

// The same board for one seat alone and with her amazons of one region; all others are mere obstacles.
template <class Layout>
auto AmazonsKernel<Layout>::alone_in(const Region& region, int seat) const -> AmazonsKernel {
  AmazonsKernel lone = *this;
  std::vector<Square> kept;
  std::copy_if(begin_of(seat), end_of(seat), std::back_inserter(kept),
               [&](Square amazon) { return (region.fields[row_of(amazon)] & bit_of(amazon)) != 0; });
  lone.keep_only(kept);
  lone.seat_ = lone.me_ = 0;
  lone.has_one_reply_ = lone.is_vast_ = false;
  const bool is_bound = seat == seat_ && std::find(kept.begin(), kept.end(), at_) != kept.end();
  if (stage_ != Stage::carried || !is_bound) lone.give_turn(0);
  return lone;
}

template <class Layout>
auto AmazonsKernel<Layout>::solve_sealed(std::uint64_t most) const -> std::optional<Solution<Move>> {
  if (is_alone() || (stage_ != Stage::moving && stage_ != Stage::carried)) return std::nullopt;
  const std::vector<Region> regions = find_regions();
  const auto is_solvable = [](const Region& region) {
    return region.is_sealed() && region.free_fields <= most_solved_fields;
  };
  for (const Region& region : regions) {
    if (region.has_spear || (region.is_of(seat_) && !is_solvable(region))) return std::nullopt;
  }
  amazons::Puzzle<AmazonsKernel> puzzle(most);
  std::vector<Move> line;
  std::array<std::int64_t, amazons::most_seats> totals{};
  std::copy_n(head_.scores.begin(), head_.seats, totals.begin());
  bool is_certain = true;
  // The mover's own regions first: where they cannot be solved, the others are not worth the work.
  for (const bool is_own : {true, false}) {
    for (const Region& region : regions) {
      if (region.is_of(seat_) != is_own) continue;
      for (int seat = 0; seat < head_.seats; ++seat) {
        if (!region.is_of(seat)) continue;
        const AmazonsKernel lone = alone_in(region, seat);
        const std::optional<int> taken = is_solvable(region) ? puzzle.solve(lone) : std::nullopt;
        if (is_own && !taken) return std::nullopt;
        is_certain &= taken.has_value();
        // Where it cannot be told, others are taken to get all that lies around them.
        totals[static_cast<std::size_t>(seat)] += taken.value_or(region.treasure);
        if (is_own && lone.stage_ == stage_ && (line.empty() || stage_ == Stage::carried)) line = puzzle.line();
      }
    }
  }
  const std::int64_t own = std::exchange(totals[seat_], 0);
  const std::int64_t ahead = own - *std::max_element(totals.begin(), totals.end());
  const int sign = ahead > 0 ? 1 : ahead < 0 && is_certain ? -1 : 0;
  return Solution<Move>{take_turn(line), for_mover(std::int64_t{won} * sign + 100 * ahead), most - puzzle.left()};
}

// As much of a line as belongs to the turn at hand; where it is empty, any move does.
template <class Layout>
auto AmazonsKernel<Layout>::take_turn(const std::vector<Move>& line) const -> std::vector<Move> {
  std::vector<Move> turn;
  AmazonsKernel position = *this;
  for (const Move move : line) {
    position.make(move);
    turn.push_back(move);
    if (!position.partial() && position.stage_ != Stage::carried) break;
  }
  if (turn.empty()) {
    Moves moves;
    generate(moves);
    turn.push_back(moves[0]);
  }
  return turn;
}

template <class Layout>
std::string AmazonsKernel<Layout>::text() const {
  const std::string phase = stage_ == Stage::placing ? "placement:" + std::to_string(placement_) : "movement";
  const std::string turn = std::to_string(head_.ids[seat_]) + (stage_ == Stage::carried ? "+" + name_of(at_) : "");
  return this->board_text() + " " + (is_nobody_ ? "-" : this->players_text()) + " " + phase + " " + turn;
}

using Amazons = AmazonsKernel<amazons::NarrowLayout>;
using WideAmazons = AmazonsKernel<amazons::WideLayout>;

static_assert(Evaluated<Amazons> && Evaluated<WideAmazons>);

}  // namespace ludus
