// Counts move sequences: the quickest way to see that two rule sets agree.
#pragma once

#include <cstdint>

#include "kernel.hpp"

namespace ludus {

// Sequences of exactly `depth` moves of the rules; every last move is made too.
template <Kernel K>
std::uint64_t perft(const K& position, int depth) {
  if (depth == 0 && !is_partial(position)) return 1;
  typename K::Moves moves;
  position.generate(moves);
  std::uint64_t count = 0;
  for (const auto move : moves) {
    K next = position;
    next.make(move);
    count += perft(next, is_partial(next) ? depth : depth - 1);
  }
  return count;
}

}  // namespace ludus
