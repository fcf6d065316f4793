// What the lines of a Pente board say, learned: every six cells in a row have a code of eight numbers for each side, and
// the codes of all are summed up and kept with every stone. What the sums are worth is told in pente_net.hpp.
//
// A side sees cells as its own, as blocked (by the enemy or the border) or as empty; six of them are a number in base 3.
// Both ways along a line are the same, and six cells without an own stone say nothing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "games/pente_board.hpp"
#include "games/pente_weights.hpp"

namespace ludus::pente {

inline constexpr int code_cells = 6;
inline constexpr int code_size = 8;
using Code [[gnu::vector_size(16)]] = std::int16_t;
// Codes are added without signs: a sum that were to outgrow its 16 bits would wrap, where signed ones are undefined.
using UnsignedCode [[gnu::vector_size(16)]] = std::uint16_t;

struct LineCodes {
  static constexpr int count = 729;
  std::uint16_t base_3[64] = {};
  alignas(16) std::int16_t codes[count][code_size] = {};

  constexpr LineCodes() {
    for (unsigned bits = 0; bits < 64; ++bits) {
      unsigned number = 0;
      for (unsigned bit = code_cells; bit-- > 0;) number = 3 * number + (bits >> bit & 1);
      base_3[bits] = static_cast<std::uint16_t>(number);
    }
    std::size_t known[count] = {}, next = 0;
    for (int number = 0; number < count; ++number) {
      int backwards = 0;
      bool has_own = false;
      for (int i = 0, rest = number; i < code_cells; ++i, rest /= 3) {
        backwards = 3 * backwards + rest % 3;
        has_own = has_own || rest % 3 == 1;
      }
      if (!has_own) continue;
      known[number] = backwards < number ? known[backwards] : next++;
      for (std::size_t i = 0; i < code_size; ++i) codes[number][i] = weights::line_codes[known[number] * code_size + i];
    }
  }
};
inline constexpr LineCodes line_codes{};

// The sums of both sides, kept up while a board changes.
class LineSums {
 public:
  Code operator[](int side) const { return std::bit_cast<Code>(sums_[side]); }

  void add(int side, const Around& around) {
    const Change change(around);
    sums_[side] += change.own;
    sums_[1 - side] += change.enemy;
  }
  void remove(int side, const Around& around) {
    const Change change(around);
    sums_[side] -= change.own;
    sums_[1 - side] -= change.enemy;
  }

  bool operator==(const LineSums& other) const { return std::memcmp(sums_, other.sums_, sizeof(sums_)) == 0; }

 private:
  // What a stone at the centre changes, for its side and for the other.
  struct Change {
    UnsignedCode own{}, enemy{};

    explicit Change(const Around& around) {
      const Lanes border = whole_lane & ~around.inside;
      for (int d = 0; d < directions; ++d) {
        const auto lane = [d](Lanes lanes) { return static_cast<std::size_t>(lanes >> 16 * d & 0x7FF); };
        const std::size_t ours = lane(around.own), theirs = lane(around.enemy), outside = lane(border);
        std::size_t centre_worth = LineCodes::count / 3;
        for (int first = 0; first < code_cells; ++first, centre_worth /= 3) {
          const auto number = [first](std::size_t seen, std::size_t blocked) {
            return std::size_t{line_codes.base_3[seen >> first & 63]} + 2u * line_codes.base_3[blocked >> first & 63];
          };
          const std::size_t for_own = number(ours, theirs | outside), for_enemy = number(theirs, ours | outside);
          own += code(for_own + centre_worth) - code(for_own);
          enemy += code(for_enemy + 2 * centre_worth) - code(for_enemy);
        }
      }
    }
  };

  static UnsignedCode code(std::size_t number) {
    UnsignedCode found;
    std::memcpy(&found, line_codes.codes[number], sizeof(found));
    return found;
  }

  UnsignedCode sums_[2] = {};
};
static_assert(Follower<LineSums>);

}  // namespace ludus::pente
