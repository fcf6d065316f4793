"""Pente, as its contest plays it.

- 19x19 intersections, columns A-T without I from the left, rows 19 (top) to 1. A square is written row first:
  `10K` is the centre. White (`w`) moves first; a move places one stone on an empty square, border included.
- White's first stone goes to the centre. White's second stone lies at most 3 squares from it, diagonals
  counted as one: the 7x7 box. The editions of the contest differ here, so it is an option:
  second_stone = at-most-3 (default) | exactly-3 | at-least-3 | free. Only White is bound; captured
  stones count when its stones are counted.
- A stone that together with another of its colour flanks exactly two enemy stones, in any of the 8 directions,
  captures both; one move may capture in several directions. Moving in between two enemies is safe.
- Captures come first. Then five or more in a line win; then ten or more captured stones win.
  A full board without a winner is a draw.

Boards that no game can reach are read, too; if both sides have won on one, the side that moved last is the winner.
Moves are listed row by row from the top.
"""

from __future__ import annotations

from ludus.errors import BadOption
from ludus.games.base import EMPTY, BadPosition, Look, Outcome, Position
from ludus.games.grid import read_rows, read_side, split_rows, write_rows
from ludus.games.position_text import one_of, read_options, take_words
from ludus.text import describe_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

SIZE = 19
COLUMNS = "ABCDEFGHJKLMNOPQRST"
WHITE, BLACK = 0, 1
LETTERS = "wb"
TO_WIN = 10
"""The number of captured stones that wins."""

CENTRE, ANYWHERE = range(1), range(SIZE // 2 + 1)
AT_MOST_3 = "at-most-3"
SECOND_STONE = {AT_MOST_3: range(4), "exactly-3": range(3, 4), "at-least-3": range(3, 10), "free": ANYWHERE}
"""How far from the centre White's second stone may lie, by the value of the option."""

# Each row of a board ends in an edge, and a row of edges closes it: a line that leaves the board meets an edge
# before it comes back on the other side. Above the top row an index is negative and meets the closing row.
_EDGE = "/"
_STRIDE = SIZE + 1
_LINES = (1, _STRIDE, _STRIDE - 1, _STRIDE + 1)
_AROUND = tuple(sign * step for step in _LINES for sign in (1, -1))
_FIVE = tuple(5 * letter for letter in LETTERS)

_NAMES = tuple(f"{row}{col}" for row in range(SIZE, 0, -1) for col in COLUMNS + _EDGE)
_INDEX = {name: square for square, name in enumerate(_NAMES) if name[-1] != _EDGE}
NAMES = tuple(_INDEX)
_IS_EMPTY = bytes(letter == ord(".") for letter in range(128)) + bytes(128)

_FIVE_WINS = tuple(Outcome.win(seat, "five in a line") for seat in (WHITE, BLACK))
_TEN_WINS = tuple(Outcome.win(seat, "ten stones captured") for seat in (WHITE, BLACK))
_FULL = Outcome.draw("the board is full")


class Pente(Position):
    """A position of Pente; seat 0 is White, seat 1 is Black."""

    __slots__ = ("board", "captured", "to_move", "second_stone", "end")
    name = "pente"
    sides = ("White", "Black")
    ground = "crossings"
    board: str
    """The rows from the top, with edges."""
    captured: tuple[int, int]
    """How many stones each seat has captured."""
    second_stone: str
    end: Outcome | None

    def __init__(
        self, board: str, captured: tuple[int, int], to_move: int, second_stone: str, end: Outcome | None
    ) -> None:
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "captured", captured)
        object.__setattr__(self, "to_move", to_move)
        object.__setattr__(self, "second_stone", second_stone)
        object.__setattr__(self, "end", end)

    @classmethod
    def start(cls, *, second_stone: str = AT_MOST_3) -> Self:
        """Set up the empty board; `second_stone` says where White's second stone may go."""
        choice = one_of("second_stone", second_stone, tuple(SECOND_STONE))
        return cls(_add_edges("." * SIZE * SIZE), (0, 0), WHITE, choice, None)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `ROWS CAPW,CAPB w|b [ended] [second_stone=...]`."""
        (rows, captures, letter), rest = take_words(text, "ROWS", "CAPW,CAPB", "w|b")
        says_ended = rest[:1] == ["ended"]
        second_stone = _read_second_stone(rest[1:] if says_ended else rest)
        board = _add_edges(read_rows(rows, SIZE, SIZE, LETTERS))
        captured = _read_captures(captures)
        to_move = read_side(letter, LETTERS)
        end = _find_end(board, captured, to_move)
        if says_ended and end is None:
            raise BadPosition(describe_mismatch("ended", "a five, ten captured stones or a full board", text))
        return cls(board, captured, to_move, second_stone, end)

    def __str__(self) -> str:
        rows = write_rows(self.board.replace(_EDGE, ""), SIZE)
        ended = " ended" if self.end else ""
        option = "" if self.second_stone == AT_MOST_3 else f" second_stone={self.second_stone}"
        return f"{rows} {self.captured[WHITE]},{self.captured[BLACK]} {LETTERS[self.to_move]}{ended}{option}"

    def moves(self) -> Sequence[str]:
        """List the empty squares row by row, as far as the opening leaves them free."""
        if self.end:
            return ()
        # 6 us where a loop takes 10; imported here because an entry that lists no moves need not load it.
        from itertools import compress

        empty = tuple(compress(_NAMES, self.board.encode().translate(_IS_EMPTY)))
        reach = self._find_reach()
        if reach is ANYWHERE:
            return empty
        return tuple(name for name in empty if _measure_distance(_INDEX[name]) in reach)

    def play(self, move: str) -> Self:
        """Place a stone, remove what it captures, then check who has won."""
        square = self._find_square(move)
        seat = self.to_move
        own, enemy = LETTERS[seat], LETTERS[1 - seat]
        board = self.board[:square] + own + self.board[square + 1 :]
        captured = self.captured
        for step in _AROUND:
            near = square + step
            if board[near] == enemy and board[near + step] == enemy and board[near + 2 * step] == own:
                board = _remove_stones(board, near, near + step)
                captured = (captured[0] + 2, captured[1]) if seat == 0 else (captured[0], captured[1] + 2)
        end = None
        if _makes_five(board, square, _FIVE[seat]):
            end = _FIVE_WINS[seat]
        elif captured[seat] >= TO_WIN:
            end = _TEN_WINS[seat]
        elif "." not in board:
            end = _FULL
        return type(self)(board, captured, 1 - seat, self.second_stone, end)

    def _find_square(self, move: str) -> int:
        """Find the square that `move` names, if a stone may be placed there."""
        if self.end:
            raise self.illegal(move, f"the game is over, {self.end.reason}")
        square = _INDEX.get(move)
        if square is None:
            raise self.illegal(move, "expected a square like 10K")
        if self.board[square] != ".":
            raise self.illegal(move, f"{move} is not empty")
        reach = self._find_reach()
        if reach is not ANYWHERE and _measure_distance(square) not in reach:
            if reach is CENTRE:
                raise self.illegal(move, "White's first stone must be on 10K")
            distance = self.second_stone.replace("-", " ")
            raise self.illegal(move, f"White's second stone must lie {distance} squares from 10K")
        return square

    def _find_reach(self) -> range:
        """Find how far from the centre the next stone may lie."""
        if self.to_move == WHITE:
            white = self.board.count("w") + self.captured[BLACK]
            # Every move asks this, so Black's stones are counted only where they can matter.
            if white <= 1 and self.board.count("b") + self.captured[WHITE] == white:
                return SECOND_STONE[self.second_stone] if white else CENTRE
        return ANYWHERE

    def outcome(self) -> Outcome | None:
        """Tell who has five in a line or ten captured stones, or that the board is full."""
        return self.end

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show the board, row 19 on top."""
        return split_rows(self.board.replace(_EDGE, ""), SIZE)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the squares, 19A top left."""
        return split_rows(NAMES, SIZE)

    def look(self, cell: str) -> Look:
        """Both sides have stones."""
        return EMPTY if cell == "." else Look(LETTERS.index(cell), "stone")

    def standing(self) -> tuple[float, ...]:
        """Count the captured stones."""
        return self.captured


def _add_edges(board: str) -> str:
    rows = [board[i : i + SIZE] + _EDGE for i in range(0, len(board), SIZE)]
    return "".join(rows) + _EDGE * (_STRIDE + 1)


def _measure_distance(square: int) -> int:
    """Measure how far a square is from the centre, diagonals counted as one."""
    row, col = divmod(square, _STRIDE)
    return max(abs(row - SIZE // 2), abs(col - SIZE // 2))


def _remove_stones(board: str, *squares: int) -> str:
    cells = list(board)
    for square in squares:
        cells[square] = "."
    return "".join(cells)


def _makes_five(board: str, square: int, five: str) -> bool:
    """Look along the four lines through a square, four cells to either side."""
    for step in _LINES:
        # A negative start would mean the end of the board: begin at the first cell of the line instead.
        first = max(square - 4 * step, square % step)
        if five in board[first : square + 4 * step + 1 : step]:
            return True
    return False


def _find_end(board: str, captured: tuple[int, int], to_move: int) -> Outcome | None:
    """Check the whole board for an end, as `play` does at one square; the last mover comes first."""
    for seat in (1 - to_move, to_move):
        if any(_FIVE[seat] in board[first::step] for step in _LINES for first in range(step)):
            return _FIVE_WINS[seat]
        if captured[seat] >= TO_WIN:
            return _TEN_WINS[seat]
    return None if "." in board else _FULL


def _read_captures(text: str) -> tuple[int, int]:
    white, comma, black = text.partition(",")
    if not comma or not all(n.isascii() and n.isdecimal() and len(n) <= 6 for n in (white, black)):
        raise BadPosition(describe_mismatch("captures", "stones taken by White and by Black, like 0,2", text))
    return int(white), int(black)


def _read_second_stone(words: Sequence[str]) -> str:
    options = read_options(words, ("second_stone",))
    try:
        return one_of("second_stone", options.get("second_stone", AT_MOST_3), tuple(SECOND_STONE))
    except BadOption as error:
        raise BadPosition(str(error)) from None
