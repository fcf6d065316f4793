"""Checkers, as its contest plays it.

- 8x8 squares, columns A-H from the left, rows 1-8 from the top. White (`w`) starts on rows 1-3,
  Black (`b`) on rows 6-8. Black moves first, upwards.
- A piece moves one square diagonally forward. A piece that reaches the far row becomes a tower (`B`, `W`)
  at once; a tower moves one square diagonally in any direction.
- A capture jumps over one adjacent enemy onto the empty square beyond (pieces forward only).
  One jump a turn; capturing is never compulsory.
- Whoever cannot act on their turn loses. The rules know no draw.

Moves are listed in the contest's order: squares row by row, from each the directions NE, SE, SW, NW.
"""

from __future__ import annotations

from ludus.games.base import EMPTY, Look, Outcome, Position
from ludus.games.grid import read_rows, read_side, split_rows, write_rows
from ludus.games.position_text import read_options, take_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

START = ".w.w.w.ww.w.w.w..w.w.w.w................b.b.b.b..b.b.b.bb.b.b.b."
BLACK, WHITE = 0, 1
LETTERS = "bw"
PIECES = ("bB", "wW")
NAMES = tuple(f"{col}{row}" for row in range(1, 9) for col in "ABCDEFGH")
INDEX = {name: square for square, name in enumerate(NAMES)}

_NE, _SE, _SW, _NW = (-1, 1), (1, 1), (1, -1), (-1, -1)
_DIRECTIONS = {"b": (_NE, _NW), "w": (_SE, _SW), "B": (_NE, _SE, _SW, _NW), "W": (_NE, _SE, _SW, _NW)}
_FAR_ROW = {"b": range(8), "w": range(56, 64)}


def _list_paths(square: int, directions: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, str, str], ...]:
    """List per direction: the next square, the one beyond (-1 off the board), the step and the jump."""
    paths = []
    for down, right in directions:
        row, col = square // 8 + down, square % 8 + right
        if 0 <= row < 8 and 0 <= col < 8:
            near = row * 8 + col
            inside = 0 <= row + down < 8 and 0 <= col + right < 8
            beyond = near + down * 8 + right if inside else -1
            jump = f"{NAMES[square]}-{NAMES[beyond]}" if inside else ""
            paths.append((near, beyond, f"{NAMES[square]}-{NAMES[near]}", jump))
    return tuple(paths)


_PATHS = {
    piece: tuple(_list_paths(square, directions) for square in range(64))
    for piece, directions in _DIRECTIONS.items()
}


class Checkers(Position):
    """A position of Checkers; seat 0 is Black, seat 1 is White."""

    __slots__ = ("board", "to_move")
    name = "checkers"
    sides = ("Black", "White")
    ground = "brown squares"
    board: str

    def __init__(self, board: str, to_move: int) -> None:
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "to_move", to_move)

    @classmethod
    def start(cls) -> Self:
        """Set up twelve pieces a side, Black to move."""
        return cls(START, BLACK)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `ROWS b|w`."""
        (rows, letter), options = take_words(text, "ROWS", "b|w")
        read_options(options, ())
        return cls(read_rows(rows, 8, 8, "bwBW"), read_side(letter, LETTERS))

    def __str__(self) -> str:
        return f"{write_rows(self.board, 8)} {LETTERS[self.to_move]}"

    def moves(self) -> Sequence[str]:
        """List the moves in the contest's order."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[str]:
        board = self.board
        own, enemy = PIECES[self.to_move], PIECES[1 - self.to_move]
        for square, piece in enumerate(board):
            if piece in own:
                for near, beyond, step, jump in _PATHS[piece][square]:
                    if board[near] == ".":
                        yield step
                    elif beyond >= 0 and board[beyond] == "." and board[near] in enemy:
                        yield jump

    def play(self, move: str) -> Self:
        """Step or jump: a captured piece leaves the board, a piece on the far row becomes a tower."""
        source, captured, target = self._find_path(move)
        cells = list(self.board)
        piece = cells[source]
        cells[source] = cells[captured] = "."
        cells[target] = piece.upper() if target in _FAR_ROW.get(piece, ()) else piece
        return type(self)("".join(cells), 1 - self.to_move)

    def _find_path(self, move: str) -> tuple[int, int, int]:
        """Find what `move` touches: source, captured square (the source again for a step), target."""
        names = move.split("-")
        if len(names) != 2 or names[0] not in INDEX or names[1] not in INDEX:
            raise self.illegal(move, "expected two squares like G6-F5")
        source, target = INDEX[names[0]], INDEX[names[1]]
        board = self.board
        if board[source] == ".":
            raise self.illegal(move, f"{names[0]} is empty")
        if board[target] != ".":
            raise self.illegal(move, f"{names[1]} is not empty")
        if board[source] not in PIECES[self.to_move]:
            raise self.illegal(move, f"{names[0]} holds the opponent's {board[source]}")
        for near, beyond, _, _ in _PATHS[board[source]][source]:
            if near == target:
                return source, source, target
            if beyond == target and board[near] in PIECES[1 - self.to_move]:
                return source, near, target
        raise self.illegal(move, f"{board[source]} on {names[0]} neither steps nor jumps to {names[1]}")

    def outcome(self) -> Outcome | None:
        """Whoever cannot act loses."""
        if next(self._moves(), None) is not None:
            return None
        return Outcome.win(1 - self.to_move, f"{self.sides[self.to_move]} cannot move")

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show the board, row 1 on top."""
        return split_rows(self.board, 8)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the squares, A1 top left."""
        return split_rows(NAMES, 8)

    def look(self, cell: str) -> Look:
        """Capitals are towers."""
        if cell == ".":
            return EMPTY
        return Look(LETTERS.index(cell.lower()), "stone" if cell.islower() else "tower")

    def standing(self) -> tuple[float, ...]:
        """Count one for a piece and three for a tower, as the contest's cost does."""
        count = self.board.count
        return count("b") + 3 * count("B"), count("w") + 3 * count("W")
