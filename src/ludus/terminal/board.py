"""Draws any position as text, by what the game says about the look of its cells.

Without colour a cell shows what `rows()` says. With colour some kinds become symbols, which differ between the sides
as the letters do, so colour is never the only carrier. Colour codes are those of ANSI terminals, 256 colours.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TextIO

from ludus.games.base import Look, Position

COLUMNS = 80
"""What every terminal has."""
SIDES = {"White": "1;38;5;231", "Black": "1;38;5;16"}
SEATS = ("203", "75", "113", "214", "177", "80", "222", "245")
SYMBOLS = {"stone": "○●", "tower": "△▲", "blocked": "✖"}
"""Of each kind that is not drawn as letters: of White or the first seat, and of the others."""
INKS = {"blocked": "38;5;250;48;5;240", "treasure": "38;5;220", "artifact": "38;5;117"}


@dataclass(frozen=True, slots=True)
class Ground:
    """The background of a board."""

    colours: tuple[str, str]
    """Of neighbouring cells."""
    marked: str
    empty: str
    """The symbol of an empty cell, and its colour."""
    faint: str
    ink: str
    """The colour of what nobody owns."""


_WOOD = Ground(("48;5;179", "48;5;179"), "48;5;186", "·", "38;5;137", "1;38;5;52")
GROUNDS: Mapping[str, Ground] = {
    "squares": _WOOD,
    "crossings": _WOOD,
    "green squares": Ground(("48;5;108", "48;5;65"), "48;5;143", " ", "38;5;137", "1;38;5;52"),
    "brown squares": Ground(("48;5;180", "48;5;95"), "48;5;143", " ", "38;5;137", "1;38;5;52"),
    "dark squares": Ground(("48;5;236", "48;5;236"), "48;5;58", "·", "38;5;240", "1;38;5;252"),
}


def wants_colour(stream: TextIO, when: str = "auto") -> bool:
    """Decide whether to use colour: `always`, `never`, or `auto` (a capable terminal, and NO_COLOR is not set)."""
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
    ground = GROUNDS.get(position.ground, _WOOD)
    # A cell has a blank on both sides only where the board is not too wide then: one of 20 columns must fit, too.
    gap = " " if colour and margin + 1 + len(col_names) * (width + 2) <= COLUMNS else ""
    header = " " * (margin + 1) + "".join(f" {name:>{width}}{gap}" for name in col_names)
    lines = [header.rstrip()]
    for number, (row, names) in enumerate(zip(rows, squares, strict=True)):
        if colour:
            colours = [
                ground.marked if name in marked else ground.colours[(number + col) % 2]
                for col, name in enumerate(names)
            ]
            cells = "".join(
                _draw_cell(position, cell, width, gap, ground, colour)
                for cell, colour in zip(row, colours, strict=True)
            )
        else:
            cells = "".join(f" {cell:>{width}}" for cell in row)
        lines.append(f"{row_names[number]:>{margin}} {cells}")
    return "\n".join(lines)


def _draw_cell(position: Position, cell: str, width: int, gap: str, ground: Ground, colour: str) -> str:
    look = position.look(cell)
    shown = ground.empty if look.kind == "empty" else choose_sign(position, look, cell)
    ink = _choose_ink(position, look, ground)
    return f"\x1b[{colour}m \x1b[{ink}m{shown:>{width}}\x1b[0;{colour}m{gap}\x1b[0m"


def choose_sign(position: Position, look: Look, cell: str) -> str:
    """Choose how a cell is shown where there is colour: by a symbol, which differs between the sides, or by its text."""
    symbols = SYMBOLS.get(look.kind, cell)
    if look.kind not in SYMBOLS or len(symbols) == 1:
        return symbols
    is_first = look.owner == (position.sides.index("White") if "White" in position.sides else 0)
    return symbols[0] if is_first else symbols[1]


def _choose_ink(position: Position, look: Look, ground: Ground) -> str:
    """Colour a cell by its owner, else by its kind."""
    if look.owner is None:
        return ground.faint if look.kind == "empty" else INKS.get(look.kind, ground.ink)
    side = position.sides[look.owner] if position.sides else ""
    seat = SEATS[look.owner % len(SEATS)]
    return SIDES.get(side, f"1;38;5;{seat}" if look.kind in SYMBOLS else f"1;38;5;16;48;5;{seat}")


def write_caption(position: Position) -> str:
    """Describe whose turn it is, or how the game ended, and the standing of the seats."""
    seats = range(position.seats)
    standing = ", ".join(f"{position.seat_name(seat)} {position.standing()[seat]:g}" for seat in seats)
    outcome = position.outcome()
    if outcome is None:
        return f"{position.seat_name(position.to_move)} to move (standing: {standing})"
    winners = [position.seat_name(seat) for seat in outcome.winners]
    result = "drawn" if len(winners) == position.seats > 1 else f"{' and '.join(winners) or 'nobody'} won"
    return f"{result}: {outcome.reason} (standing: {standing})"
