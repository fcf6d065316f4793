// What endgame tables tell the search. A kernel that has some names their type, which is opened over a file in memory, and
// looks a position up in them.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include "kernel.hpp"

namespace ludus {

// How a position ends with best play: +1, 0 or -1 for the side to move, and in how many plies.
struct KnownEnd {
  int result = 0;
  int plies = 0;
};

template <class K>
concept HasEndings =
    Searchable<K> && requires(const K& position, const typename K::Endings& tables, std::span<const std::uint8_t> file) {
      { K::Endings::open(file) } -> std::same_as<Expected<typename K::Endings>>;
      { position.look_up(tables) } -> std::same_as<std::optional<KnownEnd>>;  // nothing where they do not say
    };

struct NoEndings {};

template <class K>
struct EndingsOf {
  using Type = NoEndings;
};
template <HasEndings K>
struct EndingsOf<K> {
  using Type = typename K::Endings;
};

}  // namespace ludus
