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
  // A point of treasure that one camp reaches first: in one queen move, or later.
  int near, far;
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
    {95, 76, 8, 12, 3, 0, 20, 120, 0},
    {92, 76, 25, 20, 5, 0, 20, 150, 0},
    {68, 52, 24, 16, 4, 2, 40, 80, 8},
    {30, 26, 13, 8, 4, 2, 80, 50, 10},
    {12, 12, 6, 3, 3, 2, 60, 40, 10},
}};

// Between the knots weights go straight; a table of all shares saves the way there.
inline constexpr auto weights_by_share = [] {
  constexpr std::array fields = {&Weights::near,     &Weights::far,        &Weights::even_near,
                                 &Weights::even_far, &Weights::near_field, &Weights::far_field,
                                 &Weights::horse,    &Weights::spear,      &Weights::cramped};
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

template <class AnyLand>
const Weights& weights_at(const AnyLand& land) {
  return weights_by_share[static_cast<std::size_t>(land.free_share())];
}

// Which fields which camp reaches first, down to the middle of the board. The ties have the same fields for both.
struct Survey {
  Strips near, far, even_near, even_far;
};

// Both camps' amazons go out over the board, a queen move at a time. Neither goes on from fields that the other has
// reached sooner: whatever lies behind them, the other reaches sooner, too.
inline void survey(const Land& land, const Strips& amazons, int most_waves, Survey& found) {
  const std::size_t half = half_of(land.height);
  Strips free, claimed, fresh, to;
  lay_free(land, free);
  spread(land, amazons, free, to);
  fresh[0] = Strip{};
  for (std::size_t row = 1; row <= static_cast<std::size_t>(land.height); ++row) fresh[row] = to[row];
  Strip missing{};
  for (std::size_t row = 1; row <= half; ++row) {
    const Strip other = of_other_camp(to[row]);
    claimed[row] = to[row] | other;
    found.near[row] = to[row] & ~other;
    found.even_near[row] = to[row] & other;
    found.far[row] = found.even_far[row] = Strip{};
    missing |= free[row] & ~claimed[row];
  }
  for (int wave = 2; wave <= most_waves && is_any(missing); ++wave) {
    spread(land, fresh, free, to);
    Strip any{};
    missing = Strip{};
    for (std::size_t row = 1, lower = static_cast<std::size_t>(land.height); row <= half; ++row, --lower) {
      const Strip now = to[row] & ~claimed[row], other = of_other_camp(now);
      any |= now;
      fresh[row] = now;
      fresh[lower] = turned(now);
      claimed[row] |= now | other;
      found.far[row] |= now & ~other;
      found.even_far[row] |= now & other;
      missing |= free[row] & ~claimed[row];
    }
    if (!is_any(any)) break;
  }
  if (land.height % 2 != 0) {
    constexpr Strip upper = {~0u, ~0u, 0, 0};
    found.near[half] &= upper;
    found.far[half] &= upper;
  }
  // Masks may pack one strip more than there are.
  for (Strips* strips : {&found.near, &found.far, &found.even_near, &found.even_far}) (*strips)[half + 1] = Strip{};
}

// What one camp reaches first.
struct Tally {
  int near_treasure = 0, far_treasure = 0, near_fields = 0, far_fields = 0, horses = 0, spears = 0;
};

inline Tally tally_of(const Land& land, const CampWords& near, const CampWords& far) {
  Tally tally;
  for (std::size_t word = 0; word < content_words(land.height, land.lane); ++word) {
    tally.near_fields += std::popcount(near[word]);
    tally.far_fields += std::popcount(far[word]);
  }
  for (std::size_t word = 0; word < static_cast<std::size_t>(land.words); ++word) {
    const Content& content = land.content[word];
    for (int bit = 0; bit < 3; ++bit) {
      tally.near_treasure += std::popcount(near[word] & content.treasure[bit]) << bit;
      tally.far_treasure += std::popcount(far[word] & content.treasure[bit]) << bit;
    }
    const std::uint64_t first = near[word] | far[word];
    tally.horses += std::popcount(first & content.artifact[0] & ~content.artifact[1]);
    tally.spears += std::popcount(first & content.artifact[0] & content.artifact[1]);
  }
  return tally;
}

// What that is worth, in hundredths of a point.
inline int worth_of(const Tally& tally, const Weights& weights) {
  return weights.near * tally.near_treasure + weights.far * tally.far_treasure + weights.near_field * tally.near_fields +
         weights.far_field * tally.far_fields + weights.horse * tally.horses + weights.spear * tally.spears;
}

// Who stands in the two camps, beside their amazons.
struct Rivalry {
  int others;  // seats in the other camp
  int amazons_each;
  int cramped;       // by how much the own amazons are (see `crampedness`), less one other seat's, times `others`
  bool is_own_next;  // whether the own camp has the next turn
};

inline constexpr int all_waves = 999;  // more than any flood takes

// How many queen moves are looked ahead. While most of the board is free, what is further away tells nothing.
constexpr int waves_at(int share) { return share >= 75 ? 2 : share >= 65 ? 3 : all_waves; }

// What both camps reach, and what they would reach at the same time.
struct Shares {
  Tally own, other;
  int even_near_treasure = 0, even_far_treasure = 0;
};

inline Shares shares_of(const Land& land, const Strips& amazons, int most_waves) {
  Survey found;
  survey(land, amazons, most_waves, found);
  const Masks near(land, found.near), far(land, found.far);
  const Masks even_near(land, found.even_near), even_far(land, found.even_far);
  Shares shares{tally_of(land, near.own, far.own), tally_of(land, near.other, far.other)};
  for (std::size_t word = 0; word < static_cast<std::size_t>(land.words); ++word) {
    for (int bit = 0; bit < 3; ++bit) {
      const std::uint64_t treasure = land.content[word].treasure[bit];
      shares.even_near_treasure += std::popcount(even_near.own[word] & treasure) << bit;
      shares.even_far_treasure += std::popcount(even_far.own[word] & treasure) << bit;
    }
  }
  return shares;
}

// What lies on the board and how free the amazons are, in hundredths of a point for the own camp. Several others share
// what their camp reaches, and only one of them is to be beaten: counted in full, it would be worth more to take from
// them than to collect.
template <class AnyLand, class Camps>
int evaluate(const AnyLand& land, const Camps& amazons, const Rivalry& rivalry) {
  const Weights& weights = weights_at(land);
  const Shares shares = shares_of(land, amazons, waves_at(land.free_share()));
  const int even = weights.even_near * shares.even_near_treasure + weights.even_far * shares.even_far_treasure;
  return worth_of(shares.own, weights) - worth_of(shares.other, weights) / rivalry.others +
         (rivalry.is_own_next ? even : -even) -
         weights.cramped * rivalry.cramped * land.treasure / (10 * rivalry.amazons_each * rivalry.others);
}

// What `evaluate` looks at: the own camp's share less the other's, and what is even; `lead` is treasure in hand.
inline constexpr std::array<const char*, 9> feature_names = {
    "near treasure", "far treasure", "near fields",        "far fields",       "horses",
    "spears",        "lead",         "even near treasure", "even far treasure"};
using Features = std::array<int, feature_names.size()>;

template <class AnyLand, class Camps>
Features features_of(const AnyLand& land, const Camps& amazons, int lead) {
  const Shares shares = shares_of(land, amazons, all_waves);
  const Tally &own = shares.own, &other = shares.other;
  return {own.near_treasure - other.near_treasure,
          own.far_treasure - other.far_treasure,
          own.near_fields - other.near_fields,
          own.far_fields - other.far_fields,
          own.horses - other.horses,
          own.spears - other.spears,
          lead,
          shares.even_near_treasure,
          shares.even_far_treasure};
}

// What a lone seat still reaches, in hundredths of a point: less than in hand, so that she goes and takes it.
inline int evaluate_alone(const Land& land, const Strips& amazons) {
  Survey found;
  survey(land, amazons, all_waves, found);
  const Masks near(land, found.near), far(land, found.far);
  int worth = 0;
  for (std::size_t word = 0; word < static_cast<std::size_t>(land.words); ++word) {
    for (int bit = 0; bit < 3; ++bit) {
      const std::uint64_t treasure = land.content[word].treasure[bit];
      worth += (60 * std::popcount(near.own[word] & treasure) + 40 * std::popcount(far.own[word] & treasure)) << bit;
    }
  }
  return worth;
}

// By how much an amazon is cramped, by her free neighbours: 10 is wholly.
inline constexpr std::array<int, 9> crampedness = {10, 6, 4, 2, 0, 0, 0, 0, 0};

// Treasure within one queen move of the own camp, and of the other. Never changes: the reference evaluation is made
// of it.
inline std::array<int, 2> treasure_in_reach(const Land& land, const Strips& amazons) {
  Strips free, to{};
  lay_free(land, free);
  spread(land, amazons, free, to);
  const Masks masks(land, to);
  std::array<int, 2> worth{};
  for (std::size_t word = 0; word < static_cast<std::size_t>(land.words); ++word) {
    for (int bit = 0; bit < 3; ++bit) {
      const std::uint64_t treasure = land.content[word].treasure[bit];
      worth[0] += std::popcount(masks.own[word] & treasure) << bit;
      worth[1] += std::popcount(masks.other[word] & treasure) << bit;
    }
  }
  return worth;
}

}  // namespace ludus::amazons
