// Treasure Amazons as the search asks for it: what positions are worth, which moves are looked at, when it is over.
// The rules are told in src/ludus/games/amazons.py; amazons_position.hpp knows them, and what the two sides of a search
// are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "games/amazons_board.hpp"
#include "games/amazons_eval.hpp"
#include "games/amazons_position.hpp"
#include "games/amazons_ranking.hpp"
#include "games/amazons_sealed.hpp"
#include "games/amazons_wide.hpp"
#include "kernel.hpp"
#include "random.hpp"
#include "search/evaluation.hpp"
#include "search/prover.hpp"

namespace ludus {

template <class Layout>
class AmazonsKernel : public amazons::Position<Layout> {
  using Position = amazons::Position<Layout>;
  using Square = amazons::Square;
  using Stage = typename Position::Stage;
  using Position::at_, Position::head_, Position::me_, Position::rest_mark, Position::seat_, Position::stage_;

 public:
  using Position::amazons_of_all, Position::begin_of, Position::bit_of, Position::camps, Position::end_of;
  using Position::follower_of, Position::free_neighbours, Position::generate, Position::is_alone, Position::land;
  using Position::partial, Position::post, Position::row_of, Position::score_of, Position::side;
  using typename Position::Move, typename Position::Moves;

  static constexpr std::string_view name = "amazons";

  struct Tuning {
    static constexpr bool can_repeat = false;  // an arrow never goes away
    static constexpr int bench_depth = 5;
    static constexpr int deepest = Layout::deepest;
    static constexpr std::uint64_t look_every = Layout::look_every;
  };

  // Whether a board is small enough for this layout.
  static bool fits(std::string_view text) {
    const std::string_view rows = text.substr(0, text.find(' '));
    const auto count = [](std::string_view part, char mark) { return std::count(part.begin(), part.end(), mark); };
    return std::max(count(rows, '/'), count(rows.substr(0, rows.find('/')), ',')) < Layout::longest;
  }

  static Expected<AmazonsKernel> read(std::string_view text) {
    const Expected<Position> position = Position::read(text);
    if (!position) return position.error();
    return AmazonsKernel(*position);
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

  // What the search looks at. A lone seat has nobody to hit, so of her shots only the most harmless are of interest,
  // and she sees further for it. On a vast board there are too many moves to look at all of them.
  void generate_candidates(Moves& moves) const {
    if (stage_ == Stage::over && is_alone()) return moves.push({rest_mark, 0});
    generate(moves);
    if (partial() && is_alone()) return amazons::keep_harmless(*this, moves);
    if constexpr (Layout::is_wide) {
      if (is_vast_) amazons::keep_promising(*this, moves);
    }
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
  std::optional<Solution<Move>> solve_sealed(std::uint64_t most) const {
    const auto end = amazons::solve_sealed<Layout>(*this, most);
    if (!end) return std::nullopt;
    return Solution<Move>{end->turn, for_mover(std::int64_t{won} * end->sign + 100 * end->ahead), end->nodes};
  }

  static constexpr auto& feature_names = amazons::feature_names;
  amazons::Features features() const { return amazons::features_of(land(), camps(), static_cast<int>(lead())); }

 private:
  static constexpr int won = 400'000;

  explicit AmazonsKernel(const Position& position)
      : Position(position), is_vast_(Layout::is_wide && land().free_fields >= 700) {
    // A table that is kept from move to move must not mix the two ways to evaluate.
    if (is_vast_) head_.board_key ^= scramble(std::uint64_t{4} << 40);
  }

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

  // Whether there was so much room at first that one step after another can take treasure, and nobody is in anybody's way.
  // With less, a wide board is played as a small one.
  bool is_vast_;
};

using Amazons = AmazonsKernel<amazons::NarrowLayout>;
using WideAmazons = AmazonsKernel<amazons::WideLayout>;

static_assert(Evaluated<Amazons> && Evaluated<WideAmazons>);

}  // namespace ludus
