// Counts move sequences: the quickest way to see that two rule sets agree, and how fast moves are made.
#pragma once

#include <cstdint>

#include "kernel.hpp"

namespace ludus {

struct Count {
  std::uint64_t leaves = 0;  // sequences of exactly `depth` moves of the rules
  std::uint64_t made = 0;    // moves made on the way, the last ones too; half-moves where a kernel has them
};

template <Kernel K>
void count_moves(const K& position, int depth, Count& count) {
  if (depth == 0 && !is_partial(position)) {
    ++count.leaves;
    return;
  }
  typename K::Moves moves;
  position.generate(moves);
  count.made += moves.size();
  for (const auto move : moves) {
    K next = position;
    next.make(move);
    count_moves(next, is_partial(next) ? depth : depth - 1, count);
  }
}

template <Kernel K>
Count perft(const K& position, int depth) {
  Count count;
  count_moves(position, depth, count);
  return count;
}

}  // namespace ludus
