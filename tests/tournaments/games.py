"""Made-up results of games, for standings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from ludus.records.results import GameResult

_numbers = count(1)


def game(
    points: Mapping[str, float],
    *,
    round: int = 1,  # noqa: A002  # the name of the field
    kind: str = "outcome",
    reason: str = "five in a row",
    plies: int = 20,
    culprit: int | None = None,
    scores: tuple[float, ...] = (),
    offences: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
) -> GameResult:
    """Make the result of a game from the points of each seat."""
    gained = tuple(points.values())
    return GameResult(
        f"game-{next(_numbers)}",
        round,
        0,
        tuple(points),
        gained,
        scores or gained,
        kind,
        reason,
        culprit,
        offences,
        out,
        plies,
        (1.5,) * len(gained),
    )
