"""The file that a shard is written to: JSON lines that hold all that a tournament's store keeps of its games.

    {"shard": …}         which shard, of which plan, on what machine; the number of participants
    {"participant": …}   each of them, as imported there, with build log
    {"format": …}        the record of a finished game
    {"void": …}          an attempt that counts for nobody

Games are added as they end, so only those that are running are lost with the process. What a kill or a power cut has left
of the last line is cut off before anything is added.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ludus.errors import BadOption
from ludus.records.files import (
    PARTICIPANT,
    SHARD,
    VOID,
    append,
    append_line,
    decode_line,
    split_lines,
)
from ludus.records.record import Record
from ludus.records.record_json import read
from ludus.records.strict_json import (
    BadRecord,
    as_text,
    as_texts,
    as_whole,
    load,
    object_of,
    read_object,
    whole_from,
)
from ludus.store.stored import StoredParticipant

_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class ShardHead:
    """How a file begins."""

    shard: str
    """Which one: 3/16."""
    fingerprint: dict[str, str]
    """The machine, and what the games depend on."""
    participants: tuple[StoredParticipant, ...]


@dataclass(frozen=True, slots=True)
class VoidLine:
    """An attempt that counts for nobody."""

    id: str
    attempt: int
    """From 1, through all runs of the shard."""
    reason: str
    details: str


ShardLine = Record | VoidLine | BadRecord


class ShardFile:
    """The file of a shard, which nobody else writes to."""

    def __init__(self, path: Path) -> None:
        """Read the beginning of the file; one that is empty, or was cut short there, has none."""
        self.path = path
        self.head = read_head(path)
        self._attempts: Counter[str] = Counter()
        if self.head:
            _cut_last_line(path)
            self._attempts.update(line.id for _, line in self.read() if isinstance(line, VoidLine))

    def begin(self, head: ShardHead) -> None:
        """Write the beginning."""
        os.truncate(self.path, 0)
        first = {"shard": head.shard, "participants": len(head.participants), "fingerprint": head.fingerprint}
        lines = [{"shard": first}, *({"participant": asdict(one)} for one in head.participants)]
        append_line(self.path, "\n".join(map(json.dumps, lines)))
        self.head = head

    def add_game(self, record: Record) -> None:
        """Add a finished game."""
        append(self.path, record)

    def add_void(self, game: str, reason: str, details: str) -> None:
        """Add an attempt that counts for nobody."""
        self._attempts[game] += 1
        line = VoidLine(game, self._attempts[game], reason, details)
        append_line(self.path, json.dumps({"void": asdict(line)}))

    def read(self) -> Iterator[tuple[int, ShardLine]]:
        """Read the games."""
        return read_games(self.path)


def read_head(path: Path) -> ShardHead | None:
    """Read how a file begins; None where it is empty or its writer was killed there; refuse other kinds of files."""
    lines = split_lines(path)
    _, first = next(lines, (0, b""))
    # After a power cut a file may have its length and not its content.
    if SHARD.startswith(first.rstrip(b"\0")):
        return None
    if not first.startswith(SHARD):
        raise BadOption(f"{path}: expected a file of 'ludus work', found something else")
    try:
        return _parse_head(first, lines)
    except BadRecord as error:
        raise BadOption(f"{path}: {error}") from error


def read_games(path: Path) -> Iterator[tuple[int, ShardLine]]:
    """Yield the number of each line behind the beginning, and the game, the attempt, or what is wrong with it."""
    for number, line in split_lines(path):
        if not line.startswith((SHARD, PARTICIPANT)):
            try:
                text = decode_line(line)
                if text:
                    yield number, _read_void(text) if line.startswith(VOID) else read(text)
            except BadRecord as error:
                yield number, error.on(number)


def _parse_head(first: bytes, lines: Iterator[tuple[int, bytes]]) -> ShardHead | None:
    if not first.endswith(b"\n"):
        return None
    found = read_object(load(decode_line(first)), "", {"shard": _read_first})["shard"]
    assert isinstance(found, tuple)
    shard, count, fingerprint = found
    participants = []
    for _ in range(count):
        _, line = next(lines, (0, b""))
        if not line.endswith(b"\n"):
            return None
        participants.append(_read_participant(decode_line(line)))
    return ShardHead(shard, dict(fingerprint), tuple(participants))


def _make_first(
    shard: str, participants: int, fingerprint: tuple[tuple[str, str], ...]
) -> tuple[str, int, tuple[tuple[str, str], ...]]:
    return shard, participants, fingerprint


_read_first = object_of(_make_first, shard=as_text, participants=as_whole, fingerprint=as_texts)
_FIELDS = dict.fromkeys(StoredParticipant.__dataclass_fields__, as_text)


def _read_participant(text: str) -> StoredParticipant:
    readers = {"participant": object_of(StoredParticipant, **_FIELDS)}
    found = read_object(load(text), "", readers)["participant"]
    assert isinstance(found, StoredParticipant)
    return found


def _read_void(text: str) -> VoidLine:
    read_void = object_of(VoidLine, id=as_text, attempt=whole_from(1), reason=as_text, details=as_text)
    found = read_object(load(text), "", {"void": read_void})["void"]
    assert isinstance(found, VoidLine)
    return found


def _cut_last_line(path: Path) -> None:
    """Cut off what stands behind the last end of a line."""
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - _BLOCK)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                file.truncate(start + found + 1)
                return
            end = start
