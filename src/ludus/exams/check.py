"""Checks a program before it enters a contest: in fixed situations, repeatedly, and for what it leaves behind.

The verdicts are the referee's own: the same player runs the program and the same format reads its reply. A failure
would cost a game or points; a warning is something that the contest allows but a student should know about.
"""

from __future__ import annotations

import contextlib
import fnmatch
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from ludus.contests import find_contest
from ludus.contests.situation import ExitWanted, MoveWanted, Situation
from ludus.errors import BadOption
from ludus.exams.check_run import TIGHT, Examiner, Trial, quote_stderr
from ludus.games.base import Game
from ludus.intake.build import OnStep, ignore_step
from ludus.intake.entrant import Entrant
from ludus.players.base import BadForm, BadPlayer, Crash, Misconduct, OutOfTime, Silence
from ludus.players.program import ProgramPlayer, seat_entrant
from ludus.sandbox.allowance import LATE, STDERR_LIMIT, STDOUT_LIMIT
from ludus.sandbox.box import Box
from ludus.sandbox.files import is_closed, is_folder, list_files, write_file
from ludus.sandbox.reply_text import describe_end
from ludus.text import quote
from ludus.turn import Reply, Request

GOOD, WARNING, FAILURE = "ok", "warning", "failure"
STATES = (GOOD, WARNING, FAILURE)
UNTRIED = "not tried"
"""The state of a check that would tell nothing."""

FOLDER, CLEAN, USED, DATA = "folder", "clean-folder", "used-folder", "damaged-data"
PROCESSES, MEMORY, FILES, TALK, START = "processes", "memory", "files", "talk", "start"
_OTHERS = (CLEAN, USED, DATA, PROCESSES, MEMORY, FILES, TALK, START)
"""Checks besides the situations."""

PATIENCE = 5.0
"""Seconds beyond its time limit after which a program is killed, so that we can measure how late it is."""
ENOUGH = 3
"""Stop after this many kills: a program that hangs would hang in all situations."""
REPEATS = 2
"""How often the typical situation is repeated, from a clean folder and then in the used one."""
FAR_OVER = 0.1
"""With hardly any time left, a program that thinks for this many seconds more than that has not looked at its clock."""
HASTY = 0.5
"""Warn if one move takes more than this share of the time left for the rest of the game."""
SLOW_START = 0.25
"""Warn if even the quickest answer takes this many seconds of CPU time: every move pays for the start."""
MUCH_MEMORY = 1 << 30
"""Warn from this many bytes of memory; the arena's limit is four times that."""
MUCH_DATA = 16 << 20
"""Warn if one file has more bytes than this."""
_CACHE = "__pycache__"
_JUNK = b"\0\xff damaged on purpose \n" * 3


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    key: str
    """Stable across versions, for scripts."""
    title: str
    state: str
    """`ok`, `warning`, `failure` or `not tried`."""
    kind: str = ""
    """What is wrong, in a word: a kind of misconduct, or the key of the check."""
    problem: str = ""
    answer: str = ""
    """What came back."""
    rule: str = ""
    request: Request | None = None
    """What the program was given."""
    exit_code: int | None = None
    seconds: float | None = None
    """The CPU time that it took."""
    stderr: str = ""
    """The last lines of standard error."""
    situation: str = ""
    """The key of the situation in which it was tried."""
    expected: Reply | None = None
    """The right answer, if only one is right."""
    own_name: str = ""
    """What the program calls itself, where the contest asks for it."""


def list_checks(game: Game, only: Collection[str] = ()) -> tuple[str, ...]:
    """List the keys of a game's checks, or of those selected by `only`."""
    contest = find_contest(game.name)
    others = _OTHERS if contest.behaviour.has_clock else tuple(key for key in _OTHERS if key != START)
    keys = (FOLDER, *(situation.key for situation in contest.situations), *others)
    unknown = next((key for key in only if key not in keys), None)
    if unknown is not None:
        raise BadOption(f"no check is called {quote(unknown)} in {game.name}; there are {', '.join(keys)}")
    return tuple(key for key in keys if not only or key in (FOLDER, *only))


def check(
    entrant: Entrant, game: Game, *, only: Collection[str] = (), box: Box, on_step: OnStep = ignore_step
) -> Iterator[Finding]:
    """Check an imported program; yield each finding as soon as it is known.

    `box` is where it runs; the caller has decided whether it may be an unsafe one.
    """
    keys = list_checks(game, only)
    behaviour = find_contest(game.name).behaviour
    complaint = _find_missing(entrant.folder, behaviour.needed)
    title, player = "The program is complete and can be built", None
    try:
        if not complaint:
            player = seat_entrant(entrant, game, box, slack=PATIENCE, on_step=on_step)
    except BadPlayer as error:
        complaint = str(error)
    if player is None:
        yield Finding(FOLDER, title, FAILURE, FOLDER, complaint, rule=behaviour.folder)
        return
    try:
        yield Finding(FOLDER, title, GOOD, rule=behaviour.folder)
        yield from _Check(player, game, keys).run()
    finally:
        player.close()
        box.machine.close_kept()


def _find_missing(folder: Path, needed: Sequence[str]) -> str:
    """Describe the first file that the contest requires and the folder lacks."""
    missing = (name for name in needed if not (folder / name).is_file())
    return next((f"expected a file {name} in the folder, found none" for name in missing), "")


@dataclass(frozen=True, slots=True)
class _WatcherReport:
    """What the watcher reported."""

    processes: list[str]
    memory: int

    @classmethod
    def read(cls, reply: Reply) -> Self | None:
        """Read the report; a watcher that was killed has written none, whatever the last line says."""
        if reply.exit_code < 0:
            return None
        try:
            data = json.loads(reply.stderr.rstrip(b"\n").rpartition(b"\n")[2])
            return cls([str(name) for name in data["processes"]], int(data["memory"]))
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return None


class _Check:
    """The trials of one program, and what they left behind."""

    def __init__(self, player: ProgramPlayer, game: Game, keys: Collection[str]) -> None:
        self._player = player
        self._keys = keys
        contest = find_contest(game.name)
        self._behaviour = contest.behaviour
        self._situations = contest.situations
        self._examiner = Examiner(player, game, contest)
        self._typical = next(each for each in self._situations if each.key == self._behaviour.typical)
        self._trials: list[Trial] = []
        self._brought: dict[str, int] | None = None
        """The files in a fresh folder."""
        self._there: dict[str, int] = {}
        """The files in the folder now."""
        self._left: dict[str, int] = {}
        self._closes_folder = False
        self._watcher_run: tuple[Trial, _WatcherReport | None] | None = None

    def run(self) -> Iterator[Finding]:
        """Run the selected checks, the most informative ones first."""
        for situation in self._situations:
            if situation.key in self._keys:
                yield self._make_finding(situation.key, situation.title, self._try(situation))
            if self._is_hopeless():
                return
        tries: dict[str, Callable[[str], Finding]] = {
            CLEAN: self._try_clean_folders,
            USED: self._try_used_folders,
            DATA: self._try_damaged_data,
            PROCESSES: self._check_processes,
            MEMORY: self._check_memory,
            FILES: self._check_files,
            TALK: self._check_talk,
            START: self._check_start,
        }
        for key, trying in tries.items():
            if key in self._keys:
                yield trying(key)

    def _try(self, situation: Situation, before: Callable[[], None] | None = None) -> Trial:
        (before or self._refresh)()
        if not is_folder(self._player.work):
            self._refresh()  # The program has removed its folder.
        existing = self._there
        trial = self._examiner.try_out(situation)
        if isinstance(trial.misconduct, OutOfTime) and trial.reply.exit_code != LATE:
            # A busy machine makes a program slower now and then, but hardly twice.
            trial = min(trial, self._examiner.try_out(situation), key=lambda each: each.reply.cpu_seconds)
        self._trials.append(trial)
        self._look_around(existing, {*trial.request.files, *self._player.list_answer_files(trial.request)})
        return trial

    def _refresh(self) -> None:
        """Give the program a fresh folder."""
        self._player.reset_folder()
        if self._brought is None:
            self._brought = self._list_files()
        self._there = self._brought

    def _look_around(self, existing: Collection[str], own: Collection[str]) -> None:
        """Note the files that a move has left behind."""
        self._closes_folder |= is_closed(self._player.work)
        self._there = self._list_files()
        for name, size in self._there.items():
            if name not in existing and name not in own:
                self._left[name] = max(size, self._left.get(name, 0))

    def _make_finding(self, key: str, title: str, trial: Trial) -> Finding:
        """Describe the result of one trial."""
        wrong, situation = trial.misconduct, trial.situation
        reply = trial.reply
        about = (
            trial.request,
            reply.exit_code,
            reply.cpu_seconds,
            quote_stderr(reply),
            situation.key,
            trial.expected,
            self._player.own_name,
        )
        if wrong is not None:
            is_excused = trial.is_tight and not self._is_far_over(trial)
            state = FAILURE if situation.severe and not is_excused else WARNING
            return Finding(
                key,
                title,
                state,
                wrong.kind,
                trial.problem,
                trial.answer,
                trial.mistake.rule if trial.mistake else self._find_rule(wrong, situation),
                *about,
            )
        wants = situation.wants
        if (
            self._behaviour.has_clock
            and isinstance(wants, MoveWanted)
            and reply.cpu_seconds > HASTY * wants.left > HASTY * TIGHT
        ):
            problem = (
                f"one move took {reply.cpu_seconds:.2f} s of the {wants.left:g} s for the rest of the game"
            )
            return Finding(key, title, WARNING, "time", problem, trial.answer, self._behaviour.time, *about)
        return Finding(key, title, GOOD, "", "", trial.answer, situation.rule, *about)

    def _is_far_over(self, trial: Trial) -> bool:
        """Whether it has thought for longer than it takes to start, and than it had left; no start takes half a second."""
        start = min(each.reply.cpu_seconds for each in self._trials)
        wants = trial.situation.wants
        assert isinstance(wants, MoveWanted)
        over = trial.reply.cpu_seconds - wants.left
        return over > TIGHT or over - 1.5 * start > FAR_OVER

    def _find_rule(self, wrong: Misconduct, situation: Situation) -> str:
        """Find the contest's sentence about this kind of misconduct."""
        if isinstance(wrong, OutOfTime):
            return self._behaviour.time
        if isinstance(wrong, Crash):
            # The program may have found no move where the rule gives one.
            return f"{situation.rule} {self._behaviour.crash}"
        if (isinstance(wrong, BadForm) and isinstance(situation.wants, MoveWanted)) or (
            isinstance(wrong, Silence) and not isinstance(situation.wants, ExitWanted)
        ):
            return self._behaviour.answer
        return situation.rule

    # Repetition

    def _try_clean_folders(self, key: str) -> Finding:
        return self._repeat(key, "The same again, each time from a clean folder", self._refresh)

    def _try_used_folders(self, key: str) -> Finding:
        finding = self._repeat(key, "The same again, with what the last move has left", _leave_folder)
        has_worked = any(trial.situation == self._typical and not trial.misconduct for trial in self._trials)
        if finding.state == FAILURE and has_worked:
            return replace(finding, rule=f"{self._behaviour.files} {finding.rule}")
        return finding

    def _repeat(self, key: str, title: str, before: Callable[[], None]) -> Finding:
        for _ in range(REPEATS):
            trial = self._try(self._typical, before)
            if trial.misconduct is not None:
                break
        return self._make_finding(key, title, trial)

    def _try_damaged_data(self, key: str) -> Finding:
        """Overwrite the files that the program keeps with junk, and check that it still answers."""
        title = "The same again, with damaged data files"
        if self._try(self._typical).misconduct is not None:
            answer = "it fails with undamaged data, too"
            return Finding(key, title, UNTRIED, answer=answer, rule=self._behaviour.files)
        left = sorted(name for name in self._left if name in self._there and self._may_stay(name))
        kept = [name for name in left if self._damage(name)]
        if not kept:
            return Finding(key, title, GOOD, answer="it keeps no data files", rule=self._behaviour.files)
        trial = self._try(self._typical, _leave_folder)
        finding = self._make_finding(key, title, trial)
        if trial.misconduct is None:
            return finding
        problem = f"with damaged data in {_join_names(kept)}: {trial.problem}"
        return replace(finding, state=WARNING, kind=DATA, problem=problem, rule=self._behaviour.files)

    def _damage(self, name: str) -> bool:
        """Overwrite a file with junk; return whether that was possible."""
        with contextlib.suppress(OSError):
            write_file(self._player.work, name, _JUNK)
            return True
        return False

    # What is left behind

    def _run_watched(self) -> tuple[Trial, _WatcherReport | None]:
        """Run the program as a child of a watcher that counts processes and memory."""
        if self._watcher_run is None:
            self._player.reset_folder()
            script = Path(__file__).with_name("watcher.py").read_text(encoding="utf-8")
            trial = self._examiner.try_out(self._typical, ("python3", "-I", "-S", "-c", script))
            self._watcher_run = trial, _WatcherReport.read(trial.reply)
        return self._watcher_run

    def _check_processes(self, key: str) -> Finding:
        title, rule = "No process is left behind", self._behaviour.processes
        trial, report = self._run_watched()
        if report is None:
            return _report_unobserved(key, title, PROCESSES, rule, trial)
        if not report.processes:
            return Finding(key, title, GOOD, answer="none", rule=rule)
        state = FAILURE if self._behaviour.severe_processes else WARNING
        problem = f"still running after the answer: {_join_names(report.processes)}"
        return Finding(key, title, state, PROCESSES, problem, trial.answer, rule, trial.request)

    def _check_memory(self, key: str) -> Finding:
        title, rule = "Memory", "The arena gives a program 4 GiB of memory."
        trial, report = self._run_watched()
        if report is None:
            return _report_unobserved(key, title, MEMORY, rule, trial)
        answer = f"{report.memory / (1 << 20):.0f} MiB at most"
        if report.memory < MUCH_MEMORY:
            return Finding(key, title, GOOD, answer=answer, rule=rule)
        problem = "it holds more than a machine with several games at a time may have"
        return Finding(key, title, WARNING, MEMORY, problem, answer, rule, trial.request)

    def _check_files(self, key: str) -> Finding:
        title, rule = "Files that are left behind", self._behaviour.files
        self._list_trials()
        unexpected = sorted(name for name in self._left if not self._may_stay(name))
        large = sorted(name for name, size in self._left.items() if size > MUCH_DATA)
        answer = _join_names(sorted(self._left)) or "none"
        if self._closes_folder:
            problem = "it removed the permission to read its own folder"
        elif unexpected:
            problem = f"it left {_join_names(unexpected)}"
        elif large:
            problem = f"more than {MUCH_DATA >> 20} MiB in {_join_names(large)}"
        else:
            return Finding(key, title, GOOD, answer=answer, rule=rule)
        return Finding(key, title, WARNING, FILES, problem, answer, rule)

    def _check_talk(self, key: str) -> Finding:
        """Check what was written to streams that nobody reads."""
        title, rule = "Output that nobody reads", "Nobody reads it, and writing it takes time."
        unread = [(_describe_unread(self._player, trial), trial) for trial in self._list_trials()]
        problem, trial = max(unread, key=lambda found: len(found[0]))
        if not problem:
            most = max(len(trial.reply.stderr) for trial in self._trials)
            return Finding(key, title, GOOD, answer=f"{most} bytes on standard error at most", rule=rule)
        return Finding(key, title, WARNING, TALK, problem, trial.answer, rule, trial.request)

    def _check_start(self, key: str) -> Finding:
        title = "CPU time of the quickest answer"
        rule = "A program is started afresh for each move, and its start counts."
        least = min(trial.reply.cpu_seconds for trial in self._list_trials())
        answer = f"{least:.3f} s"
        if least < SLOW_START:
            return Finding(key, title, GOOD, answer=answer, rule=rule)
        problem = f"in a game of 50 moves the start alone takes {50 * least:.0f} s"
        return Finding(key, title, WARNING, START, problem, answer, rule)

    def _list_trials(self) -> list[Trial]:
        """List the trials so far, at least one."""
        if not self._trials:
            self._try(self._typical)
        return self._trials

    def _is_hopeless(self) -> bool:
        return sum(trial.reply.exit_code == LATE for trial in self._trials) >= ENOUGH

    def _may_stay(self, name: str) -> bool:
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self._behaviour.kept)

    def _list_files(self) -> dict[str, int]:
        """List the files in the program's folder with their sizes, without Python's own caches."""
        found = list_files(self._player.work)
        return {name: size for name, size in found.items() if _CACHE not in name.split("/")}


def _leave_folder() -> None:
    """Leave the folder as the last move has left it."""


def _report_unobserved(key: str, title: str, kind: str, rule: str, trial: Trial) -> Finding:
    problem = f"it could not be observed: the watcher was killed, {describe_end(trial.reply)}"
    return Finding(key, title, WARNING, kind, problem, trial.answer, rule, trial.request)


def _join_names(names: Sequence[str]) -> str:
    shown = ", ".join(quote(name) for name in names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"


def _describe_unread(player: ProgramPlayer, trial: Trial) -> str:
    """Describe output that nobody reads; empty if there is little."""
    reply = trial.reply
    if player.list_answer_files(trial.request) and reply.stdout and not reply.exit_code:
        more = " or more" if len(reply.stdout) >= STDOUT_LIMIT else ""
        size = min(len(reply.stdout), STDOUT_LIMIT)
        return f"{size} bytes{more} on standard output; the answer goes elsewhere"
    return f"{STDERR_LIMIT} bytes or more on standard error" if len(reply.stderr) >= STDERR_LIMIT else ""
