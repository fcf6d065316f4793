"""What a contest format is: four pure functions, two for the referee and two for the player.

    ask(turn) -> Request              the referee words a turn        answer(turn, moves) -> Reply
    hear(turn, reply) -> moves        the referee reads the answer    understand(request) -> Turn

Each contest is one module with these names. Two laws hold for all of them: `understand(ask(turn))` is
`as_transmitted(turn)`, what the format carries of the turn; and playing `hear(turn, answer(turn, moves))` reaches
the same position as playing `moves`.

Errors of this room:

    ProtocolError
    ├── BadRequest   the organiser's input is wrong
    └── BadReply     the program's answer is not in the contest's form
                     (an answer in good form that the rules forbid is an `IllegalMove`)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from ludus.turn import Reply, Request, Turn

    Warn = Callable[[str], None]

    class Format(Protocol):
        """A module of this room."""

        def ask(self, turn: Turn) -> Request:
            """Word a turn as the contest gives it to a program."""

        def hear(self, turn: Turn, reply: Reply) -> tuple[str, ...]:
            """Read the program's answer; none at all where the contest lets a program pass."""

        def understand(self, request: Request, name: str = "", warn: Warn = ...) -> Turn:
            """Read what a program called `name` was given; odd but playable input goes to `warn`."""

        def answer(self, turn: Turn, moves: Sequence[str]) -> Reply:
            """Word the moves as the contest wants them."""

        def as_transmitted(self, turn: Turn) -> Turn:
            """Tell what the format carries of a turn."""


class ProtocolError(ValueError):
    """What the contest formats complain of."""


class BadRequest(ProtocolError):
    """The organiser's input is wrong; `line` and `field` count from 1, 0 means the whole."""

    def __init__(self, complaint: str, line: int = 0, field: int = 0) -> None:
        super().__init__(complaint)
        self.line = line
        self.field = field


class BadReply(ProtocolError):
    """The program's answer is not in the contest's form."""


def ignore(_: str) -> None:
    """Let a warning pass."""
