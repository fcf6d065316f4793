// Random numbers from a seed, the same on every machine: SplitMix64 by Steele, Lea and Flood.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ludus {

// Every bit of the result depends on every bit of the value, and different values give different results.
constexpr std::uint64_t scramble(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
  return value ^ value >> 31;
}

class SplitMix64 {
 public:
  constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  constexpr std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  constexpr std::uint64_t next() { return scramble(state_ += 0x9E3779B97F4A7C15ULL); }

 private:
  std::uint64_t state_;
};

}  // namespace ludus
