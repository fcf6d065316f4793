// How large the table of a search should be.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "kernel.hpp"
#include "search/limits.hpp"

namespace ludus {

// How large a table a search within these limits should have. A short search has a small one: each page that it touches
// for the first time costs as much as many positions.
template <Kernel K>
std::size_t choose_table_bytes(const Limits& limits) {
  constexpr std::size_t least = 1 << 19, most = 1 << 26;
  constexpr double nodes_a_second = 4'000'000;
  const double nodes = std::min({static_cast<double>(most), static_cast<double>(limits.nodes),
                                 nodes_a_second * limits.cpu_seconds, nodes_a_second * limits.wall_seconds});
  const auto wanted = static_cast<std::size_t>(std::max(nodes, 0.0) * table_bytes_a_node<K>());
  return std::bit_ceil(std::clamp(wanted, least, most));
}

}  // namespace ludus
