"""The Checkers contest's player: minimax to a fixed depth, the left-most of the best moves.

The contest fixes the choice, not the way to it, so branches that cannot change the choice are cut.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.games.checkers import Checkers

DEPTH = 3
LEAVES = ("material", "limits")
"""What a leaf costs where the side to move has no action: its material, or as much as higher nodes do."""
_LOST, _WON = -(2**31), 2**31 - 1


def cost(position: Checkers) -> int:
    """Count the board as the contest does: b + 3B - w - 3W, good for Black when high."""
    count = position.board.count
    return count("b") + 3 * count("B") - count("w") - 3 * count("W")


def minimax_move(position: Checkers, depth: int = DEPTH, leaf: str = LEAVES[0]) -> tuple[str, int]:
    """Choose the left-most best move and tell its value; the position must have a move."""
    best_move, best = "", 0
    black = position.to_move == 0
    for move in position.moves():
        # A later move must be strictly better, so a bound that it cannot pass is as good as its value.
        low, high = (best, _WON) if black else (_LOST, best)
        if not best_move:
            low, high = _LOST, _WON
        value = _value(position.play(move), depth - 1, low, high, leaf == "limits")
        if not best_move or (value > best if black else value < best):
            best_move, best = move, value
    return best_move, best


def _value(position: Checkers, depth: int, low: int, high: int, limits: bool) -> int:
    """Evaluate a node; exact between `low` and `high`, a bound outside."""
    if depth == 0 and not limits:
        return cost(position)
    moves = position.moves()
    black = position.to_move == 0
    if not moves:
        return _LOST if black else _WON
    if depth == 0:
        return cost(position)
    for move in moves:
        value = _value(position.play(move), depth - 1, low, high, limits)
        if black:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if black else high
