"""Boards written as rows of characters, the way Pente, Chezz and Checkers share.

A board is one string, row by row from the top, `.` for an empty cell. In a position text the rows are
joined by `/` and a number stands for a run of empty cells: `1w1w1w1w/8/...`.
"""

from __future__ import annotations

from ludus.games.base import BadPosition
from ludus.text import describe_mismatch


def write_rows(board: str, width: int) -> str:
    """Write a board as rows with runs of empty cells counted."""
    text = "/".join(board[i : i + width] for i in range(0, len(board), width))
    # From long to short, so that each run is replaced whole.
    for run in range(width, 0, -1):
        text = text.replace("." * run, str(run))
    return text


def read_rows(text: str, width: int, height: int, pieces: str) -> str:
    """Read what `write_rows` wrote."""
    rows = text.split("/", height)
    if len(rows) != height:
        raise BadPosition(describe_mismatch("rows", f"{height} rows joined by '/'", text))
    return "".join(_read_row(row, f"row {number}", width, pieces) for number, row in enumerate(rows, start=1))


def _read_row(text: str, where: str, width: int, pieces: str) -> str:
    if len(text) > width:
        raise BadPosition(describe_mismatch(where, f"{width} cells", text))
    cells = ""
    run = ""
    for letter in text:
        if letter in "0123456789":
            run += letter
            if run[0] == "0" or int(run) > width:
                raise BadPosition(describe_mismatch(where, f"a run of 1 to {width} empty cells", run))
        elif letter in pieces:
            cells += "." * int(run or 0) + letter
            run = ""
        else:
            raise BadPosition(describe_mismatch(where, f"pieces from {pieces} and numbers", letter))
    cells += "." * int(run or 0)
    if len(cells) != width:
        raise BadPosition(describe_mismatch(where, f"{width} cells, got {len(cells)}", text))
    return cells


def read_side(letter: str, letters: str) -> int:
    """Find the seat to move by its letter."""
    if len(letter) != 1 or letter not in letters:
        raise BadPosition(describe_mismatch("side to move", " or ".join(letters), letter))
    return letters.index(letter)


def split_rows(cells: str | tuple[str, ...], width: int) -> tuple[tuple[str, ...], ...]:
    """Cut a flat board, or the flat list of its squares, into rows."""
    return tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))
