"""The rows of a season's store, and what follows from them: which version of each contestant plays, who is excluded."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludus.seasons.history import SeasonDecision, Version

EXCLUDE, READMIT, CORRECT, RERUN = DECISIONS = ("exclude", "readmit", "correct", "rerun")
"""The kinds of decisions."""
FROZEN, PUBLISHED = "frozen", "published"
"""Marks: since when versions are frozen, and what was published last."""


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version with what only the organiser and its owner may see."""

    version: Version
    mark: str
    """By what its source was recognised, so that it is not imported again."""
    notes: str = ""
    build_log: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the owner of a source should know."""

    key: str
    written: str
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class HeldEvaluation:
    """An evaluation, or one that is being held."""

    number: int
    attempt: int
    kind: str
    began: str
    ended: str
    rules: Mapping[str, str]
    versions: Mapping[str, int]

    @property
    def folder(self) -> str:
        """The name of its folder."""
        return f"{self.number:03}" + (f"-{self.attempt}" if self.attempt > 1 else "")


@dataclass(frozen=True, slots=True)
class Challenge:
    """Games that count for nothing."""

    number: int
    began: str
    ended: str
    games: int
    versions: Mapping[str, int]
    """The number of the version that plays, by key; 0 for a reference program."""


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """Everything in the store at one moment."""

    versions: tuple[StoredVersion, ...]
    notices: tuple[Notice, ...]
    evaluations: tuple[HeldEvaluation, ...]
    challenges: tuple[Challenge, ...]
    decisions: tuple[SeasonDecision, ...]
    marks: Mapping[str, str]

    def list_current(self) -> dict[str, Version]:
        """List the version of each contestant that plays: the last one that was accepted."""
        return {one.version.key: one.version for one in self.versions if one.version.accepted}

    def list_excluded(self) -> dict[str, str]:
        """List who is excluded, and why."""
        found: dict[str, str] = {}
        for decision in self.decisions:
            if decision.kind == EXCLUDE:
                found[decision.key] = decision.reason
            elif decision.kind == READMIT:
                found.pop(decision.key, None)
        return found

    def list_keys(self) -> tuple[str, ...]:
        """List the contestants of whom a version was imported."""
        return tuple(dict.fromkeys(one.version.key for one in self.versions))

    def find_open(self) -> HeldEvaluation | None:
        """Find the evaluation that is being held; one that is to be played again is given up."""
        open_ones = (one for one in self.evaluations if not one.ended and not self._is_replaced(one))
        return next(open_ones, None)

    def list_reruns(self) -> list[HeldEvaluation]:
        """List the evaluations that the organiser wants to have played again, by their last attempts."""
        last = {one.number: one for one in self.evaluations}
        return [one for one in last.values() if self._is_replaced(one)]

    def _is_replaced(self, one: HeldEvaluation) -> bool:
        reruns = sum(each.kind == RERUN and each.evaluation == one.number for each in self.decisions)
        return one.attempt <= reruns

    def list_counting(self) -> list[HeldEvaluation]:
        """List the evaluations by number; where one was played again, the last attempt that has ended, if any."""
        found: dict[int, HeldEvaluation] = {}
        for one in self.evaluations:
            before = found.get(one.number)
            if one.ended or before is None or not before.ended:
                found[one.number] = one
        return [found[number] for number in sorted(found)]


EMPTY = SeasonRows((), (), (), (), (), {})


VERSION = "key, version, hash, name, taken_in, accepted, reason, mark, notes, build_log"
NOTICE = "key, written, mark, text"
EVALUATION = "evaluation, attempt, kind, began, ended, rules, versions"
CHALLENGE = "number, began, ended, games, versions"
DECISION = "written, kind, key, evaluation, reason, game, result"
"""The columns of the tables."""


def read_rows(connection: sqlite3.Connection) -> SeasonRows:
    """Read all rows in one transaction."""

    def read(columns: str, table: str) -> list[Sequence[object]]:
        return connection.execute(f"SELECT {columns} FROM {table} ORDER BY number").fetchall()

    connection.execute("BEGIN")
    return SeasonRows(
        tuple(map(_make_version, read(VERSION, "versions"))),
        tuple(Notice(*map(str, row)) for row in read(NOTICE, "notices")),
        tuple(map(_make_evaluation, read(EVALUATION, "evaluations"))),
        tuple(map(_make_challenge, read(CHALLENGE, "challenges"))),
        tuple(map(_make_decision, read(f"number, {DECISION}", "decisions"))),
        dict(connection.execute("SELECT name, value FROM marks").fetchall()),
    )


def _make_version(row: Sequence[object]) -> StoredVersion:
    key, number, hash_, name, taken_in, accepted, reason, mark, notes, log = map(str, row)
    version = Version(key, int(number), hash_, name, taken_in, accepted == "1", reason)
    return StoredVersion(version, mark, notes, log)


def _make_evaluation(row: Sequence[object]) -> HeldEvaluation:
    number, attempt, kind, began, ended, rules, versions = map(str, row)
    return HeldEvaluation(
        int(number), int(attempt), kind, began, ended, json.loads(rules), json.loads(versions)
    )


def _make_challenge(row: Sequence[object]) -> Challenge:
    number, began, ended, games, versions = map(str, row)
    return Challenge(int(number), began, ended, int(games), json.loads(versions))


def _make_decision(row: Sequence[object]) -> SeasonDecision:
    number, written, kind, key, evaluation, reason, game, result = map(str, row)
    return SeasonDecision(int(number), written, kind, key, int(evaluation), reason, game, result)
