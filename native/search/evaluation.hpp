// What a position is worth to the side to move, in hundredths of the smallest piece: a policy of the search.
//
// An evaluation is any object that the search can call with a position. What it wants to keep up to date from move to
// move belongs in the position, which is copied for each of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "kernel.hpp"

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

// The kernel's own evaluations. One is chosen at run time, because a search for each would double the code.
struct OwnEvaluation {
  bool is_reference = false;

  template <Evaluated K>
  int operator()(const K& position) const {
    return is_reference ? position.evaluate_reference() : position.evaluate();
  }
};

}  // namespace ludus
