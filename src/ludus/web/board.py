"""Draws any position as SVG, by what the game says about the look of its cells.

A cell shows what `rows()` says, as a stone where it holds one. The pictures of the pieces are defined once and used
wherever they stand, so that a script can step through a game and knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from ludus.games.base import Look, Position
from ludus.web.html import Html, join, tag

CELL = 30
LETTERS = 52
"""How many letters of the coordinates would fill the width of a board; a board looks alike however wide it is."""
SMALLEST_LETTER = 6
GROUNDS = {
    "squares": ("#e8e3d0", "#d8d0b8"),
    "crossings": ("#dcb35c", "#dcb35c"),
    "green squares": ("#e8e3d0", "#8aa274"),
    "brown squares": ("#e9d3ad", "#a5744c"),
    "dark squares": ("#2f3640", "#353d48"),
}
"""Colours of neighbouring cells; the same twice where a board is not chequered."""
CROSSINGS = "crossings"
SEATS = ("#e8695a", "#6aaef0", "#8ccf6f", "#f0a94b", "#c58ae0", "#5fc9c2", "#e8d27a", "#a9b0b8")
LIGHT, DARK = "#fdfdf8", "#1d1f21"
SIDES = {"White": LIGHT, "Black": DARK}
BLOCKED = "#596270"
INKS = {"blocked": DARK, "treasure": "#f2c14e", "artifact": "#8fc7e8"}
STONES = ("stone", "tower")
EMPTY = "."

Rows = tuple[tuple[str, ...], ...]
"""What `rows()` of a position gives."""


class BoardDrawing:
    """Draws the positions of one game, and gathers the pieces that stand in them."""

    def __init__(self, position: Position, names: Sequence[str] = (), prefix: str = "piece-") -> None:
        """`names` are what the seats are called; several boards on one page have pieces of other prefixes."""
        self._position = position
        self._names = names
        self._prefix = prefix
        self.squares = position.squares()
        self.width = max(map(len, self.squares))
        self._pieces: dict[str, str] = {EMPTY: ""}
        self._places = {
            name: row * self.width + col
            for row, names in enumerate(self.squares)
            for col, name in enumerate(names)
        }

    def find_places(self, squares: Collection[str]) -> list[int]:
        """Find the cells of squares, counted row by row; what is no square is left out."""
        return [self._places[square] for square in squares if square in self._places]

    def list_pieces(self, position: Position) -> list[str]:
        """List the picture in each cell, row by row, each row as long as the longest; empty where nothing stands."""
        return [
            self._find_piece(cell)
            for row in position.rows()
            for cell in (*row, *(EMPTY,) * (self.width - len(row)))
        ]

    def compare(self, before: Rows, after: Rows) -> dict[int, str]:
        """List the cells in which two boards differ, with the picture in the second; most rows are the same."""
        return {
            row * self.width + col: self._find_piece(new)
            for row, (old_row, new_row) in enumerate(zip(before, after, strict=False))
            if old_row != new_row
            for col, (old, new) in enumerate(zip(old_row, new_row, strict=False))
            if old != new
        }

    def draw(self, pieces: Sequence[str], marked: Collection[int], label: str, **more: str) -> Html:
        """Draw pieces on the board; the marked cells are those of the last move."""
        wide, high = self.width * CELL, len(self.squares) * CELL
        letter = max(SMALLEST_LETTER, wide // LETTERS)
        margin = 2 * letter
        return tag(
            "svg",
            tag("defs", [self._draw_piece(cell, name) for cell, name in self._pieces.items() if name]),
            tag("g", self._draw_ground(wide, high), class_="ground"),
            tag("g", self._draw_coordinates(margin), class_="coordinates", font_size=letter),
            tag(
                "g", [self._use(piece, place) for place, piece in enumerate(pieces) if piece], class_="pieces"
            ),
            tag("g", [self._draw_mark(place) for place in marked], class_="marks"),
            class_="board",
            viewBox=f"{-margin} 0 {wide + margin} {high + margin}",
            role="img",
            aria_label=label,
            data_width=self.width,
            data_height=len(self.squares),
            data_cell=CELL,
            **more,
        )

    def write_text(self, position: Position) -> str:
        """Write the board as lines of text, with coordinates."""
        rows, columns = _name_rows(self.squares), _name_columns(self.squares)
        cells = [[*row] for row in position.rows()]
        size = max(len(cell) for row in (*cells, columns) for cell in row)
        side = max(map(len, rows))
        lines = [
            f"{name:>{side}} {' '.join(f'{cell:>{size}}' for cell in row)}"
            for name, row in zip(rows, cells, strict=True)
        ]
        return "\n".join([*lines, f"{'':{side}} {' '.join(f'{name:>{size}}' for name in columns)}"])

    def _find_piece(self, cell: str) -> str:
        if cell not in self._pieces:
            is_empty = self._position.look(cell).kind == "empty"
            self._pieces[cell] = "" if is_empty else f"{self._prefix}{len(self._pieces)}"
        return self._pieces[cell]

    def _use(self, piece: str, place: int) -> Html:
        row, col = divmod(place, self.width)
        return tag("use", href=f"#{piece}", x=col * CELL, y=row * CELL)

    def _draw_ground(self, wide: int, high: int) -> Html:
        light, dark = GROUNDS.get(self._position.ground, GROUNDS["squares"])
        rows, cols = range(len(self.squares)), range(self.width)
        field = tag("rect", width=wide, height=high, fill=light)
        if self._position.ground == CROSSINGS:
            half = CELL // 2
            lines = [f"M{half} {row * CELL + half}H{wide - half}" for row in rows]
            lines += [f"M{col * CELL + half} {half}V{high - half}" for col in cols]
            return join(field, tag("path", d="".join(lines), stroke="#6b4e16", fill="none"))
        other = [
            f"M{col * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z"
            for row in rows
            for col in cols
            if (row + col) % 2
        ]
        lines = [f"M0 {row * CELL}H{wide}" for row in rows] + [f"M{col * CELL} 0V{high}" for col in cols]
        chequers = tag("path", d="".join(other), fill=dark) if other and dark != light else ""
        return join(field, chequers, tag("path", d="".join(lines), stroke="#0002", fill="none"))

    def _draw_coordinates(self, margin: int) -> list[Html]:
        middle = CELL // 2
        rows, columns = _name_rows(self.squares), _name_columns(self.squares)
        beside = [
            tag("text", name, x=-margin // 2, y=row * CELL + middle, data_row=row)
            for row, name in enumerate(rows)
        ]
        below = len(self.squares) * CELL + margin // 2
        return beside + [
            tag("text", name, x=col * CELL + middle, y=below, data_col=col)
            for col, name in enumerate(columns)
        ]

    def _draw_mark(self, place: int) -> Html:
        row, col = divmod(place, self.width)
        return tag("rect", x=col * CELL + 2, y=row * CELL + 2, width=CELL - 4, height=CELL - 4)

    def _draw_piece(self, cell: str, name: str) -> Html:
        look = self._position.look(cell)
        return tag(
            "g", tag("title", self._describe(look)), self._draw_look(look, cell), id=name, data_cell=cell
        )

    def _describe(self, look: Look) -> str:
        if look.owner is None:
            return look.words
        names = self._names
        return f"{names[look.owner] if names else self._position.seat_name(look.owner)}: {look.words}"

    def _draw_look(self, look: Look, cell: str) -> Html:
        own = choose_colour(self._position, look.owner)
        middle = CELL // 2
        if look.kind in STONES:
            return _draw_stone(own or SEATS[-1], middle, with_ring=look.kind == "tower")
        # A piece that is no stone fills its cell, if its owner's colour is neither light nor dark.
        filled = BLOCKED if look.kind == "blocked" else own if own in SEATS else ""
        field = tag("rect", width=CELL, height=CELL, fill=filled) if filled else ""
        text = "✖" if look.kind == "blocked" else cell
        ink = own if own in (LIGHT, DARK) else DARK if own else self._choose_ink(look)
        shape = tag(
            "text",
            text,
            x=middle,
            y=middle,
            fill=ink,
            text_anchor="middle",
            dominant_baseline="central",
            font_size=f"{CELL * (0.62 if len(text) == 1 else 0.46):g}",
            stroke=DARK if ink == LIGHT else None,
            stroke_width=0.7 if ink == LIGHT else None,
        )
        return join(field, shape)

    def _choose_ink(self, look: Look) -> str:
        return INKS.get(look.kind, LIGHT if self._position.ground == "dark squares" else DARK)


def choose_colour(position: Position, owner: int | None) -> str:
    """Find the colour of a seat; none where nobody owns a piece."""
    if owner is None:
        return ""
    side = position.sides[owner] if position.sides else ""
    return SIDES.get(side, SEATS[owner % len(SEATS)])


def _draw_stone(colour: str, middle: int, *, with_ring: bool) -> Html:
    stone = tag("circle", cx=middle, cy=middle, r=f"{CELL * 0.4:g}", fill=colour, stroke="#0008")
    if not with_ring:
        return stone
    other = LIGHT if colour == DARK else DARK
    ring = tag("circle", cx=middle, cy=middle, r=f"{CELL * 0.2:g}", fill="none", stroke=other, stroke_width=3)
    return join(stone, ring)


def _name_rows(squares: Sequence[Sequence[str]]) -> list[str]:
    return [_find_common(row) for row in squares]


def _name_columns(squares: Sequence[Sequence[str]]) -> list[str]:
    width = max(map(len, squares))
    return [_find_common([row[col] for row in squares if col < len(row)]) for col in range(width)]


def _find_common(names: Sequence[str]) -> str:
    """Find what the names of a row or a column have in common: the coordinate, written first or last."""
    if len(names) == 1:
        return names[0]
    return _find_prefix(names) or _find_prefix([name[::-1] for name in names])[::-1]


def _find_prefix(names: Sequence[str]) -> str:
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in alike)
