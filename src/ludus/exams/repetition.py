"""Asks a program the same again: from a clean folder, in the used one, and with damaged data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ludus.exams.finding import FAILURE, GOOD, UNTRIED, WARNING, Finding, join_names, make_finding
from ludus.exams.trials.attempts import Attempts, leave_folder

CLEAN, USED, DATA = "clean-folder", "used-folder", "damaged-data"
REPEATS = 2
"""How often the typical situation is repeated, from a clean folder and then in the used one."""


class Repetition:
    """The checks that repeat the typical situation."""

    def __init__(self, attempts: Attempts) -> None:
        self._attempts = attempts

    def try_clean_folders(self, key: str) -> Finding:
        """Repeat it, each time in a fresh folder."""
        return self._repeat(key, "The same again, each time from a clean folder", self._attempts.refresh)

    def try_used_folders(self, key: str) -> Finding:
        """Repeat it in the folder as it was left."""
        finding = self._repeat(key, "The same again, with what the last move has left", leave_folder)
        has_worked = any(
            run.situation == self._attempts.typical and not run.misconduct
            for run in self._attempts.list_runs()
        )
        if finding.state == FAILURE and has_worked:
            return replace(finding, rule=f"{self._attempts.behaviour.files} {finding.rule}")
        return finding

    def _repeat(self, key: str, title: str, before: Callable[[], None]) -> Finding:
        for _ in range(REPEATS):
            run = self._attempts.try_out(self._attempts.typical, before)
            if run.misconduct is not None:
                break
        return make_finding(key, title, run, self._attempts)

    def try_damaged_data(self, key: str) -> Finding:
        """Overwrite the files that the program keeps with junk, and check that it still answers."""
        title, rule = "The same again, with damaged data files", self._attempts.behaviour.files
        if self._attempts.try_out(self._attempts.typical).misconduct is not None:
            answer = "it fails anyway"
            return Finding(key, title, UNTRIED, answer=answer, rule=rule)
        kept = self._attempts.damage_kept()
        if not kept:
            return Finding(key, title, GOOD, answer="it keeps no data files", rule=rule)
        run = self._attempts.try_out(self._attempts.typical, leave_folder)
        finding = make_finding(key, title, run, self._attempts)
        if run.misconduct is None:
            return finding
        problem = f"with damaged data in {join_names(kept)}: {run.problem}"
        return replace(finding, state=WARNING, kind=DATA, problem=problem, rule=rule)
