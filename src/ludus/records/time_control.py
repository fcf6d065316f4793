"""Time controls: how much time, or how much work, a seat may use; a text, the same on the command line and in records.

    none            no time limit
    game=300        seconds for the whole game
    game=60+0.5     and more seconds after each move
    move=2          seconds for each move
    nodes=20000     positions for each move; no time limit

Words follow behind commas: `cpu` (the default) or `wall`, `grace=0.02` (seconds of each move that are not charged,
for the start of an interpreter), `patience=3` (the default). `game` and `move` can be combined: `game=60,move=5,wall`.

CPU time does not run while a program sleeps, so a program also has wall-clock time for the whole game: `patience` times
what its clock gives it for the game, and for each of its moves the grace and a second more. Time in which it waited for a
core that others used is not counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from ludus.errors import BadOption
from ludus.text import quote, read_whole

WATCHES = ("cpu", "wall")
PATIENCE = 3.0
"""The wall-clock time of a program is limited to this multiple of its clock."""
SECONDS_PER_MOVE = 1.0
"""Seconds of wall-clock time added for each move, because starting the program takes time."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The limits of a seat."""

    game: float = math.inf
    """Seconds for the whole game."""
    increment: float = 0.0
    """Seconds that each move adds."""
    move: float | None = None
    """Seconds for one move."""
    nodes: int | None = None
    """Positions for one move."""
    watch: str = "cpu"
    """Which time counts."""
    grace: float = 0.0
    """Seconds of each move that are not charged."""
    patience: float = PATIENCE
    """The limit of wall-clock time, as a multiple of the seconds for the game."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text of a time control."""
        settings: dict[str, float | int | str] = {}
        for word in text.split(",") if text != "none" else ():
            key, _, value = word.partition("=")
            if key in WATCHES and not value:
                _put(settings, "watch", key, text)
            elif key == "game":
                seconds, plus, increment = value.partition("+")
                _put(settings, "game", _read_seconds(text, seconds), text)
                if plus:
                    _put(settings, "increment", _read_seconds(text, increment), text)
            elif key in ("move", "grace", "patience"):
                _put(settings, key, _read_seconds(text, value), text)
            elif key == "nodes" and (nodes := read_whole(value, 1, 10**12 - 1)):
                _put(settings, "nodes", nodes, text)
            else:
                raise _make_error(text)
        return cls(**settings)  # type: ignore[arg-type]  # each key was given its own type above

    def __str__(self) -> str:
        words = [
            f"{field}={_write_seconds(getattr(self, field))}"
            for field in ("game", "move", "nodes", "grace", "patience")
            if getattr(self, field) != getattr(_UNLIMITED, field)
        ]
        if self.increment:
            words[0] += f"+{_write_seconds(self.increment)}"
        if self.watch != _UNLIMITED.watch:
            words.append(self.watch)
        return ",".join(words) or "none"


_UNLIMITED = TimeControl()


def _put(settings: dict[str, float | int | str], key: str, value: float | str, text: str) -> None:
    if key in settings:
        raise _make_error(text)
    settings[key] = value


def _read_seconds(text: str, word: str) -> float:
    try:
        seconds = float(word) if word.strip("0123456789.") == "" else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < 1e9:
        raise _make_error(text)
    return seconds


def _write_seconds(seconds: float) -> str:
    """Write seconds without loss and without an exponent, which the text does not allow."""
    return f"{Decimal(repr(float(seconds))):f}".removesuffix(".0")


def _make_error(text: str) -> BadOption:
    return BadOption(
        f"clock {quote(text)}: expected words like game=300, game=60+0.5, move=2, nodes=20000, wall, grace=0.02, patience=3"
    )
