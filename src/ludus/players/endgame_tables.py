"""Endgame tables on the disk: made once by `ludus tables`, then mapped into memory by every engine that wants them.

They lie in the folder `tables` of the cache, a file for each game and number of pieces. No player needs them: where
there are none, or none that is whole, the search goes on without.
"""

from __future__ import annotations

from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.atomic_file import write_bytes_atomically
from ludus.errors import MachineFault
from ludus.games.base import Position
from ludus.intake.cache import Cache

if TYPE_CHECKING:
    from ludus import engine

FOLDER, ENDING = "tables", ".ludusend"
FEW = 12
"""With more pieces than this on the board the tables are out of reach of a search."""


def keep_tables(game: str, pieces: int, data: bytes) -> Path:
    """Write tables to the cache; return where they are."""
    path = Cache().folder(FOLDER) / f"{game}-{pieces}{ENDING}"
    write_bytes_atomically(path, data)
    return path


def list_tables(game: str) -> list[Path]:
    """List the files of a game, most pieces first."""
    try:
        folder = Cache().root / FOLDER
    except MachineFault:
        return []
    found = {
        path: path.name.removesuffix(ENDING).rpartition("-")[2] for path in folder.glob(f"{game}-*{ENDING}")
    }
    return sorted((path for path in found if found[path].isdecimal()), key=lambda path: -int(found[path]))


def open_tables(game: str, path: Path) -> engine.Tables:
    """Map a file of tables; raise ValueError or OSError if it is none, damaged or of another game."""
    from ludus import engine

    with path.open("rb") as file:
        return engine.Tables(game, mmap(file.fileno(), 0, access=ACCESS_READ))


class TableFiles:
    """The endgame tables of one game, opened when the first position comes that is near to them."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._is_open = False
        self._note = ""

    def offer(self, native: engine.Engine, position: Position) -> None:
        """Let an engine use the tables, if there are any, from the first position on that has few pieces."""
        from ludus import engine

        if self._is_open or not engine.can_make_tables(self._game) or count_pieces(position) > FEW:
            return
        self._is_open = True
        for path in list_tables(self._game):
            try:
                native.use_tables(open_tables(self._game, path))
                return
            except (OSError, ValueError) as error:
                why = error.strerror if isinstance(error, OSError) else error
                self._note = f"{path}: {why}; playing on without (ludus tables {self._game} makes new ones)"

    def take_note(self) -> str:
        """Tell, once, why tables could not be used; empty if they could."""
        note, self._note = self._note, ""
        return note


def count_pieces(position: Position) -> int:
    """Count what stands on the board for some seat."""
    return sum(position.look(cell).owner is not None for row in position.rows() for cell in row)
