"""The format of a store: its tables, its version, and how a store of an older version is brought up to date.

Nothing is ever deleted but the moves of games that are no longer running. A row of `games` is something that happened to
a game of the schedule: an attempt was finished or void, or the organiser has settled the game. Of the rows of one game at
most one counts, and only the flag that says so ever changes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ludus.errors import LudusError, MachineFault

APPLICATION = 0x4C756473
"""Marks the file as ours: "Luds" in ASCII."""
FINISHED, VOID, DECIDED = "finished", "void", "decided"
DAMAGE = (sqlite3.Error, ValueError, TypeError)
"""What reading a damaged store may raise: even a message of SQLite may quote what cannot be decoded."""

SCHEMA = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    began TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    plan TEXT NOT NULL
);
CREATE TABLE participants (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    spec TEXT NOT NULL,
    absence TEXT NOT NULL,
    source TEXT NOT NULL,
    notes TEXT NOT NULL,
    build_log TEXT NOT NULL
);
CREATE INDEX participants_by_key ON participants (key);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    run INTEGER,
    id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    state TEXT NOT NULL,
    counts INTEGER NOT NULL,
    written TEXT NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    details TEXT NOT NULL,
    record BLOB
);
CREATE UNIQUE INDEX attempts ON games (id, attempt) WHERE attempt > 0;
CREATE UNIQUE INDEX one_attempt_counts ON games (id) WHERE counts;
CREATE INDEX games_by_id ON games (id);
CREATE INDEX games_by_kind ON games (kind, id) WHERE counts;
CREATE INDEX games_by_round ON games (round, id) WHERE counts;
CREATE TABLE seats (
    key TEXT NOT NULL,
    outcome TEXT NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (key, outcome, game, seat)
) WITHOUT ROWID;
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    event TEXT NOT NULL
);
CREATE INDEX journal_by_game ON journal (id, attempt);
CREATE TABLE analyses (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    written TEXT NOT NULL,
    analyst TEXT NOT NULL,
    reason TEXT NOT NULL,
    evaluations TEXT NOT NULL
);
CREATE INDEX analyses_by_game ON analyses (id);
"""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of stores, and how to come to it."""

    version: int
    schema: str
    """The statements that make an empty store."""
    steps: Mapping[int, str]
    """For each older version the statements that make the next one of it."""
    # No game is running when somebody opens a store for writing: whoever wrote these moves has ended.
    opening: str = "DELETE FROM journal"
    """A statement that is run then."""
    application: int = APPLICATION
    name: str = "a store of Ludus"
    """What such a file is called in messages."""


CURRENT = Format(1, SCHEMA, {})


class BadStore(LudusError):
    """A file that is no store, one that is damaged or too new, or one that somebody else writes to."""


class EmptyStore(BadStore):
    """A file that somebody has just begun to make a store of, or was killed when doing so."""


def create(connection: sqlite3.Connection, newest: Format) -> None:
    """Make the tables of a new store in one transaction."""
    _run_as_one(connection, newest.schema, newest)


def upgrade(connection: sqlite3.Connection, found: int, newest: Format) -> None:
    """Make the newest format of an older one, in one transaction."""
    steps = [newest.steps[version] for version in range(found, newest.version)]
    _run_as_one(connection, "\n".join(steps), newest)


def _run_as_one(connection: sqlite3.Connection, script: str, newest: Format) -> None:
    script = (
        f"BEGIN IMMEDIATE;\n{script}\nPRAGMA application_id = {newest.application};\n"
        f"PRAGMA user_version = {newest.version};\nCOMMIT;"
    )
    try:
        connection.executescript(script)
    except BaseException:
        if connection.in_transaction:
            connection.rollback()
        raise


def read_format(connection: sqlite3.Connection, path: Path, newest: Format) -> int:
    """Read the format of a store, 0 for an empty file; refuse what is none of ours and what is too new."""
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if not application and not version and not tables:
        return 0
    if application != newest.application:
        raise BadStore(f"{path}: expected {newest.name}, found another SQLite database")
    if version > newest.version:
        error = BadStore(
            f"{path}: expected a store of format {newest.version} or older, found format {version}"
        )
        error.hint = "a newer version of Ludus has written it: use that one"
        raise error
    if version != newest.version and version not in newest.steps:
        raise BadStore(f"{path}: expected a store of format 1 to {newest.version}, found format {version}")
    return version


def explain(error: Exception, path: Path) -> LudusError:
    """Make an error that a user can do something about of one that a file has caused."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        fault = MachineFault(f"{path}: cannot be written or read: {error}")
        fault.hint = (
            "make room on the disk, then give the same command again; what was stored before is still there"
        )
        return fault
    if name == "SQLITE_NOTADB":
        bad = BadStore(f"{path}: expected a store of Ludus, found another kind of file, or a damaged one")
        bad.hint = (
            "name another file, or take a backup; 'ludus import' takes records in JSON lines into a store"
        )
        return bad
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return BadStore(f"{path}: another process does not let go of the file: {error}")
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return BadStore(f"{path}: cannot be opened: {error}")
    return describe_damage(path, str(error))


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Raise what goes wrong with a file as an error that a user can do something about."""
    try:
        yield
    except LudusError:
        raise
    except DAMAGE as error:
        raise explain(error, path) from error


def describe_damage(path: Path, what: str) -> BadStore:
    """Make the error for a store that cannot be trusted any more."""
    error = BadStore(f"{path}: expected a store of Ludus, found a damaged file ({what}); nothing was written")
    error.hint = f"go on from your last backup; 'sqlite3 {path.name} .recover' saves most rows of a copy"
    return error
