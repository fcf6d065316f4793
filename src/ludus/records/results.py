"""What standings and ratings need to know of one game that counts: much less than its record."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # A command that only reads results starts much faster without the modules behind a record.
    from ludus.records.record import Record

ENDINGS = ("outcome", "cut", "told", "time", "crash", "silence", "format", "illegal", "refusal", "absent")
"""The kinds of verdicts, as `record.KINDS` lists them."""
WIN, DRAW, LOSS = OUTCOMES = ("win", "draw", "loss")


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game."""

    id: str
    round: int
    block: int
    keys: tuple[str, ...]
    """The participant in each seat."""
    points: tuple[float, ...]
    """The share of its opponents that each seat has beaten."""
    scores: tuple[float, ...]
    """What the rules of the game count: treasure, for example."""
    kind: str
    """How it ended: the kind of its verdict."""
    reason: str
    culprit: int | None = None
    """The seat whose misconduct ended it, or that gave it up."""
    offences: tuple[int, ...] = ()
    """The seat of each offence."""
    out: tuple[int, ...] = ()
    """Seats that were disqualified."""
    plies: int = 0
    seconds: tuple[float, ...] = ()
    """The time that each seat used."""


def extract_result(record: Record) -> GameResult:
    """Extract the result of a recorded game; who has no key goes by the name."""
    verdict = record.verdict
    return GameResult(
        record.id,
        record.round,
        record.block,
        tuple(seated.key or seated.name for seated in record.players),
        record.points,
        verdict.scores,
        verdict.kind,
        verdict.reason,
        verdict.seat,
        tuple(offence.seat for offence in record.offences),
        verdict.out,
        len(record.moves),
        record.used,
    )


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted; what is left out excludes none."""

    keys: Collection[str] = ()
    """Games of one of these participants."""
    outcome: str = ""
    """`win`, `draw` or `loss` of one of them, or of anybody where none is named."""
    kind: str = ""
    """Games that ended so."""
    round: int | None = None

    def accepts(self, result: GameResult) -> bool:
        """Tell whether a game is wanted."""
        seats = [seat for seat, key in enumerate(result.keys) if not self.keys or key in self.keys]
        if self.outcome:
            seats = [seat for seat in seats if name_outcome(result.points, seat) == self.outcome]
        return bool(seats) and self.kind in ("", result.kind) and self.round in (None, result.round)


def name_outcome(points: tuple[float, ...], seat: int) -> str:
    """Name what a game was for a seat; with more than two seats a win is to have beaten all, a loss nobody."""
    if seat >= len(points):
        return ""
    return WIN if points[seat] == 1 else LOSS if points[seat] == 0 else DRAW
