// What a position is worth to the side to move, in hundredths of the smallest piece: a policy of the search.
//
// An evaluation is any object that the search can call with a position. What it wants to keep up to date from move to
// move belongs in the position, which is copied for each of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernel.hpp"
#include "random.hpp"

namespace ludus {

template <class E, class K>
concept EvaluationOf = std::copyable<E> && requires(const E& evaluation, const K& position) {
  { evaluation(position) } -> std::same_as<int>;
};

// A kernel that comes with two evaluations of its own, and tells what the tuned one looks at.
template <class K>
concept Evaluated = Searchable<K> && requires(const K& position) {
  { position.evaluate() } -> std::same_as<int>;                            // the tuned one
  { position.evaluate_reference() } -> std::same_as<int>;                  // never changes: strength is measured against it
  { *K::feature_names.begin() } -> std::convertible_to<std::string_view>;  // what `evaluate` looks at
  { position.features().size() } -> std::convertible_to<std::size_t>;      // and how much of it there is
};

// The kernel's own evaluations, exact or with errors. They are chosen at run time, because a search for each would double
// the code.
struct OwnEvaluation {
  bool is_reference = false;
  int noise = 0;           // how far it errs at most, either way
  std::uint64_t seed = 0;  // the same seed errs alike in the same position

  // Whether it is as good as the game has one: weaker players do without what else the search knows.
  bool is_exact() const { return noise == 0 && !is_reference; }

  template <Evaluated K>
  int operator()(const K& position) const {
    const int worth = is_reference ? position.evaluate_reference() : position.evaluate();
    return noise == 0 ? worth : worth + error_at(position.key());
  }

 private:
  int error_at(std::uint64_t key) const {
    const std::size_t width = 2 * static_cast<std::size_t>(noise) + 1;
    return static_cast<int>(SplitMix64(seed ^ key).below(width)) - noise;
  }
};

}  // namespace ludus
