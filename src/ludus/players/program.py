"""Contest programs as players: one process for each move, in the contest's own format.

A program is an entrant: a folder, an archive or a commit, imported and built once. It plays in a copy of what was built.
Before each game the copy is fresh, except in Chezz: there a program finds its files again in the next game that it plays
in the same process of ours, unless they are to stay for a game only.

Programs run in the sandbox; where there is none, only if the machine is `unsafe`.
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
from ludus.intake.git import is_git_address, read_address
from ludus.intake.links import drop_links
from ludus.intake.tree import BadEntrant, BadSource
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
from ludus.players.workspaces import take_workspace
from ludus.protocols.base import BadReply, BadRequest
from ludus.sandbox.allowance import LATE, MEMORY, Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.files import find_alike, is_folder, read_regular
from ludus.sandbox.removal import discard, remove
from ludus.sandbox.reply_text import clean_name, describe_end, quote_stderr
from ludus.sandbox.run import run
from ludus.text import quote
from ludus.turn import Choice, Clock, Reply, Request, Turn

UNTIMED = 60.0
"""Seconds for a move where the game is not timed: told to programs whose format has a clock, and the limit on a run."""
SLACK = 2.0
"""Seconds beyond twice its time after which a program is killed: a busy machine starts it late."""
LONGEST_NOTE = 100
"""Bytes that the longest name has."""
TOURNAMENT, GAME = PERSISTS = ("tournament", "game")
"""How long a program's files are kept, where the contest keeps them beyond a game."""


def make_program_player(
    source: str | Path,
    game: Game,
    machine: Machine,
    *,
    name: str | None = None,
    slack: float = SLACK,
    memory: int = MEMORY,
    persist: str = TOURNAMENT,
    on_step: OnStep = ignore_step,
) -> ProgramPlayer:
    """Make the player of the contest program in a folder, an archive or a commit.

    Its name is the one that it gives itself, or else that of its source.
    It plays in the best box of the machine.
    Its files are kept as long as `persist` says, if the contest keeps them at all.
    Importing and building it may take minutes; `on_step` is called for each step.
    """
    _find_contest(game)
    box = choose_box(source, machine)
    try:
        with on_step(str(source), "importing"):
            entrant = import_entrant(source, box)
    except BadSource as error:
        raise BadPlayer(str(error)) from error
    except BadEntrant as error:
        raise Absent(str(error), name or _name_source(str(source))) from error
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
    """Make the player of an imported contest program, in a given box."""
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


def _name_source(source: str) -> str:
    """Name a program that was refused by where it came from."""
    name = read_address(source).name if is_git_address(source) else Path(source).name
    return clean_name(name) or "program"


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
        self._workspace = take_workspace(built.folder, box, keeps_files=keeps_files)
        self._work = self._workspace.folder
        self._command = built.command
        self._has_begun = keeps_files
        self._is_closed = False
        try:
            self._own_name = self._find_name(contest.own_name) if contest.own_name else ""
        except BaseException:
            self.close()
            raise
        self.name = name or clean_name(self._own_name) or entrant.name

    def choose(self, turn: Turn) -> Choice:
        """Run the program once and parse its answer."""
        self._begin()
        turn = self.adapt_turn(turn)
        request = self.make_request(turn)
        reply = self.run(request, self.make_allowance(turn))
        self.raise_interruption()
        try:
            moves = self.parse_reply(turn, request, reply)
        except Misconduct as misconduct:
            misconduct.seconds, misconduct.wall = reply.cpu_seconds, reply.wall_seconds
            if not isinstance(misconduct, Crash):
                misconduct.note = summarise_reply(reply)
            raise
        return Choice(moves, reply.cpu_seconds, note=summarise_reply(reply), wall=reply.wall_seconds)

    # The steps of a move, which `exams` takes one by one

    @property
    def work(self) -> Path:
        """Where the program runs."""
        return self._work

    @property
    def own_name(self) -> str:
        """The name that the program gives itself, where the contest asks for it."""
        return self._own_name

    def run(self, request: Request, allowance: Allowance, through: Sequence[str] = ()) -> Reply:
        """Run the program once in its folder as it is; `through` are the words of a command that starts it."""
        command = (*through, *self._command)
        answers = self.list_answer_files(request)
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
            raise self._make_fault(error) from error

    def parse_reply(self, turn: Turn, request: Request, reply: Reply) -> tuple[str, ...]:
        """Parse the moves of a reply, or raise the misconduct that it is."""
        return parse_reply(self._contest, turn, request, reply, self._work)

    def close(self) -> None:
        """Remove the copy that it played in, or leave it for the next game."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._keeps_files:
            self._drop_links()
            self._box.machine.kept[self._source].append(self._workspace)
        else:
            self._workspace.close()

    def _drop_links(self) -> None:
        """Remove the links that lead out of its folder before the next game; if that fails, remove the folder."""
        try:
            if is_folder(self._work):
                drop_links(self._work, self._where)
                return
        except (OSError, BadEntrant):
            pass
        discard(self._work)

    # Before the move

    def _begin(self) -> None:
        """Reset the program's folder before the first move, and when it has removed it."""
        if not self._has_begun or not is_folder(self._work):
            self.reset_folder()
        self._has_begun = True

    def reset_folder(self) -> None:
        """Restore the program's folder as it was before the first game."""
        try:
            self._workspace.clear()
            shutil.copytree(self._source, self._work, symlinks=True)
        except OSError as error:
            raise self._make_fault(error) from error
        for name in self._contest.removed:
            remove(self._work / name)

    def _make_fault(self, error: OSError) -> MachineFault:
        """Make the error that says why it cannot play here."""
        why = error.strerror
        if isinstance(error, shutil.Error):
            # One reason for each file, and all of them alike.
            why = error.args[0][0][2].partition("] ")[2].partition(": '")[0]
        place = f" in {self._work.parents[1]}" if self._workspace.is_shared else ""
        hint = "; set TMPDIR to another folder" if self._workspace.is_shared else ""
        return MachineFault(f"program {quote(self._where)}: cannot play{place}: {why or error}{hint}")

    def adapt_turn(self, turn: Turn) -> Turn:
        """Add a clock where the game has none, and the program's own name."""
        return adapt_turn(self._contest, turn, self._own_name)

    def make_request(self, turn: Turn) -> Request:
        """Make the request of a turn in the contest's format."""
        try:
            return self._contest.format.write_request(turn)
        except (BadRequest, IllegalMove) as error:
            raise BadPlayer(f"player {quote(self.name)} cannot be asked: {error}") from error

    def list_answer_files(self, request: Request) -> tuple[str, ...]:
        """List the files that hold the answer."""
        return list_answer_files(self._contest, request)

    def make_allowance(self, turn: Turn) -> Allowance:
        """Limit a run by the time that is left."""
        clock = turn.clock
        assert clock is not None, "adapt_turn adds a clock"
        budget = min(clock.left, clock.move or math.inf)
        if budget <= 0:
            raise OutOfTime("no time was left for the move")
        return Allowance(wall=2 * budget + self._slack, cpu=budget + self._slack, memory=self._memory)

    # Its name

    def _find_name(self, own_name: OwnName) -> str:
        """Find the program's own name; it is asked once."""
        cache = Cache()
        note = cache.folder("names") / self._entrant.hash.removeprefix(HASH)
        name = (read_regular(note, LONGEST_NOTE) or b"").decode(errors="replace")
        if not own_name.is_valid(name):
            name = self._ask_name(own_name)
            with cache.recognise_faults():
                write_atomically(note, name)
        return name

    def _ask_name(self, own_name: OwnName) -> str:
        self.reset_folder()
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


def list_answer_files(contest: Contest, request: Request) -> tuple[str, ...]:
    """List the files that hold the answer to a request."""
    return (contest.answer,) if contest.answer else request.arguments[-1:]


def parse_reply(contest: Contest, turn: Turn, request: Request, reply: Reply, work: Path) -> tuple[str, ...]:
    """Parse the moves of a reply, or raise the misconduct that it is; `work` is where the program ran."""
    _check_answer(contest, request, reply, work)
    try:
        return contest.format.read_reply(turn, reply)
    except BadReply as error:
        raise BadForm(str(error)) from error
    except IllegalMove as error:
        raise Forbidden(str(error)) from error


def _check_answer(contest: Contest, request: Request, reply: Reply, work: Path) -> None:
    """Raise misconduct where there is no answer at all."""
    code, answers = reply.exit_code, list_answer_files(contest, request)
    if code == LATE:
        raise OutOfTime(
            f"it had to be killed after {reply.wall_seconds:.1f} s; "
            f"{reply.cpu_seconds:.3f} s of CPU time were used"
        )
    if code and code != contest.passing:
        raise Crash(summarise_reply(reply))
    if code:
        return
    for name in answers:
        if name not in reply.files and name in find_alike(work, answers):
            raise BadForm(f"{name}: expected a plain file, found something else")
    # Where the answer goes into the file of the request, it may just have been left there.
    said = [data for name, data in reply.files.items() if data and data != request.files.get(name)]
    if not said if answers else not reply.stdout:
        where = answers[0] if answers else "standard output"
        raise Silence(f"it exited with code 0 but wrote nothing ({where})")


def adapt_turn(contest: Contest, turn: Turn, own_name: str) -> Turn:
    """Make a turn one that the contest can tell a program: with a clock, and with its own name."""
    clock = turn.clock or Clock(0, math.inf)
    if clock.left == math.inf:
        clock = Clock(0, clock.move or UNTIMED, clock.move, clock.nodes)
    return contest.address(turn.with_clock(clock), own_name)


def choose_box(source: str | Path, machine: Machine) -> Box:
    """Choose the box to play in; one without containment only on an unsafe machine."""
    box = machine.best_box
    if not box.is_contained and not machine.unsafe:
        missing = machine.explain_no_containment()
        why = f" ({missing})" if missing else ""
        raise BadPlayer(
            f"program {quote(str(source))} would run without a sandbox{why}: --unsafe allows that"
        )
    return box


# Words


def summarise_reply(reply: Reply) -> str:
    """Say how a program ended, with the end of its standard error."""
    said = quote_stderr(reply)
    return f"{describe_end(reply)}: {said}" if said else describe_end(reply)
