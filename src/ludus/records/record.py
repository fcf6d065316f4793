"""What a record is: one finished game, with everything that is needed to replay it and to judge its result.

docs/records.md explains the fields one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.contests.base import Conduct
from ludus.players.base import Absence, BadForm, Crash, Forbidden, Misconduct, OutOfTime, Refusal, Silence
from ludus.records.events import BY_RULES, CUT_SHORT, Offence, Verdict
from ludus.score import Score

FORMAT = 3
OLDEST = 1
"""The oldest format that is read; docs/records.md tells what each of them lacks."""
BY_TIME = "time"
"""The tie-break that gives a draw to the seat with more time left."""
DECISION = "decision"
"""The tag with the reason for which the organiser has given other points than the verdict."""
TOLD = "told"
"""The kind of a verdict that only the record knows, for example that a person resigned."""
MISCONDUCT: dict[str, type[Misconduct]] = {
    misconduct.kind: misconduct
    for misconduct in (OutOfTime, Crash, Silence, BadForm, Forbidden, Refusal, Absence)
}
KINDS = (BY_RULES, CUT_SHORT, TOLD, *MISCONDUCT)


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat in a seat."""

    name: str
    version: str = ""
    """What exactly played: a version, a content hash."""
    meter: str = ""
    """What measured its time (`cgroup2`); empty where the referee's own clock did."""
    tier: str = ""
    """How a program was contained (`bubblewrap`); empty where none was run."""
    key: str = ""
    """Which participant of the match it was."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A player's evaluation of its move: the score for the seat, the depth and the nodes of the search."""

    score: Score
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """Evaluations of the game by an engine or a person who did not play it."""

    by: str
    """Who made it: an engine and its limits."""
    evaluations: tuple[Evaluation | None, ...]
    """One for each move: the position before it, from the view of the seat that made it."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that could have been played instead."""

    ply: int
    """The move that it replaces, from 1."""
    moves: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One finished game."""

    id: str = ""
    game: str
    options: tuple[tuple[str, str], ...] = ()
    """The options of the game's start."""
    start: str
    """The position in which the players began, which need not be the game's usual start."""
    opening: str = ""
    """The opening that leads to that position, as in its suite."""
    round: int = 0
    block: int = 0
    """Which games of a match belong together."""
    started: str = ""
    """When the game began: the date and time in UTC (`2026-11-16T09:30:00Z`); empty if unknown."""
    players: tuple[Seated, ...]
    seeds: tuple[int, ...] = ()
    clock: str
    ply_cap: int
    conduct: Conduct
    """How the referee treated misconduct."""
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    """The time of each move."""
    evaluations: tuple[Evaluation | None, ...] = ()
    """One for each move, or none at all where no player gave any."""
    notes: tuple[str, ...] = ()
    """A note for each move (a program's exit code, the end of its standard error), or none at all."""
    offences: tuple[Offence, ...] = ()
    verdict: Verdict
    points: tuple[float, ...] = ()
    """The share of its opponents that each seat has beaten; empty if unknown."""
    tie_break: str = ""
    """The tie-break that was used, if any: `time`."""
    used: tuple[float, ...]
    """The time that each seat used."""
    tags: tuple[tuple[str, str], ...] = ()
    """Further facts, chosen by the writer."""
    analysis: Analysis | None = None
    variations: tuple[Variation, ...] = ()
    software: str
