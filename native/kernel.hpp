// The contract of a native game. The Python rules decide what is true; a kernel is their fast copy.
//
// A `Kernel` knows the rules: enough to count and compare moves. The search needs a `Searchable` one, and an evaluation
// of its positions (search/evaluation.hpp). The side need not change after a move: the search asks for `side()`.
//
// A kernel may cut a move of the rules into half-moves (in Amazons: the step, then the shot). Between them the position
// is `partial()` and has no text, and the spellings of the halves together are the move.
//
// Nothing here needs exceptions: a reader returns what is wrong with its text.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace ludus {

// Why a text is not a position or a move of the game, or not one that this kernel supports.
struct BadText {
  std::string reason;
};

// A value, or why there is none: what a reader returns.
template <class T>
class Expected {
 public:
  Expected(T value) : held_(std::move(value)) {}
  Expected(BadText error) : held_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(held_); }
  T& operator*() {
    assert(*this);
    return *std::get_if<T>(&held_);
  }
  const T& operator*() const {
    assert(*this);
    return *std::get_if<T>(&held_);
  }
  const T* operator->() const { return &**this; }
  const BadText& error() const {
    assert(!*this);
    return *std::get_if<BadText>(&held_);
  }

 private:
  std::variant<T, BadText> held_;
};

// Read the rows of a square board as `write_rows` writes them; `put(cell, letter)` says whether there is such a piece.
// Returned is what stands behind the rows.
template <class Put>
Expected<std::string_view> read_rows(std::string_view game, std::string_view text, int size, const Put& put) {
  const auto refuse = [&](const std::string& reason) { return BadText{std::string(game) + ": " + reason}; };
  const std::string in_cells = std::to_string(size) + " cells";
  int cell = 0, row_end = size, run = 0;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != ' '; ++i) {
    const char letter = text[i];
    if (letter >= '0' && letter <= '9') {
      if (run == 0 && letter == '0') return refuse("a run of empty cells starts with 0");
      run = 10 * run + (letter - '0');
      if (cell + run > row_end) return refuse("a row does not have " + in_cells);
      continue;
    }
    cell += std::exchange(run, 0);
    if (letter == '/') {
      if (cell != row_end || row_end == size * size)
        return refuse("expected " + std::to_string(size) + " rows of " + in_cells);
      row_end += size;
    } else {
      if (cell == row_end) return refuse("a row does not have " + in_cells);
      if (!put(cell++, letter)) return refuse("unknown piece");
    }
  }
  if (cell + run != size * size) return refuse("expected " + std::to_string(size) + " rows of " + in_cells);
  return text.substr(i);
}

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
  void push(Move move) {
    assert(size_ < Capacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move& operator[](std::size_t i) {
    assert(i < size_);
    return moves_[i];
  }
  const Move& operator[](std::size_t i) const {
    assert(i < size_);
    return moves_[i];
  }
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
      { K::read(text) } -> std::same_as<Expected<K>>;  // the position text of the Python rules
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
concept Searchable = Kernel<K> && requires(const K& position, typename K::Move move, typename K::Moves& moves) {
  { position.side() } -> std::convertible_to<int>;
  { position.key() } -> std::same_as<std::uint64_t>;
  { move.code() } -> std::same_as<std::uint32_t>;             // tells moves of one position apart; never 0
  { position.result() } -> std::same_as<std::optional<int>>;  // +1, 0, -1 for the side to move once it is over
  { position.generate_noisy(moves) } -> std::same_as<void>;   // what quiescence looks at; may be none
  { position.is_noisy(move) } -> std::same_as<bool>;
  { K::Tuning::can_repeat } -> std::convertible_to<bool>;  // whether positions can come back
};

// How many bytes of its table a search should have for each position that it may visit.
template <Kernel K>
constexpr int table_bytes_a_node() {
  if constexpr (requires { K::Tuning::table_bytes_a_node; }) return K::Tuning::table_bytes_a_node;
  return 16;
}

// How deep `ludus bench` searches: as far as takes less than a second.
template <Kernel K>
constexpr int bench_depth() {
  if constexpr (requires { K::Tuning::bench_depth; }) return K::Tuning::bench_depth;
  return 4;
}

}  // namespace ludus
