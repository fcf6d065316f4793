"""The plan of a season: what a plan of a tournament says but its entrants, and where programs come from, and when.

    title = "Chezz in the winter term"
    sources = [{ inbox = "handed-in" }, { key = "team-3", git = "https://...", branch = "main" }]
    references = true                    # the contest's reference programs play along; or a list of players
    evaluate = { when = "new" }          # as soon as there is a new version, at most once in every = "1d"; or
                                         # when = "planned", at = [times] or every = "1w"
    deadline = 2026-12-01T18:00:00Z      # versions are frozen at the first look after it
    final = 2026-12-02T09:00:00Z         # one more evaluation, with the frozen versions and a table of its own
    weights = [1, 1, 2]                  # of the evaluations in the score, 1 where nothing is said; final_weight = 0
    late = "first"                       # who joins late is averaged from its first evaluation, or has "zero" before
    anonymous = false
    folder = "season"                    # everything that belongs to the season; site = "site" lies in it
    look = "5m"                          # how often --watch looks at the sources
    quiet = "5s"                         # so long nobody must have written to what is taken from a folder

Paths are relative to the plan. Rules may change from one evaluation to the next: each keeps those that it began with.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from ludus.contests import CONTESTS
from ludus.players.named import runs_own_code
from ludus.seasons.plans.times import check_time, take_period, take_time
from ludus.seasons.score import FIRST, LATE
from ludus.seasons.sources import Branch, Inbox, Source, read_sources
from ludus.text import quote
from ludus.tournaments.plans.entrant_texts import check_player, read_name
from ludus.tournaments.plans.plan import Plan, list_courses, parse_rules
from ludus.tournaments.plans.table import PlanFile, PlanTable

NEW, PLANNED = WHEN = ("new", "planned")
MOST_WEIGHT = 1000
STORE = "season.store"
PRIVATE = ("versions", "evaluations", "challenges", "contestants")
"""The folders that hold what not everybody may read."""
LOOK, QUIET = "5m", "5s"


@dataclass(frozen=True, slots=True)
class Calendar:
    """When evaluations are held."""

    when: str
    at: tuple[datetime, ...]
    every: timedelta | None
    deadline: datetime | None
    final: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """What the plan of a season says."""

    path: Path
    title: str
    rules: Plan
    """How games are played; it has no entrants."""
    sources: tuple[Source, ...]
    references: tuple[str, ...]
    """Players of ours that take part in every evaluation."""
    calendar: Calendar
    weights: tuple[float, ...]
    final_weight: float
    late: str
    folder: Path
    """Everything that belongs to the season."""
    site: Path
    look: timedelta
    quiet: timedelta

    @property
    def store(self) -> Path:
        """The file with versions, evaluations and decisions."""
        return self.folder / STORE

    @property
    def contestants(self) -> Path:
        """The folder with a folder for each contestant: what nobody else may see."""
        return self.folder / "contestants"

    def make_folders(self) -> None:
        """Make the folders of the season; contestants may have accounts on the same machine."""
        for name in PRIVATE:
            (self.folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)

    def list_nicknames(self) -> Mapping[str, str]:
        """List the names that the organiser has given, by key."""
        found: dict[str, str] = {}
        for source in self.sources:
            found |= source.names if isinstance(source, Inbox) else {source.key: source.name}
        return {key: name for key, name in found.items() if name}


def read_season_plan(path: Path) -> SeasonPlan:
    """Read and check the plan of a season; raise `BadPlan` with line, key and hint."""
    file = PlanFile.read(path, new="season")
    return parse_season_plan(file)


def parse_season_plan(file: PlanFile) -> SeasonPlan:
    """Check the text of a plan."""
    table = file.parse()
    if "entrants" in table:
        hint = 'where its programs come from: sources = [{ inbox = "handed-in" }]'
        raise table.make_error("entrants", "a season has sources, and no list of entrants", hint)
    title, sources = read_name(table, "title"), read_sources(file, table)
    references = table.take("references")
    calendar = _read_calendar(file, table)
    weights = _read_weights(table)
    final_weight = _check_weight(table, "final_weight", table.take("final_weight") or 0)
    late = table.take_choice("late", LATE, FIRST)
    folder = file.folder / table.take_text("folder", file.path.stem)
    site = folder / table.take_text("site", "site")
    look, quiet = take_period(table, "look", LOOK), take_period(table, "quiet", QUIET)
    rules = parse_rules(file, table)
    if folder == file.path.resolve():
        raise table.make_error("folder", "expected a folder beside the plan, found the plan itself")
    _check_outside(table, "folder", folder, sources)
    _check_outside(table, "site", site, sources)
    assert look is not None
    assert quiet is not None
    return SeasonPlan(
        file.path,
        title or file.path.stem,
        rules,
        sources,
        _read_references(table, references, rules),
        calendar,
        weights,
        final_weight,
        late,
        folder,
        site,
        look,
        quiet,
    )


def _check_outside(table: PlanTable, key: str, folder: Path, sources: tuple[Source, ...]) -> None:
    """Refuse a folder of ours whose files would be taken for those of a contestant."""
    places = [
        one.folder if isinstance(one, Inbox) else Path(one.text)
        for one in sources
        if not isinstance(one, Branch)
    ]
    # Unlike resolve(), realpath() takes a link that leads to itself for an ordinary name.
    real = Path(os.path.realpath(folder))
    if any(real.is_relative_to(os.path.realpath(place)) for place in places):
        raise table.make_error(key, f"expected a folder outside the sources, found {quote(folder.name)}")


def _read_calendar(file: PlanFile, table: PlanTable) -> Calendar:
    deadline, final = take_time(table, "deadline"), take_time(table, "final")
    if deadline and final and final < deadline:
        raise table.make_error("final", f"expected a time after the deadline, found {final}")
    inner = table.take_table("evaluate")
    when = inner.take_choice("when", WHEN, NEW)
    times, every = inner.take("at"), take_period(inner, "every")
    inner.check_end()
    if every == timedelta():
        message = "expected a period of some length, found '0s'"
        raise inner.make_error("every", message, "evaluations would never end")
    if not isinstance(times, list | None):
        raise inner.make_type_error("at", "a list of times", times)
    at = tuple(sorted(check_time(inner, "at", time) for time in times or ()))
    if when == PLANNED and not at and not every and not final:
        hint = 'like evaluate = { when = "planned", every = "1w" }'
        raise inner.make_error("when", "expected times in at, or a period in every, found none", hint)
    if when == NEW and at:
        hint = 'evaluate = { when = "planned", at = [...] }'
        raise inner.make_error("at", "times are for evaluations that are planned", hint)
    return Calendar(when, at, every, deadline or final, final)


def _read_weights(table: PlanTable) -> tuple[float, ...]:
    values = table.take("weights")
    if not isinstance(values, list | None):
        raise table.make_type_error("weights", "a list of numbers", values)
    return tuple(_check_weight(table, "weights", value) for value in values or ())


def _check_weight(table: PlanTable, key: str, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise table.make_type_error(key, "a number", value)
    if not 0 <= value <= MOST_WEIGHT:
        raise table.make_error(key, f"expected a number from 0 to {MOST_WEIGHT}, found {value}")
    return float(value)


def _read_references(table: PlanTable, value: object, rules: Plan) -> tuple[str, ...]:
    """Read which players of ours take part: those of the contest, a list, or none."""
    course = list_courses().get(rules.contest)
    if value is None or value is True:
        usual = course.players if course and CONTESTS[rules.game].course is course else ()
        if value and not usual:
            hint = 'name them: references = ["random"]'
            raise table.make_error("references", "the plan names no contest that has any", hint)
        return usual
    if value is False:
        return ()
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise table.make_type_error("references", "true, false or a list of players", value)
    for text in value:
        check_player(table, "references", text, rules.find_game())
        if runs_own_code(text):
            message = f"expected players of Ludus in a season, found code of your own: {quote(text)}"
            raise table.make_error("references", message)
    return tuple(dict.fromkeys(value))
