"""Looks at what a program leaves behind and uses up: processes, memory, files, unread output, and time to start."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ludus.contests.situation import ExitWanted
from ludus.exams.finding import FAILURE, GOOD, WARNING, Finding, join_names
from ludus.exams.trials.attempts import Attempts
from ludus.exams.trials.check_run import CheckRun
from ludus.exams.trials.examiner import Answerer
from ludus.sandbox.allowance import STDERR_LIMIT, STDOUT_LIMIT
from ludus.sandbox.reply_text import describe_end
from ludus.turn import Reply

PROCESSES, MEMORY, FILES, TALK, START = "processes", "memory", "files", "talk", "start"

SLOW_START = 0.25
"""Warn if even the quickest answer takes this many seconds of CPU time: every move pays for the start."""
MUCH_MEMORY = 1 << 30
"""Warn from this many bytes of memory; the arena's limit is four times that."""
MUCH_DATA = 16 << 20
"""Warn if one file has more bytes than this."""


@dataclass(frozen=True, slots=True)
class WatcherReport:
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


class Leftovers:
    """The checks of what the runs of a program have left."""

    def __init__(self, attempts: Attempts) -> None:
        self._attempts = attempts
        self._watcher_run: tuple[CheckRun, WatcherReport | None] | None = None

    def _run_watched(self) -> tuple[CheckRun, WatcherReport | None]:
        """Run the program as a child of a watcher that counts processes and memory."""
        if self._watcher_run is None:
            script = Path(__file__).with_name("watcher.py").read_text(encoding="utf-8")
            run = self._attempts.try_through(("python3", "-I", "-S", "-c", script))
            self._watcher_run = run, WatcherReport.read(run.reply)
        return self._watcher_run

    def check_processes(self, key: str) -> Finding:
        """Check what still runs after the answer."""
        title, rule = "No process is left behind", self._attempts.behaviour.processes
        run, report = self._run_watched()
        if report is None:
            return _report_unobserved(key, title, PROCESSES, rule, run)
        if not report.processes:
            return Finding(key, title, GOOD, answer="none", rule=rule)
        state = FAILURE if self._attempts.behaviour.severe_processes else WARNING
        problem = f"still running after the answer: {join_names(report.processes)}"
        return Finding(key, title, state, PROCESSES, problem, run.answer, rule, run.request)

    def check_memory(self, key: str) -> Finding:
        """Check the most memory of a process."""
        title, rule = "Memory", "The arena gives a program 4 GiB of memory."
        run, report = self._run_watched()
        if report is None:
            return _report_unobserved(key, title, MEMORY, rule, run)
        answer = f"{report.memory / (1 << 20):.0f} MiB at most"
        if report.memory < MUCH_MEMORY:
            return Finding(key, title, GOOD, answer=answer, rule=rule)
        problem = "it uses 1 GiB or more, which a machine that plays several games at a time may not have"
        return Finding(key, title, WARNING, MEMORY, problem, answer, rule, run.request)

    def check_files(self, key: str) -> Finding:
        """Check for files that the contest does not allow for."""
        title, rule = "Files that are left behind", self._attempts.behaviour.files
        self._attempts.list_runs()
        unexpected = sorted(name for name in self._attempts.left if not self._attempts.may_stay(name))
        large = sorted(name for name, size in self._attempts.left.items() if size > MUCH_DATA)
        answer = join_names(sorted(self._attempts.left)) or "none"
        if self._attempts.closes_folder:
            problem = "it removed the permission to read its own folder"
        elif unexpected:
            problem = f"it left {join_names(unexpected)}"
        elif large:
            problem = f"more than {MUCH_DATA >> 20} MiB in {join_names(large)}"
        else:
            return Finding(key, title, GOOD, answer=answer, rule=rule)
        return Finding(key, title, WARNING, FILES, problem, answer, rule)

    def check_talk(self, key: str) -> Finding:
        """Check what was written to streams that nobody reads."""
        title, rule = "Output that nobody reads", "Nobody reads it, and writing it takes time."
        unread = [(_describe_unread(self._attempts.player, run), run) for run in self._attempts.list_runs()]
        problem, run = max(unread, key=lambda found: len(found[0]))
        if not problem:
            most = max(len(run.reply.stderr) for run in self._attempts.list_runs())
            return Finding(key, title, GOOD, answer=f"{most} bytes on standard error at most", rule=rule)
        return Finding(key, title, WARNING, TALK, problem, run.answer, rule, run.request)

    def check_start(self, key: str) -> Finding:
        """Check the CPU time of the quickest answer."""
        title = "CPU time of the quickest answer"
        rule = "A program is started afresh for each move, and its start counts."
        least = min(run.reply.cpu_seconds for run in self._attempts.list_runs())
        answer = f"{least:.3f} s"
        if least < SLOW_START:
            return Finding(key, title, GOOD, answer=answer, rule=rule)
        problem = f"in a game of 50 moves the start alone takes {50 * least:.0f} s"
        return Finding(key, title, WARNING, START, problem, answer, rule)


def _report_unobserved(key: str, title: str, kind: str, rule: str, run: CheckRun) -> Finding:
    problem = f"it could not be observed: the watcher was killed, {describe_end(run.reply)}"
    return Finding(key, title, WARNING, kind, problem, run.answer, rule, run.request)


def _describe_unread(player: Answerer, run: CheckRun) -> str:
    """Describe output that nobody reads; empty if there is little."""
    reply, wants = run.reply, run.situation.wants
    if isinstance(wants, ExitWanted) and wants.says:
        return ""
    if player.list_answer_files(run.request) and reply.stdout and not reply.exit_code:
        more = " or more" if len(reply.stdout) >= STDOUT_LIMIT else ""
        size = min(len(reply.stdout), STDOUT_LIMIT)
        return f"{size} bytes{more} on standard output; the answer goes elsewhere"
    return f"{STDERR_LIMIT} bytes or more on standard error" if len(reply.stderr) >= STDERR_LIMIT else ""
