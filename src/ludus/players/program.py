"""Contest programs as players: one process for each move, asked and heard in the contest's own format.

A program is a folder with the files that its contest asks for. It plays in a copy of that folder, which is gone when it
leaves the table; what belongs in front of the first game (`compile`, `calibrate.py`) is done once in each process of
ours. Before each game the copy is fresh, except in Chezz, where a program may keep its files.

Programs run in the sandbox; where there is none, only if somebody has said `unsafe`.
"""

from __future__ import annotations

import atexit
import hashlib
import math
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ludus.games.amazons import Amazons
from ludus.games.amazons_board import Player as Row
from ludus.games.amazons_board import is_name
from ludus.games.base import Game, IllegalMove, harmless, quote
from ludus.players.base import BadForm, BadPlayer, Crash, Forbidden, Misconduct, OutOfTime, Player, Silence
from ludus.protocols import PROTOCOLS
from ludus.protocols.base import BadReply, BadRequest
from ludus.sandbox.box import Box, Unavailable, best_box, no_containment
from ludus.sandbox.files import read_regular, remove
from ludus.sandbox.limits import LATE, Limits
from ludus.sandbox.run import run
from ludus.turn import Choice, Clock, Reply, Request, Turn

UNTIMED = 60.0
"""Seconds for a move where nobody is timed: told to programs that must be told something, and the end of patience."""
SLACK = 2.0
"""Seconds beyond twice its time after which a program is killed: a busy machine starts it late."""
MEMORY = 4 << 30
"""Bytes that a program may fill."""
PREPARATION = Limits(wall=300, cpu=300)
"""What `compile` and `calibrate` may use; the contests say five minutes."""
TAIL = 300
"""So many characters of the end of standard error go into a reason."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a contest asks of a folder."""

    programs: tuple[str, ...]
    """Names of the program; one that ends in `.py` is run by Python."""
    preparations: tuple[str, ...] = ()
    """Names of a program that is run once, before the first game, if it is there."""
    answer: str = ""
    """The file that holds the answer; where there is none, standard output does, or the request names a file."""
    passing: int = 0
    """The exit code that means: I cannot move."""
    keeps_files: bool = False
    """Whether what a program writes stays from game to game."""


ENTRIES = {
    "pente": Entry(("homework.py", "homework"), ("calibrate.py", "calibrate"), answer="output.txt"),
    "chezz": Entry(("run",), ("compile",), keeps_files=True),
    "checkers": Entry(("checkers",)),
    "amazons": Entry(("game",), passing=1),
}


def program_player(
    folder: str | Path,
    game: Game,
    *,
    name: str | None = None,
    unsafe: bool = False,
    slack: float = SLACK,
    memory: int = MEMORY,
    box: Box | None = None,
) -> ProgramPlayer:
    """Seat the contest program in a folder; its name is the one that it gives itself, or else its folder's.

    It plays in the best box that there is here, unless another is named.
    """
    path = Path(folder).resolve()
    box = _allowed(folder, box, unsafe)
    if game.name not in PROTOCOLS or game.name not in ENTRIES:
        raise BadPlayer(f"no contest is known for {quote(game.name)}; there are {', '.join(PROTOCOLS)}")
    if not path.is_dir():
        raise BadPlayer(f"program {quote(str(folder))}: expected a folder")
    entry = ENTRIES[game.name]
    if _found(path, entry.programs) is None:
        wanted = " or ".join(entry.programs)
        raise BadPlayer(
            f"program {quote(str(folder))}: expected {wanted} in it, as the {game.name} contest does"
        )
    return ProgramPlayer(path, game, entry, name, box, slack=slack, memory=memory)


class ProgramPlayer(Player):
    """Plays what a contest program answers."""

    def __init__(
        self,
        folder: Path,
        game: Game,
        entry: Entry,
        name: str | None,
        box: Box,
        *,
        slack: float,
        memory: int,
    ) -> None:
        self.tier, self.meter = box.tier, box.meter
        self._box = box
        self.version = content_hash(folder)
        self._contest = PROTOCOLS[game.name]
        self._entry = entry
        self._slack = slack
        self._memory = memory
        self._source = _prepared(folder, entry, self.version, box)
        self._room = tempfile.TemporaryDirectory(prefix="ludus-program-", ignore_cleanup_errors=True)
        self._work = Path(self._room.name, "work")
        self._command = _command(str(_found(folder, entry.programs)))
        self._seen: int | None = None
        try:
            self._own_name = self._ask_name() if game.name == "amazons" else ""
        except BaseException:
            self.close()
            raise
        self.name = name or self._own_name or _name_in(folder) or folder.name

    def choose(self, turn: Turn) -> Choice:
        """Run the program once and understand its answer."""
        self._begin(turn)
        told = self._told(turn)
        assert told.clock is not None
        request = self._asked(told)
        answers = self._answers(request)
        limits = self._limits(told.clock)
        reply = run(self._command, request, self._work, limits, answers, box=self._box)
        try:
            self._judge(request, reply, answers)
            moves = self._heard(told, reply)
        except Misconduct as misconduct:
            misconduct.seconds = reply.cpu_seconds
            raise
        return Choice(moves, reply.cpu_seconds, note=_note(reply))

    def _heard(self, told: Turn, reply: Reply) -> tuple[str, ...]:
        try:
            return self._contest.hear(told, reply)
        except BadReply as error:
            raise BadForm(str(error)) from error
        except IllegalMove as error:
            raise Forbidden(str(error)) from error

    def close(self) -> None:
        """Remove the copy that it played in."""
        remove(self._work)
        self._room.cleanup()

    # Before the move

    def _begin(self, turn: Turn) -> None:
        """Clear the table for a new game, or when the program has taken its folder away."""
        # A turn that was rolled back comes again with the same history, but only where games go on after one.
        seen, count = self._seen, len(turn.history)
        goes_on = seen is not None and (
            count > seen or (count == seen and turn.position.passed() is not None)
        )
        self._seen = count
        is_there = self._work.is_dir() and not self._work.is_symlink()
        if not is_there or not (goes_on or self._entry.keeps_files):
            self._fresh()
        self._work.chmod(0o700)

    def _fresh(self) -> None:
        remove(self._work)
        try:
            shutil.copytree(self._source, self._work, symlinks=True)
        except (OSError, shutil.Error) as error:
            raise BadPlayer(f"program {quote(str(self._source))}: cannot be copied: {error}") from error

    def _told(self, turn: Turn) -> Turn:
        """Tell a clock even where there is none, and in Amazons the name that the program calls itself."""
        clock = turn.clock or Clock(0, math.inf)
        if clock.left == math.inf:
            clock = Clock(0, clock.move or UNTIMED, clock.move, clock.nodes)
        position = turn.position
        if isinstance(position, Amazons):
            position = _renamed(position, self._own_name)
        return Turn(position, turn.history, clock, turn.ply)

    def _asked(self, told: Turn) -> Request:
        try:
            return self._contest.ask(told)
        except (BadRequest, IllegalMove) as error:
            raise BadPlayer(f"player {quote(self.name)} cannot be asked: {error}") from error

    def _answers(self, request: Request) -> tuple[str, ...]:
        """Name the files that hold the answer."""
        if self._entry.answer:
            return (self._entry.answer,)
        return request.arguments[-1:]

    def _limits(self, clock: Clock) -> Limits:
        budget = min(clock.left, clock.move or math.inf)
        if budget <= 0:
            raise OutOfTime("no time was left for the move")
        return Limits(wall=2 * budget + self._slack, cpu=budget + self._slack, memory=self._memory)

    # After it

    def _judge(self, request: Request, reply: Reply, answers: tuple[str, ...]) -> None:
        """See whether there is an answer at all."""
        code = reply.exit_code
        if code == LATE:
            raise OutOfTime(f"it had to be killed; {reply.cpu_seconds:.3f} s of CPU time were used")
        if code and code != self._entry.passing:
            raise Crash(_note(reply))
        if code:
            return
        for name in answers:
            if name not in reply.files and os.path.lexists(self._work / name):
                raise BadForm(f"{name}: expected a plain file, found something else")
        # Where the answer goes into the file of the request, it may just have been left there.
        said = [data for name, data in reply.files.items() if data and data != request.files.get(name)]
        if not said if answers else not reply.stdout:
            where = answers[0] if answers else "standard output"
            raise Silence(f"it ended well and wrote nothing ({where})")

    def _ask_name(self) -> str:
        """Ask a program of the Amazons contest for its name."""
        self._fresh()
        limits = Limits(wall=10, cpu=10)
        reply = run(self._command, Request(arguments=("name",)), self._work, limits, box=self._box)
        name = reply.stdout[:100].decode(errors="replace").rstrip("\r\n")
        if reply.exit_code or not is_name(name):
            raise BadPlayer(
                f"program {quote(str(self._source))}: expected its name (1 to 15 characters, no spaces, no quotation "
                f"marks) when it is run as 'game name', found {quote(name)}, {_ended(reply)}"
            )
        return name


def _allowed(folder: str | Path, box: Box | None, unsafe: bool) -> Box:
    """Give the box to play in; without containment only if somebody has allowed that."""
    try:
        box = box or best_box()
    except Unavailable as error:
        raise BadPlayer(f"program {quote(str(folder))}: {error}") from error
    if not box.is_contained and not unsafe:
        missing = no_containment()
        why = f" ({missing})" if missing else ""
        raise BadPlayer(
            f"program {quote(str(folder))} would run without a sandbox{why}: allow it by --unsafe"
        )
    return box


def content_hash(folder: Path) -> str:
    """Sum up a folder: the names of its files and all that is in them."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder)).encode(errors="surrogateescape")
        data = path.read_bytes()
        digest.update(b"%d %d " % (len(name), len(data)) + name + data)
    return f"sha256:{digest.hexdigest()[:16]}"


# Folders


def _found(folder: Path, names: tuple[str, ...]) -> str | None:
    return next((name for name in names if (folder / name).is_file()), None)


def _command(program: str) -> tuple[str, ...]:
    return (sys.executable, program) if program.endswith(".py") else (f"./{program}",)


def _name_in(folder: Path) -> str:
    """Read the name that a program of the Chezz contest has beside it."""
    data = read_regular(folder / "name", 100) or b""
    return harmless(data.decode(errors="replace").strip().partition("\n")[0].strip())


def _prepared(folder: Path, entry: Entry, version: str, box: Box) -> Path:
    """Give the folder with everything done that comes before the first game."""
    program = _found(folder, entry.preparations)
    return folder if program is None else _built(folder, program, version, box)


@lru_cache(maxsize=64)
def _built(folder: Path, program: str, version: str, box: Box) -> Path:
    """Build a copy, once for this process and this content."""
    room = tempfile.TemporaryDirectory(prefix="ludus-built-", ignore_cleanup_errors=True)
    atexit.register(room.cleanup)
    copy = Path(room.name, folder.name or "program")
    shutil.copytree(folder, copy, symlinks=True)
    reply = run(_command(program), Request(), copy, PREPARATION, box=box)
    if reply.exit_code:
        room.cleanup()
        raise BadPlayer(f"program {quote(str(folder))}: {program} failed, {_note(reply)}")
    return copy


def _renamed(position: Amazons, own: str) -> Amazons:
    """Call the seat to move by its own name, and nobody else so."""
    free = (f"player{number}" for number in range(1, 99))
    taken = {own, *(row.name for row in position.seated)}

    def rows() -> Iterator[Row]:
        for seat, row in enumerate(position.seated):
            name = own if seat == position.to_move else row.name
            if seat != position.to_move and name == own:
                name = next(name for name in free if name not in taken)
            yield Row(name, row.digit, row.score)

    return Amazons(
        position.fields,
        position.width,
        tuple(rows()),
        position.placement,
        position.to_move,
        position.bound,
    )


# Words

_KILLED = {
    "time": "killed for time",
    "memory": "killed because it used too much memory",
    "folder": "killed because its folder held too much",
}


def _ended(reply: Reply) -> str:
    code = reply.exit_code
    if reply.killed or code == LATE:
        return _KILLED[reply.killed or "time"]
    return f"exit code {code}" if code >= 0 else f"killed by signal {-code} ({signal.strsignal(-code)})"


def _tail(reply: Reply) -> str:
    text = harmless(reply.stderr.decode(errors="backslashreplace").strip())
    return text if len(text) <= TAIL else f"...{text[-TAIL:]}"


def _note(reply: Reply) -> str:
    tail = _tail(reply)
    return f"{_ended(reply)}: {tail}" if tail else _ended(reply)
