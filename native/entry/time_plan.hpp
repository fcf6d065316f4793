// How the native Chezz program divides its time: the plan of src/ludus/entries/time_budget.py, which tells the reasons,
// with a start that costs a twentieth. A test compares the two.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>

#include "entry/numbers.hpp"

namespace ludus::entry {

// What a move costs beyond its search after the time has been planned: files, the answer, the end, and in moves to come
// a look at a few positions where there is no time to search.
inline constexpr double parting = 0.0015;
// A start costs no less than what the program has measured, and at most `overhead` times that. More than in Python,
// because what a contest's clock counts around a start does not become less with it.
inline constexpr double cheapest = 1.0;
inline constexpr double overhead = 20.0;

// What one move may take, in seconds: usually, and at most.
struct Budget {
  double usual;
  double most;
};

// What is known of the clock before a move, in seconds.
struct Spending {
  double total;
  double left;
  double made;                     // how many moves the side has made
  std::optional<double> searches;  // what the searches of those moves took, if that is known

  // What a move costs without its search, from what this one has cost so far and what is gone from the clock.
  double estimate_start(double measured) const {
    const double own = measured + parting;
    if (!searches) return own;
    const double mean = (own + total - left - *searches) / (made + 1);
    return std::min(std::max(own * cheapest, mean), own * overhead);
  }
  // What the starts so far have cost, if each cost about `start`: no more than is gone from the clock.
  double add_starts(double start) const {
    const double cost = start * made;
    return searches ? std::max(0.0, std::min(cost, total - left - *searches)) : cost;
  }
};

// What this move has cost so far: its start, and what of the clock is gone, which may count wall-clock time.
struct Begun {
  double measured;
  double spent;
};

// How many moves a side has still to make.
struct MovesToCome {
  double usual;
  double late;  // hardly a game lasts longer
  double most;
};

inline MovesToCome estimate_moves(double made) {
  using numbers::game_lengths;
  const double most = std::max(numbers::moves - made, double{numbers::fewest});
  const auto* row = std::begin(game_lengths);
  while (row + 1 != std::end(game_lengths) && made >= row[1][0]) ++row;
  double usual = row[0][1], late = row[0][2];
  if (row + 1 != std::end(game_lengths)) {
    const double share = (made - row[0][0]) / (row[1][0] - row[0][0]);
    usual += share * (row[1][1] - row[0][1]);
    late += share * (row[1][2] - row[0][2]);
  }
  return {std::min(usual, most), std::min(late, most), most};
}

// What the starts of this many moves cost in all, some of which are slower than usual.
inline double add_slow(double start, double moves) { return start * (moves + numbers::slow * std::sqrt(moves)); }

// Divide what is free for searches by the moves to come.
inline std::optional<Budget> divide(double free, const MovesToCome& to_come) {
  if (free < numbers::least) return std::nullopt;
  const double usual = std::min(std::max(numbers::least, free / std::max(to_come.usual, 1.0)), numbers::longest);
  return Budget{usual, std::max(usual, std::min(numbers::stretch * usual, free * numbers::greed))};
}

// How much to keep for the starts of moves to come, each of which costs `start`.
inline double set_aside(const Spending& spending, double start, const MovesToCome& to_come) {
  if (start * to_come.most <= spending.total * numbers::affordable) return add_slow(start, to_come.most);
  const double fitting = spending.total * (1 - numbers::spare) - spending.add_starts(start);
  // The game may be longer than the clock is for, so that each start may be the last.
  if (fitting <= 0) return spending.left;
  return std::min(add_slow(start, to_come.late), fitting);
}

// Plan one search; none means answer at once.
inline std::optional<Budget> plan_with_memory(const Spending& spending, const Begun& begun, const MovesToCome& to_come) {
  const double start = spending.estimate_start(begun.measured);
  return divide(spending.left - begun.spent - parting - set_aside(spending, start, to_come), to_come);
}

// The same where it is not known what the searches before have taken.
inline std::optional<Budget> plan_without_memory(const Spending& spending, const Begun& begun, const MovesToCome& to_come) {
  const double start = begun.measured + parting;
  double reserve, least;
  if (start * to_come.most <= spending.total * numbers::affordable) {
    reserve = least = add_slow(start * numbers::unsure, to_come.most);
  } else {
    const double share = add_slow(1, to_come.most) / add_slow(1, spending.made + to_come.most);
    const double late = add_slow(start * numbers::unsure, to_come.late);
    const double fitting = spending.total * (1 - numbers::spare_unknown) * share;
    reserve = std::min(late, fitting);
    least = late <= fitting ? reserve : reserve * numbers::forgotten;
  }
  const double free = spending.left - begun.spent - parting;
  if (free - least < numbers::least) {
    if (spending.left < numbers::few_starts * start || free < numbers::least) return std::nullopt;
    const double share = numbers::spare * spending.left / to_come.most;
    const double rest = free - add_slow(start, to_come.most) / (1 - numbers::spare);
    return divide(std::max({rest, share * to_come.usual, numbers::least}), to_come);
  }
  return divide(free - reserve, to_come);
}

inline std::optional<Budget> plan_search(const Spending& spending, const Begun& begun) {
  const MovesToCome to_come = estimate_moves(spending.made);
  return spending.searches ? plan_with_memory(spending, begun, to_come) : plan_without_memory(spending, begun, to_come);
}

// Ends a search in time: hears of each finished depth, and says when another is not worth it.
class Patience {
 public:
  explicit Patience(const Budget& budget) : budget_(budget) {}

  // Whether to go on after a depth that has found this move and score, in hundredths, `seconds` after the beginning.
  bool goes_on(int depth, std::uint32_t move, int score, double seconds) {
    if (depth_ == 0 || move != move_ || score < score_ - 100 * numbers::drop) since_ = depth;
    depth_ = depth, move_ = move, score_ = score;
    return seconds < budget_.usual * choose_share(depth - since_);
  }

 private:
  static double choose_share(int depths) {
    if (depths >= numbers::steady_depths) return numbers::steady;
    return depths <= numbers::shaken_depths ? numbers::shaken : 1.0;
  }

  Budget budget_;
  int depth_ = 0, since_ = 0;
  std::uint32_t move_ = 0;
  int score_ = 0;
};

}  // namespace ludus::entry
