// The transposition table: what the search has found out about positions, by their key.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

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
  explicit Table(std::size_t bytes)
      : buckets_(std::bit_floor(bytes < sizeof(Bucket) ? sizeof(Bucket) : bytes) / sizeof(Bucket)),
        memory_(static_cast<Bucket*>(std::calloc(buckets_, sizeof(Bucket)))) {
    if (!memory_) throw std::bad_alloc();
  }

  void new_search() { ++age_; }

  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : bucket(key).entries) {
      if (entry.bound != Bound::none && entry.check == check_of(key)) return &entry;
    }
    return nullptr;
  }

  void store(std::uint64_t key, std::uint32_t move, int score, int depth, Bound bound) {
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
    void operator()(Bucket* memory) const { std::free(memory); }
  };

  static std::uint32_t check_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  int worth(const Entry& entry) const { return entry.depth - (entry.age == age_ ? 0 : 64); }
  Bucket& bucket(std::uint64_t key) const { return memory_.get()[key & (buckets_ - 1)]; }

  std::size_t buckets_;
  std::unique_ptr<Bucket[], Free> memory_;
  std::uint8_t age_ = 0;
};

}  // namespace ludus
