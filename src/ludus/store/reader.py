"""Reads a store; any number of processes may do so, also while a tournament is running and writes to it.

    with StoreReader(path) as store:
        for result in store.list_results():
            ...

Games come in the order of their ids, which does not depend on which of them ended first or on any clock.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ludus.errors import BadOption
from ludus.records.results import GameFilter, GameResult
from ludus.store.connection import connect_to_read
from ludus.store.schema import CURRENT, DECIDED, VOID, Format, describe_damage, explain_errors
from ludus.store.stored import (
    Decision,
    Run,
    RunningGame,
    StoredParticipant,
    VoidAttempt,
    read_result,
    read_running,
)
from ludus.text import quote

if TYPE_CHECKING:
    # Loaded when a record is read: the modules behind it take longer to load than the results of all games.
    from ludus.records.record import Record

ALL = GameFilter()


class StoreReader:
    """Reads a store, and never writes to it."""

    def __init__(self, path: Path, newest: Format = CURRENT) -> None:
        self.path = path
        with explain_errors(self.path):
            self._connection = connect_to_read(path, newest)
            self._connection.row_factory = sqlite3.Row

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def find_last_change(self) -> int:
        """Return a number that grows with every game, void attempt, decision and participant."""
        numbers = self._query(
            "SELECT (SELECT coalesce(max(number), 0) FROM games), (SELECT coalesce(max(number), 0) FROM participants)"
        )
        return int(numbers[0][0]) + int(numbers[0][1])

    def list_row_numbers(self) -> dict[str, int]:
        """Return the number of the row that counts for each game; what a row says never changes."""
        return {str(game): int(row) for game, row in self._query("SELECT id, number FROM games WHERE counts")}

    def list_results(self, wanted: GameFilter = ALL) -> list[GameResult]:
        """Return the results of the games that count, as decided where the organiser has settled one."""
        where, values = _select(wanted)
        with explain_errors(self.path):
            return [
                read_result(text)
                for (text,) in self._query(
                    f"SELECT result FROM games WHERE counts{where} ORDER BY id", values
                )
            ]

    def read_records(self, wanted: GameFilter = ALL) -> Iterator[Record]:
        """Yield the records of the games that count; a game that was settled without being played has none."""
        where, values = _select(wanted)
        for (game,) in self._query(f"SELECT id FROM games WHERE counts{where} ORDER BY id", values):
            record = self.find_record(str(game))
            if record is not None:
                yield record

    def find_record(self, game: str) -> Record | None:
        """Return the record of a game that counts, with its decision and its last analysis."""
        from ludus.records.record import DECISION
        from ludus.records.record_json import read
        from ludus.store.analyses import add_last_analysis

        rows = self._query(
            "SELECT state, result, reason, coalesce(record, (SELECT record FROM games WHERE id = ?1 AND record NOTNULL))"
            " FROM games WHERE id = ?1 AND counts",
            (game,),
        )
        if not rows or rows[0][3] is None:
            return None
        state, result, reason, packed = rows[0]
        record = read(self._unpack(packed))
        if state == DECIDED:
            tags = {**dict(record.tags), DECISION: str(reason)}
            record = replace(record, points=read_result(result).points, tags=tuple(tags.items()))
        with explain_errors(self.path):
            return add_last_analysis(self._connection, record)

    def find_id(self, prefix: str) -> str:
        """Find the one game whose id begins so; raise `BadOption` where there is none, or more than one."""
        rows = self._query(
            "SELECT DISTINCT id FROM games WHERE id >= ?1 AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 3",
            (prefix,),
        )
        return choose_id(self.path, prefix, [str(row[0]) for row in rows])

    def list_names(self) -> dict[str, str]:
        """Return the name of each participant by its key, also of those who are only known from their games."""
        known = {participant.key: participant.name for participant in self.list_participants()}
        return known | {
            str(key): str(key) for (key,) in self._query("SELECT DISTINCT key FROM seats") if key not in known
        }

    def list_participants(self) -> list[StoredParticipant]:
        """Return the participants in the order in which they first came, each as it was given last."""
        rows = self._query(
            "SELECT key, name, version, spec, absence, source, notes, build_log FROM participants ORDER BY number"
        )
        latest: dict[str, StoredParticipant] = {}
        for row in rows:
            latest[str(row[0])] = StoredParticipant(*map(str, row))
        return list(latest.values())

    def list_runs(self) -> list[Run]:
        """Return all runs, with their plans and the fingerprints of their machines."""
        rows = self._query("SELECT number, began, fingerprint, plan FROM runs ORDER BY number")
        with explain_errors(self.path):
            return [
                Run(int(number), str(began), json.loads(fingerprint), str(plan))
                for number, began, fingerprint, plan in rows
            ]

    def belongs_to_tournament(self) -> bool:
        """Tell whether a tournament keeps its games here; with those of others it could not go on."""
        return any(run.plan for run in self.list_runs())

    def count_attempts(self) -> dict[str, int]:
        """Return how often each game that nothing counts for has been void."""
        rows = self._query("SELECT id, max(attempt) FROM games GROUP BY id HAVING NOT max(counts)")
        return {str(game): int(attempt) for game, attempt in rows}

    def list_voids(self) -> list[VoidAttempt]:
        """Return all attempts that were void."""
        rows = self._query(
            "SELECT result, attempt, reason, details, EXISTS (SELECT 1 FROM games AS other"
            " WHERE other.id = games.id AND other.counts) FROM games WHERE state = ? ORDER BY id, attempt",
            (VOID,),
        )
        with explain_errors(self.path):
            return [
                VoidAttempt(read_result(result), int(attempt), str(reason), str(details), bool(settled))
                for result, attempt, reason, details, settled in rows
            ]

    def list_decisions(self) -> list[Decision]:
        """Return all decisions of the organiser, also those that a later one has replaced, in their order."""
        rows = self._query("SELECT result, written FROM games WHERE state = ? ORDER BY number", (DECIDED,))
        with explain_errors(self.path):
            return [Decision(read_result(result), str(written)) for result, written in rows]

    def list_running(self) -> list[RunningGame]:
        """Return the games that are being played, with their moves so far."""
        rows = self._query("SELECT id, attempt, event FROM journal ORDER BY number")
        with explain_errors(self.path):
            games: dict[tuple[str, int], list[list[object] | dict[str, object]]] = {}
            for game, attempt, event in rows:
                games.setdefault((str(game), int(attempt)), []).append(json.loads(event))
            return [read_running(*name, events) for name, events in sorted(games.items())]

    def _unpack(self, packed: bytes) -> str:
        try:
            return zlib.decompress(packed).decode()
        except (zlib.error, UnicodeDecodeError) as error:
            raise describe_damage(self.path, f"a record cannot be unpacked: {error}") from error

    def _query(self, statement: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        with explain_errors(self.path):
            return self._connection.execute(statement, tuple(values)).fetchall()


def choose_id(path: Path, prefix: str, found: Sequence[str]) -> str:
    """Choose the game that is meant by the beginning of its id; raise `BadOption` where that is not one game."""
    if prefix in found or len(found) == 1:
        return prefix if prefix in found else found[0]
    what = f"several ({', '.join(found[:2])}, …)" if found else "none"
    raise BadOption(f"{path}: expected one game whose id begins with {quote(prefix)}, found {what}")


def _select(wanted: GameFilter) -> tuple[str, list[object]]:
    """Write the conditions of a filter; names are bound, never part of the statement."""
    where, values = "", list[object]()
    if wanted.keys or wanted.outcome:
        marks = ", ".join("?" * len(wanted.keys))
        seats = ([f"key IN ({marks})"] if wanted.keys else []) + (["outcome = ?"] if wanted.outcome else [])
        where += f" AND number IN (SELECT game FROM seats WHERE {' AND '.join(seats)})"
        values += [*wanted.keys, *([wanted.outcome] if wanted.outcome else [])]
    if wanted.kind:
        where, values = f"{where} AND kind = ?", [*values, wanted.kind]
    if wanted.round is not None:
        where, values = f"{where} AND round = ?", [*values, wanted.round]
    return where, values
