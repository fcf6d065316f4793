"""Variety at the beginning of a game: any of the moves that the search thinks nearly as good as the best."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.turn import Thought

LINES = 3
"""The moves to choose among at most: each costs the search time."""


def choose_among(found: Sequence[Thought], margin: float, draw: Callable[[int], int]) -> Thought:
    """Choose one of the moves that are at most `margin` pieces worse than the first, which is the best.

    `draw(count)` draws a number below `count`.
    """
    near = [thought for thought in found if thought.score.rank >= found[0].score.rank - margin]
    return near[draw(len(near))]
