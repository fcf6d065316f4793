// Endgame tables of Checkers: how every position with few pieces ends, and in how many plies. checkers_retrograde.hpp finds
// that out and writes the file; here it is looked up.
//
// The distance to the end is kept, not only who wins: whoever follows it comes nearer to the end with each move, so a won
// position is won without any search, and no repetition can get in the way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "endings/file.hpp"
#include "games/checkers_ending.hpp"
#include "kernel.hpp"

namespace ludus::checkers {

class Tables {
 public:
  // Use tables that lie in memory as long as this lives; or what is wrong with them.
  static Expected<Tables> open(endings::Bytes file) {
    Expected<endings::Opened> opened = endings::open_file(file, tables_game);
    if (!opened) return opened.error();
    const BadText unknown{"expected endgame tables of " + std::to_string(fewest_pieces) + " to " +
                          std::to_string(most_pieces) + " pieces, found others"};
    if (opened->pieces < fewest_pieces || opened->pieces > most_pieces) return unknown;
    const std::vector<Material> materials = list_materials(opened->pieces);
    if (materials.size() != opened->parts.size()) return unknown;
    Tables tables;
    tables.pieces_ = opened->pieces;
    for (std::size_t i = 0; i < materials.size(); ++i) {
      const Numbering numbering(materials[i]);
      std::optional<endings::Part> part = endings::Part::open(opened->parts[i], numbering.size());
      if (!part) return unknown;
      tables.slices_.push_back({numbering, *std::move(part)});
      tables.places_[place_of(materials[i])] = static_cast<std::uint16_t>(i + 1);
    }
    return tables;
  }

  int pieces() const { return pieces_; }

  // How many plies it is to the end, `endless` where there is none; nothing for a position that is not in the tables.
  std::optional<Distance> distance(const Ending& ending) const {
    const Material material = Material::of(ending);
    if (material.pieces() > pieces_) return std::nullopt;
    if (ending.own() == 0) return Distance{0};
    const std::uint16_t place = places_[place_of(material)];
    if (place == 0) return std::nullopt;
    const Slice& slice = slices_[place - 1U];
    return slice.part[slice.numbering.number(ending)];
  }

 private:
  struct Slice {
    Numbering numbering;
    endings::Part part;
  };

  int pieces_ = 0;
  std::vector<Slice> slices_;
  std::array<std::uint16_t, place_count> places_{};
};

}  // namespace ludus::checkers
