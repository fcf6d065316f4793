// The best few of many numbers, in order, without a branch that depends on them: among the moves of a Pente
// position such branches are guessed wrong half the time, and a heap spends more time on that than the ranking
// itself takes. Four numbers at a time are compared, in vectors that are written out: not every compiler finds them.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace ludus::pente {

// Collects up to `Capacity` different numbers, all above 0.
template <std::size_t Capacity, std::size_t Wanted>
class Best {
 public:
  void push(std::int32_t number) {
    assert(count_ < Capacity && number > 0);
    numbers_[count_++] = number;
  }

  // Call `visit` for the greatest numbers, as many as are wanted, in falling order.
  template <class Visit>
  void for_each(const Visit& visit) {
    const std::size_t few = count_ > room ? keep_few() : count_;
    std::fill(numbers_.begin() + static_cast<std::ptrdiff_t>(few), numbers_.begin() + room, 0);
    std::array<std::int32_t, room + 1> sorted;
    for (std::size_t i = 0; i < few; ++i) sorted[count_above(numbers_[i], room)] = numbers_[i];
    for (std::size_t i = 0; i < std::min(few, Wanted); ++i) visit(sorted[i]);
  }

 private:
  using Four [[gnu::vector_size(16)]] = std::int32_t;
  static constexpr std::size_t lanes = 4;
  static constexpr std::size_t room = Wanted + 8;
  static_assert(Capacity >= room && room % lanes == 0);

  // Halve the range of the bound until few enough are above it, but no less than are wanted.
  std::size_t keep_few() {
    std::fill_n(numbers_.begin() + static_cast<std::ptrdiff_t>(count_), lanes - 1, 0);
    std::int32_t low = 0, high = std::numeric_limits<std::int32_t>::max();
    std::size_t above = count_;
    while (above > room) {
      const std::int32_t bound = low + (high - low) / 2;
      const std::size_t found = count_above(bound, count_);
      const bool is_enough = found >= Wanted;
      low = is_enough ? bound : low;
      high = is_enough ? high : bound;
      above = is_enough ? found : above;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::int32_t number = numbers_[i];
      numbers_[kept] = number;
      kept += number > low;
    }
    return kept;
  }

  // How many of the first numbers are above a bound; up to the next multiple of four there may be only zeros behind them.
  std::size_t count_above(std::int32_t bound, std::size_t first) const {
    Four above{};
    for (std::size_t i = 0; i < first; i += lanes) {
      Four four;
      std::memcpy(&four, &numbers_[i], sizeof(four));
      above -= four > bound;
    }
    return static_cast<std::size_t>(above[0] + above[1] + above[2] + above[3]);
  }

  std::array<std::int32_t, Capacity + lanes> numbers_;
  std::size_t count_ = 0;
};

}  // namespace ludus::pente
