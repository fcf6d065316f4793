// The contract of a native game. The Python rules decide what is true; a kernel is their fast copy.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace ludus {

// A text that is not a position or a move of the game.
struct BadText : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Moves of one position, without a heap allocation.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  void push(Move move) { moves_[size_++] = move; }
  std::size_t size() const { return size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, Capacity> moves_;
  std::size_t size_ = 0;
};

template <class K>
concept Kernel = std::is_trivially_copyable_v<typename K::Move> &&
    requires(K kernel, const K& position, typename K::Move move, typename K::Moves& moves, std::string_view text) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::read(text) } -> std::same_as<K>;             // the position text of the Python rules
  { position.text() } -> std::same_as<std::string>;
  { position.generate(moves) } -> std::same_as<void>;  // in the order of the Python rules
  { position.spell(move) } -> std::same_as<std::string>;
  { kernel.make(move) } -> std::same_as<void>;
};

}  // namespace ludus
