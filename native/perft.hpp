// Counts move sequences: the quickest way to see that two rule sets agree.
#pragma once

#include <cstdint>

#include "kernel.hpp"

namespace ludus {

template <Kernel K>
std::uint64_t perft(const K& position, int depth) {
  if (depth == 0) return 1;
  typename K::Moves moves;
  position.generate(moves);
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (const auto move : moves) {
    K next = position;
    next.make(move);
    count += perft(next, depth - 1);
  }
  return count;
}

}  // namespace ludus
