"""Challenges: a few games between contestants, or with a reference program, that count for nothing.

A challenge is a tournament, as an evaluation is. The same challenge between the same versions goes on where it was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ludus.errors import BadOption
from ludus.seasons.evaluations import REFERENCE, Services, list_entries, list_references, play, write_plan
from ludus.seasons.plans.plan import SeasonPlan
from ludus.seasons.plans.plan_text import Entry
from ludus.seasons.plans.times import write_time
from ludus.seasons.reader import PLAN, TOURNAMENT
from ludus.seasons.rows import Challenge, SeasonRows
from ludus.seasons.store import SeasonStore
from ludus.seeds import derive_seed
from ludus.store.file import WriterLock
from ludus.store.stored import VoidAttempt
from ludus.text import quote
from ludus.tournaments.plans.plan import Plan

TABLES = "tables"
"""The form of tournament in which more than two can sit down."""


def hold_challenge(
    plan: SeasonPlan, keys: Sequence[str], games: int, services: Services, clock: Callable[[], datetime]
) -> tuple[Path, list[VoidAttempt]]:
    """Play a challenge, or go on with it; return the store with its games, and those that stayed void."""
    store = SeasonStore(plan.store)
    path = plan.folder / "challenges"
    path.mkdir(parents=True, exist_ok=True)
    # Two that begin at the same time must not have the same number.
    lock = WriterLock(path / "next")
    try:
        number = _begin(plan, store, keys, games, write_time(clock()))
    finally:
        lock.release()
    path = path / f"{number:03}" / PLAN
    undecided = play(path, services)
    if not undecided:
        store.end_challenge(number, write_time(clock()))
    return path.with_name(TOURNAMENT), undecided


def _begin(plan: SeasonPlan, store: SeasonStore, keys: Sequence[str], games: int, now: str) -> int:
    """Find the number of a challenge that was stopped, or write the plan of a new one."""
    rows = store.read()
    entries = [_find_entry(plan, rows, key) for key in keys]
    current = rows.list_current()
    versions = {key: current[key].number if key in current else 0 for key in keys}
    stopped = _find_stopped(rows, versions, games)
    if stopped is not None:
        return stopped
    number = 1 + len(rows.challenges)
    path = plan.folder / "challenges" / f"{number:03}" / PLAN
    write_plan(
        f"{plan.title}: challenge {number}", _make_rules(plan, len(keys), games, number), entries, path
    )
    store.add_challenge(Challenge(number, now, "", games, versions))
    return number


def _find_stopped(rows: SeasonRows, versions: Mapping[str, int], games: int) -> int | None:
    for one in rows.challenges:
        if not one.ended and one.versions == versions and one.games == games:
            return one.number
    return None


def _find_entry(plan: SeasonPlan, rows: SeasonRows, key: str) -> Entry:
    """Find a contestant by its key, or a reference program by its text."""
    current = rows.list_current()
    if key in current:
        return list_entries(plan, rows, {key: current[key].number})[0]
    references = {entry.name: entry for entry in list_references(plan)}
    text = key.removeprefix(REFERENCE)
    if text not in references:
        known = ", ".join((*current, *references)) or "nobody"
        raise BadOption(f"expected a contestant that can play, found {quote(key)}; there are {known}")
    return references[text]


def _make_rules(plan: SeasonPlan, seats: int, games: int, number: int) -> Plan:
    """Make the rules of a challenge: those of the season, with a schedule for these few."""
    seed = derive_seed(plan.rules.seed, "challenge", number)
    if plan.rules.schedule == TABLES:
        return replace(plan.rules, settings=(("seats", seats), ("rounds", games)), seed=seed)
    return replace(plan.rules, schedule="round-robin", settings=(("games", games),), seed=seed)
