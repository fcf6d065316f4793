"""Understands moves as people type them: `10k` or `K10` for `10K`, `e2e3` or `E2 e3` for `e2-e3`.

Marks between squares may be left out where only one move can be meant. A mark that is typed counts.
"""

from __future__ import annotations

import re
from itertools import pairwise, product

from ludus.games.base import MARKS, IllegalMove, Position

_SQUARE = re.compile(r"[a-z]+[0-9]+|[0-9]+[a-z]+")
_BETWEEN = re.compile(rf"[\s,]*([{re.escape(MARKS)}]?)[\s,]*")


class Unclear(Exception):
    """What was typed is no move; the message tells the person why, and what would be."""


def read_typed_move(position: Position, typed: str) -> str:
    """Return the legal move that was meant, or raise `Unclear`."""
    typed = typed.strip()
    if _is_legal(position, typed):
        return typed
    squares, marks = _split(position, typed)
    if not squares:
        squares, marks = _split(position, "".join(typed.split()))
    meant = [move for move in _list_spellings(squares, marks) if _is_legal(position, move)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Unclear(f"that may be {' or '.join(meant)}: type one of them")
    raise Unclear(_explain(position, typed, squares, marks))


def _split(position: Position, typed: str) -> tuple[list[str], list[str]]:
    """Split what was typed into the squares of the board and the marks between them; none where it is no move."""
    names = {_normalise(name): name for row in position.squares() for name in row}
    lower = typed.lower()
    found = list(_SQUARE.finditer(lower))
    gaps = [lower[one.end() : other.start()] for one, other in pairwise(found)]
    between = [_BETWEEN.fullmatch(gap) for gap in gaps]
    squares = [names.get(_normalise(square.group())) for square in found]
    outside = lower[: found[0].start()] + lower[found[-1].end() :] if found else lower
    if outside.strip() or None in squares or None in between:
        return [], []
    return [square for square in squares if square], [gap.group(1) for gap in between if gap]


def _normalise(square: str) -> tuple[str, str]:
    return "".join(filter(str.isalpha, square)).lower(), "".join(filter(str.isdigit, square))


def _list_spellings(squares: list[str], marks: list[str]) -> list[str]:
    """List the moves that touch these squares, with every mark where none was typed."""
    if not 0 < len(squares) <= 4:
        return []
    choices = product(*(mark or MARKS for mark in marks))
    return [squares[0] + "".join(map("".join, zip(chosen, squares[1:], strict=True))) for chosen in choices]


def _explain(position: Position, typed: str, squares: list[str], marks: list[str]) -> str:
    """Say what is wrong, and what could have been meant."""
    following = position.targets(squares) if squares else ()
    if following:
        return f"{' '.join(squares)} can go on to: {' '.join(following)}"
    others = [move for move in _list_spellings(squares, [""] * len(marks)) if _is_legal(position, move)]
    if others:
        return f"did you mean {' or '.join(others)}?"
    text = next(iter(_list_spellings(squares, [mark or "-" for mark in marks])), typed)
    try:
        position.play(text)
    except IllegalMove as error:
        return str(error).partition(" (position:")[0]
    raise AssertionError(f"{text} is legal after all")


def _is_legal(position: Position, move: str) -> bool:
    try:
        position.play(move)
    except IllegalMove:
        return False
    return True
