"""Othello, a second whole game for Ludus: here a turn can be skipped.

- 8x8 squares, columns a-h from the left, rows 1 (top) to 8. Black (`b`) moves first, from white discs on d4 and e5
  and black discs on e4 and d5.
- A move places one disc on an empty square. It must outflank: in one of the 8 directions at least one enemy disc
  lies next to it, and behind the unbroken row of enemy discs a disc of the mover. Every row so enclosed is turned
  over, in all directions at once. A move is its square: `d3`.
- Who has no such move is skipped. The game ends when neither side has one; more discs win, equal discs are a draw.

A text that names a side which must be skipped means the position in which the other side is to move.
Moves are listed row by row from the top.

Try it:  ludus play othello --game examples/othello.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from ludus.games import EMPTY, Look, Outcome, Position
from ludus.games.grid import read_rows, read_side, split_rows, write_rows
from ludus.games.position_text import read_options, take_words

DISCS = "bw"
NAMES = tuple(f"{col}{row}" for row in range(1, 9) for col in "abcdefgh")
START = "." * 27 + "wb" + "." * 6 + "bw" + "." * 27


def _walk(square: int, down: int, right: int) -> tuple[int, ...]:
    """List the squares from the next one to the edge."""
    row, col, found = square // 8 + down, square % 8 + right, []
    while 0 <= row < 8 and 0 <= col < 8:
        found.append(row * 8 + col)
        row, col = row + down, col + right
    return tuple(found)


LINES = tuple(
    tuple(_walk(square, down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
    for square in range(64)
)


@dataclass(frozen=True, slots=True, repr=False)
class Othello(Position):
    """A position of Othello; seat 0 is Black, seat 1 is White."""

    name = "othello"
    sides = ("Black", "White")
    ground = "green squares"
    board: str
    to_move: int

    @classmethod
    def start(cls) -> Self:
        """Set up the four discs in the middle."""
        return cls(START, 0)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `ROWS b|w`."""
        (rows, letter), options = take_words(text, "ROWS", "b|w")
        read_options(options, ())
        return cls(read_rows(rows, 8, 8, DISCS), read_side(letter, DISCS))._after_skipping()

    def __str__(self) -> str:
        return f"{write_rows(self.board, 8)} {DISCS[self.to_move]}"

    def moves(self) -> Sequence[str]:
        """List the squares where a disc outflanks others."""
        return tuple(NAMES[square] for square in range(64) if self._find_turned(square))

    def play(self, move: str) -> Self:
        """Place a disc, turn over what it outflanks, and skip the other side if it cannot move."""
        square = NAMES.index(move) if move in NAMES else -1
        turned_over = self._find_turned(square) if square >= 0 else ()
        if not turned_over:
            raise self.illegal(move, "expected an empty square like d3 that outflanks a disc")
        cells = list(self.board)
        for each in (square, *turned_over):
            cells[each] = DISCS[self.to_move]
        return type(self)("".join(cells), 1 - self.to_move)._after_skipping()

    def outcome(self) -> Outcome | None:
        """Count the discs once neither side can move."""
        if self.moves():
            return None
        black, white = self.standing()
        if black == white:
            return Outcome.draw("equal discs")
        return Outcome.win(0 if black > white else 1, f"{max(black, white):g} discs to {min(black, white):g}")

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show the board, row 1 on top."""
        return split_rows(self.board, 8)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the squares, a1 top left."""
        return split_rows(NAMES, 8)

    def look(self, cell: str) -> Look:
        """Both sides have discs, which are drawn as stones."""
        return EMPTY if cell == "." else Look(DISCS.index(cell), "stone", "disc")

    def standing(self) -> tuple[float, ...]:
        """Count the discs."""
        return self.board.count("b"), self.board.count("w")

    def _after_skipping(self) -> Self:
        """Give the turn to the other side if only that one can move."""
        other = type(self)(self.board, 1 - self.to_move)
        return other if not self.moves() and other.moves() else self

    def _find_turned(self, square: int) -> tuple[int, ...]:
        """List the discs that a disc on this square would turn over."""
        if self.board[square] != ".":
            return ()
        own, enemy = DISCS[self.to_move], DISCS[1 - self.to_move]
        found: list[int] = []
        for line in LINES[square]:
            row = "".join(self.board[each] for each in line)
            enclosed = len(row) - len(row.lstrip(enemy))
            if row[enclosed : enclosed + 1] == own:
                found += line[:enclosed]
        return tuple(found)
