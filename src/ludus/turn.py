"""The words that players, contest formats and the arena share: all that a player may know when it must move."""

from __future__ import annotations

from ludus.games.base import Frozen, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class Turn(Frozen):
    """One request for a move: the position, and the moves that led to it."""

    __slots__ = ("position", "history")
    position: Position
    history: tuple[str, ...]

    def __init__(self, position: Position, history: tuple[str, ...] = ()) -> None:
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "history", history)

    def after(self, move: str) -> Self:
        """Return the turn that follows `move`."""
        return type(self)(self.position.play(move), (*self.history, move))
