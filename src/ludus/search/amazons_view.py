"""How our search in Python sees the placement of treasure Amazons: one field, the best at first sight.

Where amazons are placed, nobody has treasure yet, and a wide board has thousands of fields: a search through them that
counts treasure sees nothing. On boards up to 64x64 the native core searches; beyond, this is all that is looked at.
"""

from __future__ import annotations

from ludus.games.amazons import Amazons
from ludus.games.amazons_board import FREE, HORSE, fence, find_chart, find_fenced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from ludus.turn import Limits, Turn

CANDIDATES = 2500
"""The maximum number of fields that are compared in placement."""
SIGHT = 8
"""How far along its lines a field is judged in placement."""
_FEWEST = 64
_SPEED = 100_000
"""Fields a second: a guess on the low side."""


def view_turn(turn: Turn, limits: Limits) -> Amazons:
    """See the position of a turn as a search with these limits should."""
    position = turn.position
    assert isinstance(position, Amazons)
    return View.of(position, _count_candidates(limits)) if position.placement else position


def _count_candidates(limits: Limits) -> int:
    seconds = min((limit for limit in (limits.cpu, limits.wall) if limit is not None), default=None)
    return CANDIDATES if seconds is None else min(max(int(seconds * _SPEED), _FEWEST), CANDIDATES)


class View(Amazons):
    """A placement as our search sees it."""

    __slots__ = ("candidates",)
    candidates: int

    @classmethod
    def of(cls, position: Amazons, candidates: int) -> Self:
        """See a placement: the best of so many fields."""
        view = cls(
            position.fields, position.width, position.players, position.placement, position.to_move, None
        )
        return view._set_view(candidates)

    def _set_view(self, candidates: int) -> Self:
        object.__setattr__(self, "candidates", candidates)
        return self

    def play(self, move: str) -> Self:
        """Play as the rules do."""
        return super().play(move)._set_view(self.candidates)

    def moves(self) -> Sequence[str]:
        """List the best field; once the movement has begun, all that the rules allow."""
        return (find_best_place(self, lambda: False, self.candidates),) if self.placement else super().moves()


def find_best_place(position: Amazons, out_of_time: Callable[[], bool], candidates: int = CANDIDATES) -> str:
    """Find the free field with most treasure and room along its lines; what lies under an amazon is lost."""
    fields, width = position.fields, position.width
    chart = find_chart(len(fields) // width, width)
    board = fence(fields, width)
    values = [0] * (width + 2)
    for start in range(0, len(fields), width):
        values += [1 + 2 * int(field[0]) + 4 * (field[1] == HORSE) for field in fields[start : start + width]]
        values.append(0)
    free = [square for square, field in enumerate(fields) if field in FREE]
    best, best_worth = free[0], -1.0
    for number, square in enumerate(free[:: len(free) // candidates + 1]):
        if number % 64 == 63 and out_of_time():
            break
        place = find_fenced(square, width)
        worth = -2.0 * int(fields[square][0])
        for step in chart.steps:
            at = place + step
            for distance in range(1, SIGHT + 1):
                if not board[at]:
                    break
                worth += values[at] / distance
                at += step
        if worth > best_worth:
            best, best_worth = square, worth
    return chart.names[best]
