// The rules by texts, for callers that know no kernel: what may be played in a position, and what comes of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games.hpp"
#include "perft.hpp"

namespace ludus {

// What `visitor.operator()<K>()`, an Expected, is for the kernel K of that name.
template <class Visitor>
auto with_kernel(std::string_view game, const Visitor& visitor) {
  using Answer = decltype(visitor.template operator()<Checkers>());
  Answer answer = BadText{"no native game is called '" + std::string(game) + "'"};
  Kernels::visit(game, [&]<Kernel K>() { answer = visitor.template operator()<K>(); });
  return answer;
}

// The same for a position of the game: `visitor` is called with it, in the kernel that it fits into.
template <class Visitor>
auto with_position(std::string_view game, std::string_view text, const Visitor& visitor) {
  using Answer = Expected<decltype(visitor(*Checkers::read(text)))>;
  Answer answer = BadText{"no native game is called '" + std::string(game) + "'"};
  Kernels::visit(game, text, [&]<Kernel K>() {
    const Expected<K> position = K::read(text);
    answer = position ? Answer(visitor(*position)) : Answer(position.error());
  });
  return answer;
}

// Call `visit(spelling, position after it)` for every move of the rules, halves put together, that begins as `may_begin`
// likes.
template <Kernel K, class MayBegin, class Visit>
void for_each_move(const K& position, const std::string& so_far, const MayBegin& may_begin, const Visit& visit) {
  typename K::Moves list;
  position.generate(list);
  for (const auto move : list) {
    const std::string spelling = so_far + position.spell(move);
    if (!may_begin(spelling)) continue;
    K next = position;
    next.make(move);
    if (is_partial(next)) {
      for_each_move(next, spelling, may_begin, visit);
    } else {
      visit(spelling, next);
    }
  }
}

// The legal moves, in the order of the kernel.
inline Expected<std::vector<std::string>> list_moves(std::string_view game, std::string_view text) {
  return with_position(game, text, []<Kernel K>(const K& position) {
    std::vector<std::string> found;
    const auto any = [](const std::string&) { return true; };
    for_each_move(position, "", any, [&](const std::string& spelling, const K&) { found.push_back(spelling); });
    return found;
  });
}

// The text of the position after a move.
inline Expected<std::string> play_move(std::string_view game, std::string_view text, std::string_view wanted) {
  const Expected<std::optional<std::string>> after = with_position(game, text, [&]<Kernel K>(const K& position) {
    std::optional<std::string> found;
    const auto begins_so = [&](const std::string& spelling) { return wanted.starts_with(spelling); };
    for_each_move(position, "", begins_so, [&](const std::string& spelling, const K& next) {
      if (spelling == wanted) found = next.text();
    });
    return found;
  });
  if (!after) return after.error();
  if (!*after) return BadText{"not a move here: '" + std::string(wanted) + "'"};
  return **after;
}

// Deeper than any count comes to an end, and no deeper than the stack allows.
inline constexpr int deepest_count = 99;

inline Expected<Count> count_sequences(std::string_view game, std::string_view text, int depth) {
  if (depth < 0 || depth > deepest_count) {
    return BadText{"depth: expected 0 to " + std::to_string(deepest_count) + ", found " + std::to_string(depth)};
  }
  return with_position(game, text, [&](const auto& position) { return perft(position, depth); });
}

struct Status {
  int seat = 0;  // whose turn it is, or would be
  bool is_over = false;
  std::optional<int> result;  // +1, 0, -1 for that seat once it is over; none where there is nobody to beat
};

// Whose turn it is, and whether the game is over.
inline Expected<Status> tell_status(std::string_view game, std::string_view text) {
  return with_position(game, text, []<Searchable K>(const K& position) {
    Status status;
    if constexpr (requires { position.seat(); }) {
      status.seat = position.seat();
    } else {
      status.seat = position.side();
    }
    typename K::Moves moves;
    position.generate(moves);
    status.is_over = moves.empty();
    if (!status.is_over) return status;
    status.result = position.result();
    // A side that the search leaves nothing to do has lost.
    if constexpr (requires { position.generate_candidates(moves); }) position.generate_candidates(moves);
    if (!status.result && moves.empty()) status.result = -1;
    return status;
  });
}

// Where a hand that has touched some squares may go on.
struct Targets {
  std::vector<std::string> next;
  std::optional<std::string> move;  // what the touched squares mean already
};

namespace targets {

// What may stand between the squares of a move; the first that makes a legal move of the squares is meant.
inline constexpr std::string_view marks = "-/*^";

// The squares that a move touches, in hand order.
inline std::vector<std::string> squares_of(std::string_view move) {
  std::vector<std::string> squares;
  for (std::size_t at = 0; at < move.size();) {
    const std::size_t end = std::min(move.find_first_of(marks, at), move.size());
    if (end > at) squares.emplace_back(move.substr(at, end - at));
    at = end + 1;
  }
  return squares;
}

inline bool begin_alike(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  return std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(std::min(one.size(), other.size())),
                    other.begin());
}

// Whether the marks of one move come before those of another that touches the same squares.
inline bool comes_first(std::string_view one, std::string_view other) {
  const auto [mine, theirs] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  return mine != one.end() && theirs != other.end() && marks.find(*mine) < marks.find(*theirs);
}

}  // namespace targets

inline Expected<Targets> list_targets(std::string_view game, std::string_view text,
                                      const std::vector<std::string>& touched) {
  return with_position(game, text, [&]<Kernel K>(const K& position) {
    Targets found;
    const auto goes_on = [&](const std::string& spelling) {
      const std::vector<std::string> path = targets::squares_of(spelling);
      if (!targets::begin_alike(path, touched)) return false;
      if (path.size() <= touched.size()) return true;
      // How a move goes on behind the next square is of no interest.
      const std::string& next = path[touched.size()];
      if (std::find(found.next.begin(), found.next.end(), next) == found.next.end()) found.next.push_back(next);
      return false;
    };
    for_each_move(position, "", goes_on, [&](const std::string& spelling, const K&) {
      if (targets::squares_of(spelling).size() != touched.size()) return;
      if (!found.move || targets::comes_first(spelling, *found.move)) found.move = spelling;
    });
    return found;
  });
}

}  // namespace ludus
