"""Connect Four: a whole game for Ludus in one class.

- Seven columns (a-g) of six cells (1 at the bottom). White (`w`) begins; the seats drop one stone in turn.
- A stone falls to the lowest empty cell of its column; a move is the cell where it comes to rest: `d1`.
- Four in a row, column or diagonal win. A full board without four is a draw.

Try it:  ludus play connect-four --game examples/connect_four.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from ludus.games import EMPTY, Look, Outcome, Position
from ludus.games.grid import read_rows, read_side, split_rows, write_rows
from ludus.games.position_text import read_options, take_words

WIDTH, HEIGHT = 7, 6
STONES = "wb"
NAMES = tuple(f"{col}{row}" for row in range(HEIGHT, 0, -1) for col in "abcdefg")
LINES = tuple(
    tuple((row + step * down) * WIDTH + col + step * right for step in range(4))
    for row in range(HEIGHT)
    for col in range(WIDTH)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < HEIGHT and 0 <= col + 3 * right < WIDTH
)
"""The cells of every four in a line."""


@dataclass(frozen=True, slots=True, repr=False)
class ConnectFour(Position):
    """A position of Connect Four; seat 0 drops `w`, seat 1 drops `b`."""

    name = "connect-four"
    sides = ("White", "Black")
    board: str
    to_move: int

    @classmethod
    def start(cls) -> Self:
        """Begin with an empty board."""
        return cls("." * (WIDTH * HEIGHT), 0)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `ROWS w|b`, the form that `str` writes."""
        (rows, letter), options = take_words(text, "ROWS", "w|b")
        read_options(options, ())
        return cls(read_rows(rows, WIDTH, HEIGHT, STONES), read_side(letter, STONES))

    def __str__(self) -> str:
        return f"{write_rows(self.board, WIDTH)} {STONES[self.to_move]}"

    def moves(self) -> Sequence[str]:
        """List the cells where a stone can come to rest, column by column."""
        if self._has_four(0) or self._has_four(1):
            return ()
        columns = [self.board[col::WIDTH] for col in range(WIDTH)]
        return tuple(
            NAMES[(stones.count(".") - 1) * WIDTH + col]
            for col, stones in enumerate(columns)
            if "." in stones
        )

    def play(self, move: str) -> Self:
        """Drop a stone."""
        if move not in self.moves():
            raise self.illegal(move, "expected the lowest empty cell of a column, like d1")
        cell = NAMES.index(move)
        return type(self)(self.board[:cell] + STONES[self.to_move] + self.board[cell + 1 :], 1 - self.to_move)

    def outcome(self) -> Outcome | None:
        """Four in a line win; a full board is a draw."""
        for seat in (1 - self.to_move, self.to_move):
            if self._has_four(seat):
                return Outcome.win(seat, "four in a line")
        return None if "." in self.board else Outcome.draw("the board is full")

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show the board, row 6 on top."""
        return split_rows(self.board, WIDTH)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the cells, a1 bottom left."""
        return split_rows(NAMES, WIDTH)

    def look(self, cell: str) -> Look:
        """Both sides have stones."""
        return EMPTY if cell == "." else Look(STONES.index(cell), "stone")

    def standing(self) -> tuple[float, ...]:
        """Count the stones of each side in lines that it can still fill: what plain players go by."""
        filled = ["".join(self.board[cell] for cell in line) for line in LINES]
        white, black = (
            sum(line.count(own) for line in filled if other not in line) for own, other in ("wb", "bw")
        )
        return white, black

    def _has_four(self, seat: int) -> bool:
        return any(all(self.board[cell] == STONES[seat] for cell in line) for line in LINES)
