"""What a record is: one finished game, with all that is needed to play it again and to judge its result.

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
TOLD = "told"
"""The kind of a verdict that only the record tells: a game of people that was given up, for one."""
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
    """What measured its time (`cgroup2`); empty where the referee's own watch did."""
    tier: str = ""
    """How a program was contained (`bubblewrap`); empty where none was run."""
    key: str = ""
    """Which participant of the match it was."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a player thought of its move: its worth to the seat, how deep and how wide it looked."""

    score: Score
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What somebody who did not play thought of the game afterwards."""

    by: str
    """Who it was: an engine and its limits."""
    evaluations: tuple[Evaluation | None, ...]
    """One for each move, as the seat that made it saw the position before."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What could have been played instead."""

    ply: int
    """The move that it replaces, from 1."""
    moves: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One finished game."""

    id: str
    game: str
    options: tuple[tuple[str, str], ...]
    """What the game's start was asked for."""
    start: str
    """The position in which the players sat down, which need not be the game's usual start."""
    opening: str
    """What that position is called in its suite."""
    players: tuple[Seated, ...]
    seeds: tuple[int, ...]
    clock: str
    ply_cap: int
    conduct: Conduct
    """What the referee did about misconduct."""
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    """What each move cost."""
    evaluations: tuple[Evaluation | None, ...]
    """One for each move, or none at all where no player gave any."""
    notes: tuple[str, ...]
    """What was noted on each move: a program's exit code, the end of its standard error; or none at all."""
    offences: tuple[Offence, ...]
    verdict: Verdict
    used: tuple[float, ...]
    """What each seat used of its clock."""
    software: str
    round: int = 0
    block: int = 0
    """Which games of a match belong together."""
    started: str = ""
    """When the game began: the date and time in UTC (`2026-11-16T09:30:00Z`), or nothing where nobody knows."""
    points: tuple[float, ...] = ()
    """The share of the others that each seat has beaten; nothing where nobody has counted."""
    tie_break: str = ""
    """What decided between equals, if anything did: `time`."""
    tags: tuple[tuple[str, str], ...] = ()
    """Anything else worth knowing."""
    analysis: Analysis | None = None
    variations: tuple[Variation, ...] = ()
