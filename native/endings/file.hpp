// The file of endgame tables: for each part of a game's positions the distances to the end, by number.
//
//     head    magic, version, game, pieces, size of the file; place and size of each part; a checksum of all that
//     part    256 lengths of codes, then for every 64 numbers the bit at which their codes begin, then the codes
//
// All numbers are little-endian. The head says how long the file is and each part has a checksum in the head, so what is
// cut off, damaged or of another kind is refused. The file is mapped by the caller; nothing of it is copied.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "endings/prefix_code.hpp"
#include "kernel.hpp"

namespace ludus::endings {

using Bytes = std::span<const std::uint8_t>;

inline constexpr std::string_view magic = "ludusend";
inline constexpr std::uint64_t version = 1;
inline constexpr std::size_t block = 64;      // numbers that share a place in the codes
inline constexpr std::size_t name_size = 16;  // of a game
inline constexpr std::size_t part_head = 24;

inline std::uint64_t read_number(Bytes bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number |= std::uint64_t{bytes[at + i]} << 8 * i;
  return number;
}

inline void write_number(std::vector<std::uint8_t>& bytes, std::uint64_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

// Finds damage, not forgery. Four sums side by side, because each step waits for the one before.
inline std::uint64_t checksum(Bytes bytes) {
  std::array<std::uint64_t, 4> sums = {1, 2, 3, 4};
  const auto add = [&](std::size_t lane, std::uint64_t word) {
    sums[lane] = (sums[lane] ^ word) * 0x9E3779B97F4A7C15ULL;
    sums[lane] ^= sums[lane] >> 32;
  };
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) add(lane, read_number(bytes, at + 8 * lane, 8));
  }
  for (; at < bytes.size(); ++at) add(0, bytes[at]);
  for (std::size_t lane = 1; lane < 4; ++lane) add(0, sums[lane]);
  return sums[0] ^ bytes.size();
}

// Write one part.
inline std::vector<std::uint8_t> pack_part(Bytes distances) {
  Frequencies frequencies{};
  for (const std::uint8_t distance : distances) ++frequencies[distance];
  const CodeLengths lengths = choose_lengths(frequencies);
  const PrefixCode code = *PrefixCode::make(lengths);
  std::vector<std::uint8_t> packed(lengths.begin(), lengths.end()), codes;
  std::uint64_t bits = 0;
  std::uint32_t waiting = 0;
  unsigned waiting_bits = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (i % block == 0) write_number(packed, bits, 4);
    waiting = waiting << code.length(distances[i]) | code.code(distances[i]);
    waiting_bits += code.length(distances[i]);
    bits += code.length(distances[i]);
    for (; waiting_bits >= 8; waiting_bits -= 8) {
      codes.push_back(static_cast<std::uint8_t>(waiting >> (waiting_bits - 8)));
    }
  }
  assert(bits >> 32 == 0);
  if (waiting_bits > 0) codes.push_back(static_cast<std::uint8_t>(waiting << (8 - waiting_bits)));
  packed.insert(packed.end(), codes.begin(), codes.end());
  return packed;
}

// Write the whole file.
inline std::vector<std::uint8_t> join_parts(std::string_view game, int pieces,
                                            const std::vector<std::vector<std::uint8_t>>& parts) {
  std::vector<std::uint8_t> file(magic.begin(), magic.end());
  std::uint64_t size = magic.size() + 8 + name_size + 8 + 8 + 8 + part_head * parts.size() + 8;
  write_number(file, version, 8);
  for (std::size_t i = 0; i < name_size; ++i) file.push_back(i < game.size() ? static_cast<std::uint8_t>(game[i]) : 0);
  write_number(file, static_cast<std::uint64_t>(pieces), 8);
  write_number(file, parts.size(), 8);
  std::uint64_t whole = size;
  for (const auto& part : parts) whole += part.size();
  write_number(file, whole, 8);
  for (const auto& part : parts) {
    write_number(file, size, 8);
    write_number(file, part.size(), 8);
    write_number(file, checksum(part), 8);
    size += part.size();
  }
  write_number(file, checksum(file), 8);
  file.reserve(whole);
  for (const auto& part : parts) file.insert(file.end(), part.begin(), part.end());
  return file;
}

// One part of a file that has been found whole.
class Part {
 public:
  static std::optional<Part> open(Bytes bytes, std::uint64_t size) {
    const std::uint64_t places = (size + block - 1) / block * 4;
    if (bytes.size() < symbol_count + places) return std::nullopt;
    CodeLengths lengths;
    std::copy_n(bytes.begin(), symbol_count, lengths.begin());
    const std::optional<PrefixCode> code = PrefixCode::make(lengths);
    if (!code) return std::nullopt;
    return Part(*code, bytes.subspan(symbol_count, places), bytes.subspan(symbol_count + places));
  }

  std::uint8_t operator[](std::uint64_t number) const {
    return code_.decode(codes_, read_number(places_, number / block * 4, 4), static_cast<unsigned>(number % block));
  }

 private:
  Part(const PrefixCode& code, Bytes places, Bytes codes) : code_(code), places_(places), codes_(codes) {}

  PrefixCode code_;
  Bytes places_, codes_;
};

struct Opened {
  int pieces;
  std::vector<Bytes> parts;
};

// Open a file of this game: its parts, or what is wrong with it. Reads all of it once.
inline Expected<Opened> open_file(Bytes file, std::string_view game) {
  const std::size_t fixed = magic.size() + 8 + name_size + 8 + 8 + 8;
  if (file.size() < fixed || std::memcmp(file.data(), magic.data(), magic.size()) != 0) {
    return BadText{"expected endgame tables, found something else"};
  }
  std::size_t at = magic.size();
  const auto next = [&] { return read_number(file, std::exchange(at, at + 8), 8); };
  if (const std::uint64_t found = next(); found != version) {
    return BadText{"expected endgame tables of version " + std::to_string(version) + ", found another version"};
  }
  std::string name;
  for (std::size_t i = 0; i < name_size && file[at + i] != 0; ++i) name += static_cast<char>(file[at + i]);
  if (name != game) return BadText{"expected endgame tables of " + std::string(game) + ", found those of another game"};
  at += name_size;
  const std::uint64_t pieces = next(), parts = next(), size = next();
  if (size != file.size()) {
    return BadText{"expected " + std::to_string(size) + " bytes, found " + std::to_string(file.size())};
  }
  const BadText damaged{"expected whole endgame tables, found damaged ones"};
  if (pieces > 32 || parts > (size - fixed) / part_head) return damaged;
  const std::size_t head = fixed + parts * part_head;
  if (head + 8 > size || checksum(file.first(head)) != read_number(file, head, 8)) return damaged;
  Opened opened{static_cast<int>(pieces), {}};
  for (std::uint64_t i = 0; i < parts; ++i) {
    const std::uint64_t place = next(), length = next(), sum = next();
    if (place > size || length > size - place) return damaged;
    opened.parts.push_back(file.subspan(place, length));
    if (checksum(opened.parts.back()) != sum) return damaged;
  }
  return opened;
}

}  // namespace ludus::endings
