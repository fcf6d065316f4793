"""The file in which the Chezz program keeps the positions of its game that it has had to move in.

A board file tells no history, so without this nobody would know that a position has come back, nor what of the clock the
searches took and what the starts. `history.txt`, beside the program, begins with the version that wrote it and the time that
the game has; a line is the number of moves before, the milliseconds used, the microseconds that all searches took including
that of this move, and the position. It may be missing, stale, cut off, huge or of another game: what does not fit is ignored.
"""

from __future__ import annotations

from ludus import __version__
from ludus.entries.files import read_bounded, write_atomically

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.turn import Turn

HISTORY = "history.txt"
LIMIT = 1 << 16
"""Two hundred positions take a quarter of this."""
_UNKNOWN = "-"
LONGEST_NUMBER = 12
_PLIES_BEFORE_BOTH = 2
"""In earlier plies than this, the side to move has not yet moved."""


class History:
    """What the program remembers of the game that a turn belongs to."""

    def __init__(self, turn: Turn, folder: str) -> None:
        """Read the file; forget it unless its last position is the one two moves ago."""
        assert turn.clock is not None
        self._path = f"{folder}/{HISTORY}" if folder else HISTORY
        self._head = f"ludus {__version__} chezz {turn.clock.total:g}"
        self._turn = turn
        self._lines = self._choose_lines(turn.ply, turn.clock.used)
        self.searches = self._recall_searches()
        """Seconds that the searches of the game took; None if that is not known."""

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions, the oldest first."""
        return tuple([line.split(" ", 3)[3] for line in self._lines])

    def add_search(self, seconds: float) -> None:
        """Add what the search of this turn took."""
        if self.searches is not None:
            self.searches += seconds

    def keep(self) -> None:
        """Add the position of this turn; failing to keep it does not matter to the move."""
        clock = self._turn.clock
        assert clock is not None
        searches = _UNKNOWN if self.searches is None else f"{self.searches * 1e6:.0f}"
        last = f"{self._turn.ply} {clock.used * 1000:.0f} {searches} {self._turn.position}"
        text = "\n".join((self._head, *self._lines, last)) + "\n"
        try:
            write_atomically(self._path, text.encode())
        except OSError:
            return

    def _recall_searches(self) -> float | None:
        """Read what the searches took from the last line; before the first move, they took nothing."""
        if not self._lines:
            return 0.0 if self._turn.ply < _PLIES_BEFORE_BOTH else None
        word = self._lines[-1].split(" ", 3)[2]
        return None if word == _UNKNOWN else int(word) / 1e6

    def _choose_lines(self, ply: int, used: float) -> list[str]:
        """Choose the last lines that lead to this number of moves and this time used."""
        head, *lines = self._read_lines() or [""]
        if head != self._head:
            return []
        fitting: list[str] = []
        milliseconds = round(used * 1000)
        for line in reversed(lines):
            words = line.split(" ", 3)
            fits = len(words) == 4 and words[0] == str(ply - 2 * len(fitting) - 2)
            fits = fits and _is_number(words[1]) and (words[2] == _UNKNOWN or _is_number(words[2]))
            if not fits or int(words[1]) > milliseconds + 1:
                break
            milliseconds = int(words[1])
            fitting.append(line)
        return fitting[::-1]

    def _read_lines(self) -> list[str]:
        """Read the lines of the file; none if it is missing or not ours."""
        try:
            data = read_bounded(self._path, LIMIT)
        except OSError:
            return []
        if len(data) > LIMIT or not data.endswith(b"\n") or not data.isascii():
            return []
        return data.decode("ascii").split("\n")[:-1]


def _is_number(word: str) -> bool:
    """Tell whether a word is a number of a sane size; Python refuses to read very long ones."""
    return word.isdecimal() and len(word) <= LONGEST_NUMBER
