// When a search ends: work, depth, time, or because it is told to.
#pragma once

#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <utility>

namespace ludus {

struct Limits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  int depth = 64;
  double cpu_seconds = std::numeric_limits<double>::infinity();  // of this thread, from the start of the search
  double wall_seconds = std::numeric_limits<double>::infinity();
  bool is_analysis = false;  // go on where play would stop: after an only move, or a win that might come sooner
};

// Tells whether the search is to end; it is asked every hundred or thousand positions, so it should be quick.
using Stop = std::function<bool()>;

// Looks at the clocks only now and then: a look at the CPU clock is a system call.
class Watch {
 public:
  Watch(const Limits& limits, Stop stop, std::uint64_t look_every)
      : limits_(limits),
        stop_(std::move(stop)),
        look_every_(look_every),
        cpu_start_(now(CLOCK_THREAD_CPUTIME_ID)),
        wall_start_(now(CLOCK_MONOTONIC)) {}

  // Whether the search must end now; `nodes` is how far it has come.
  bool expired(std::uint64_t nodes) {
    if (nodes >= limits_.nodes) return true;
    if (nodes < next_look_) return false;
    next_look_ = nodes + look_every_;
    if (stop_ && stop_()) return true;
    if (limits_.cpu_seconds < forever && now(CLOCK_THREAD_CPUTIME_ID) - cpu_start_ >= limits_.cpu_seconds) return true;
    return limits_.wall_seconds < forever && now(CLOCK_MONOTONIC) - wall_start_ >= limits_.wall_seconds;
  }

  double seconds() const { return now(CLOCK_MONOTONIC) - wall_start_; }

 private:
  static constexpr double forever = std::numeric_limits<double>::infinity();

  static double now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  Limits limits_;
  Stop stop_;
  std::uint64_t look_every_;
  std::uint64_t next_look_ = look_every_;
  double cpu_start_;
  double wall_start_;
};

}  // namespace ludus
