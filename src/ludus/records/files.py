"""Files of records: one JSON object on each line.

The file of a shard (`tournaments/sharding/shard_file.py`) has lines of other kinds as well, which are passed over here.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ludus.atomic_file import replace_atomically
from ludus.errors import BadOption
from ludus.records.record import Record
from ludus.records.record_json import read, write
from ludus.records.strict_json import BadRecord

LINE_LIMIT = 16 << 20
"""The maximum length of a line: a game of a thousand moves takes less than a hundredth of this."""
SHARD, PARTICIPANT, VOID = OTHERS = (b'{"shard":', b'{"participant":', b'{"void":')
"""How the lines begin that are no records: those of a shard, who takes part, and attempts that count for nobody."""


@contextmanager
def hold_file(path: Path) -> Iterator[None]:
    """Make the file if it is not there, and hold it; the kernel lets go of it however we end."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise BadOption(f"{path}: the file cannot be written: {error.strerror}") from error
    try:
        if not _take_lock(descriptor):
            raise BadOption(f"{path}: another process writes to this file already")
        yield
    finally:
        os.close(descriptor)


def _take_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def append(path: Path, record: Record) -> None:
    """Append a record to a file."""
    append_line(path, write(record))


def append_line(path: Path, text: str) -> None:
    """Append to a file in one write; an unfinished line of a killed writer stays a line of its own."""
    line = f"{text}\n".encode("ascii")
    with path.open("a+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else b"\n" + line
        try:
            while line:
                line = line[file.write(line) or 0 :]
        except OSError as error:
            # The errors of an open file do not name it.
            raise OSError(error.errno, error.strerror, str(path)) from error


def replace_record(path: Path, old: Record, new: Record) -> None:
    """Put a record in the place of another; all other lines stay as they are, byte for byte."""
    with hold_file(path):
        lines = path.read_bytes().split(b"\n")
        place = next((number for number, found in read_lines(path) if found == old), None)
        if place is None:
            raise BadOption(f"{path}: the game is no longer in the file")
        lines[place - 1] = write(new).encode("ascii")
        with replace_atomically(path) as file:
            file.buffer.write(b"\n".join(lines))


def warn(error: BadRecord) -> None:
    """Warn on standard error that a line was skipped."""
    print(f"warning: {error}; skipped", file=sys.stderr)


def ignore(_: BadRecord) -> None:
    """Say nothing about a line that was skipped."""


def read_file(
    path: Path, *, strict: bool = False, report: Callable[[BadRecord], None] = warn
) -> Iterator[Record]:
    """Read a file of records; a broken line is reported and skipped, or raised if `strict`."""
    for _, found in read_lines(path):
        if isinstance(found, Record):
            yield found
        elif strict:
            raise found
        else:
            report(found)


def read_lines(path: Path) -> Iterator[tuple[int, Record | BadRecord]]:
    """Yield the number of each line of a file, and its record or its error."""
    for number, line in split_lines(path):
        if not line.startswith(OTHERS):
            try:
                text = decode_line(line)
                if text:
                    yield number, read(text)
            except BadRecord as error:
                yield number, error.on(number)


def split_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the bytes of each line; one that is too long is cut off, one byte beyond the limit."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LINE_LIMIT + 1):
            number += 1
            yield number, line
            while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
                line = file.readline(LINE_LIMIT + 1)


def decode_line(line: bytes) -> str:
    """Return the text of a line, empty where it is blank."""
    if len(line) > LINE_LIMIT:
        raise BadRecord("record", f"at most {LINE_LIMIT} bytes", "more")
    if b"\0" in line and not line.strip(b"\0\r\n"):
        raise BadRecord("record", "JSON", "nothing but zeros, as a power cut leaves them")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise BadRecord("record", "UTF-8", f"byte 0x{line[error.start]:02X}") from None
    return text if text.strip(" \t\r\n") else ""
