// The transposition table: what the search has found out about positions, by their key.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace ludus {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
  std::uint32_t check = 0;  // the upper half of the key
  std::uint32_t move = 0;   // code of the best move, 0 if none is known
  std::int32_t score = 0;
  std::int16_t depth = 0;
  Bound bound = Bound::none;
  std::uint8_t age = 0;
};
static_assert(sizeof(Entry) == 16);

// Four entries share a cache line. The memory comes zeroed and untouched from the system: a search that ends after
// a few milliseconds must not pay for megabytes that it never uses.
class Table {
 public:
  // A table of at most this many bytes (but one bucket at least); none where the system has no memory for it.
  static std::optional<Table> make(std::size_t bytes) {
    const std::size_t buckets = std::bit_floor(std::max(bytes, sizeof(Bucket))) / sizeof(Bucket);
    // One more, so that the first can begin at a cache line, wherever the memory begins.
    Memory memory(std::calloc(buckets + 1, sizeof(Bucket)));
    if (!memory) return std::nullopt;
    return Table(buckets, std::move(memory));
  }

  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

  // Forget everything.
  void clear() {
    std::fill_n(first_, buckets_, Bucket{});
    age_ = 0;
  }

  void new_search() { ++age_; }

  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : bucket(key).entries) {
      if (entry.bound != Bound::none && entry.check == check_of(key)) return &entry;
    }
    return nullptr;
  }

  void store(std::uint64_t key, std::uint32_t move, int score, int depth, Bound bound) {
    assert(depth >= 0 && depth <= std::numeric_limits<std::int16_t>::max() && bound != Bound::none);
    Entry* place = &bucket(key).entries[0];
    for (Entry& entry : bucket(key).entries) {
      if (entry.bound == Bound::none || entry.check == check_of(key)) {
        place = &entry;
        break;
      }
      if (worth(entry) < worth(*place)) place = &entry;
    }
    if (move == 0 && place->check == check_of(key)) move = place->move;
    *place = Entry{check_of(key), move, score, static_cast<std::int16_t>(depth), bound, age_};
  }

 private:
  struct alignas(64) Bucket {
    Entry entries[4];
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<void, Free>;

  Table(std::size_t buckets, Memory memory) : buckets_(buckets), memory_(std::move(memory)) {
    assert(std::has_single_bit(buckets_));
    void* at = memory_.get();
    std::size_t room = (buckets_ + 1) * sizeof(Bucket);
    first_ = static_cast<Bucket*>(std::align(alignof(Bucket), buckets_ * sizeof(Bucket), at, room));
  }

  static std::uint32_t check_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  int worth(const Entry& entry) const { return entry.depth - (entry.age == age_ ? 0 : 64); }
  Bucket& bucket(std::uint64_t key) const { return first_[key & (buckets_ - 1)]; }

  std::size_t buckets_;
  Memory memory_;
  Bucket* first_;
  std::uint8_t age_ = 0;
};

}  // namespace ludus
