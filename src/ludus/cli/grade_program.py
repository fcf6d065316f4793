"""Grades one program: runs the cases of the course, plays its games, and makes the sheet."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus import __version__
from ludus.arena.match import MatchSettings, Pairing
from ludus.arena.runner import Finished, Voided
from ludus.arena.workers import make_local_pool
from ludus.cli.many_games import INTERRUPTED, name_sides, play_in_order
from ludus.cli.match_records import keep_games
from ludus.contests.base import Grading
from ludus.exams.grading.cases import CaseMark, run_cases
from ludus.exams.grading.course_class import take_print
from ludus.exams.grading.games import Mark, Opponents, add_tables, make_grade_pairings, mark_game
from ludus.exams.grading.sheet import GradeSheet
from ludus.games.base import Game
from ludus.players.base import BadPlayer
from ludus.players.named import make_player
from ludus.players.participant import Participant, resolve_all
from ludus.players.program import ProgramPlayer
from ludus.sandbox.capabilities import Machine
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.sheet import write_sheet_progress


@dataclass(frozen=True, slots=True)
class GradingSetup:
    """How programs are graded."""

    game: Game
    grading: Grading
    settings: MatchSettings
    others: Sequence[str]
    """Further opponents."""
    seed: int
    workers: int
    machine: Machine
    progress: Progress
    suite: str = ""
    """A hash of the suite that is used instead of our own cases."""

    @property
    def clock(self) -> str:
        """The clock of the games, as a text."""
        return str(self.settings.control)

    def resolve(self, source: str) -> Candidate:
        """Import and build a program, and seat its opponents; a program that cannot play is absent."""
        part = self.grading.games
        tables = add_tables(part, self.others) if part else []
        texts = [f"program:folder={source}", *(name for table in tables for name in table)]
        program, *found = resolve_all(texts, self.game, self.machine, LongSteps(self.progress).report)
        missing = next((opponent for opponent in found if opponent.absence), None)
        if missing is not None:
            raise BadPlayer(f"opponent {missing.name}: {missing.absence}")
        seated = iter(found)
        return Candidate(self, source, program, [tuple(next(seated) for _ in table) for table in tables])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program that is to be graded, with its opponents."""

    setup: GradingSetup
    source: str
    program: Participant
    tables: Sequence[Opponents]

    def take_print(self) -> str:
        """Make a hash of everything from which the marks follow."""
        setup = self.setup
        return take_print(
            {
                "ludus": __version__,
                "game": setup.game.name,
                "seed": setup.seed,
                "clock": setup.clock,
                "suite": setup.suite,
                "program": [self.program.name, self.program.version],
                "tables": [[(one.name, one.version, one.spec) for one in table] for table in self.tables],
            }
        )

    def describe(self) -> dict[str, object]:
        """Describe what is graded, for scripts."""
        setup = self.setup
        return {
            "game": setup.game.name,
            "source": self.source,
            "version": self.program.version,
            "clock": setup.clock if setup.grading.games else None,
            "seed": setup.seed,
        }

    def write_head(self) -> str:
        """Write what is graded, for people."""
        setup = self.setup
        clock = f", clock {setup.clock}" if setup.grading.games else ""
        return f"{setup.game.name} grading of {self.source}{clock}, seed {setup.seed}"

    def list_games(self) -> list[Pairing]:
        """List the games that it plays."""
        part, setup = self.setup.grading.games, self.setup
        if part is None or not self.tables:
            return []
        return list(make_grade_pairings(part, setup.settings, self.program, self.tables, setup.seed))

    def name_sides(self) -> list[str]:
        """List the displayed names of the seats."""
        games = self.list_games()
        return name_sides(games[0]) if games else []

    def grade(self, records: str | None) -> tuple[GradeSheet, int]:
        """Grade it; return the sheet, and the exit code of the games.

        The games are kept in a file, from which an interrupted grading goes on.
        """
        setup, schedule = self.setup, self.list_games()
        if self.program.absence:
            return GradeSheet(setup.grading, games=len(schedule), problem=self.program.absence), 0
        cases = self._run_cases()
        if not schedule:
            return GradeSheet(setup.grading, cases), 0
        marks: list[Mark] = []
        code = self._play(schedule, marks, cases, records)
        return GradeSheet(setup.grading, cases, marks, len(schedule)), code

    def _run_cases(self) -> list[CaseMark]:
        setup, marks = self.setup, list[CaseMark]()
        if not setup.grading.cases:
            return marks
        player = make_player(self.program.spec, setup.game, setup.machine, is_own=True)
        assert isinstance(player, ProgramPlayer)
        try:
            for part in setup.grading.cases:
                for mark in run_cases(player, setup.game, part, setup.seed):
                    marks.append(mark)
                    setup.progress.show(f"{part.name}: {mark.case}, {mark.kind or 'right'}")
        finally:
            player.close()
            setup.machine.close_kept()
            setup.progress.end()
        return marks

    def _play(
        self, schedule: Sequence[Pairing], marks: list[Mark], cases: Sequence[CaseMark], records: str | None
    ) -> int:
        setup, part = self.setup, self.setup.grading.games
        assert part is not None
        began, count = time.monotonic(), len(schedule)

        def keep(event: Finished | Voided) -> None:
            marks.append(mark_game(event, self.program, part, count))

        def describe() -> str:
            return write_sheet_progress(
                GradeSheet(setup.grading, cases, marks, count), time.monotonic() - began
            )

        participants = list(dict.fromkeys(one for pairing in schedule for one in pairing.seats))
        with keep_games(records, schedule, participants, {setup.game.name: setup.game}) as kept:
            if kept.finished:
                setup.progress.note(f"{len(kept.finished)} of {count} games are in {records} already")
            setup.progress.show(f"game 1 of {count}")
            try:
                pool = make_local_pool(setup.workers, setup.machine)
                code = play_in_order(schedule, pool, kept, setup.progress, keep, describe)
            finally:
                setup.progress.end()
        if code == INTERRUPTED:
            setup.progress.note(f"interrupted after {len(marks)} of {count} games")
        return code


def name_source(path: Path) -> str:
    """Write a path as a source; an ending slash keeps the name of a folder from being read as an address."""
    return f"{path}/" if path.is_dir() else str(path)
