"""Files of records: one JSON object on each line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from ludus.records.record import Record
from ludus.records.record_json import read, write
from ludus.records.strict_json import BadRecord

LINE_LIMIT = 16 << 20
"""The maximum length of a line: a game of a thousand moves takes less than a hundredth of this."""


def append(path: Path, record: Record) -> None:
    """Append a record to a file in one write; an unfinished line of a killed writer stays a line of its own."""
    line = f"{write(record)}\n".encode("ascii")
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
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LINE_LIMIT + 1):
            number += 1
            try:
                record = _read_line(line)
            except BadRecord as error:
                yield number, error.on(number)
            else:
                if record is not None:
                    yield number, record
            while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
                line = file.readline(LINE_LIMIT + 1)


def _read_line(line: bytes) -> Record | None:
    """Read one line; None where it is blank."""
    if len(line) > LINE_LIMIT:
        raise BadRecord("record", f"at most {LINE_LIMIT} bytes", "more")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise BadRecord("record", "UTF-8", f"byte 0x{line[error.start]:02X}") from None
    return read(text) if text.strip(" \t\r\n") else None
