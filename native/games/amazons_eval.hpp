// What a treasure Amazons position is worth: the treasure in hand, and the treasure and room within reach.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/amazons_flood.hpp"

namespace ludus::amazons {

// Hundredths of a point, by how much of the board is still free.
struct Weights {
  // A point of treasure that one camp reaches first: in one queen move, later, and more where the other never comes.
  int near, far, sole;
  // One that both reach at the same time, for the camp whose turn comes next.
  int even_near, even_far;
  // A field reached first, whatever lies there.
  int near_field, far_field;
  // An artifact on a field reached first.
  int horse, spear;
  // An amazon without a free neighbour loses her share of all treasure times this; one with some, a part of it.
  int cramped;
};

// Fitted to the final scores of self-played games on boards of 10x10 to 20x20.
inline constexpr int knots = 5;
inline constexpr std::array<int, knots> knot_shares = {42, 55, 65, 75, 90};  // per cent of the fields
inline constexpr std::array<Weights, knots> knot_weights = {{
    {80, 60, 20, 8, 12, 3, 0, 20, 120, 0},
    {85, 68, 12, 25, 20, 5, 0, 20, 150, 0},
    {65, 48, 15, 24, 16, 4, 2, 40, 80, 8},
    {30, 25, 15, 13, 8, 4, 2, 80, 50, 10},
    {12, 12, 15, 6, 3, 3, 2, 60, 40, 10},
}};

// Between the knots weights go straight; a table of all shares saves the way there.
inline constexpr auto weights_by_share = [] {
  constexpr std::array fields = {&Weights::near,       &Weights::far,       &Weights::sole,  &Weights::even_near, &Weights::even_far,
                           &Weights::near_field, &Weights::far_field, &Weights::horse, &Weights::spear,     &Weights::cramped};
  std::array<Weights, 101> table{};
  for (int share = 0; share <= 100; ++share) {
    std::size_t upper = 1;
    while (upper + 1 < knots && knot_shares[upper] < share) ++upper;
    const int from = knot_shares[upper - 1], to = knot_shares[upper];
    const int at = share < from ? from : share > to ? to : share;
    for (const auto field : fields) {
      const int low = knot_weights[upper - 1].*field, high = knot_weights[upper].*field;
      table[static_cast<std::size_t>(share)].*field = low + (high - low) * (at - from) / (to - from);
    }
  }
  return table;
}();

// Which fields which camp reaches first. The ties have the same fields in both halves.
struct Survey {
  Rows<Pair> near, far, sole, even_near, even_far;
};

// Both camps' amazons go out over the board, a queen move at a time.
inline void survey(const Land& land, const Rows<Pair>& amazons, Survey& found) {
  const auto height = static_cast<std::size_t>(land.height);
  Rows<Pair> free, reached, fresh, to;
  for (Rows<Pair>* rows : {&found.near, &found.far, &found.sole, &found.even_near, &found.even_far, &free, &fresh}) {
    for (std::size_t row = 0; row < height + 4; ++row) (*rows)[row] = 0;
  }
  for (std::size_t row = 1; row <= height; ++row) free[row] = both(land.free[row]);
  spread(land, amazons, free, to);
  for (std::size_t row = 1; row <= height; ++row) {
    reached[row] = fresh[row] = to[row];
    found.near[row] = to[row] & ~swapped(to[row]);
    found.even_near[row] = to[row] & swapped(to[row]);
  }
  for (Pair any = 1; any != 0;) {
    spread(land, fresh, free, to);
    any = 0;
    for (std::size_t row = 1; row <= height; ++row) {
      fresh[row] = to[row] & ~reached[row];
      any |= fresh[row];
      reached[row] |= fresh[row];
      found.far[row] |= fresh[row] & ~swapped(reached[row]);
      found.even_far[row] |= fresh[row] & swapped(fresh[row]);
    }
  }
  for (std::size_t row = 1; row <= height; ++row) found.sole[row] = reached[row] & ~swapped(reached[row]);
}

// What lies on the board and how free the amazons are, in hundredths of a point for the own camp. `cramped` is own
// amazons less others, each by how few free neighbours she has (see `crampedness`); `next` is +1 when the own camp has
// the next turn, else -1; `share_of_all` is what one amazon's part of the treasure is divided by.
inline int judge(const Land& land, const Rows<Pair>& amazons, int cramped, int next, int amazons_each) {
  Survey found;
  survey(land, amazons, found);
  const Masks near(land, found.near), far(land, found.far), sole(land, found.sole);
  const Masks even_near(land, found.even_near), even_far(land, found.even_far);
  int free = 0;
  for (int row = 1; row <= land.height; ++row) free += std::popcount(land.free[row]);
  const Weights& weights = weights_by_share[static_cast<std::size_t>(100 * free / (land.height * land.width))];
  int worth = weights.near_field * near.fields() + weights.far_field * far.fields();
  int all_treasure = 0;
  for (std::size_t word = 0; word < static_cast<std::size_t>(land.words); ++word) {
    const Content& content = land.content[word];
    for (int bit = 0; bit < 3; ++bit) {
      const std::uint64_t treasure = content.treasure[bit];
      const auto more = [&](const Masks& masks) {
        return std::popcount(masks.own(word) & treasure) - std::popcount(masks.other(word) & treasure);
      };
      const int even = weights.even_near * std::popcount(even_near.own(word) & treasure) +
                       weights.even_far * std::popcount(even_far.own(word) & treasure);
      worth += (weights.near * more(near) + weights.far * more(far) + weights.sole * more(sole) + next * even) << bit;
      all_treasure += std::popcount(treasure) << bit;
    }
    const std::uint64_t own = near.own(word) | far.own(word), other = near.other(word) | far.other(word);
    const std::uint64_t horses = content.artifact[0] & ~content.artifact[1], spears = content.artifact[0] & content.artifact[1];
    worth += weights.horse * (std::popcount(own & horses) - std::popcount(other & horses)) +
             weights.spear * (std::popcount(own & spears) - std::popcount(other & spears));
  }
  return worth - weights.cramped * cramped * all_treasure / (10 * amazons_each);
}

// By how much an amazon is cramped, by her free neighbours: 10 is wholly.
inline constexpr std::array<int, 9> crampedness = {10, 6, 4, 2, 0, 0, 0, 0, 0};

// Treasure within one queen move of the first camp. Never changes: the reference evaluation is made of it.
inline int treasure_in_reach(const Land& land, const Rows<Pair>& amazons) {
  Rows<Pair> free{}, to{};
  for (std::size_t row = 1; row <= static_cast<std::size_t>(land.height); ++row) free[row] = both(land.free[row]);
  spread(land, amazons, free, to);
  const Masks masks(land, to);
  int worth = 0;
  for (std::size_t word = 0; word < static_cast<std::size_t>(land.words); ++word) {
    const Content& content = land.content[word];
    for (int bit = 0; bit < 3; ++bit) worth += std::popcount(masks.own(word) & content.treasure[bit]) << bit;
  }
  return worth;
}

}  // namespace ludus::amazons
