"""What must be played in Pente without a search: a five or a capture that wins, then what stops the other side's.

A square that matters is the empty one in a short pattern along a line, so this takes less than a millisecond in plain Python.
"""

from __future__ import annotations

from ludus.games.pente import COLUMNS, LETTERS, SIZE, TO_WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludus.games.pente import Pente

_STRIDE = SIZE + 1
"""From one row of the board's text to the next; an edge stands between them, so no pattern reaches from row to row."""
_STEPS = (1, _STRIDE, _STRIDE - 1, _STRIDE + 1)


def find_urgent(position: Pente) -> Iterator[str]:
    """Find squares that win at once, then those where the other side would win at once."""
    board, seat = position.board, position.to_move
    for mover in (seat, 1 - seat):
        own, enemy = LETTERS[mover], LETTERS[1 - mover]
        patterns = [own * gap + "." + own * (4 - gap) for gap in range(5)]
        if position.captured[mover] >= TO_WIN - 2:
            patterns += [own + 2 * enemy + ".", "." + 2 * enemy + own]
        for pattern in patterns:
            yield from _find_gaps(board, pattern)


def _find_gaps(board: str, pattern: str) -> Iterator[str]:
    """Find the squares of the empty cell of a pattern, along the lines of the board."""
    gap = pattern.index(".")
    for step in _STEPS:
        for start in range(step):
            line = board[start::step]
            at = line.find(pattern)
            while at >= 0:
                row, col = divmod(start + step * (at + gap), _STRIDE)
                yield f"{SIZE - row}{COLUMNS[col]}"
                at = line.find(pattern, at + 1)
