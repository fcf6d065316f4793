"""What is fixed about a game when it is made: the board, the clock, and who sits in which seat."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

PERSON, LEVEL, PROGRAM = "person", "level", "program"
PAGE, SERVER = "page", "server"
"""Where a level is computed."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat when the game is made."""

    kind: str
    name: str = ""
    """What the person, or whoever set up the game, calls it."""
    level: int = 0
    where: str = ""
    program: str = ""
    """The key of a program that the organiser allows."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game as it was made."""

    id: str
    game: str
    """The name of the game that is played."""
    start: str
    """The position in which it begins; it carries the options."""
    options: tuple[tuple[str, str], ...]
    clock: str
    """A time control, as text."""
    seed: int
    seats: tuple[Seat, ...]
    creator: str
    """The fingerprint of the browser that made it."""
    created: str
    """Date and time in UTC."""


def write_seats(seats: tuple[Seat, ...]) -> str:
    """Write seats as the store keeps them."""
    return json.dumps([asdict(seat) for seat in seats])


def read_seats(text: str) -> tuple[Seat, ...]:
    """Read what `write_seats` wrote."""
    return tuple(Seat(**each) for each in json.loads(text))
