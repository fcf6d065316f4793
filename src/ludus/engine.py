"""The Python face of the native core, and the only module that imports it.

Texts go in and texts come out, so a kernel can be wrong but never confused: the Python rules play its moves.
"""

from __future__ import annotations

from ludus import _native  # noqa: TID251  this is the one place that may
from ludus.games.base import perft as count_by_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.games.base import Position


def kernels() -> list[str]:
    """Name the games that the native core knows."""
    return _native.games()


def has_kernel(game: str) -> bool:
    """Tell whether the native core knows this game."""
    return game in kernels()


def moves(position: Position) -> list[str]:
    """List the legal moves as the kernel sees them."""
    return _native.moves(position.name, str(position))


def play(position: Position, move: str) -> str:
    """Return the text of the position after `move` as the kernel sees it."""
    return _native.play(position.name, str(position), move)


def perft(position: Position, depth: int) -> int:
    """Count move sequences natively where there is a kernel, else by the rules."""
    if has_kernel(position.name):
        return _native.perft(position.name, str(position), depth)
    return count_by_rules(position, depth)
