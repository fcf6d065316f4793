"""How long games last, as entries plan their time by: found by self-play (bench/game_lengths.py), chosen by matches.

A row begins with a number of moves that a side has made; then comes by how many moves the time for searches is divided, and
one more than in the longest game. Pente is divided by how many more moves 5,000 games had on average, but by no fewer than
five, so that a game that fills the board lasts, too. Chezz has fewer than on average, those in half of the games of an
earlier engine: with today's average it thought too little while the game was still open (bench/strength.md). One game of
Chezz in eight goes on until it is cut short, so the starts of all moves are set aside. Between two rows lies a straight line, and the last row stands for all games that are longer.
"""

from __future__ import annotations

from ludus.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PENTE = ((0, 14, 32), (10, 5, 22), (20, 5, 12))
CHEZZ = ((0, 35, 200), (10, 25, 190), (20, 20, 180), (40, 15, 160), (60, 16, 140), (80, 30, 120))


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
