// How endings of Checkers end, found backwards: from the positions in which the side to move is stuck to those that lead
// there. What is found is the distance to the end in plies, with best play: an even one is lost for the side to move, an
// odd one won; what is neither goes on for ever.
//
// A capture or a new tower leads to material that has been solved before; all other moves lead back and forth between a
// material and the same one turned. So these two are solved together, and the rest in the order of `list_materials`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "endings/file.hpp"
#include "games/checkers_ending.hpp"

namespace ludus::checkers {

// The next square in each direction, and the one beyond it, as sets of one square or none: up right, up left, down right,
// down left.
struct Paths {
  std::array<Squares, 4> near, beyond;
};
inline constexpr auto paths = [] {
  std::array<Paths, square_count> found{};
  constexpr int down[4] = {-1, -1, 1, 1}, right[4] = {1, -1, 1, -1};
  const auto at = [](int row, int col) -> Squares {
    return row < 0 || row > 7 || col < 0 || col > 7 ? 0 : Squares{1} << (4 * row + col / 2);
  };
  for (int square = 0; square < square_count; ++square) {
    const int row = square / 4, col = 2 * (square % 4) + (row % 2 == 0);
    for (std::size_t i = 0; i < 4; ++i) {
      auto& [near, beyond] = found[static_cast<std::size_t>(square)];
      near[i] = at(row + down[i], col + right[i]);
      beyond[i] = at(row + 2 * down[i], col + 2 * right[i]);
    }
  }
  return found;
}();

// The distances of one material, by number.
struct Solved {
  Material material;
  std::vector<Distance> distances;
};

class Retrograde {
 public:
  // Add the distances of a material and, where that is another one, of the same turned. Those of all materials that
  // its captures and new towers lead to must be there.
  void solve(const Material& material) {
    const bool is_own_twin = material == material.turned();
    Half first(material), second(is_own_twin ? Material{} : material.turned());
    Half* halves[2] = {&first, is_own_twin ? &first : &second};
    scan(first);
    if (!is_own_twin) scan(second);
    for (std::size_t distance = 0; distance <= longest; ++distance) {
      spread(*halves[0], *halves[1], distance);
      if (!is_own_twin) spread(*halves[1], *halves[0], distance);
    }
    keep(std::move(first));
    if (!is_own_twin) keep(std::move(second));
  }

  const std::vector<Solved>& all() const { return solved_; }
  const Solved* find(const Material& material) const {
    const std::size_t place = place_of(material);
    return places_[place] == 0 ? nullptr : &solved_[places_[place] - 1];
  }

 private:
  static constexpr std::uint8_t not_lost = 0x80;

  // A material that is being solved.
  struct Half {
    explicit Half(const Material& of) : material(of), numbering(of) {
      if (of.pieces() == 0) return;
      distances.assign(numbering.size(), endless);
      open.assign(numbering.size(), 0);
      least.assign(numbering.size(), 0);
    }
    void expect(std::uint64_t number, std::size_t distance) {
      // With five pieces no end is farther away than 116 plies.
      assert(distance <= longest);
      due[distance].push_back(static_cast<std::uint32_t>(number));
    }
    Material material;
    Numbering numbering;
    std::vector<Distance> distances;
    std::vector<std::uint8_t> open;  // moves whose end is not known to be lost; `not_lost` where one is known not to be
    std::vector<Distance> least;     // a loss comes no sooner, because of the moves to other materials
    std::array<std::vector<std::uint32_t>, longest + 1> due;  // numbers by the distance that they may turn out to have
  };

  // Look at the moves of each position: count those that stay in the material, look up where the others lead.
  void scan(Half& half) {
    Ending ending{};
    for (std::uint64_t number = 0; number < half.distances.size(); ++number) {
      if (half.numbering.find(number, ending)) scan_position(half, number, ending);
    }
  }

  void scan_position(Half& half, std::uint64_t number, const Ending& ending) {
    std::uint8_t staying = 0;
    int worst = 0, best = longest + 1;
    bool is_lost = true;
    const auto leave = [&](const Ending& next) {
      const Distance distance = look_up(next.turned());
      if (distance == endless) {
        is_lost = false;
      } else if (distance % 2 == 0) {
        is_lost = false;
        best = std::min(best, distance + 1);
      } else {
        worst = std::max(worst, distance + 1);
      }
    };
    for_each_move(ending, [&](Squares source, Squares target, Squares captured) {
      const bool is_man = (ending.men & source) != 0, is_crowned = is_man && (target & top_row) != 0;
      if (captured == 0 && !is_crowned) {
        ++staying;
        return;
      }
      Ending next{ending.men & ~source, ending.towers & ~source, ending.enemy_men & ~captured,
                  ending.enemy_towers & ~captured};
      (is_man && !is_crowned ? next.men : next.towers) |= target;
      leave(next);
    });
    if (best <= static_cast<int>(longest)) half.expect(number, static_cast<std::size_t>(best));
    half.open[number] = static_cast<std::uint8_t>(staying | (is_lost ? 0 : not_lost));
    half.least[number] = static_cast<Distance>(worst);
    if (half.open[number] == 0) half.expect(number, static_cast<std::size_t>(worst));
  }

  // Settle what is due at this distance, and tell the positions before it, which are those of the other half.
  static void spread(Half& half, Half& other, std::size_t distance) {
    Ending ending{};
    // By number: where both halves are one, more may be added, though never at this distance.
    const std::vector<std::uint32_t> due = std::move(half.due[distance]);
    for (const std::uint32_t number : due) {
      if (half.distances[number] != endless) continue;
      half.distances[number] = static_cast<Distance>(distance);
      half.numbering.find(number, ending);
      for_each_before(ending, [&](const Ending& before) {
        const std::uint64_t place = other.numbering.number(before);
        if (other.distances[place] != endless) return;
        if (distance % 2 == 0) {
          other.expect(place, distance + 1);
        } else if (--other.open[place] == 0) {
          other.expect(place, std::max(distance + 1, std::size_t{other.least[place]}));
        }
      });
    }
  }

  template <class Visit>
  static void for_each_move(const Ending& ending, const Visit& visit) {
    const Squares taken = ending.taken(), enemies = ending.enemies();
    for (Squares rest = ending.own(); rest != 0; rest &= rest - 1) {
      const Squares source = rest & -rest;
      const auto& [near, beyond] = paths[static_cast<std::size_t>(std::countr_zero(rest))];
      for (std::size_t i = 0; i < (ending.towers & source ? 4U : 2U); ++i) {
        if (near[i] & ~taken) {
          visit(source, near[i], Squares{0});
        } else if ((near[i] & enemies) && (beyond[i] & ~taken)) {
          visit(source, beyond[i], near[i]);
        }
      }
    }
  }

  // The positions from which a step within the material leads here, as the side sees them that made it: men came from
  // above, for they go down.
  template <class Visit>
  static void for_each_before(const Ending& ending, const Visit& visit) {
    const Squares taken = ending.taken();
    for (Squares rest = ending.enemies(); rest != 0; rest &= rest - 1) {
      const Squares target = rest & -rest;
      const auto& near = paths[static_cast<std::size_t>(std::countr_zero(rest))].near;
      const bool is_tower = (ending.enemy_towers & target) != 0;
      for (std::size_t i = 0; i < (is_tower ? 4U : 2U); ++i) {
        const Squares source = near[i] & ~taken;
        if (source == 0) continue;
        Ending before = ending;
        (is_tower ? before.enemy_towers : before.enemy_men) ^= target | source;
        visit(before.turned());
      }
    }
  }

  Distance look_up(const Ending& ending) const {
    // The side to move has lost its last piece.
    if (ending.own() == 0) return 0;
    const Material material = Material::of(ending);
    const Solved* solved = find(material);
    assert(solved != nullptr);
    return solved->distances[Numbering(material).number(ending)];
  }

  void keep(Half&& half) {
    solved_.push_back({half.material, std::move(half.distances)});
    places_[place_of(half.material)] = solved_.size();
  }

  std::vector<Solved> solved_;
  std::array<std::size_t, place_count> places_{};
};

// Make the file of tables for up to this many pieces; nothing when `go_on`, which is told how many of all positions have
// been solved, says no.
inline std::optional<std::vector<std::uint8_t>> make_tables(
    int pieces, const std::function<bool(std::uint64_t, std::uint64_t)>& go_on) {
  assert(pieces >= fewest_pieces && pieces <= most_pieces);
  const std::vector<Material> materials = list_materials(pieces);
  std::uint64_t all = 0, done = 0;
  for (const Material& material : materials) all += Numbering(material).size();
  Retrograde retrograde;
  for (const Material& material : materials) {
    if (!go_on(done, all)) return std::nullopt;
    if (retrograde.find(material) == nullptr) retrograde.solve(material);
    done += Numbering(material).size();
  }
  std::vector<std::vector<std::uint8_t>> parts;
  for (const Material& material : materials) {
    if (!go_on(done, all)) return std::nullopt;
    parts.push_back(endings::pack_part(retrograde.find(material)->distances));
  }
  return endings::join_parts(tables_game, pieces, parts);
}

}  // namespace ludus::checkers
