"""The rules of the games: pure Python, no clock, no unseeded randomness. They decide what is true.

Read `base.py` first (the contract), then one game. `GAMES` holds the built-in games by name;
`registry.py` finds other people's.
"""

from __future__ import annotations

from ludus.errors import BadOption, LudusError
from ludus.games.base import EMPTY, BadPosition, Game, IllegalMove, Look, Outcome, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "EMPTY",
    "GAMES",
    "BadOption",
    "BadPosition",
    "Game",
    "IllegalMove",
    "Look",
    "LudusError",
    "Outcome",
    "Position",
]

GAMES: Mapping[str, Game]
"""The built-in games by name."""


def __getattr__(name: str) -> object:
    # On first use, because a contest entry needs one game and pays for every import.
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ludus.games.amazons import Amazons
    from ludus.games.checkers import Checkers
    from ludus.games.chezz import Chezz
    from ludus.games.pente import Pente

    built_in: tuple[Game, ...] = (Pente, Chezz, Checkers, Amazons)
    return globals().setdefault("GAMES", {game.name: game for game in built_in})
