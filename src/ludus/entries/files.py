"""How an entry reads and writes files: with a size limit, atomically, and past Python's buffers.

What an entry finds in its folder is not to be trusted. What a buffer could not write would be tried again, and
complained about, when the interpreter ends; and entries end without that ceremony, because it costs CPU time.
"""

from __future__ import annotations

# What `os` is made of here. An interpreter without site has not loaded `os`, and that takes a millisecond.
import posix


def read_bounded(name: str, limit: int) -> bytes:
    """Read a file, but never more than one byte above the limit."""
    # Without blocking: a pipe of that name would block until the clock has run out.
    file = posix.open(name, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    try:
        return read_all(file, limit)
    finally:
        posix.close(file)


def read_all(descriptor: int, limit: int) -> bytes:
    """Read an open file or stream to its end, but never more than one byte above the limit."""
    parts, left = [], limit + 1
    while left and (part := posix.read(descriptor, min(left, 1 << 16))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def remove(name: str) -> None:
    """Remove a file or a link, if there is one."""
    try:
        posix.unlink(name)
    except FileNotFoundError:
        return


def is_link(name: str) -> bool:
    """Tell whether a name is a symbolic link."""
    try:
        posix.readlink(name)
    except OSError:
        return False
    return True


def write_atomically(name: str, data: bytes) -> None:
    """Write a file atomically; a link of that name is replaced, not followed."""
    folder, slash, base = name.rpartition("/")
    unfinished = f"{folder}{slash}.{base}.{posix.getpid()}"
    # In a sandbox every run has the same number, so one that was killed may have left this behind.
    remove(unfinished)
    file = posix.open(unfinished, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC, 0o666)
    try:
        try:
            write_all(file, data)
        finally:
            posix.close(file)
        posix.replace(unfinished, name)
    except BaseException:
        remove(unfinished)
        raise


def write_all(descriptor: int, data: bytes) -> None:
    """Write to an open file or stream, past Python's buffers."""
    while data:
        data = data[posix.write(descriptor, data) :]


def say(line: str) -> None:
    """Write a line to standard error, where there is one."""
    try:
        write_all(2, f"{line}\n".encode(errors="backslashreplace"))
    except OSError:
        # Standard error is closed; the move is more important.
        return
