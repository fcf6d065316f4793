// How the native Chezz program reads and writes files, as src/ludus/entries/files.py does: with a size limit, and
// atomically. What it finds in its folder is not to be trusted.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace ludus::entry {

// Read an open file or stream to its end, but never more than one byte above the limit; none where it cannot be read.
inline std::optional<std::string> read_all(int descriptor, std::size_t limit) {
  std::array<char, 4096> part;
  std::string found;
  while (found.size() <= limit) {
    const ssize_t count = read(descriptor, part.data(), std::min(part.size(), limit + 1 - found.size()));
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    found.append(part.data(), static_cast<std::size_t>(count));
  }
  return found;
}

// Read a file in the same way; one that is missing is empty.
inline std::string read_bounded(const std::string& name, std::size_t limit) {
  // Without blocking: a pipe of that name would block until the clock has run out.
  const int file = open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return {};
  const std::optional<std::string> found = read_all(file, limit);
  close(file);
  return found.value_or("");
}

// Write to an open file or stream; false, with errno, where that fails.
inline bool write_all(int descriptor, std::string_view data) {
  while (!data.empty()) {
    const ssize_t count = write(descriptor, data.data(), data.size());
    if (count < 0) return false;
    data.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// Write a file atomically; a link of that name is replaced, not followed. Where it cannot be written it stays as it is.
inline void write_atomically(const std::string& folder, const std::string& name, std::string_view data) {
  const std::string unfinished = folder + "." + name + "." + std::to_string(getpid());
  // In a sandbox every run has the same number, so one that was killed may have left this behind.
  unlink(unfinished.c_str());
  const int file = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return;
  const bool is_written = write_all(file, data);
  close(file);
  if (!is_written || rename(unfinished.c_str(), (folder + name).c_str()) != 0) unlink(unfinished.c_str());
}

// Write a line to standard error, where there is one.
inline void say(const std::string& line) { (void)!write_all(STDERR_FILENO, line + "\n"); }

}  // namespace ludus::entry
