"""The native core's answer, where there is one: what entries and players ask before they search in Python.

Contest entries load it at start-up, so it imports the core only when it is needed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.engine import StopFlag
    from ludus.games.base import Position
    from ludus.turn import Limits, Thought

    MakeListener = Callable[[StopFlag], Callable[[Sequence[Thought]], None]]
    """Makes what is called after each finished depth and may raise the flag to end the search."""


def has_native(position: Position) -> bool:
    """Tell whether the native core is there and can play this position."""
    try:
        from ludus import engine
    except ImportError:
        # A folder that was moved to another version of Python has its sources, but not its native module.
        return False
    return engine.can_search(position.name) and engine.supports(position)


def think_natively(
    position: Position,
    limits: Limits,
    history: Sequence[Position | str] = (),
    make_listener: MakeListener | None = None,
) -> Thought | None:
    """Let the native core search; None where it cannot. The position must have a move."""
    found = analyse_natively(position, limits, 1, history, make_listener)
    return found[0] if found else None


def analyse_natively(
    position: Position,
    limits: Limits,
    lines: int,
    history: Sequence[Position | str] = (),
    make_listener: MakeListener | None = None,
) -> Sequence[Thought]:
    """Let the native core search for the best `lines` moves, best first; none where it cannot."""
    if not has_native(position):
        return ()
    from ludus import engine

    if make_listener is None:
        return engine.analyse(position, limits, lines, history)
    flag = engine.StopFlag()
    return engine.analyse(position, limits, lines, history, make_listener(flag), flag)
