// The native games, one name each: adding a kernel means adding it here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/amazons.hpp"
#include "games/checkers.hpp"
#include "games/chezz.hpp"
#include "games/pente.hpp"

namespace ludus {

template <Kernel... Ks>
struct KernelList {
  static std::vector<std::string> names() { return {std::string(Ks::name)...}; }

  // Call `visitor.operator()<K>()` for the kernel K of that name.
  template <class Visitor>
  static auto visit(std::string_view name, Visitor visitor) {
    return visit_first<Visitor, Ks...>(name, visitor);
  }

 private:
  template <class Visitor, Kernel First, Kernel... Rest>
  static auto visit_first(std::string_view name, Visitor visitor) {
    if constexpr (sizeof...(Rest) > 0) {
      if (name != First::name) return visit_first<Visitor, Rest...>(name, visitor);
    }
    if (name != First::name) throw BadText("no native game is called '" + std::string(name) + "'");
    return visitor.template operator()<First>();
  }
};

using Kernels = KernelList<Pente, Chezz, Checkers, Amazons>;

}  // namespace ludus
