"""Draws any position as SVG: the same board for every game, with a few lines of looks for each.

A cell shows what `rows()` says, as a stone where a game has stones. Whatever a cell says is escaped.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from ludus.games.base import Position
from ludus.text import make_printable

CELL = 30


@dataclass(frozen=True, slots=True)
class Look:
    """How one game looks."""

    grounds: tuple[str, str]
    """Colours of the fields in turn; the same twice where a board is not chequered."""
    has_stones: bool = False
    """Whether w and b are round stones, and W and B are towers."""
    capitals_are_white: bool = False


LOOKS = {
    "pente": Look(("#dcb35c", "#dcb35c"), has_stones=True),
    "chezz": Look(("#e8e3d0", "#8aa274"), capitals_are_white=True),
    "checkers": Look(("#e9d3ad", "#a5744c"), has_stones=True),
    "amazons": Look(("#2f3640", "#353d48")),
}
PLAIN = Look(("#e8e3d0", "#d8d0b8"))
MARK = "#ffd83b"
SEATS = ("#e8695a", "#6aaef0", "#8ccf6f", "#f0a94b", "#c58ae0", "#5fc9c2", "#e8d27a", "#a9b0b8")
LIGHT, DARK = "#fdfdf8", "#1d1f21"
BLOCKED, TREASURE, ARTIFACT = "#596270", "#f2c14e", "#8fc7e8"


def as_html(text: str) -> str:
    """Make text of anybody's words: no tags, no control characters."""
    return escape(make_printable(text))


def draw(position: Position, marked: Collection[str] = (), label: str = "") -> str:
    """Draw a position; the marked squares are those of the last move."""
    look = LOOKS.get(position.name, PLAIN)
    rows, names = position.rows(), position.squares()
    width = max(len(row) for row in rows)
    parts = [
        _cell(look, cell, names[row][col], row, col, names[row][col] in marked)
        for row, cells in enumerate(rows)
        for col, cell in enumerate(cells)
    ]
    size = f'viewBox="0 0 {width * CELL} {len(rows) * CELL}"'
    return f'<svg class="board" {size} role="img" aria-label="{as_html(label)}">{"".join(parts)}</svg>'


def _cell(look: Look, cell: str, name: str, row: int, col: int, is_marked: bool) -> str:
    x, y = col * CELL, row * CELL
    ground = _ground(look, cell, row + col)
    field = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{ground}" stroke="#0002"/>'
    frame = f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none" stroke="{MARK}" stroke-width="4"/>'
    return (
        f"<g><title>{as_html(name)}: {as_html(cell)}</title>{field}{frame if is_marked else ''}"
        f"{_piece(look, cell, row, col)}</g>"
    )


def _ground(look: Look, cell: str, number: int) -> str:
    if cell == "#":
        return BLOCKED
    if cell[0] == "A" and cell[1:].isdigit():
        return SEATS[(int(cell[1:]) - 1) % len(SEATS)]
    return look.grounds[number % 2]


def _piece(look: Look, cell: str, row: int, col: int) -> str:
    x, y = col * CELL + CELL // 2, row * CELL + CELL // 2
    if cell == ".":
        return ""
    if cell == "#":
        cell = "✖"
    if look.has_stones and cell.lower() in ("w", "b"):
        own, other = (LIGHT, DARK) if cell.lower() == "w" else (DARK, LIGHT)
        stone = f'<circle cx="{x}" cy="{y}" r="{CELL * 0.4:g}" fill="{own}" stroke="#0008"/>'
        ring = f'<circle cx="{x}" cy="{y}" r="{CELL * 0.2:g}" fill="none" stroke="{other}" stroke-width="3"/>'
        return stone + (ring if cell.isupper() else "")
    return (
        f'<text x="{x}" y="{y}" fill="{_ink(look, cell)}" font-size="{CELL * (0.62 if len(cell) == 1 else 0.46):g}" '
        f'text-anchor="middle" dominant-baseline="central">{as_html(cell)}</text>'
    )


def _ink(look: Look, cell: str) -> str:
    if look.capitals_are_white:
        return f'{LIGHT}" stroke="{DARK}" stroke-width="0.7' if cell.isupper() else DARK
    if look is LOOKS["amazons"]:
        return DARK if cell[0] in "A✖" else TREASURE if cell[0].isdigit() else ARTIFACT
    return DARK
