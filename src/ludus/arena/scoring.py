"""What a finished game is worth to each seat in a contest. The rules know nothing of this.

One measure for any number of seats: the share of the others that a seat has beaten, a tie counted as half. For two
seats that is 1 for a win, 0.5 for a draw and 0 for a loss; all points of a game add up to half the number of seats.
Who was sent off comes last, whatever it has scored; several who were share that place.

Contests may break a tie in their own way. Pente gives a drawn game to the seat with more time left.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.records.events import Verdict

_Rank = tuple[bool, float, float]


def points(
    verdict: Verdict, time_left: Sequence[float] | None = None, *, draws_by_time: bool = False
) -> tuple[float, ...]:
    """Give each seat the share of the others that it has beaten.

    `time_left` are the seconds that each seat had at the end, None where nobody was timed; they decide between equals
    where the contest says so.
    """
    ranks = _ranks(verdict, time_left if draws_by_time else None)
    if len(ranks) == 1:
        # There is nobody to beat; only who stays to the end has done what there was to do.
        return (float(ranks[0][0]),)
    return tuple(_beaten(own, ranks) / (len(ranks) - 1) for own in ranks)


def places(verdict: Verdict) -> tuple[int, ...]:
    """Tell the place of each seat, 1 for the best; equal seats share the better place, and the next one is left out."""
    ranks = _ranks(verdict, None)
    return tuple(1 + sum(other > own for other in ranks) for own in ranks)


def _ranks(verdict: Verdict, time_left: Sequence[float] | None) -> list[_Rank]:
    """Make values that compare as the seats do: sent off or not, score, time left."""
    if time_left is not None and len(time_left) != len(verdict.scores):
        raise ValueError(f"expected the time of {len(verdict.scores)} seats, found {len(time_left)}")
    return [
        (False, 0.0, 0.0) if seat in verdict.out else (True, score, time_left[seat] if time_left else 0.0)
        for seat, score in enumerate(verdict.scores)
    ]


def _beaten(own: _Rank, ranks: Sequence[_Rank]) -> float:
    """Count the others below, and half of those level, for a seat that is itself in the list."""
    below = sum(other < own for other in ranks)
    level = sum(other == own for other in ranks) - 1
    return below + level / 2
