// The boundary between Python and the native core: a handful of functions over text.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games.hpp"
#include "perft.hpp"

namespace nb = nanobind;
using namespace ludus;

namespace {

std::vector<std::string> moves(std::string_view game, std::string_view text) {
  return Kernels::visit(game, [&]<Kernel K>() {
    const K position = K::read(text);
    typename K::Moves list;
    position.generate(list);
    std::vector<std::string> spelled;
    for (const auto move : list) spelled.push_back(position.spell(move));
    return spelled;
  });
}

std::string play(std::string_view game, std::string_view text, std::string_view wanted) {
  return Kernels::visit(game, [&]<Kernel K>() {
    K position = K::read(text);
    typename K::Moves list;
    position.generate(list);
    for (const auto move : list) {
      if (position.spell(move) == wanted) {
        position.make(move);
        return position.text();
      }
    }
    throw BadText("not a move here: '" + std::string(wanted) + "'");
  });
}

std::uint64_t count_leaves(std::string_view game, std::string_view text, int depth) {
  return Kernels::visit(game, [&]<Kernel K>() { return perft(K::read(text), depth); });
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The native core of Ludus; ludus.engine is its only user.";
  module.def("games", [] { return Kernels::names(); }, "Names of the games that have a kernel.");
  module.def("moves", &moves, nb::arg("game"), nb::arg("text"), "Legal moves, in the order of the rules.");
  module.def("play", &play, nb::arg("game"), nb::arg("text"), nb::arg("move"), "Text of the position after a move.");
  module.def("perft", &count_leaves, nb::arg("game"), nb::arg("text"), nb::arg("depth"),
             nb::call_guard<nb::gil_scoped_release>(), "Number of move sequences of exactly this depth.");
}
