// How fast stones come and go on a Pente board, with patterns and without; the bench asks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "games/pente_board.hpp"

namespace ludus::pente {

// Place at least `count` stones and take them all back, in games that fill a box in the middle, with captures, until
// they end. Returns a number made of all the boards at the end: equal for equal work, whatever follows the stones; none
// when taking stones back did not restore the board.
template <Follower F>
std::optional<std::uint64_t> place_and_take_back(std::uint64_t count) {
  constexpr std::size_t width = 9, box = width * width, step = 31;  // no common factor: every cell comes once
  constexpr std::size_t corner = (size - width) / 2 * (size + 1);
  const auto cell_of = [](std::size_t number) {
    const std::size_t in_box = number * step % box;
    return static_cast<int>(corner + in_box / width * size + in_box % width);
  };
  struct Record {
    Board::Undo undo;
    F before;
  };
  const Board empty;
  Board board;
  F follower;
  std::array<Record, box> records;
  std::uint64_t checksum = 0;
  std::uint64_t placed = 0;
  for (std::size_t game = 0; placed < count; ++game) {
    std::size_t stones = 0;
    // Cells change places now and then, so that games differ in more than where they begin.
    for (std::size_t number = game; number < game + box && board.end() == End::none; ++number) {
      const int cell = cell_of(number + (number * game >> 3) % 5);
      if (!board.is_empty(cell)) continue;
      const F before = follower;
      records[stones++] = {board.place(cell, follower), before};
    }
    checksum =
        scramble(checksum + board.hash()) + static_cast<std::uint64_t>(board.captured(white) * 256 + board.captured(black));
    placed += stones;
    while (stones > 0) {
      const Record& record = records[--stones];
      board.take_back(record.undo);
      follower = record.before;
    }
    if (board != empty || follower != F()) return std::nullopt;
  }
  return checksum;
}

}  // namespace ludus::pente
