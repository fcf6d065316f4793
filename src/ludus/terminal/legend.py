"""Explains the signs on a board, by what the game says about the look of its cells."""

from __future__ import annotations

import re

from ludus.games.base import Position
from ludus.terminal.board import choose_sign

_NUMBER = re.compile(r" of \d+$")


def write_legend(position: Position, *, colour: bool) -> str:
    """Explain every sign that is on the board: `K/k king, Q/q queen`; nothing where the board is empty."""
    signs: dict[str, dict[str, int]] = {}
    for cell, owner, words in _list_signs(position, colour=colour):
        signs.setdefault(_NUMBER.sub("", words), {}).setdefault(cell, owner)
    entries = [
        f"{'/'.join(sorted(cells, key=lambda cell: (cells[cell], cell)))} {words}"
        for words, cells in signs.items()
    ]
    names = [position.seat_name(seat) for seat in range(position.seats)]
    owners = {owner for cells in signs.values() for owner in cells.values()}
    sides = f"{'/'.join(names)}: " if owners >= {0, 1} and position.sides else ""
    return sides + ", ".join(entries)


def _list_signs(position: Position, *, colour: bool) -> list[tuple[str, int, str]]:
    """List sign, owner and meaning of the cells; what nobody owns is explained letter by letter."""
    found = []
    for cell in dict.fromkeys(cell for row in position.rows() for cell in row):
        look = position.look(cell)
        for part in (cell,) if look.owner is not None else tuple(cell):
            look = position.look(part)
            if look.kind != "empty":
                sign = choose_sign(position, look, part) if colour else part
                found.append((sign, -1 if look.owner is None else look.owner, look.words))
    return found
