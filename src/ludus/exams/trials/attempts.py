"""Runs a program in one situation after another, and notes what it leaves in its folder and how long it takes."""

from __future__ import annotations

import contextlib
import fnmatch
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from ludus.contests import find_contest
from ludus.contests.situation import Situation
from ludus.exams.trials.check_run import CheckRun
from ludus.exams.trials.examiner import Answerer, Examiner
from ludus.games.base import Game
from ludus.players.base import OutOfTime
from ludus.sandbox.allowance import LATE
from ludus.sandbox.files import is_closed, is_folder, list_files, write_file

ENOUGH = 3
"""Stop after this many kills: a program that hangs would hang in all situations."""
_CACHE = "__pycache__"
_JUNK = b"\0\xff damaged on purpose \n" * 3


class FolderAnswerer(Answerer, Protocol):
    """Whoever answers requests in a folder."""

    @property
    def work(self) -> Path:
        """Where it runs."""

    def reset_folder(self) -> None:
        """Restore the folder as it was before the first game."""


class Attempts:
    """The runs of one program, and what they left behind."""

    def __init__(self, player: FolderAnswerer, game: Game) -> None:
        contest = find_contest(game.name)
        self.player = player
        self.behaviour = contest.behaviour
        self.typical = next(each for each in contest.situations if each.key == contest.behaviour.typical)
        self.left: dict[str, int] = {}
        """The files that it has left at any time, with their sizes."""
        self.closes_folder = False
        self.seconds = 0.0
        """How long all runs took together."""
        self._examiner = Examiner(player, game, contest)
        self._runs: list[CheckRun] = []
        self._brought: dict[str, int] | None = None
        """The files in a fresh folder."""
        self._there: dict[str, int] = {}
        """The files in the folder now."""

    def try_out(self, situation: Situation, before: Callable[[], None] | None = None) -> CheckRun:
        """Run the program in a fresh folder, or in one prepared by `before`."""
        (before or self.refresh)()
        if not is_folder(self.player.work):
            self.refresh()  # The program has removed its folder.
        existing = self._there
        run = self._run(situation)
        if isinstance(run.misconduct, OutOfTime) and run.reply.exit_code != LATE:
            # A busy machine makes a program slower now and then, but hardly twice.
            run = min(run, self._run(situation), key=lambda each: each.reply.cpu_seconds)
        self._runs.append(run)
        self._look_around(existing, {*run.request.files, *self.player.list_answer_files(run.request)})
        return run

    def try_through(self, command: tuple[str, ...]) -> CheckRun:
        """Run the program in the typical situation as a child of a command; that run is not listed."""
        self.player.reset_folder()
        return self._run(self.typical, command)

    def _run(self, situation: Situation, through: tuple[str, ...] = ()) -> CheckRun:
        run = self._examiner.try_out(situation, through)
        self.seconds += max(run.reply.wall_seconds, run.reply.cpu_seconds)
        return run

    def list_runs(self) -> list[CheckRun]:
        """List the runs so far, at least one."""
        if not self._runs:
            self.try_out(self.typical)
        return self._runs

    def is_hopeless(self) -> bool:
        """Whether it had to be killed so often that more runs would tell nothing."""
        return sum(run.reply.exit_code == LATE for run in self._runs) >= ENOUGH

    # Its folder

    def refresh(self) -> None:
        """Give the program a fresh folder."""
        self.player.reset_folder()
        if self._brought is None:
            self._brought = self._list_files()
        self._there = self._brought

    def damage_kept(self) -> list[str]:
        """Overwrite the files that it has kept, and may keep, with junk; return their names."""
        there = sorted(name for name in self.left if name in self._there and self.may_stay(name))
        return [name for name in there if self._damage(name)]

    def may_stay(self, name: str) -> bool:
        """Whether the contest lets a program keep this file."""
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.behaviour.kept)

    def _damage(self, name: str) -> bool:
        with contextlib.suppress(OSError):
            write_file(self.player.work, name, _JUNK)
            return True
        return False

    def _look_around(self, existing: Collection[str], own: Collection[str]) -> None:
        """Note the files that a move has left behind."""
        self.closes_folder |= is_closed(self.player.work)
        self._there = self._list_files()
        for name, size in self._there.items():
            if name not in existing and name not in own:
                self.left[name] = max(size, self.left.get(name, 0))

    def _list_files(self) -> dict[str, int]:
        """List the files in the program's folder with their sizes, without Python's own caches."""
        found = list_files(self.player.work)
        return {name: size for name, size in found.items() if _CACHE not in name.split("/")}


def leave_folder() -> None:
    """Leave the folder as the last move has left it."""
