"""The contract of a game: what a rule book offers so that every other package can use it.

A game is one class. The class is the game itself (`name`, `seats`, `start`, `read`); its instances
are the positions, which never change. Only the methods marked abstract must be written.

Errors of this package:

    LudusError
    ├── BadPosition   a text that does not describe a position
    └── IllegalMove   a move that the rules forbid here, or no move at all

Contest entries pass through here on the way to their first node, and their start-up time is charged.
So this module and those of the games import nothing at run time that a bare interpreter has not already loaded:
no `dataclasses`, no `typing`, no `re`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from ludus.errors import LudusError
from ludus.frozen import Frozen, Value
from ludus.text import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar, Self

MARKS = "-/*^"
"""What may stand between the squares of a move: step, arrow, shot or spear, fling."""

LONGEST_SHOWN = 2000
"""A position text that is longer than this is not written out in a message."""

_MARKS_TO_SPACES = str.maketrans(MARKS, " " * len(MARKS))


class BadPosition(LudusError):
    """A text that does not describe a position of this game."""


class IllegalMove(LudusError):
    """A move that the rules forbid in this position."""


class Outcome(Value):
    """How the rules ended a game: a score per seat, and why."""

    scores: tuple[float, ...]
    reason: str

    @classmethod
    def win(cls, seat: int, reason: str) -> Outcome:
        """Give a two-seat game to `seat`."""
        return cls((1, 0) if seat == 0 else (0, 1), reason)

    @classmethod
    def draw(cls, reason: str) -> Outcome:
        """Share a two-seat game."""
        return cls((0.5, 0.5), reason)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score; more than one when they share it."""
        best = max(self.scores, default=0)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)


class Look(Value):
    """How a cell looks to people: whose it is, of what kind, and what to call it where the kind does not say all.

    Whoever draws a board gives these kinds a picture: `empty`, `stone`, `tower` (a stone with a ring), `blocked`,
    `treasure`, `artifact`. Of any other kind (`queen`) the cell's text is drawn, in the colour of its owner.
    """

    owner: int | None
    """The seat that it belongs to."""
    kind: str
    words: str

    def __init__(self, owner: int | None, kind: str, words: str = "") -> None:
        super().__init__(owner, kind, words or kind)


EMPTY = Look(None, "empty")


class Position(Frozen, ABC):
    """One position of one game: whose turn it is, what may be played, what comes of it."""

    __slots__ = ()
    name: ClassVar[str]
    """What the game is called on the command line and in records."""
    seats: int = 2
    """How many sit at this board; read from the class, how many sit down unless an option says otherwise."""
    sides: ClassVar[tuple[str, ...]] = ()
    """What people call the seats, where they have names of their own; White and Black are drawn in their colours."""
    ground: ClassVar[str] = "squares"
    """What the board is drawn like: `squares`, `green squares`, `brown squares`, `dark squares` or `crossings`."""
    to_move: int
    """The seat whose turn it is, counted from 0. Of a finished game: whose turn would have come."""

    @classmethod
    @abstractmethod
    # mypy lets each game list its own keyword options only under exactly this signature.
    def start(cls, *args: Any, **options: Any) -> Self:
        """Set up the board; options are keywords, with the contest's usual values as defaults."""

    @classmethod
    @abstractmethod
    def read(cls, text: str) -> Self:
        """Give back the position that `str` wrote; raise `BadPosition` for any other text."""

    @abstractmethod
    def __str__(self) -> str:
        """Say everything about the position on one line."""

    @abstractmethod
    def moves(self) -> Sequence[str]:
        """List every legal move, always in the same order; none once the game is over."""

    @abstractmethod
    def play(self, move: str) -> Self:
        """Return the position after `move`; raise `IllegalMove` and leave everything as it was otherwise."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Tell how the rules ended the game, or None while there is a move to play."""

    @abstractmethod
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show what the eye sees: the cells row by row from the top, `.` for an empty one."""

    @abstractmethod
    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the cells of `rows()`, in the same shape."""

    def targets(self, touched: Sequence[str] = ()) -> Sequence[str]:
        """List the squares a hand may touch next after it has touched these; none where no move goes on.

        A move can be complete and still go on: in Chezz a cannon may fire at the flinger beside it or be
        flung over it. A game with very many moves answers this without listing them all.
        """
        so_far = tuple(touched)
        found: dict[str, None] = {}
        for move in self.moves():
            path = squares_of(move)
            if len(path) > len(so_far) and path[: len(so_far)] == so_far:
                found[path[len(so_far)]] = None
        return tuple(found)

    def look(self, cell: str) -> Look:
        """Say how a cell looks where `rows()` shows this text; by default a text of its own that nobody owns."""
        return EMPTY if cell == "." else Look(None, "piece", cell)

    @property
    def is_within_turn(self) -> bool:
        """Tell whether the seat to move has begun its turn, where a turn is several moves."""
        return False

    def after_lost_turn(self) -> Self | None:
        """Return the position after the seat to move has lost its turn; None where no rule lets the game go on."""
        return None

    def next_phase(self) -> Self | None:
        """Return the position after every seat has lost its turn, where a new phase begins then; None elsewhere."""
        return None

    def standing(self) -> tuple[float, ...]:
        """Count what each seat has to show so far: material, captures, treasure.

        People read it under the board, and it is the evaluation that plain players use: `greedy` takes the move after
        which its seat leads by most, and `alphabeta` and the levels of a game without a kernel search for that lead. Where it
        says nothing, they see nothing but the end of the game.
        """
        return (0,) * self.seats

    def seat_name(self, seat: int) -> str:
        """Say what people call this seat."""
        return self.sides[seat] if self.sides else f"seat {seat + 1}"

    # By the text, which says everything: so a game that keeps its fields in its own way needs no more than `str`.
    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.read({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).read, (str(self),)

    def illegal(self, move: str, why: str) -> IllegalMove:
        """Make the error that tells why `move` cannot be played here."""
        text = str(self)
        if len(text) > LONGEST_SHOWN:
            text = f"{text[:LONGEST_SHOWN]}..."
        return IllegalMove(f"illegal move {quote(move)}: {why} (position: {text})")


Game = type[Position]


def squares_of(move: str) -> tuple[str, ...]:
    """Split a move into the squares it touches, in hand order."""
    return tuple(move.translate(_MARKS_TO_SPACES).split())


def spell(position: Position, touched: Sequence[str]) -> str:
    """Put the touched squares together into the move they mean here; raise `IllegalMove` if they mean none."""
    candidates = [touched[0]] if touched else []
    for square in touched[1:4]:
        candidates = [f"{start}{mark}{square}" for start in candidates for mark in MARKS]
    for move in candidates:
        try:
            position.play(move)
        except IllegalMove:
            continue
        return move
    raise position.illegal(" ".join(touched), "no move touches just these squares in this order")


def perft(position: Position, depth: int) -> int:
    """Count the move sequences of exactly `depth` moves; games that end earlier do not count."""
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
