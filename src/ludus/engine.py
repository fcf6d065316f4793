"""The Python face of the native core, and the only module that imports it.

Texts go in and texts come out, so a kernel can be wrong but never confused: the Python rules play its moves.
"""

from __future__ import annotations

from ludus import _native  # noqa: TID251  this is the one place that may
from ludus.turn import Limits, Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.games.base import Position

    OnInfo = Callable[[list[Thought]], None]
    """Called after each finished depth with the lines found so far, best first."""
    Report = tuple[int, int, float, list[tuple[int, list[str]]]]

TABLE_BYTES = 1 << 26
"""Memory is only taken as it is used, so a short search costs nothing."""
WIN = 1_000_000
"""A score of WIN - n means a won game n moves ahead."""

StopFlag = _native.StopFlag


def kernels() -> list[str]:
    """Name the games that the native core knows."""
    return _native.games()


def has_kernel(game: str) -> bool:
    """Tell whether the native core knows this game."""
    return game in kernels()


def supports(position: Position) -> bool:
    """Tell whether the kernel can read this very position; some options and sizes it leaves to Python."""
    if not has_kernel(position.name):
        return False
    try:
        _native.check(position.name, str(position))
    except ValueError:
        return False
    return True


def moves(position: Position) -> list[str]:
    """List the legal moves as the kernel sees them."""
    return _native.moves(position.name, str(position))


def play(position: Position, move: str) -> str:
    """Return the text of the position after `move` as the kernel sees it."""
    return _native.play(position.name, str(position), move)


def perft(position: Position, depth: int) -> int:
    """Count move sequences natively."""
    return _native.perft(position.name, str(position), depth)


def think(
    position: Position,
    limits: Limits,
    history: Sequence[Position] = (),
    on_info: OnInfo | None = None,
    stop: StopFlag | None = None,
) -> Thought:
    """Search for the best move; `history` are the positions that led here, so that repetitions are seen."""
    return analyse(position, limits, 1, history, on_info, stop)[0]


def analyse(
    position: Position,
    limits: Limits,
    lines: int = 1,
    history: Sequence[Position] = (),
    on_info: OnInfo | None = None,
    stop: StopFlag | None = None,
    *,
    plain: bool = False,
    reference: bool = False,
) -> list[Thought]:
    """Search for the best `lines` moves, best first; the position must have a move.

    `plain` is a textbook alpha-beta to be checked against; `reference` judges by the evaluation that never changes.
    """
    report = _native.think(
        position.name,
        str(position),
        [str(earlier) for earlier in history],
        limits.nodes,
        limits.depth,
        limits.cpu,
        limits.wall,
        lines,
        TABLE_BYTES,
        plain,
        reference,
        stop or StopFlag(),
        None if on_info is None else lambda found: on_info(_thoughts(found)),
    )
    return _thoughts(report)


def _thoughts(report: Report) -> list[Thought]:
    depth, nodes, seconds, lines = report
    return [Thought(line[0], score, depth, nodes, seconds, tuple(line)) for score, line in lines]
