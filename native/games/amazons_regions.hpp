// The regions of a treasure Amazons board: the connected parts that amazons stand in and will never leave.
//
// Fields with amazons join what is around them, because they may be left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "games/amazons_board.hpp"

namespace ludus::amazons {

// A connected part of the board on which amazons stand, and all fields that these will ever reach.
template <class Layout>
struct Region {
  typename Board<Layout>::Rows fields;  // from the row above the board on, those with amazons included
  int free_fields = 0;
  int treasure = 0;
  bool has_spear = false;
  unsigned seats = 0;  // a bit for each that has an amazon there

  bool holds(Square square) const { return (fields[Board<Layout>::row_of(square)] & Board<Layout>::bit_of(square)) != 0; }
  bool is_of(int seat) const { return (seats >> seat & 1) != 0; }
  bool is_sealed() const { return (seats & (seats - 1)) == 0; }
};

// Add to some fields all that a king reaches from them over the `open` ones.
template <class Rows>
void fill(Rows& fields, const Rows& open, std::size_t height) {
  for (bool grows = true; grows;) {
    grows = false;
    const auto widen = [&](std::size_t row) {
      const auto near = fields[row - 1] | fields[row] | fields[row + 1];
      const auto wider = fields[row] | ((near | near << 1 | near >> 1) & open[row]);
      grows |= wider != fields[row];
      fields[row] = wider;
    };
    for (std::size_t row = 1; row <= height; ++row) widen(row);
    for (std::size_t row = height; row >= 1; --row) widen(row);
  }
}

template <class Layout, class Do>
void for_each_field(const Board<Layout>& board, const typename Board<Layout>::Rows& fields, const Do& act) {
  const int height = board.land().height;
  for (int row = 0; row < height; ++row) {
    auto left = fields[static_cast<std::size_t>(row) + 1];
    for (int col = 0; left != 0; ++col, left >>= 1) {
      if ((left & 1) != 0) act(board.square_at(row, col));
    }
  }
}

// The treasure that a seat's amazons could still come to, were nobody else there.
template <class Layout>
int treasure_around(const Board<Layout>& board, int seat) {
  typename Board<Layout>::Rows reached{};
  for (const Square* amazon = board.begin_of(seat); amazon != board.end_of(seat); ++amazon) {
    reached[board.row_of(*amazon)] |= board.bit_of(*amazon);
  }
  fill(reached, board.free_rows(), static_cast<std::size_t>(board.land().height));
  int all = 0;
  for_each_field(board, reached, [&](Square square) { all += static_cast<int>(board.content_at(square) & 7); });
  return all;
}

// The regions in which somebody can still move.
template <class Layout>
std::vector<Region<Layout>> find_regions(const Board<Layout>& board) {
  typename Board<Layout>::Rows open = board.free_rows();
  for (const Square* amazon = board.begin_of(0); amazon != board.end_of(board.seats() - 1); ++amazon) {
    open[board.row_of(*amazon)] |= board.bit_of(*amazon);
  }
  std::vector<Region<Layout>> regions;
  for (int seat = 0; seat < board.seats(); ++seat) {
    for (const Square* amazon = board.begin_of(seat); amazon != board.end_of(seat); ++amazon) {
      const auto holds = [&](const Region<Layout>& region) { return region.holds(*amazon); };
      auto found = std::find_if(regions.begin(), regions.end(), holds);
      if (found == regions.end()) {
        Region<Layout> region{};
        region.fields[board.row_of(*amazon)] = board.bit_of(*amazon);
        fill(region.fields, open, static_cast<std::size_t>(board.land().height));
        for_each_field(board, region.fields, [&](Square square) {
          if (!board.is_free(square)) return;
          ++region.free_fields;
          region.treasure += static_cast<int>(board.content_at(square) & 7);
          region.has_spear |= board.content_at(square) >> 3 == 3;
        });
        found = regions.insert(regions.end(), region);
      }
      found->seats |= 1u << seat;
    }
  }
  std::erase_if(regions, [](const Region<Layout>& region) { return region.free_fields == 0; });
  return regions;
}

}  // namespace ludus::amazons
