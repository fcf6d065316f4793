"""Contest programs as players: one process for each move, asked and heard in the contest's own format.

A program is an entrant: a folder, an archive or a commit, taken in and built once. It plays in a copy of what was built.
Before each game the copy is fresh, except in Chezz: there a program finds its files again in the next game that it plays
in the same process of ours, unless they are to stay for a game only.

Programs run in the sandbox; where there is none, only if somebody has said `unsafe`.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.contests import find_contest
from ludus.contests.base import Contest, OwnName
from ludus.errors import BadOption, MachineFault
from ludus.games.base import Game, IllegalMove
from ludus.intake.build import Built, OnStep, build, ignore_step
from ludus.intake.cache import Cache
from ludus.intake.entrant import HASH, Entrant, import_entrant
from ludus.intake.links import drop_links
from ludus.intake.tree import BadEntrant
from ludus.machine.cores import choose_core
from ludus.players.base import (
    Absent,
    BadForm,
    BadPlayer,
    Crash,
    Forbidden,
    Misconduct,
    OutOfTime,
    Player,
    Silence,
)
from ludus.players.workspaces import keep, workspace_for
from ludus.protocols.base import BadReply, BadRequest
from ludus.sandbox.allowance import LATE, MEMORY, Allowance
from ludus.sandbox.box import Box, Unavailable
from ludus.sandbox.capabilities import explain_no_containment, find_best_box
from ludus.sandbox.files import find_alike, is_folder, read_regular
from ludus.sandbox.removal import discard, remove
from ludus.sandbox.reply_text import clean_name, describe_end, quote_stderr
from ludus.sandbox.run import run
from ludus.text import quote
from ludus.turn import Choice, Clock, Reply, Request, Turn

UNTIMED = 60.0
"""Seconds for a move where nobody is timed: told to programs that must be told something, and the end of patience."""
SLACK = 2.0
"""Seconds beyond twice its time after which a program is killed: a busy machine starts it late."""
LONGEST_NOTE = 100
"""Bytes that the longest name has."""
TOURNAMENT, GAME = PERSISTS = ("tournament", "game")
"""How long what a program writes stays, where the contest lets it stay beyond a game."""


def program_player(
    source: str | Path,
    game: Game,
    *,
    name: str | None = None,
    unsafe: bool = False,
    shown: tuple[str, ...] = (),
    slack: float = SLACK,
    memory: int = MEMORY,
    box: Box | None = None,
    persist: str = TOURNAMENT,
    on_step: OnStep = ignore_step,
) -> ProgramPlayer:
    """Seat the contest program that a folder, an archive or a commit holds.

    Its name is the one that it gives itself, or else that of where it comes from.
    It plays in the best box that there is here, unless another is named, and may read the folders that are `shown`.
    What it writes stays as long as `persist` says, if the contest lets it stay at all.
    Taking it in and building it may take minutes; `on_step` is told of each step.
    """
    _find_contest(game)
    box = box_for(source, box, unsafe=unsafe).with_shown(*map(Path, shown))
    try:
        with on_step(str(source), "taking it in"):
            entrant = import_entrant(source, box=box)
    except BadEntrant as error:
        raise BadPlayer(str(error)) from error
    return seat_entrant(
        entrant, game, box, name=name, slack=slack, memory=memory, persist=persist, on_step=on_step
    )


def seat_entrant(
    entrant: Entrant,
    game: Game,
    box: Box,
    *,
    name: str | None = None,
    slack: float = SLACK,
    memory: int = MEMORY,
    persist: str = TOURNAMENT,
    on_step: OnStep = ignore_step,
) -> ProgramPlayer:
    """Seat a contest program that was taken in, in a box that somebody has chosen."""
    contest = _find_contest(game)
    try:
        built = build(entrant, contest.make_recipe, box, on_step=on_step)
    except BadEntrant as error:
        raise Absent(str(error), entrant.name, entrant.version) from error
    keeps_files = contest.keeps_files and persist == TOURNAMENT
    player = ProgramPlayer(
        entrant, built, contest, name, box, slack=slack, memory=memory, keeps_files=keeps_files
    )
    player.spec = f"program:persist={persist},folder={entrant.hash}"
    return player


def _find_contest(game: Game) -> Contest:
    try:
        return find_contest(game.name)
    except BadOption as error:
        raise BadPlayer(str(error)) from error


class ProgramPlayer(Player):
    """Plays what a contest program answers."""

    def __init__(
        self,
        entrant: Entrant,
        built: Built,
        contest: Contest,
        name: str | None,
        box: Box,
        *,
        slack: float,
        memory: int,
        keeps_files: bool,
    ) -> None:
        self.tier, self.meter = box.tier, box.meter
        self._box = box
        self.version = entrant.version
        self._entrant = entrant
        self._contest = contest
        self._slack = slack
        self._memory = memory
        self._keeps_files = keeps_files
        self._source = built.folder
        self._where = entrant.source
        self._workspace = workspace_for(built.folder, box, keeps_files=keeps_files)
        self._work = self._workspace.folder
        self._command = built.command
        self._has_begun = keeps_files
        self._is_closed = False
        try:
            self._own_name = self._known_name(contest.own_name) if contest.own_name else ""
        except BaseException:
            self.close()
            raise
        self.name = name or clean_name(self._own_name) or entrant.name

    def choose(self, turn: Turn) -> Choice:
        """Run the program once and understand its answer."""
        self._begin()
        told = self.told(turn)
        request = self.asked(told)
        reply = self.run(request, self.allowance(told))
        self.raise_interruption()
        try:
            moves = self.heard(told, request, reply)
        except Misconduct as misconduct:
            misconduct.seconds, misconduct.wall = reply.cpu_seconds, reply.wall_seconds
            if not isinstance(misconduct, Crash):
                misconduct.note = note_of(reply)
            raise
        return Choice(moves, reply.cpu_seconds, note=note_of(reply), wall=reply.wall_seconds)

    # The steps of a move, for those who look at each of them

    @property
    def work(self) -> Path:
        """Where the program runs."""
        return self._work

    @property
    def own_name(self) -> str:
        """What the program says that it is called, where the contest asks for that."""
        return self._own_name

    def run(self, request: Request, allowance: Allowance, through: Sequence[str] = ()) -> Reply:
        """Run the program once in its folder as it is; `through` are the words of a command that starts it."""
        command = (*through, *self._command)
        answers = self.answers(request)
        try:
            return run(
                command,
                request,
                self._workspace,
                allowance,
                answers,
                box=self._box,
                core=choose_core(),
                is_cancelled=self.is_cancelled,
            )
        except OSError as error:
            raise self._cannot_play(error) from error

    def heard(self, told: Turn, request: Request, reply: Reply) -> tuple[str, ...]:
        """Understand what came back; raise the misconduct that it is otherwise."""
        self._judge(request, reply, self.answers(request))
        try:
            return self._contest.format.read_reply(told, reply)
        except BadReply as error:
            raise BadForm(str(error)) from error
        except IllegalMove as error:
            raise Forbidden(str(error)) from error

    def close(self) -> None:
        """Remove the copy that it played in, or leave it for the next game."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._keeps_files:
            self._drop_links()
            keep(self._source, self._workspace)
        else:
            self._workspace.close()

    def _drop_links(self) -> None:
        """Let no link that leads out of its folder wait there for the next game; else let nothing wait."""
        try:
            if is_folder(self._work):
                drop_links(self._work, self._where)
                return
        except (OSError, BadEntrant):
            pass
        discard(self._work)

    # Before the move

    def _begin(self) -> None:
        """Give the program its folder before the first move, and when it has taken that away."""
        if not self._has_begun or not is_folder(self._work):
            self.fresh()
        self._has_begun = True

    def fresh(self) -> None:
        """Give the program its folder as it was before the first game."""
        try:
            self._workspace.clear()
            shutil.copytree(self._source, self._work, symlinks=True)
        except OSError as error:
            raise self._cannot_play(error) from error
        for name in self._contest.removed:
            remove(self._work / name)

    def _cannot_play(self, error: OSError) -> MachineFault:
        """Make the error that tells why it cannot play here."""
        why = error.strerror
        if isinstance(error, shutil.Error):
            # One reason for each file, and all of them alike.
            why = error.args[0][0][2].partition("] ")[2].partition(": '")[0]
        place = f" in {self._work.parents[1]}" if self._workspace.is_shared else ""
        hint = "; TMPDIR names another place" if self._workspace.is_shared else ""
        return MachineFault(f"program {quote(self._where)}: cannot play{place}: {why or error}{hint}")

    def told(self, turn: Turn) -> Turn:
        """Tell a clock even where there is none, and address the program by its own name."""
        clock = turn.clock or Clock(0, math.inf)
        if clock.left == math.inf:
            clock = Clock(0, clock.move or UNTIMED, clock.move, clock.nodes)
        return self._contest.address(turn.with_clock(clock), self._own_name)

    def asked(self, told: Turn) -> Request:
        """Word a turn as the contest does."""
        try:
            return self._contest.format.write_request(told)
        except (BadRequest, IllegalMove) as error:
            raise BadPlayer(f"player {quote(self.name)} cannot be asked: {error}") from error

    def answers(self, request: Request) -> tuple[str, ...]:
        """Name the files that hold the answer."""
        if self._contest.answer:
            return (self._contest.answer,)
        return request.arguments[-1:]

    def allowance(self, told: Turn) -> Allowance:
        """Bound a run by the time that is left."""
        clock = told.clock
        assert clock is not None, "a program is always told a clock"
        budget = min(clock.left, clock.move or math.inf)
        if budget <= 0:
            raise OutOfTime("no time was left for the move")
        return Allowance(wall=2 * budget + self._slack, cpu=budget + self._slack, memory=self._memory)

    # After it

    def _judge(self, request: Request, reply: Reply, answers: tuple[str, ...]) -> None:
        """See whether there is an answer at all."""
        code = reply.exit_code
        if code == LATE:
            raise OutOfTime(
                f"it had to be killed after {reply.wall_seconds:.1f} s; "
                f"{reply.cpu_seconds:.3f} s of CPU time were used"
            )
        if code and code != self._contest.passing:
            raise Crash(note_of(reply))
        if code:
            return
        for name in answers:
            if name not in reply.files and name in find_alike(self._work, answers):
                raise BadForm(f"{name}: expected a plain file, found something else")
        # Where the answer goes into the file of the request, it may just have been left there.
        said = [data for name, data in reply.files.items() if data and data != request.files.get(name)]
        if not said if answers else not reply.stdout:
            where = answers[0] if answers else "standard output"
            raise Silence(f"it ended well and wrote nothing ({where})")

    def _known_name(self, own_name: OwnName) -> str:
        """Find what the program has said that it is called; it is asked once."""
        note = Cache().folder("names") / self._entrant.hash.removeprefix(HASH)
        name = (read_regular(note, LONGEST_NOTE) or b"").decode(errors="replace")
        if not own_name.is_valid(name):
            name = self._ask_name(own_name)
            write_atomically(note, name)
        return name

    def _ask_name(self, own_name: OwnName) -> str:
        self.fresh()
        allowance = Allowance(wall=10, cpu=10)
        request = Request(arguments=own_name.arguments)
        reply = run(self._command, request, self._workspace, allowance, box=self._box)
        name = reply.stdout[:100].decode(errors="replace").rstrip("\r\n")
        if reply.exit_code or not own_name.is_valid(name):
            raise Absent(
                f"program {quote(self._where)}: expected its name ({own_name.expected}) when it is run as "
                f"'{self._contest.program} {' '.join(own_name.arguments)}', found {quote(name)}, {describe_end(reply)}",
                self._entrant.name,
                self.version,
            )
        return name


def box_for(source: str | Path, box: Box | None = None, *, unsafe: bool = False) -> Box:
    """Give the box to play in; without containment only if somebody has allowed that."""
    try:
        box = box or find_best_box()
    except Unavailable as error:
        raise BadPlayer(f"program {quote(str(source))}: {error}") from error
    if not box.is_contained and not unsafe:
        missing = explain_no_containment()
        why = f" ({missing})" if missing else ""
        raise BadPlayer(
            f"program {quote(str(source))} would run without a sandbox{why}: allow it by --unsafe"
        )
    return box


# Words


def note_of(reply: Reply) -> str:
    """Say how a program ended, with the end of what it said about it."""
    said = quote_stderr(reply)
    return f"{describe_end(reply)}: {said}" if said else describe_end(reply)
