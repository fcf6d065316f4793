"""Runs a season: one step after the other, each of which can be killed and started again.

    look at the sources       what is new is imported, tried and kept; its owner finds the result in a log
    hold what is due          an evaluation goes on, or begins: its plan is written, then its row, then it is played
    publish                   a function that is handed in, called when there is something new to show

Everything that was done is in the store of the season, and everything else follows from the plan, the sources and the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludus.seasons.calendar import find_due, is_frozen, list_playing
from ludus.seasons.decisions import apply_corrections
from ludus.seasons.evaluations import Services, begin_evaluation, find_plan, play
from ludus.seasons.looks import look_at
from ludus.seasons.owner_log import list_last, write_logs
from ludus.seasons.plans.plan import SeasonPlan, read_season_plan
from ludus.seasons.plans.times import write_time
from ludus.seasons.reader import find_store
from ludus.seasons.rows import FROZEN, PUBLISHED, HeldEvaluation, SeasonRows
from ludus.seasons.store import SeasonStore
from ludus.seasons.versions import VersionImporter
from ludus.store.stored import VoidAttempt

FEWEST = 2
"""How many must take part at least, reference programs included."""

Publish = Callable[[Path], None]
"""Publishes the season of a plan."""
OnPoint = Callable[[str], None]
"""Called between any two steps with a name for that moment."""


def ignore_point(_: str) -> None:
    """Do nothing between two steps."""


@dataclass(frozen=True, slots=True)
class SeasonRun:
    """One run of a season."""

    path: Path
    services: Services
    clock: Callable[[], datetime]
    publish: Publish | None = None
    on_point: OnPoint = ignore_point

    def run(self, *, retries: bool = False) -> list[VoidAttempt]:
        """Do all that is to be done now; return the games that stayed void and keep an evaluation open."""
        plan = read_season_plan(self.path)
        plan.make_folders()
        store = SeasonStore(plan.store)
        store.prepare()
        undecided: list[VoidAttempt] = []
        for line in apply_corrections(plan, store.read()):
            self._warn(line)
        self._look(plan, store, retries)
        while not undecided and (one := self._find_evaluation(plan, store)) is not None:
            undecided = self._hold(plan, store, one)
            self._look(plan, store, False)
        self._publish(plan, store)
        return undecided

    def _look(self, plan: SeasonPlan, store: SeasonStore, retries: bool) -> None:
        """Look at the sources, unless versions are frozen."""
        rows, now = store.read(), self.clock()
        if is_frozen(plan.calendar, rows):
            return
        importer = VersionImporter(
            plan, store, self.services.machine, self.services.on_step, write_time(now), retries=retries
        )
        with self.services.on_step("sources", "looking at them"):
            states = look_at(plan.sources, plan.quiet.total_seconds(), self._warn)
        news = [state for state in states if importer.is_news(state, rows)]
        for number, state in enumerate(news, start=1):
            self.services.show(f"{number} of {len(news)} sources with something new: {state.key}")
            for word in importer.import_version(state):
                self.on_point(f"{state.key} {state.mark} {word}")
            self._tell_organiser(store.read(), state.key)
        write_logs(plan, store.read())
        self.on_point(f"logs {len(news)}")
        if plan.calendar.deadline is not None and now >= plan.calendar.deadline:
            store.set_mark(FROZEN, write_time(now))
            self.on_point("frozen")

    def _warn(self, line: str) -> None:
        self.services.tell(f"warning: {line}")

    def _tell_organiser(self, rows: SeasonRows, key: str) -> None:
        """Tell what has become of something new, and what was noted about it."""
        self.services.tell(f"{key}: {list_last(rows)[key]}")
        for one in [one for one in rows.versions if one.version.key == key and one.notes][-1:]:
            self._warn(f"{key}: {one.notes}")

    def _hold(self, plan: SeasonPlan, store: SeasonStore, one: HeldEvaluation) -> list[VoidAttempt]:
        """Play an evaluation to its end, unless games stay void."""
        undecided = play(find_plan(plan, one), self.services)
        self.on_point(f"{one.folder} played")
        if not undecided:
            store.end_evaluation(one, write_time(self.clock()))
            self.on_point(f"{one.folder} ended")
            self._publish(plan, store)
        return undecided

    def _find_evaluation(self, plan: SeasonPlan, store: SeasonStore) -> HeldEvaluation | None:
        """Find the evaluation that is being held, or begin the one that is due."""
        rows = store.read()
        open_one = rows.find_open()
        if open_one is not None:
            return open_one
        one = self._prepare(plan, rows, self.clock())
        if one is not None:
            self.on_point(f"{one.folder} planned")
            store.add_evaluation(one)
            self.on_point(f"{one.folder} begun")
            self.services.tell(f"{one.kind} {one.number} begins, with {len(one.versions)} contestants")
        return one

    def _prepare(self, plan: SeasonPlan, rows: SeasonRows, now: datetime) -> HeldEvaluation | None:
        """Write the plan of the evaluation that is to be held now: one that is played again, or a new one."""
        playing, began = list_playing(rows), write_time(now)
        for again in rows.list_reruns():
            versions = {key: number for key, number in again.versions.items() if key in playing}
            if self._are_enough(plan, versions):
                return begin_evaluation(plan, rows, versions, again.kind, began, again=again.number)
        kind = find_due(plan.calendar, rows, now)
        if kind and self._are_enough(plan, playing):
            return begin_evaluation(plan, rows, playing, kind, began)
        return None

    def _are_enough(self, plan: SeasonPlan, versions: Mapping[str, int]) -> bool:
        """Tell whether an evaluation can be held; if one more would be enough, the organiser hears of it."""
        if versions and len(versions) + len(plan.references) < FEWEST:
            who = ", ".join(versions)
            self.services.tell(f"an evaluation is due, and waits for a second program beside {who}")
            return False
        return bool(versions)

    def _publish(self, plan: SeasonPlan, store: SeasonStore) -> None:
        """Publish, if there is something new since the last time."""
        if self.publish is None:
            return
        rows = store.read()
        state = _describe_state(plan, rows)
        if rows.marks.get(PUBLISHED) != state:
            with self.services.on_step("site", "publishing"):
                self.publish(self.path)
            self.on_point(f"published {state}")
            store.set_mark(PUBLISHED, state)


def _describe_state(plan: SeasonPlan, rows: SeasonRows) -> str:
    """Describe everything that pages show, so that two states are equal only if the pages are."""
    counts = (len(rows.versions), len(rows.notices), len(rows.evaluations), len(rows.decisions))
    paths = [plan.path, *(find_store(plan, one) for one in rows.evaluations if one.ended)]
    changes = (path.stat().st_mtime_ns for path in paths)
    return " ".join(map(str, (*counts, *changes)))
