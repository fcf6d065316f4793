// Numbers out of base64, in little-endian order: how the weights of networks stand in the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludus {

class Base64Reader {
 public:
  explicit constexpr Base64Reader(std::string_view text) : text_(text) {}

  constexpr std::int8_t next_byte() { return static_cast<std::int8_t>(next()); }
  constexpr std::int16_t next_short() {
    const std::uint32_t low = next();
    return static_cast<std::int16_t>(low | next() << 8);
  }
  constexpr std::int32_t next_long() {
    const std::uint32_t low = static_cast<std::uint16_t>(next_short());
    return static_cast<std::int32_t>(low | static_cast<std::uint32_t>(static_cast<std::uint16_t>(next_short())) << 16);
  }

 private:
  constexpr std::uint32_t next() {
    while (bits_ < 8) {
      const char letter = text_[at_++];
      const int digit = letter >= 'a'   ? letter - 'a' + 26
                        : letter >= 'A' ? letter - 'A'
                        : letter >= '0' ? letter - '0' + 52
                        : letter == '+' ? 62
                                        : 63;
      held_ = held_ << 6 | static_cast<std::uint32_t>(digit);
      bits_ += 6;
    }
    bits_ -= 8;
    return held_ >> bits_ & 0xFF;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t held_ = 0;
  int bits_ = 0;
};

}  // namespace ludus
