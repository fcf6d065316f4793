"""When something is due in a season: pure functions of the calendar, the rows and the time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ludus.seasons.history import EVALUATION, FINAL
from ludus.seasons.plans.plan import NEW, Calendar
from ludus.seasons.plans.times import read_time
from ludus.seasons.rows import FROZEN, HeldEvaluation, SeasonRows


def is_frozen(calendar: Calendar, rows: SeasonRows) -> bool:
    """Tell whether versions are frozen: the first look after the deadline is the last one, unless it is put off."""
    since = rows.marks.get(FROZEN)
    return calendar.deadline is not None and since is not None and read_time(since) >= calendar.deadline


def list_playing(rows: SeasonRows) -> dict[str, int]:
    """List the versions that would play now, by key."""
    excluded = rows.list_excluded()
    current = rows.list_current()
    return {key: current[key].number for key in rows.list_keys() if key in current and key not in excluded}


def find_due(calendar: Calendar, rows: SeasonRows, now: datetime) -> str:
    """Find the kind of evaluation that is to be held now; empty if none is."""
    held = [one for one in rows.evaluations if one.attempt == 1]
    if any(one.kind == FINAL for one in held):
        return ""
    if _is_evaluation_due(calendar, held, list_playing(rows), now):
        return EVALUATION
    is_final_due = calendar.final is not None and now >= calendar.final and is_frozen(calendar, rows)
    return FINAL if is_final_due else ""


def _is_evaluation_due(
    calendar: Calendar, held: list[HeldEvaluation], playing: Mapping[str, int], now: datetime
) -> bool:
    last = read_time(held[-1].began) if held else None
    is_over = calendar.final is not None and now >= calendar.final
    if calendar.when == NEW:
        before = held[-1].versions if held else {}
        is_new = any(before.get(key) != number for key, number in playing.items())
        is_time = last is None or calendar.every is None or now >= last + calendar.every
        return is_new and is_time and not is_over
    # Times that have passed unseen, because nothing ran then, are one evaluation.
    if any((last is None or last < time) and time <= now for time in calendar.at):
        return True
    if calendar.every is None or is_over:
        return False
    first = read_time(held[0].began) if held else now
    slot = first + (now - first) // calendar.every * calendar.every
    return last is None or slot > last


def find_next(calendar: Calendar, rows: SeasonRows, now: datetime) -> datetime | None:
    """Find the next time at which the calendar wants something; None if it never does."""
    if any(one.kind == FINAL for one in rows.evaluations):
        return None
    times = [*calendar.at, calendar.deadline, calendar.final]
    if calendar.every and rows.evaluations:
        times.append(read_time(rows.evaluations[-1].began) + calendar.every)
    return min((time for time in times if time is not None and time > now), default=None)
