"""The events of a game: the referee yields them, records keep them."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.games.base import Position
from ludus.turn import Thought

PLY_CAP = 400
"""Some games need not end by their rules; the arena ends them after this many plies."""
MOST_PLIES = 10_000
"""The maximum of any ply cap: longer games take too long to store and to replay."""
BY_RULES, CUT_SHORT = "outcome", "cut"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The arena's result of a game: a score per seat, and the reason."""

    kind: str
    """`outcome` (the rules ended it), `cut` (the cap did), `told` (somebody said so), or a kind of misconduct."""
    scores: tuple[float, ...]
    reason: str
    seat: int | None = None
    """Whose misconduct ended the game, or who gave it up."""
    out: tuple[int, ...] = ()
    """Seats that were disqualified before the end; they come last whatever they have scored."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move was made."""

    ply: int
    seat: int
    move: str
    seconds: float
    """The time it took; the first move of a turn carries the time of the whole turn."""
    position: Position
    """The position after the move."""
    thought: Thought | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Offence:
    """A turn was rolled back and lost."""

    ply: int
    seat: int
    kind: str
    reason: str
    is_out: bool
    """Whether the seat is disqualified by it."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game goes on from an earlier turn of a person, or from this one where there is none."""

    plies: int
    """How many moves still stand."""
    offences: int
    """How many offences still stand."""
    position: Position


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    plies: int
    position: Position
    verdict: Verdict
    used: tuple[float, ...]
    """The time that each seat has used."""


Event = Played | Offence | TakenBack | Ended
