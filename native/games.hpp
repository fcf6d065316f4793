// The native games, one name each: adding a kernel means adding it here.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "games/amazons.hpp"
#include "games/checkers.hpp"
#include "games/chezz.hpp"
#include "games/pente.hpp"
#include "games/pente_threats.hpp"

namespace ludus {

template <Kernel... Ks>
struct KernelList {
  static std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const std::string_view name : {std::string_view(Ks::name)...}) {
      if (std::find(found.begin(), found.end(), name) == found.end()) found.emplace_back(name);
    }
    return found;
  }

  // Call `visitor.operator()<K>()` for the first kernel K of that name; false when there is none.
  template <class Visitor>
  static bool visit(std::string_view name, const Visitor& visitor) {
    const auto visit_if_named = [&]<Kernel K>() {
      if (name != K::name) return false;
      visitor.template operator()<K>();
      return true;
    };
    return (visit_if_named.template operator()<Ks>() || ...);
  }

  // The same for the first one that the text fits into, where a game has kernels for boards of several sizes; where it
  // fits into none, the first will say so.
  template <class Visitor>
  static bool visit(std::string_view name, std::string_view text, const Visitor& visitor) {
    const auto visit_if_fitting = [&]<Kernel K>() {
      if (name != K::name || !fits<K>(text)) return false;
      visitor.template operator()<K>();
      return true;
    };
    return (visit_if_fitting.template operator()<Ks>() || ...) || visit(name, visitor);
  }

 private:
  template <Kernel K>
  static bool fits(std::string_view text) {
    if constexpr (requires { K::fits(text); }) return K::fits(text);
    return true;
  }
};

using Kernels = KernelList<Pente, Chezz, Checkers, Amazons, WideAmazons>;

}  // namespace ludus
