"""What happens in a game, event by event: the referee tells it, records keep it."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.games.base import Position
from ludus.turn import Thought

PLY_CAP = 400
"""Some games need not end by their rules; the arena ends them here."""
MOST_PLIES = 10_000
"""No game has more, whatever is asked for: it could be neither kept nor played again in good time."""
BY_RULES, CUT_SHORT = "outcome", "cut"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the arena says of a game: a score per seat, and why."""

    kind: str
    """`outcome` (the rules ended it), `cut` (the cap did), `told` (somebody said so), or a kind of misconduct."""
    scores: tuple[float, ...]
    reason: str
    seat: int | None = None
    """Whose misconduct ended the game, or who gave it up."""
    out: tuple[int, ...] = ()
    """Who was sent off before the end; they come last whatever they have scored."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move was made."""

    ply: int
    seat: int
    move: str
    seconds: float
    """What it cost; the first move of a turn carries the cost of all of it."""
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
    """Whether that was one too many."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game goes on from an earlier turn of a person, or from this one where there is none."""

    plies: int
    """So many moves still stand."""
    offences: int
    """So many offences still stand."""
    position: Position


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    plies: int
    position: Position
    verdict: Verdict
    used: tuple[float, ...]
    """What each seat has used of its clock."""


Event = Played | Offence | TakenBack | Ended
