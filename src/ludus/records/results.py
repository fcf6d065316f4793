"""What standings and ratings need to know of one game that counts: much less than its record."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.records.record import Record


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
