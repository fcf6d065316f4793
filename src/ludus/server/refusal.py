"""What a client is told when it asks for something that it cannot have."""

from __future__ import annotations

from ludus.errors import LudusError
from ludus.games.base import IllegalMove

BAD, FORBIDDEN, UNKNOWN, CONFLICT, TOO_LARGE, WRONG_TYPE, ILLEGAL = 400, 403, 404, 409, 413, 415, 422
TOO_MANY, LONG_HEAD, FAULT, BUSY = 429, 431, 500, 503


class Refused(LudusError):
    """A request that is refused, with the status of the answer."""

    def __init__(self, status: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.hint = hint


def explain_illegal(error: IllegalMove) -> str:
    """Say why a move is illegal, without the text of the position: whoever plays sees the board."""
    return str(error).partition(" (position: ")[0]
