"""The store of `ludus serve`: games, the browsers that own their seats, and a journal of everything that happened in them.

An event is in the file before anybody is told of it, so that neither a crash nor a restart loses a move that was accepted.
Of the secrets by which browsers are known only fingerprints are kept.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

from ludus.records.record_json import TIME
from ludus.server.tables.stored_game import StoredGame, read_seats, write_seats
from ludus.store.connection import connect_to_write
from ludus.store.file import WriterLock, find_network_file_system
from ludus.store.schema import DAMAGE, BadStore, Format, explain

KEPT_DAYS = 365
"""A game in which nothing has happened for so long is forgotten when the server starts."""
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    seed INTEGER NOT NULL,
    seats TEXT NOT NULL,
    creator TEXT NOT NULL,
    created TEXT NOT NULL,
    touched TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_by_time ON games (touched);
CREATE TABLE owners (
    id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    browser TEXT NOT NULL,
    PRIMARY KEY (id, seat)
) WITHOUT ROWID;
CREATE TABLE journal (
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (id, number)
) WITHOUT ROWID;
"""
FORMAT = Format(1, SCHEMA, {}, opening="SELECT 1", application=0x4C756477, name="a store of 'ludus serve'")


class WebStore:
    """The one connection of the server; any thread may use it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock) -> None:
        self.path = path
        self._connection = connection
        self._writer = lock
        self._lock = threading.Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the store, or make one; a file that is none, or damaged, is refused untouched."""
        if path.exists() and not path.is_file():
            raise BadStore(f"{path}: expected a file, found something else")
        _make_folder(path.parent)
        lock = WriterLock(path)
        try:
            connection = _connect(path)
        except DAMAGE as error:
            lock.release()
            raise error if isinstance(error, BadStore) else explain(error, path) from error
        except BaseException:
            lock.release()
            raise
        return cls(path, connection, lock)

    def close(self) -> None:
        """Put everything into the one file, and let others open it."""
        with self._lock:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA journal_mode = DELETE")
            self._connection.close()
            self._writer.release()

    def add_game(self, game: StoredGame, owners: Mapping[int, str]) -> None:
        """Add a new game."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game.id,
                    game.game,
                    game.start,
                    json.dumps(dict(game.options)),
                    game.clock,
                    game.seed,
                    write_seats(game.seats),
                    game.creator,
                    game.created,
                    game.created,
                ),
            )
            rows = [(game.id, seat, browser) for seat, browser in owners.items()]
            connection.executemany("INSERT INTO owners VALUES (?, ?, ?)", rows)

    def add_event(self, game: str, number: int, event: str, owner: tuple[int, str] | None = None) -> None:
        """Add an event to the journal of a game, and the browser that has taken a seat by it."""
        with self._transaction() as connection:
            connection.execute("INSERT INTO journal VALUES (?, ?, ?)", (game, number, event))
            connection.execute("UPDATE games SET touched = ? WHERE id = ?", (write_now(), game))
            if owner is not None:
                connection.execute("INSERT INTO owners VALUES (?, ?, ?)", (game, *owner))

    def find_game(self, game: str) -> StoredGame | None:
        """Find a game by its id."""
        rows = self._read(
            "SELECT id, game, start, options, clock, seed, seats, creator, created FROM games WHERE id = ?",
            game,
        )
        if not rows:
            return None
        try:
            name, kind, start, options, clock, seed, seats, creator, created = map(str, rows[0])
            chosen = tuple(dict(json.loads(options)).items())
            return StoredGame(
                name, kind, start, chosen, clock, int(seed), read_seats(seats), creator, created
            )
        except DAMAGE as error:
            raise explain(error, self.path) from error

    def list_owners(self, game: str) -> dict[int, str]:
        """List the browsers that own the seats of a game."""
        return {
            int(str(seat)): str(browser)
            for seat, browser in self._read("SELECT seat, browser FROM owners WHERE id = ?", game)
        }

    def list_events(self, game: str) -> list[str]:
        """List the events of a game, from number 1 on."""
        return [
            str(row[0]) for row in self._read("SELECT event FROM journal WHERE id = ? ORDER BY number", game)
        ]

    def forget_old_games(self) -> None:
        """Remove the games in which nothing has happened for very long."""
        oldest = (datetime.now(UTC) - timedelta(days=KEPT_DAYS)).strftime(TIME)
        with self._transaction() as connection:
            for table in ("journal", "owners", "games"):
                connection.execute(
                    f"DELETE FROM {table} WHERE id IN (SELECT id FROM games WHERE touched < ?)", (oldest,)
                )

    def _read(self, query: str, game: str) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                return self._connection.execute(query, (game,)).fetchall()
            except DAMAGE as error:
                raise explain(error, self.path) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise explain(error, self.path) from error


def name_usual_file() -> Path:
    """Name the file in which games are kept unless another is named."""
    folder = os.environ.get("XDG_STATE_HOME") or Path("~/.local/state").expanduser()
    return Path(folder, "ludus", "serve.store")


def write_now() -> str:
    """Write the date and time in UTC."""
    return datetime.now(UTC).strftime(TIME)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStore(f"{folder}: the folder cannot be made: {error.strerror}") from error


def _connect(path: Path) -> sqlite3.Connection:
    if not path.exists():
        # Nobody else needs to read who owns which seat.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    network = find_network_file_system(path.absolute().parent)
    return connect_to_write(path, network, FORMAT, check_same_thread=False)
