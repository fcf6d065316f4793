"""The Checkers contest's player: minimax to a fixed depth, the left-most of the best moves.

The contest fixes the choice, not the way to it, so branches that cannot change the choice are cut.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ludus.games.checkers import Checkers

    Stop = Callable[[], bool]
    """Tells whether the answer is wanted now."""

DEPTH = 3
LEAVES = ("material", "limits")
"""What a leaf costs where the side to move has no action: its material, or as much as higher nodes do."""
_LOST, _WON = -(2**31), 2**31 - 1


class UnfinishedSearch(Exception):
    """The search was stopped: the best of the moves that it has finished, else the first one, and its value."""

    def __init__(self, move: str, value: int) -> None:
        super().__init__()
        self.move = move
        self.value = value


class _Stopped(Exception):
    """The answer is wanted in the middle of a move."""


def compute_cost(position: Checkers) -> int:
    """Count the board as the contest does: b + 3B - w - 3W, good for Black when high."""
    count = position.board.count
    return count("b") + 3 * count("B") - count("w") - 3 * count("W")


def _run_on() -> bool:
    return False


def choose_minimax_move(
    position: Checkers, depth: int = DEPTH, leaf: str = LEAVES[0], stop: Stop = _run_on
) -> tuple[str, int]:
    """Choose the left-most best move and tell its value; the position must have a move.

    Once `stop` says so, `UnfinishedSearch` is raised.
    """
    best_move, best = "", 0
    black = position.to_move == 0
    moves = position.moves()
    for move in moves:
        # A later move must be strictly better, so a bound that it cannot pass is as good as its value.
        low, high = (best, _WON) if black else (_LOST, best)
        if not best_move:
            low, high = _LOST, _WON
        try:
            value = _evaluate(position.play(move), depth - 1, low, high, leaf == "limits", stop)
        except _Stopped:
            raise UnfinishedSearch(best_move or moves[0], best) from None
        if not best_move or (value > best if black else value < best):
            best_move, best = move, value
    return best_move, best


def _evaluate(position: Checkers, depth: int, low: int, high: int, limits: bool, stop: Stop) -> int:
    """Evaluate a node; exact between `low` and `high`, a bound outside."""
    if depth == 0 and not limits:
        return compute_cost(position)
    if stop():
        raise _Stopped
    moves = position.moves()
    black = position.to_move == 0
    if not moves:
        return _LOST if black else _WON
    if depth == 0:
        return compute_cost(position)
    for move in moves:
        value = _evaluate(position.play(move), depth - 1, low, high, limits, stop)
        if black:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if black else high
