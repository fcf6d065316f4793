"""The store of a season: versions, notices to contestants, evaluations, challenges and decisions, in one SQLite file.

Rows are added and never deleted; only the time at which something ended is filled in later. A process opens it for one
write at a time and closes it again, so that the organiser can decide something while an evaluation is being played. The
games are not here: each evaluation is a tournament with a store of its own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ludus.seasons.history import SeasonDecision
from ludus.seasons.rows import (
    CHALLENGE,
    DECISION,
    EMPTY,
    EVALUATION,
    NOTICE,
    VERSION,
    Challenge,
    HeldEvaluation,
    Notice,
    SeasonRows,
    StoredVersion,
    read_rows,
)
from ludus.store.connection import connect_to_read, connect_to_write
from ludus.store.file import WriterLock, find_network_file_system
from ludus.store.schema import BadStore, EmptyStore, Format, explain_errors

PATIENCE = 30.0
"""Seconds to wait for somebody else's write."""
SCHEMA = """
CREATE TABLE versions (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    hash TEXT NOT NULL,
    name TEXT NOT NULL,
    taken_in TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    reason TEXT NOT NULL,
    mark TEXT NOT NULL,
    notes TEXT NOT NULL,
    build_log TEXT NOT NULL
);
CREATE UNIQUE INDEX versions_by_key ON versions (key, version);
CREATE TABLE notices (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    written TEXT NOT NULL,
    mark TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE evaluations (
    number INTEGER PRIMARY KEY,
    evaluation INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    kind TEXT NOT NULL,
    began TEXT NOT NULL,
    ended TEXT NOT NULL,
    rules TEXT NOT NULL,
    versions TEXT NOT NULL
);
CREATE UNIQUE INDEX attempts ON evaluations (evaluation, attempt);
CREATE TABLE challenges (
    number INTEGER PRIMARY KEY,
    began TEXT NOT NULL,
    ended TEXT NOT NULL,
    games INTEGER NOT NULL,
    versions TEXT NOT NULL
);
CREATE TABLE decisions (
    number INTEGER PRIMARY KEY,
    written TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    evaluation INTEGER NOT NULL,
    game TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
"""
FORMAT = Format(1, SCHEMA, {}, "SELECT 1", 0x4C756465, "the store of a season")


class SeasonStore:
    """The file; it is opened for each of these calls and closed again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> SeasonRows:
        """Read all rows; none if the season has not begun, or is just beginning."""
        if not self.path.exists():
            return EMPTY
        try:
            with explain_errors(self.path), closing(connect_to_read(self.path, FORMAT)) as connection:
                return read_rows(connection)
        except EmptyStore:
            return EMPTY

    def prepare(self) -> None:
        """Make the file, or finish making it: whoever began may have been killed."""
        self._write("SELECT 1", ())

    def add_version(self, stored: StoredVersion) -> None:
        """Add a version."""
        one = stored.version
        values = (one.key, one.number, one.hash, one.name, one.taken_in, one.accepted, one.reason)
        self._add("versions", VERSION, (*values, stored.mark, stored.notes, stored.build_log))

    def add_notice(self, notice: Notice) -> None:
        """Add a notice."""
        values = (notice.key, notice.written, notice.mark, notice.text)
        self._add("notices", NOTICE, values)

    def add_evaluation(self, one: HeldEvaluation) -> None:
        """Note that an evaluation has begun."""
        texts = (json.dumps(dict(one.rules)), json.dumps(dict(one.versions)))
        values = (one.number, one.attempt, one.kind, one.began, one.ended, *texts)
        self._add("evaluations", EVALUATION, values)

    def end_evaluation(self, one: HeldEvaluation, ended: str) -> None:
        """Note that an evaluation has ended."""
        statement = "UPDATE evaluations SET ended = ? WHERE evaluation = ? AND attempt = ?"
        self._write(statement, (ended, one.number, one.attempt))

    def add_challenge(self, one: Challenge) -> None:
        """Note that a challenge has begun."""
        values = (one.number, one.began, one.ended, one.games, json.dumps(dict(one.versions)))
        self._add("challenges", CHALLENGE, values)

    def end_challenge(self, number: int, ended: str) -> None:
        """Note that a challenge has ended."""
        self._write("UPDATE challenges SET ended = ? WHERE number = ?", (ended, number))

    def add_decision(self, one: SeasonDecision) -> None:
        """Add a decision; its number is that of the row."""
        values = (one.written, one.kind, one.key, one.evaluation, one.reason, one.game, one.result)
        self._add("decisions", DECISION, values)

    def set_mark(self, name: str, value: str) -> None:
        """Set a mark."""
        self._write("INSERT OR REPLACE INTO marks (name, value) VALUES (?, ?)", (name, value))

    def _add(self, table: str, columns: str, values: Sequence[object]) -> None:
        marks = ", ".join("?" * len(values))
        self._write(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)

    def _write(self, statement: str, values: Sequence[object]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # It holds what contestants are told in private.
        self.path.touch(mode=0o600)
        lock = _acquire(self.path)
        try:
            network = find_network_file_system(self.path.absolute().parent)
            with (
                explain_errors(self.path),
                closing(connect_to_write(self.path, network, FORMAT)) as connection,
            ):
                # One statement is one transaction.
                connection.execute(statement, tuple(values))
        finally:
            lock.release()


def _acquire(path: Path) -> WriterLock:
    """Wait for whoever writes just now: every write is short."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return WriterLock(path)
        except BadStore:
            if time.monotonic() > deadline:
                raise
