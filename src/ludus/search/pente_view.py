"""How our search sees Pente: only squares near the stones, and lines and captures as what a side has to show.

The plain rules list every empty square and count captures alone, so a search on them sees nothing in a quiet
position. This is the same position with fewer moves, in a better order, and with a better standing.
"""

from __future__ import annotations

from ludus.games.pente import BLACK, LETTERS, NAMES, SIZE, WHITE, Pente

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from ludus.turn import Limits, Turn

# Squares as bits, 19A the highest, so that the digits of a number stand in the order of NAMES.
_ALL = (1 << SIZE * SIZE) - 1
_LAST_COLUMN = int(("0" * (SIZE - 1) + "1") * SIZE, 2)
_FIRST_COLUMN = _LAST_COLUMN << (SIZE - 1)
_IS_ONE = bytes(letter == ord("1") for letter in range(256))
_EDGE = "/"
_STEPS = (SIZE + 1, SIZE, SIZE + 2)
"""From a cell to the next below and to those on either side of it: a row is one longer by its edge."""

# What the lines of a side are worth; `o` is its own stone, `x` the enemy's.
_SHAPES = {
    ".oo.": 4,
    ".o.o.": 5,
    "xoo.": -14,
    ".oox": -14,
    ".ooo.": 60,
    ".oo.o.": 50,
    ".o.oo.": 50,
    "oooo.": 90,
    ".oooo": 90,
    "ooo.o": 90,
    "oo.oo": 90,
    "o.ooo": 90,
}
_WORTH = tuple(
    tuple((shape.translate(str.maketrans("ox", own + enemy)), worth) for shape, worth in _SHAPES.items())
    for own, enemy in ((LETTERS[WHITE], LETTERS[BLACK]), (LETTERS[BLACK], LETTERS[WHITE]))
)


_WIDE_FROM = 500
"""From this many positions on, a search plays better with squares two away from the stones (see entries/pente.py)."""
_SPEED = 10_000
"""Positions a second: a guess on the low side."""


def view_turn(turn: Turn, limits: Limits) -> View:
    """See the position of a turn as a search with these limits should."""
    assert isinstance(turn.position, Pente)
    return View.of(turn.position, _choose_width(limits), [move for move in turn.moves[-2:] if move in NAMES])


def _choose_width(limits: Limits) -> int:
    seconds = min((limit for limit in (limits.cpu, limits.wall) if limit is not None), default=None)
    nodes = limits.nodes
    if nodes is None:
        nodes = _WIDE_FROM if seconds is None else int(seconds * _SPEED)
    return 2 if nodes >= _WIDE_FROM else 1


class View(Pente):
    """A position as our search sees it: only squares near the stones, those around the newest first."""

    __slots__ = ("width", "newest")
    width: int
    newest: int

    @classmethod
    def of(cls, position: Pente, width: int, newest: Iterable[str] = ()) -> Self:
        """See a position: squares up to `width` away from a stone."""
        view = cls(position.board, position.captured, position.to_move, position.second_stone, position.end)
        return view._set_view(width, sum(_bit(name) for name in set(newest)))

    def _set_view(self, width: int, newest: int) -> Self:
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "newest", newest)
        return self

    def play(self, move: str) -> Self:
        """Place a stone as the rules do; it is the newest now."""
        return super().play(move)._set_view(self.width, _bit(move))

    def moves(self) -> Sequence[str]:
        """List the squares near the stones that the rules allow; all that they allow where there are none."""
        if self.end:
            return ()
        cells = self.board.replace(_EDGE, "")
        stones = int(cells.replace(".", "0").replace("w", "1").replace("b", "1"), 2)
        near = _widen(stones, self.width) & ~stones
        first = near & _widen(self.newest, 2)
        found = _list_names(first) + _list_names(near & ~first)
        if self.to_move == WHITE and self.board.count("w") + self.captured[BLACK] <= 1:
            allowed = super().moves()
            found = tuple(name for name in found if name in allowed)
        return found or super().moves()

    def standing(self) -> tuple[float, ...]:
        """Add up what the lines and the captures of each side are worth."""
        board = self.board
        lines = board + "".join(board[first::step] for step in _STEPS for first in range(step))
        return tuple(
            captured * captured * 4 + sum(lines.count(shape) * worth for shape, worth in worths)
            for captured, worths in zip(self.captured, _WORTH, strict=True)
        )


def _bit(name: str) -> int:
    return 1 << (len(NAMES) - 1 - NAMES.index(name))


def _widen(squares: int, width: int) -> int:
    """Add the squares that are up to `width` away, diagonals counted as one."""
    for _ in range(width):
        squares |= (squares & ~_FIRST_COLUMN) << 1 | (squares & ~_LAST_COLUMN) >> 1
        # What leaves the board at the top must not come back on the other side.
        squares |= (squares << SIZE | squares >> SIZE) & _ALL
    return squares


def _list_names(squares: int) -> tuple[str, ...]:
    from itertools import compress

    return tuple(compress(NAMES, f"{squares:0{len(NAMES)}b}".encode().translate(_IS_ONE)))
