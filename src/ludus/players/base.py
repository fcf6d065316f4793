"""What a player is, and how one is named: `random`, `greedy:seed=3`."""

from __future__ import annotations

from typing import Protocol

from ludus.games.base import GameError, quote
from ludus.turn import Turn


class BadPlayer(GameError):
    """A text that names no player."""


class Player(Protocol):
    """Someone who sits in a seat."""

    name: str

    def choose(self, turn: Turn) -> str:
        """Choose a move for the seat to move."""


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """Take `kind:key=value,key=value` apart."""
    kind, _, rest = text.partition(":")
    settings: dict[str, str] = {}
    for word in rest.split(",") if rest else ():
        key, equals, value = word.partition("=")
        if not equals or not key or key in settings:
            raise BadPlayer(f"player {quote(text)}: expected settings like seed=3, found {quote(word)}")
        settings[key] = value
    return kind, settings
