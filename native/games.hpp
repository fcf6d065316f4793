// The native games, one name each: adding a kernel means adding it here.
#pragma once

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
  static std::vector<std::string> names() { return {std::string(Ks::name)...}; }

  // Call `visitor.operator()<K>()` for the kernel K of that name; false when there is none.
  template <class Visitor>
  static bool visit(std::string_view name, const Visitor& visitor) {
    const auto visit_if_named = [&]<Kernel K>() {
      if (name != K::name) return false;
      visitor.template operator()<K>();
      return true;
    };
    return (visit_if_named.template operator()<Ks>() || ...);
  }
};

using Kernels = KernelList<Pente, Chezz, Checkers, Amazons>;

}  // namespace ludus
