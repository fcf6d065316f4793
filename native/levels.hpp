// The levels of play for people, the weakest first: how far a level looks, and how often it errs.
//
// A level is made of three numbers, the same for every game, so that it means the same wherever it is used. Each of them
// beats the one below in at least six games of ten; bench/levels.py measures that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ludus {

struct Level {
  std::uint64_t nodes;  // positions that a search looks at
  int noise;            // how far each of them is misjudged at most, in hundredths of the smallest piece
  int slips;            // how many of a thousand moves are played without a thought
};

inline constexpr std::array<Level, 10> levels = {{
    {100, 200, 780},
    {100, 200, 560},
    {120, 150, 400},
    {150, 100, 280},
    {350, 60, 185},
    {700, 40, 120},
    {1'500, 30, 75},
    {4'000, 20, 42},
    {12'000, 10, 20},
    {200'000, 0, 0},
}};

}  // namespace ludus
