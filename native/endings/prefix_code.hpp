// Numbers below 256 in few bits: the more frequent, the shorter its code (Huffman's codes, in canonical form, so that their
// lengths say everything). Bits are written from the highest to the lowest of each byte.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ludus::endings {

inline constexpr int longest_code = 15;
inline constexpr std::size_t symbol_count = 256;
using CodeLengths = std::array<std::uint8_t, symbol_count>;  // 0 for a number that does not occur
using Frequencies = std::array<std::uint64_t, symbol_count>;

// Huffman's lengths for these frequencies; where one would be too long, rare numbers are taken for less rare.
inline CodeLengths choose_lengths(Frequencies frequencies) {
  for (;;) {
    // Step 1. Join the two rarest trees until one is left; a tree is the list of its numbers.
    struct Tree {
      std::uint64_t weight;
      std::vector<std::size_t> symbols;
    };
    std::vector<Tree> trees;
    std::uint64_t total = 0;
    for (std::size_t symbol = 0; symbol < symbol_count; ++symbol) {
      total += frequencies[symbol];
      if (frequencies[symbol] > 0) trees.push_back({frequencies[symbol], {symbol}});
    }
    CodeLengths lengths{};
    if (trees.size() == 1) lengths[trees[0].symbols[0]] = 1;
    const auto is_heavier = [](const Tree& one, const Tree& other) { return one.weight > other.weight; };
    while (trees.size() > 1) {
      std::sort(trees.begin(), trees.end(), is_heavier);
      Tree rarest = std::move(trees.back());
      trees.pop_back();
      trees.back().weight += rarest.weight;
      trees.back().symbols.insert(trees.back().symbols.end(), rarest.symbols.begin(), rarest.symbols.end());
      for (const std::size_t symbol : trees.back().symbols) ++lengths[symbol];
    }
    // Step 2. Again with a higher least frequency, if need be.
    if (*std::max_element(lengths.begin(), lengths.end()) <= longest_code) return lengths;
    const std::uint64_t least = *std::min_element(frequencies.begin(), frequencies.end(), [](auto one, auto other) {
      return one != 0 && (other == 0 || one < other);
    });
    for (std::uint64_t& frequency : frequencies) {
      if (frequency > 0) frequency = std::max({frequency, 2 * least, total >> longest_code});
    }
  }
}

// The codes that belong to lengths.
class PrefixCode {
 public:
  // Nothing for lengths that no code has.
  static std::optional<PrefixCode> make(const CodeLengths& lengths) {
    PrefixCode code;
    std::uint32_t next = 0;
    std::size_t placed = 0;
    for (unsigned length = 1; length <= longest_code; ++length) {
      code.offset_[length] = static_cast<std::int32_t>(placed) - static_cast<std::int32_t>(next);
      for (std::size_t symbol = 0; symbol < symbol_count; ++symbol) {
        if (lengths[symbol] > longest_code) return std::nullopt;
        if (lengths[symbol] != length) continue;
        code.symbols_[placed++] = static_cast<std::uint8_t>(symbol);
        code.codes_[symbol] = next++;
      }
      if (next > 1U << length) return std::nullopt;
      code.end_[length] = next << (longest_code - length);
      next <<= 1;
    }
    if (placed == 0) return std::nullopt;
    code.lengths_ = lengths;
    return code;
  }

  std::uint32_t code(std::uint8_t symbol) const { return codes_[symbol]; }
  unsigned length(std::uint8_t symbol) const { return lengths_[symbol]; }

  // The number at `skip` places behind this bit; any number where the bytes are not what was written.
  std::uint8_t decode(std::span<const std::uint8_t> bytes, std::uint64_t bit, unsigned skip) const {
    for (;; --skip) {
      const std::uint32_t ahead = peek(bytes, bit);
      unsigned length = 1;
      while (ahead >= end_[length] && length < longest_code) ++length;
      if (skip == 0) {
        const std::int32_t place = static_cast<std::int32_t>(ahead >> (longest_code - length)) + offset_[length];
        return symbols_[static_cast<std::size_t>(place) % symbol_count];
      }
      bit += length;
    }
  }

 private:
  // The next bits, as many as the longest code has; zeros behind the end.
  static std::uint32_t peek(std::span<const std::uint8_t> bytes, std::uint64_t bit) {
    const std::uint64_t at = bit / 8;
    std::uint32_t found = 0;
    if (at + 3 <= bytes.size()) {
      found = std::uint32_t{bytes[at]} << 16 | std::uint32_t{bytes[at + 1]} << 8 | bytes[at + 2];
    } else {
      for (std::uint64_t i = at; i < at + 3; ++i) found = found << 8 | (i < bytes.size() ? bytes[i] : 0U);
    }
    return found >> (24 - longest_code - bit % 8) & ((1U << longest_code) - 1);
  }

  CodeLengths lengths_{};
  std::array<std::uint32_t, symbol_count> codes_{};
  std::array<std::uint8_t, symbol_count> symbols_{};  // by length, then by number
  std::array<std::int32_t, longest_code + 1> offset_{};
  std::array<std::uint32_t, longest_code + 1> end_{};  // codes of a length are below this, at full length
};

}  // namespace ludus::endings
