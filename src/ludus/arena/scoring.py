"""Computes the points of each seat for a finished game. The rules know nothing of this.

One measure for any number of seats: the share of the others that a seat has beaten, a tie counted as half. For two
seats that is 1 for a win, 0.5 for a draw and 0 for a loss; all points of a game add up to half the number of seats.
Who was sent off comes last, whatever it has scored; several who were share that place.

Contests may break a tie in their own way. Pente gives a drawn game to the seat with more time left.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.records.events import Verdict

_Rank = tuple[bool, float, float]


def compute_points(
    verdict: Verdict, time_left: Sequence[float] | None = None, *, draws_by_time: bool = False
) -> tuple[float, ...]:
    """Compute the share of its opponents that each seat has beaten.

    `time_left` are the seconds that each seat had at the end, None where nobody was timed; they decide between equals
    where the contest says so.
    """
    ranks = _rank(verdict, time_left if draws_by_time else None)
    if len(ranks) == 1:
        # With one seat there is nobody to beat, so finishing the game counts as a win.
        return (float(ranks[0][0]),)
    return tuple(_count_beaten(own, ranks) / (len(ranks) - 1) for own in ranks)


def rank_seats(verdict: Verdict) -> tuple[int, ...]:
    """Compute the place of each seat, 1 for the best; equal seats share the better place, and the next one is skipped."""
    ranks = _rank(verdict, None)
    return tuple(1 + sum(other > own for other in ranks) for own in ranks)


def _rank(verdict: Verdict, time_left: Sequence[float] | None) -> list[_Rank]:
    """Make values that compare as the seats do: disqualified or not, score, time left."""
    if time_left is not None and len(time_left) != len(verdict.scores):
        raise ValueError(f"expected the time of {len(verdict.scores)} seats, found {len(time_left)}")
    return [
        (False, 0.0, 0.0) if seat in verdict.out else (True, score, time_left[seat] if time_left else 0.0)
        for seat, score in enumerate(verdict.scores)
    ]


def _count_beaten(own: _Rank, ranks: Sequence[_Rank]) -> float:
    """Count the seats below, and half of the equal ones, for a seat that is itself in the list."""
    below = sum(other < own for other in ranks)
    level = sum(other == own for other in ranks) - 1
    return below + level / 2
