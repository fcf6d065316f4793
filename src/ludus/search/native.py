"""The native core's answer, where there is one: what entries and players ask before they search in Python.

Contest entries load it at start-up, so it imports the core only when it is needed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.games.base import Position
    from ludus.turn import Limits, Thought


def has_native(position: Position) -> bool:
    """Tell whether the native core is there and can play this position."""
    try:
        from ludus import engine
    except ImportError:
        # A folder that was moved to another version of Python has its sources, but not its native module.
        return False
    return engine.can_search(position.name) and engine.supports(position)


def think_natively(position: Position, limits: Limits) -> Thought | None:
    """Let the native core search; None where it cannot. The position must have a move."""
    if not has_native(position):
        return None
    from ludus import engine

    return engine.think(position, limits)
