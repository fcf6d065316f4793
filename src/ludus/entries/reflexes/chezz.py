"""What to play in Chezz without a search: take the king if that is possible, and leave none of our own to be taken.

In plain Python, because loading the native core takes longer than looking at a few moves: less than a millisecond where our king is
safe, and a few where it must be saved.
"""

from __future__ import annotations

from ludus.games.chezz import NAMES, PIECES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.games.base import Position
    from ludus.games.chezz import Chezz


def find_safe_move(position: Chezz) -> str:
    """Find a move that takes the king, else the first after which ours cannot be taken, else any."""
    seat = position.to_move
    winning = _find_win(position)
    if winning:
        return winning
    moves = position.moves()
    for move in moves:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is None and not _find_win(after):
            return move
        if outcome is not None and _is_won(after, seat):
            return move
    return moves[0]


def _find_win(position: Chezz) -> str:
    """Find a move that takes the other side's king and not one's own; empty if there is none."""
    seat = position.to_move
    king = f"-{NAMES[position.board.index(PIECES[1 - seat][0])]}"
    for move in position.moves():
        # A step onto the king, or a shot, which hits all that stands in its line; nothing can be flung onto a king.
        if (move.endswith(king) or "*" in move) and _is_won(position.play(move), seat):
            return move
    return ""


def _is_won(position: Position, seat: int) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.scores[seat] > outcome.scores[1 - seat]
