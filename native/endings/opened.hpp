// Endgame tables of any game, for callers that know no kernel.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "games.hpp"
#include "kernel.hpp"
#include "search/endings.hpp"

namespace ludus {

class OpenedEndings {
 public:
  // Open tables that lie in memory as long as anybody uses this; or what is wrong with them.
  static Expected<OpenedEndings> open(std::string_view game, std::span<const std::uint8_t> file) {
    Expected<OpenedEndings> found = BadText{"no endgame tables are known for " + std::string(game)};
    Kernels::visit(game, [&]<Kernel K>() {
      if constexpr (HasEndings<K>) {
        Expected<typename K::Endings> tables = K::Endings::open(file);
        if (!tables) {
          found = tables.error();
        } else {
          found = OpenedEndings(game, std::make_shared<const typename K::Endings>(std::move(*tables)));
        }
      }
    });
    return found;
  }

  const std::string& game() const { return game_; }

  // The tables as the kernel K of the game knows them.
  template <Searchable K>
  const typename EndingsOf<K>::Type* of() const {
    assert(game_ == K::name);
    return static_cast<const typename EndingsOf<K>::Type*>(tables_.get());
  }

  // How a position ends; nothing where the tables do not say.
  Expected<std::optional<KnownEnd>> look_up(std::string_view text) const {
    Expected<std::optional<KnownEnd>> found = std::optional<KnownEnd>{};
    Kernels::visit(game_, [&]<Kernel K>() {
      if constexpr (HasEndings<K>) {
        const Expected<K> position = K::read(text);
        if (!position) {
          found = position.error();
        } else {
          found = position->look_up(*of<K>());
        }
      }
    });
    return found;
  }

 private:
  OpenedEndings(std::string_view game, std::shared_ptr<const void> tables) : game_(game), tables_(std::move(tables)) {}

  std::string game_;
  std::shared_ptr<const void> tables_;
};

}  // namespace ludus
