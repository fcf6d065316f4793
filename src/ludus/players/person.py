"""A person at the board: whoever draws the board lends the way to ask."""

from __future__ import annotations

from collections.abc import Callable

from ludus.turn import Turn


class Person:
    """Asks someone for each move."""

    def __init__(self, ask: Callable[[Turn], str], name: str = "person") -> None:
        self.name = name
        self._ask = ask

    def choose(self, turn: Turn) -> str:
        """Wait for the person's move."""
        return self._ask(turn)
