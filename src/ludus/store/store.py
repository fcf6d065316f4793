"""The store of a tournament: one SQLite file with all games, void attempts, decisions, participants and runs.

`Store.open(path)` makes the one connection that writes, and locks out a second one; everybody else uses `StoreReader`.
Every method that writes is one transaction, unless it is inside `with store.batch()`. A finished game is one row, with its
record and its result. Nothing depends on the clock: times are stored for people, the order is that of the rows.

    with Store.open(path) as store:
        store.add_run(fingerprint, plan)
        store.add_participants(participants)
        store.add_start(planned, attempt)
        store.add_move(planned.id, attempt, event)
        store.add_game(record, attempt)             False where another row counts already: it is ignored
        store.add_void(planned, attempt, reason, details)
        store.add_decision(game, points, reason)    settles a void game, or corrects a finished one
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from ludus.errors import BadOption
from ludus.records.events import Offence, Played
from ludus.records.record import TOLD, Analysis, Record, Variation
from ludus.records.record_json import TIME, write
from ludus.records.results import GameResult, extract_result, name_outcome
from ludus.store.analyses import insert_analysis
from ludus.store.connection import connect_to_write
from ludus.store.file import WriterLock, find_network_file_system
from ludus.store.reader import StoreReader
from ludus.store.schema import CURRENT, DECIDED, FINISHED, VOID, BadStore, Format, explain
from ludus.store.stored import PlannedGame, StoredParticipant, read_result, write_result

JOURNAL_SECONDS = 1.0
"""Moves of running games are written so often."""


class Store(StoreReader):
    """The one connection that writes."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock, network: str) -> None:
        self.path = path
        self.network = network
        """The network file system that the store lies on; empty if it lies on a disk of this machine."""
        self._connection = connection
        self._connection.row_factory = sqlite3.Row
        self._lock = lock
        self._run: int | None = None
        self._moves: list[tuple[str, int, str]] = []
        self._written = time.monotonic()

    @classmethod
    def open(cls, path: Path, newest: Format = CURRENT) -> Self:
        """Open a store for writing, or make one; only one process can do so at a time."""
        if path.exists() and not path.is_file():
            raise BadStore(f"{path}: expected a file, found something else")
        network = find_network_file_system(path.absolute().parent)
        lock = WriterLock(path)
        try:
            connection = connect_to_write(path, network, newest)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            lock.release()
            raise explain(error, path) from error
        except BaseException:
            lock.release()
            raise
        return cls(path, connection, lock, network)

    @property
    def notice(self) -> str:
        """What its user should know about where the store lies; empty if there is nothing."""
        if not self.network:
            return ""
        return f"{self.path} lies on a network file system ({self.network}): use it on one machine at a time"

    def close(self) -> None:
        """Put everything into the one file, and let others write."""
        with suppress(sqlite3.Error):
            self._connection.execute("DELETE FROM journal")
            # A store at rest is a single file that can be copied, sent and read from a read-only disk.
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        self._lock.release()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make one transaction of all that is written inside; a batch inside a batch is written whole or not at all."""
        if self._is_writing():
            with self._roll_back_on_error("ROLLBACK TO inner", "RELEASE inner"):
                self._connection.execute("SAVEPOINT inner")
                yield
                self._connection.execute("RELEASE inner")
            return
        with self._roll_back_on_error("ROLLBACK"):
            self._connection.execute("BEGIN IMMEDIATE")
            self._write_moves()
            yield
            # After some errors SQLite rolls back by itself; whoever wrote has been told.
            if self._is_writing():
                self._connection.execute("COMMIT")

    def _is_writing(self) -> bool:
        return self._connection.in_transaction

    @contextmanager
    def _roll_back_on_error(self, *undo: str) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            # SQLite may have rolled back by itself.
            with suppress(sqlite3.Error):
                for statement in undo:
                    self._connection.execute(statement)
            if isinstance(error, sqlite3.Error):
                raise explain(error, self.path) from error
            raise

    def add_run(self, fingerprint: Mapping[str, str], plan: str = "") -> int:
        """Note that games will be played now, on which machine and by which plan."""
        with self.batch():
            text = json.dumps(dict(fingerprint))
            row = self._connection.execute(
                "INSERT INTO runs (began, fingerprint, plan) VALUES (?, ?, ?)", (_tell_time(), text, plan)
            )
            self._run = row.lastrowid
        assert self._run is not None
        return self._run

    def add_participants(self, participants: Iterable[StoredParticipant]) -> None:
        """Add those who take part; one that is there already is added again only if something has changed."""
        with self.batch():
            known = {found.key: found for found in self.list_participants()}
            for participant in participants:
                if known.get(participant.key) != participant:
                    self._connection.execute(
                        "INSERT INTO participants (key, name, version, spec, absence, source, notes, build_log)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        astuple(participant),
                    )

    def add_game(self, record: Record, attempt: int = 0) -> bool:
        """Add a finished game; False where another row counts already. Attempt 0 means the next one."""
        with self.batch():
            self._forget_moves(record.id)
            packed = zlib.compress(write(record).encode("ascii"))
            return self._add_row(FINISHED, attempt, extract_result(record), packed=packed)

    def add_void(self, game: PlannedGame, attempt: int, reason: str, details: str = "") -> None:
        """Add an attempt that counts for nobody."""
        with self.batch():
            self._forget_moves(game.id)
            result = GameResult(game.id, game.round, game.block, game.keys, (), (), VOID, reason)
            self._add_row(VOID, attempt, result, details)

    def add_decision(self, game: str, points: Sequence[float], reason: str) -> None:
        """Settle a game that is void, or give another result to a finished one; the earlier rows stay."""
        with self.batch():
            rows = self._query(
                # What was played is the same whatever was decided before.
                "SELECT result FROM games WHERE id = ? ORDER BY state = ?, counts DESC, number DESC LIMIT 1",
                (game, DECIDED),
            )
            if not rows:
                raise BadOption(f"{self.path}: expected the id of a game in the store, found {game!r}")
            found = read_result(rows[0][0])
            if len(points) != len(found.keys):
                raise BadOption(
                    f"points: expected one for each of {len(found.keys)} seats, found {len(points)}"
                )
            settled = replace(
                found,
                points=tuple(points),
                scores=found.scores or tuple(points),
                kind=TOLD,
                reason=reason,
                culprit=None,
            )
            self._connection.execute("UPDATE games SET counts = 0 WHERE id = ? AND counts", (game,))
            self._add_row(DECIDED, -1, settled)

    def add_analysis(
        self, game: str, analysis: Analysis, reason: str = "", variations: Sequence[Variation] | None = None
    ) -> None:
        """Add an analysis of a game, also with all variations of its record; readers see the last one."""
        with self.batch():
            insert_analysis(self._connection, game, _tell_time(), analysis, reason, variations)

    # Running games

    def add_start(self, game: PlannedGame, attempt: int) -> None:
        """Note that a game has begun; it is written with the next moves."""
        event = {"game": game.game, "round": game.round, "keys": game.keys, "start": game.start}
        self._add_event(game.id, attempt, json.dumps(event))

    def add_move(self, game: str, attempt: int, what: Played | Offence) -> None:
        """Note a move of a running game; moves are written together, about once in a second."""
        if isinstance(what, Played):
            event = [what.seat, what.move, round(what.seconds, 6), ""]
        else:
            # Without its reason, which may quote what a program has said.
            event = [what.seat, "", 0.0, what.kind]
        self._add_event(game, attempt, json.dumps(event))

    def _add_event(self, game: str, attempt: int, event: str) -> None:
        self._moves.append((game, attempt, event))
        if time.monotonic() - self._written > JOURNAL_SECONDS:
            with self.batch():
                pass

    def _write_moves(self) -> None:
        self._connection.executemany("INSERT INTO journal (id, attempt, event) VALUES (?, ?, ?)", self._moves)
        self._moves.clear()
        self._written = time.monotonic()

    def _forget_moves(self, game: str) -> None:
        """Drop the moves of a game that is no longer running."""
        self._moves = [row for row in self._moves if row[0] != game]
        self._connection.execute("DELETE FROM journal WHERE id = ?", (game,))

    def _add_row(
        self, state: str, attempt: int, result: GameResult, details: str = "", packed: bytes | None = None
    ) -> bool:
        """Add a row of `games` and its seats, unless another row counts or the attempt is there already."""
        if attempt == 0:
            last = self._query(
                "SELECT coalesce(max(attempt), 0) FROM games WHERE id = ? AND attempt > 0", (result.id,)
            )
            attempt = int(last[0][0]) + 1
        row = self._connection.execute(
            "INSERT OR IGNORE INTO games"
            " (run, id, attempt, state, counts, written, round, kind, result, reason, details, record)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._run,
                result.id,
                attempt,
                state,
                state != VOID,
                _tell_time(),
                result.round,
                result.kind,
                write_result(result),
                result.reason,
                details,
                packed,
            ),
        )
        if row.rowcount and state != VOID:
            outcomes = [
                (key, name_outcome(result.points, seat), row.lastrowid, seat)
                for seat, key in enumerate(result.keys)
            ]
            self._connection.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", outcomes)
        return bool(row.rowcount)


def _tell_time() -> str:
    return datetime.now(UTC).strftime(TIME)
