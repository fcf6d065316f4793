// What a search has found: scores, lines, and a report after each depth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "kernel.hpp"

namespace ludus {

inline constexpr int win = 1'000'000;
inline constexpr int sure = win - 1000;  // beyond this a score tells the distance to the end

// In the table a sure score counts from the position itself, not from the root.
inline int to_table(int score, int ply) { return score >= sure ? score + ply : score <= -sure ? score - ply : score; }
inline int from_table(int score, int ply) { return score >= sure ? score - ply : score <= -sure ? score + ply : score; }

template <Searchable K>
struct Line {
  typename K::Move move{};
  int score = 0;
  std::vector<typename K::Move> moves;  // the line that the move begins
};

// What is known after a finished depth.
template <Searchable K>
struct Report {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<Line<K>> lines;  // best first, as many as were asked for

  bool is_lost() const { return lines.front().score <= -sure; }

  // Whether a deeper search would not change the move.
  bool is_clear(bool has_choice) const { return std::abs(lines.front().score) >= sure || (!has_choice && depth >= 2); }

  // Whether a deeper search would not change anything: every end is in sight, and none can come sooner.
  bool is_settled() const {
    return std::all_of(lines.begin(), lines.end(),
                       [&](const Line<K>& line) { return win - std::abs(line.score) <= depth; });
  }
};

}  // namespace ludus
