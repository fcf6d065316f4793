"""Challenges: a few games between versions of a season that count for nothing.

The same challenge between the same versions goes on where it was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from ludus.seasons.evaluations import Services, find_challenge, play, write_challenge
from ludus.seasons.plan import SeasonPlan
from ludus.seasons.reader import TOURNAMENT
from ludus.seasons.rows import Challenge, SeasonRows
from ludus.seasons.store import SeasonStore
from ludus.seasons.times import write_time
from ludus.store.stored import VoidAttempt


def hold_challenge(
    plan: SeasonPlan, keys: Sequence[str], games: int, services: Services, clock: Callable[[], datetime]
) -> tuple[Path, list[VoidAttempt]]:
    """Play a challenge, or go on with it; return the store with its games, and those that stayed void."""
    store = SeasonStore(plan.store)
    rows, current = store.read(), store.read().list_current()
    versions = {key: current[key].number if key in current else 0 for key in keys}
    number = _find_stopped(rows, versions, games)
    if number is None:
        number = 1 + len(rows.challenges)
        write_challenge(plan, rows, number, keys, games)
        store.add_challenge(Challenge(number, write_time(clock()), "", games, versions))
    path = find_challenge(plan, number)
    undecided = play(path, services)
    if not undecided:
        store.end_challenge(number, write_time(clock()))
    return path.with_name(TOURNAMENT), undecided


def _find_stopped(rows: SeasonRows, versions: Mapping[str, int], games: int) -> int | None:
    """Find a challenge like this one that has not ended."""
    for one in rows.challenges:
        if not one.ended and one.versions == versions and one.games == games:
            return one.number
    return None
