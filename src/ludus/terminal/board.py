"""Draws any position as text: the same board for every game, with a small table of colours per game.

Without colour a cell shows what `rows()` says. With colour some pieces become symbols; the letters carry
the same meaning, so colour is never the only carrier.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TextIO

from ludus.games.base import Position

Paint = Callable[[str], str]

_WHITE, _BLACK = "1;38;5;231", "1;38;5;16"
_SEATS = ("203", "75", "113", "214", "177", "80", "222", "245")


@dataclass(frozen=True, slots=True)
class Skin:
    """How one game looks in colour; codes are those of ANSI terminals, 256 colours."""

    paint: Paint
    grounds: tuple[str, str] = ("48;5;179", "48;5;179")
    marked: str = "48;5;186"
    symbols: Mapping[str, str] = field(default_factory=dict)


def _paint_sides(cell: str) -> str:
    """Colour a cell by its first letter: w or W is White's, b or B is Black's."""
    return {"w": _WHITE, "b": _BLACK}.get(cell[0].lower(), "38;5;137" if cell == "." else "1;38;5;52")


def _paint_cases(cell: str) -> str:
    """Colour a cell by its case: capitals are White's."""
    return _WHITE if cell.isupper() else _BLACK


def _paint_amazons(cell: str) -> str:
    """Colour amazons by their player, treasure gold, artifacts blue, obstacles grey."""
    if cell[0] == "A":
        return f"1;38;5;16;48;5;{_SEATS[int(cell[1:]) - 1]}"
    if cell == "#":
        return "38;5;250;48;5;240"
    return "38;5;240" if cell == "." else "38;5;220" if cell.isdigit() else "38;5;117"


_STONES = {"w": "●", "b": "●", ".": "·"}
_PLAIN_SKIN = Skin(_paint_sides, symbols=_STONES)
SKINS: Mapping[str, Skin] = {
    "pente": _PLAIN_SKIN,
    "chezz": Skin(_paint_cases, ("48;5;108", "48;5;65"), "48;5;143", {".": " "}),
    "checkers": Skin(
        _paint_sides, ("48;5;180", "48;5;95"), "48;5;143", {**_STONES, "W": "▲", "B": "▲", ".": " "}
    ),
    "amazons": Skin(_paint_amazons, ("48;5;236", "48;5;236"), "48;5;58", {".": "·", "#": "✖"}),
}


def wants_colour(stream: TextIO, when: str = "auto") -> bool:
    """Decide whether to colour: `always`, `never`, or `auto` (a terminal that can, and NO_COLOR is not set)."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return (stream.encoding or "").lower().replace("-", "") == "utf8"


def draw(position: Position, *, colour: bool = False, marked: Collection[str] = ()) -> str:
    """Draw the board with its coordinates; `marked` squares (the last move) stand out when there is colour."""
    rows, squares = position.rows(), position.squares()
    width = max((len(cell) for row in rows for cell in row), default=1)
    row_names = ["".join(filter(str.isdigit, names[0])) for names in squares]
    col_names = ["".join(filter(str.isalpha, name)) for name in squares[0]]
    width = max(width, *map(len, col_names))
    margin = max(map(len, row_names))
    skin = SKINS.get(position.name, _PLAIN_SKIN)
    header = " " * (margin + 1) + "".join(f" {name:>{width}}{' ' * colour}" for name in col_names)
    lines = [header.rstrip()]
    for number, (row, names) in enumerate(zip(rows, squares, strict=True)):
        if colour:
            grounds = [
                skin.marked if name in marked else skin.grounds[(number + col) % 2]
                for col, name in enumerate(names)
            ]
            cells = "".join(
                _coloured(cell, width, ground, skin) for cell, ground in zip(row, grounds, strict=True)
            )
        else:
            cells = "".join(f" {cell:>{width}}" for cell in row)
        lines.append(f"{row_names[number]:>{margin}} {cells}")
    return "\n".join(lines)


def _coloured(cell: str, width: int, ground: str, skin: Skin) -> str:
    shown = skin.symbols.get(cell, cell)
    return f"\x1b[{ground}m \x1b[{skin.paint(cell)}m{shown:>{width}}\x1b[0;{ground}m \x1b[0m"


def caption(position: Position) -> str:
    """Say in words whose turn it is, or how the game ended, and how the seats stand."""
    seats = range(position.seats)
    standing = ", ".join(f"{position.seat_name(seat)} {position.standing()[seat]:g}" for seat in seats)
    outcome = position.outcome()
    if outcome is None:
        return f"{position.seat_name(position.to_move)} to move (standing: {standing})"
    winners = [position.seat_name(seat) for seat in outcome.winners]
    result = "drawn" if len(winners) == position.seats > 1 else f"{' and '.join(winners) or 'nobody'} won"
    return f"{result}: {outcome.reason} (standing: {standing})"
