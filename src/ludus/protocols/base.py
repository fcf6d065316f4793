"""What a contest format is: four pure functions, two for the referee and two for the player.

    referee: write_request(turn) -> Request      player: read_request(request) -> Turn
             read_reply(turn, reply) -> moves             write_reply(turn, moves) -> Reply

Each contest is one module with these names. Two laws hold for all of them: `read_request(write_request(turn))` is
`as_transmitted(turn)`, the turn without what the format omits; and playing `read_reply(turn, write_reply(turn, moves))`
reaches the same position as playing `moves`.

Errors:

    ProtocolError    a `LudusError`
    ├── BadRequest   the organiser's input is wrong
    └── BadReply     the program's answer is not in the contest's form
                     (an answer in good form that the rules forbid is an `IllegalMove`)
"""

from __future__ import annotations

from ludus.errors import LudusError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from ludus.turn import Reply, Request, Turn

    Warn = Callable[[str], None]

    class Format(Protocol):
        """A contest's module."""

        def write_request(self, turn: Turn) -> Request:
            """Write a turn as the contest gives it to a program."""

        def read_reply(self, turn: Turn, reply: Reply) -> tuple[str, ...]:
            """Read the moves of a program's reply; none if the contest lets a program pass."""

        def read_request(self, request: Request, name: str = "", warn: Warn = ...) -> Turn:
            """Read the request to the program called `name`; `warn` receives warnings about unusual input."""

        def write_reply(self, turn: Turn, moves: Sequence[str]) -> Reply:
            """Write the moves as the contest requires them."""

        def as_transmitted(self, turn: Turn) -> Turn:
            """Drop from a turn what the format does not transmit."""


class ProtocolError(LudusError):
    """An error in a contest's format."""


class BadRequest(ProtocolError):
    """The organiser's input is wrong; `line` and `field` count from 1, 0 means the whole."""

    def __init__(self, complaint: str, line: int = 0, field: int = 0) -> None:
        super().__init__(complaint)
        self.line = line
        self.field = field


class BadReply(ProtocolError):
    """The program's answer is not in the contest's form."""


def ignore(_: str) -> None:
    """Discard a warning."""
