"""How long games last, as entries plan their time by: found by self-play (bench/game_lengths.py, 5,000 games each).

A row begins with a number of moves that a side has made; then comes how many more it makes on average in games that are
decided, and one more than in the longest of all. Divided by the average, the time of a move is as large as games
that get to it are frequent. Between two rows lies a straight line, and the last row stands for all games that are longer.
One game of Chezz in eight goes on until it is cut short: time is divided as if it were decided, but its starts are set
aside.
"""

from __future__ import annotations

from ludus.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PENTE = ((0, 14, 32), (10, 4, 22), (20, 2, 12))
CHEZZ = (
    (0, 54, 200), (10, 45, 190), (20, 38, 180), (30, 35, 170), (60, 39, 140), (80, 40, 120), (120, 31, 80), (160, 18, 40),
)  # fmt: skip


class MovesToCome(Value):
    """How many moves a side has still to make."""

    usual: float
    late: float
    """Hardly a game lasts longer."""
    most: int
    """No game lasts longer."""


def estimate_moves(rows: Sequence[tuple[int, int, int]], made: int, most: int) -> MovesToCome:
    """Estimate how many moves are to come after those made, when there cannot be more than `most`."""
    before = rows[0]
    for row in rows[1:]:
        if made < row[0]:
            share = (made - before[0]) / (row[0] - before[0])
            usual, late = (old + share * (new - old) for old, new in zip(before[1:], row[1:], strict=True))
            return MovesToCome(min(usual, most), min(late, most), most)
        before = row
    return MovesToCome(min(before[1], most), min(before[2], most), most)
