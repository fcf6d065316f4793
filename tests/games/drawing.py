"""Drawn boards for tests: what a reader sees is what is tested."""

from __future__ import annotations

from ludus.games.grid import write_rows


def drawn(drawing: str, size: int = 8) -> str:
    """Turn a drawing (rows from the top, `.` empty, spaces within a row free) into the ROWS of a position text.

    A drawing smaller than `size` is the top left corner of the board.
    """
    rows = ["".join(line.split()).ljust(size, ".") for line in drawing.strip().splitlines()]
    rows += ["." * size] * (size - len(rows))
    assert [len(row) for row in rows] == [size] * size, "the drawing does not fit the board"
    return write_rows("".join(rows), size)
