"""Draws any position as SVG, by what the game says about the look of its cells.

A cell shows what `rows()` says, as a stone where it holds one. Whatever a cell says is escaped.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from ludus.games.base import Look, Position
from ludus.text import make_printable

CELL = 30
GROUNDS = {
    "squares": ("#e8e3d0", "#d8d0b8"),
    "crossings": ("#dcb35c", "#dcb35c"),
    "green squares": ("#e8e3d0", "#8aa274"),
    "brown squares": ("#e9d3ad", "#a5744c"),
    "dark squares": ("#2f3640", "#353d48"),
}
"""Colours of neighbouring cells; the same twice where a board is not chequered."""
MARK = "#ffd83b"
SEATS = ("#e8695a", "#6aaef0", "#8ccf6f", "#f0a94b", "#c58ae0", "#5fc9c2", "#e8d27a", "#a9b0b8")
LIGHT, DARK = "#fdfdf8", "#1d1f21"
SIDES = {"White": LIGHT, "Black": DARK}
BLOCKED = "#596270"
INKS = {"blocked": DARK, "treasure": "#f2c14e", "artifact": "#8fc7e8"}
STONES = ("stone", "tower")


def escape_html(text: str) -> str:
    """Escape untrusted text: no tags, no control characters."""
    return escape(make_printable(text))


def draw(position: Position, marked: Collection[str] = (), label: str = "") -> str:
    """Draw a position; the marked squares are those of the last move."""
    rows, names = position.rows(), position.squares()
    width = max(len(row) for row in rows)
    parts = [
        _draw_cell(position, cell, names[row][col], row, col, names[row][col] in marked)
        for row, cells in enumerate(rows)
        for col, cell in enumerate(cells)
    ]
    size = f'viewBox="0 0 {width * CELL} {len(rows) * CELL}"'
    return f'<svg class="board" {size} role="img" aria-label="{escape_html(label)}">{"".join(parts)}</svg>'


def _draw_cell(position: Position, cell: str, name: str, row: int, col: int, is_marked: bool) -> str:
    look = position.look(cell)
    x, y = col * CELL, row * CELL
    ground = _choose_ground(position, look, row + col)
    field = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{ground}" stroke="#0002"/>'
    frame = f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none" stroke="{MARK}" stroke-width="4"/>'
    title = f"{escape_html(name)}: {escape_html(_describe(position, look))}"
    return (
        f"<g><title>{title}</title>{field}{frame if is_marked else ''}"
        f"{_draw_piece(position, look, cell, x + CELL // 2, y + CELL // 2)}</g>"
    )


def _describe(position: Position, look: Look) -> str:
    return look.words if look.owner is None else f"{position.seat_name(look.owner)} {look.words}"


def _choose_colour(position: Position, look: Look) -> str:
    """Find the colour of a cell's owner; none where nobody owns it."""
    if look.owner is None:
        return ""
    side = position.sides[look.owner] if position.sides else ""
    return SIDES.get(side, SEATS[look.owner % len(SEATS)])


def _choose_ground(position: Position, look: Look, number: int) -> str:
    """Fill the cell of a piece that is no stone, if the owner's colour is neither light nor dark."""
    if look.kind == "blocked":
        return BLOCKED
    colour = _choose_colour(position, look)
    if colour in SEATS and look.kind not in STONES:
        return colour
    return GROUNDS.get(position.ground, GROUNDS["squares"])[number % 2]


def _draw_piece(position: Position, look: Look, cell: str, x: int, y: int) -> str:
    if look.kind == "empty":
        return ""
    if look.kind in STONES:
        own = _choose_colour(position, look) or SEATS[-1]
        other = LIGHT if own == DARK else DARK
        stone = f'<circle cx="{x}" cy="{y}" r="{CELL * 0.4:g}" fill="{own}" stroke="#0008"/>'
        ring = f'<circle cx="{x}" cy="{y}" r="{CELL * 0.2:g}" fill="none" stroke="{other}" stroke-width="3"/>'
        return stone + (ring if look.kind == "tower" else "")
    text = "✖" if look.kind == "blocked" else cell
    return (
        f'<text x="{x}" y="{y}" fill="{_choose_ink(position, look)}" font-size="{CELL * (0.62 if len(text) == 1 else 0.46):g}" '
        f'text-anchor="middle" dominant-baseline="central">{escape_html(text)}</text>'
    )


def _choose_ink(position: Position, look: Look) -> str:
    colour = _choose_colour(position, look)
    if colour == LIGHT:
        return f'{LIGHT}" stroke="{DARK}" stroke-width="0.7'
    if colour:
        return DARK
    return INKS.get(look.kind, LIGHT if position.ground == "dark squares" else DARK)
