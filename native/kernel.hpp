// The contract of a native game. The Python rules decide what is true; a kernel is their fast copy.
//
// A position is worth `evaluate()` to the side to move, in hundredths of the smallest piece. The side need not
// change after a move: the search looks at `side()`.
//
// A kernel may cut a move of the rules into half-moves (in Amazons: where to, then the shot). Between them the
// position is `partial()`, its text is nobody's business, and the spellings of the halves together are the move.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace ludus {

// A text that is not a position or a move of the game, or one that this kernel does not support.
struct BadText : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Write a square board as position texts have it: rows from the top with `/` between them, a number for a run of empty
// cells. `piece_at(row, col)` gives a letter, or `.` for an empty cell.
template <class PieceAt>
std::string write_rows(int size, const PieceAt& piece_at) {
  std::string text;
  for (int row = 0; row < size; ++row) {
    if (row > 0) text += '/';
    int run = 0;
    const auto end_run = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int col = 0; col < size; ++col) {
      const char piece = piece_at(row, col);
      if (piece == '.') {
        ++run;
      } else {
        end_run();
        text += piece;
      }
    }
    end_run();
  }
  return text;
}

// Moves of one position, without a heap allocation.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  void push(Move move) { moves_[size_++] = move; }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move& operator[](std::size_t i) { return moves_[i]; }
  const Move& operator[](std::size_t i) const { return moves_[i]; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, Capacity> moves_;
  std::size_t size_ = 0;
};

template <class K>
concept Kernel =
    std::is_trivially_copyable_v<typename K::Move> && std::copyable<K> &&
    requires(K kernel, const K& position, typename K::Move move, typename K::Moves& moves, std::string_view text) {
      { K::name } -> std::convertible_to<std::string_view>;
      { K::read(text) } -> std::same_as<K>;  // the position text of the Python rules
      { position.text() } -> std::same_as<std::string>;
      { position.generate(moves) } -> std::same_as<void>;  // in an order that never changes; none once it is over
      { position.spell(move) } -> std::same_as<std::string>;
      { kernel.make(move) } -> std::same_as<void>;
    };

// Whether half a move has been made; never, for kernels without half-moves.
template <Kernel K>
bool is_partial(const K& position) {
  if constexpr (requires { position.partial(); }) return position.partial();
  return false;
}

// What the search needs beyond the rules.
template <class K>
concept Playable = Kernel<K> && requires(const K& position, typename K::Move move, typename K::Moves& moves) {
  { position.side() } -> std::convertible_to<int>;
  { position.key() } -> std::same_as<std::uint64_t>;
  { move.code() } -> std::same_as<std::uint32_t>;                          // tells moves of one position apart; never 0
  { position.evaluate() } -> std::same_as<int>;                            // the one that is tuned
  { position.evaluate_reference() } -> std::same_as<int>;                  // the one that never changes
  { position.result() } -> std::same_as<std::optional<int>>;               // +1, 0, -1 for the side to move once it is over
  { *K::feature_names.begin() } -> std::convertible_to<std::string_view>;  // what `evaluate` looks at
  { position.features().size() } -> std::convertible_to<std::size_t>;      // and how much of it there is
  { position.generate_noisy(moves) } -> std::same_as<void>;                // what quiescence looks at; may be none
  { position.is_noisy(move) } -> std::same_as<bool>;
  { K::Tuning::can_repeat } -> std::convertible_to<bool>;  // whether positions can come back
};

}  // namespace ludus
