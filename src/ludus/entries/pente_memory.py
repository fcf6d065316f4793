"""The files that the Pente program keeps in its folder, read with a size limit and written atomically.

`playdata.txt` keeps the position after our last move, that move, its score and its depth. The program is started
afresh for each move, so this is how it knows which stones are the newest. `calibration.txt` keeps how many
positions a second it looks at on this machine. Both begin with the version that wrote them. They may be missing,
stale, cut off, huge or made up: what is not exactly as we write it, or does not fit the game, is ignored.
"""

from __future__ import annotations

from ludus import __version__
from ludus.entries.files import read_bounded, write_atomically
from ludus.errors import LudusError
from ludus.games.pente import LETTERS, NAMES, Pente

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ludus.turn import Thought

PLAYDATA, CALIBRATION = "playdata.txt", "calibration.txt"
_STAMP = f"ludus {__version__} pente"
_LIMIT = 1024
"""A position takes 410 bytes at most."""
_SPEED_UNIT = "positions/s"
_SPEEDS = range(100, 10**8)
"""Values outside of this are errors of measurement or forged."""


def remember(after: Pente, thought: Thought) -> None:
    """Save the position after our move; failing to save it does not matter to the move."""
    text = f"{_STAMP}\n{after}\n{thought.move} {thought.score.value:g} {thought.depth}\n"
    try:
        write_atomically(PLAYDATA, text.encode())
    except OSError:
        return


def find_newest_stones(position: Pente) -> tuple[str, ...]:
    """Find our last stone and the enemy's answer, if the memory belongs to this game."""
    lines = _read_lines(PLAYDATA)
    if len(lines) != 3 or lines[0] != _STAMP:
        return ()
    own = lines[2].partition(" ")[0]
    try:
        before = Pente.read(lines[1])
        reply = _find_new_stone(before, position)
        if before.play(reply) != position or own not in NAMES:
            return ()
    except LudusError:
        return ()
    return own, reply


def remember_speed(positions_per_second: float) -> None:
    """Save the measured speed; raise OSError if that is not possible."""
    write_atomically(CALIBRATION, f"{_STAMP} {positions_per_second:.0f} {_SPEED_UNIT}\n".encode())


def read_speed(otherwise: int) -> int:
    """Read the measured speed of this machine, in positions a second."""
    for line in _read_lines(CALIBRATION):
        number = line.removesuffix(f" {_SPEED_UNIT}").rpartition(" ")[2]
        if line == f"{_STAMP} {number} {_SPEED_UNIT}" and number.isdecimal() and int(number) in _SPEEDS:
            return int(number)
    return otherwise


def _find_new_stone(before: Pente, now: Pente) -> str:
    """Find the stone that the enemy placed; empty if there is no such stone."""
    enemy = LETTERS[1 - now.to_move]
    pairs = zip(NAMES, _join_cells(before), _join_cells(now), strict=True)
    found = [name for name, old, new in pairs if old == "." and new == enemy]
    return found[0] if len(found) == 1 else ""


def _join_cells(position: Pente) -> str:
    return "".join("".join(row) for row in position.rows())


def _read_lines(name: str) -> list[str]:
    """Read the lines of a memory file; none if it is missing or not ours."""
    try:
        data = read_bounded(name, _LIMIT)
    except OSError:
        return []
    if len(data) > _LIMIT or not data.endswith(b"\n") or not data.isascii():
        return []
    return data.decode("ascii").split("\n")[:-1]
