"""The file in which the Chezz program keeps the positions of its game that it has had to move in.

A board file tells no history, so without this nobody would know that a position has come back. `history.txt`, beside the
program, begins with the version that wrote it and the time that the game has; a line is the number of moves before, the
milliseconds used, and the position. It may be missing, stale, cut off, huge or of another game: what does not fit is ignored.
"""

from __future__ import annotations

from ludus import __version__
from ludus.entries.files import read_bounded, write_atomically

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.turn import Turn

HISTORY = "history.txt"
_LIMIT = 1 << 16
"""Two hundred positions take a quarter of this."""


class History:
    """What the program remembers of the game that a turn belongs to."""

    def __init__(self, turn: Turn, folder: str) -> None:
        """Read the file; forget it unless its last position is the one two moves ago."""
        assert turn.clock is not None
        self._path = f"{folder}/{HISTORY}" if folder else HISTORY
        self._head = f"ludus {__version__} chezz {turn.clock.total:g}"
        self._last = f"{turn.ply} {turn.clock.used * 1000:.0f} {turn.position}"
        self._lines = self._choose_lines(turn.ply, turn.clock.used)

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions, the oldest first."""
        return tuple([line.split(" ", 2)[2] for line in self._lines])

    def keep(self) -> None:
        """Add the position of this turn; failing to keep it does not matter to the move."""
        text = "\n".join((self._head, *self._lines, self._last)) + "\n"
        try:
            write_atomically(self._path, text.encode())
        except OSError:
            return

    def _choose_lines(self, ply: int, used: float) -> list[str]:
        """Choose the last lines that lead to so many moves and so much time used."""
        head, *lines = self._read_lines() or [""]
        if head != self._head:
            return []
        fitting: list[str] = []
        milliseconds = used * 1000
        for line in reversed(lines):
            words = line.split(" ", 2)
            fits = len(words) == 3 and words[0] == str(ply - 2 * len(fitting) - 2) and words[1].isdecimal()
            if not fits or int(words[1]) > milliseconds + 1:
                break
            milliseconds = int(words[1])
            fitting.append(line)
        return fitting[::-1]

    def _read_lines(self) -> list[str]:
        """Read the lines of the file; none if it is missing or not ours."""
        try:
            data = read_bounded(self._path, _LIMIT)
        except OSError:
            return []
        if len(data) > _LIMIT or not data.endswith(b"\n") or not data.isascii():
            return []
        return data.decode("ascii").split("\n")[:-1]
