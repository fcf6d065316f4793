// How a treasure Amazons game ends once each seat has its regions of the board for itself.
//
// Once nobody can reach the fields around a seat's amazons but she, and no spear is left to fly in, what she still takes
// is a puzzle for one: others neither help nor harm, and it does not matter whose turn it is. All her moves are tried,
// depth first, while the treasure that is left can still beat the best way so far.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/amazons_position.hpp"
#include "games/amazons_ranking.hpp"
#include "games/amazons_regions.hpp"

namespace ludus::amazons {

// The most treasure that a seat takes on a board that she has for herself.
template <class Layout>
class Puzzle {
 public:
  using Position = amazons::Position<Layout>;
  using Move = typename Position::Move;
  using Moves = typename Position::Moves;

  // Give up after this many positions.
  explicit Puzzle(std::uint64_t work) : left_(work) {}

  // How much she can take, if that can be told; `line` is a way there.
  std::optional<int> solve(const Position& board) {
    seen_.clear();
    line_.clear();
    best_line_.clear();
    best_ = -1;
    most_ = taken_in(board) + treasure_around(board, 0);
    search(board);
    if (left_ == 0 && best_ < most_) return std::nullopt;
    return best_;
  }
  const std::vector<Move>& line() const { return best_line_; }
  std::uint64_t left() const { return left_; }

 private:
  static int taken_in(const Position& position) { return static_cast<int>(position.score_of(0)); }
  static std::uint64_t key_without_score(const Position& position) {
    return position.key() ^ score_key(0, position.score_of(0));
  }

  void search(const Position& position) {
    if (left_ == 0) return;
    --left_;
    const int taken = taken_in(position);
    if (taken > best_) {
      best_ = taken;
      best_line_ = line_;
    }
    if (!position.partial()) {
      if (taken + treasure_around(position, 0) <= best_) return;
      // With as much treasure or more, she has been here before.
      const auto [place, is_new] = seen_.try_emplace(key_without_score(position), taken);
      if (!is_new && place->second >= taken) return;
      place->second = taken;
    }
    Moves moves;
    position.generate(moves);
    std::vector<std::pair<int, Move>> ranked;
    ranked.reserve(moves.size());
    for (const Move move : moves) ranked.emplace_back(harm_of(position, move), move);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    for (const auto& [harm, move] : ranked) {
      if (best_ == most_) return;
      Position next = position;
      next.make(move);
      line_.push_back(move);
      search(next);
      line_.pop_back();
    }
  }

  std::uint64_t left_;
  int best_ = -1, most_ = 0;
  std::unordered_map<std::uint64_t, int> seen_;
  std::vector<Move> line_, best_line_;
};

// The same board for one seat alone and with her amazons of one region.
template <class Layout>
Position<Layout> alone_in(const Position<Layout>& position, const Region<Layout>& region, int seat) {
  std::vector<Square> kept;
  std::copy_if(position.begin_of(seat), position.end_of(seat), std::back_inserter(kept),
               [&](Square amazon) { return region.holds(amazon); });
  return position.alone_with(kept, seat);
}

// As much of a line as belongs to the turn at hand; where it is empty, any move does.
template <class Layout>
auto take_turn(Position<Layout> position, const std::vector<typename Position<Layout>::Move>& line) {
  std::vector<typename Position<Layout>::Move> turn;
  for (const auto move : line) {
    position.make(move);
    turn.push_back(move);
    if (!position.partial() && position.stage() != Position<Layout>::Stage::carried) break;
  }
  if (turn.empty()) {
    typename Position<Layout>::Moves moves;
    position.generate(moves);
    turn.push_back(moves[0]);
  }
  return turn;
}

// How a game ends in which nobody is in anybody's way.
template <class Layout>
struct SealedEnd {
  std::vector<typename Position<Layout>::Move> turn;  // the rest of the mover's turn on the way to the most treasure
  std::int64_t ahead;                                 // the mover's treasure then, less that of the best other
  int sign;                                           // 1 for a win, -1 for a loss, 0 for a draw or what is uncertain
  std::uint64_t nodes;                                // looked at to find it
};

// Larger regions are not solved: that would take too long, and too much of the stack.
inline constexpr int most_solved_fields = 40;

// The end that comes of the best play; nothing where somebody else can still get at the mover's fields, or where it cannot
// be told within `most_nodes` positions.
template <class Layout>
std::optional<SealedEnd<Layout>> solve_sealed(const Position<Layout>& position, std::uint64_t most_nodes) {
  using Stage = typename Position<Layout>::Stage;
  const Stage stage = position.stage();
  const int mover = position.seat();
  if (position.is_alone() || (stage != Stage::moving && stage != Stage::carried)) return std::nullopt;
  const std::vector<Region<Layout>> regions = find_regions(position);
  const auto is_solvable = [](const Region<Layout>& region) {
    return region.is_sealed() && region.free_fields <= most_solved_fields;
  };
  for (const Region<Layout>& region : regions) {
    if (region.has_spear || (region.is_of(mover) && !is_solvable(region))) return std::nullopt;
  }
  Puzzle<Layout> puzzle(most_nodes);
  std::vector<typename Position<Layout>::Move> line;
  std::array<std::int64_t, most_seats> totals{};
  for (int seat = 0; seat < position.seats(); ++seat) totals[static_cast<std::size_t>(seat)] = position.score_of(seat);
  bool is_certain = true;
  // The mover's own regions first: where they cannot be solved, the others are not worth the work.
  for (const bool is_own : {true, false}) {
    for (const Region<Layout>& region : regions) {
      if (region.is_of(mover) != is_own) continue;
      for (int seat = 0; seat < position.seats(); ++seat) {
        if (!region.is_of(seat)) continue;
        const Position<Layout> lone = alone_in(position, region, seat);
        const std::optional<int> taken = is_solvable(region) ? puzzle.solve(lone) : std::nullopt;
        if (is_own && !taken) return std::nullopt;
        is_certain &= taken.has_value();
        // Where it cannot be told, others are taken to get all that lies around them.
        totals[static_cast<std::size_t>(seat)] += taken.value_or(region.treasure);
        if (is_own && lone.stage() == stage && (line.empty() || stage == Stage::carried)) line = puzzle.line();
      }
    }
  }
  const std::int64_t own = std::exchange(totals[static_cast<std::size_t>(mover)], 0);
  const std::int64_t ahead = own - *std::max_element(totals.begin(), totals.end());
  const int sign = ahead > 0 ? 1 : ahead < 0 && is_certain ? -1 : 0;
  return SealedEnd<Layout>{take_turn(position, line), ahead, sign, most_nodes - puzzle.left()};
}

}  // namespace ludus::amazons
