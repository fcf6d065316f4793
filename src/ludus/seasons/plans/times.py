"""Times of a season: how they are written in a plan, kept in rows and shown."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from ludus.errors import BadOption
from ludus.records.record_json import TIME
from ludus.text import quote
from ludus.tournaments.plans.table import PlanTable

LONGEST = timedelta(days=3653)
_PERIOD = re.compile(r"(\d{1,6})(s|m|h|d|w)", re.ASCII)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_EXPECTED = "a time with its zone, like 2026-12-01T18:00:00Z or 2026-12-01T18:00:00+01:00"


def get_now() -> datetime:
    """Return the time now, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def write_time(time: datetime) -> str:
    """Write a time as rows keep it."""
    return time.astimezone(UTC).strftime(TIME)


def read_time(text: str) -> datetime:
    """Read what `write_time` wrote."""
    return datetime.strptime(text, TIME).replace(tzinfo=UTC)


def parse_time(text: str, where: str) -> datetime:
    """Read a time that a person has written on the command line."""
    with suppress(ValueError, OverflowError):
        time = datetime.fromisoformat(text)
        # Beyond these years not every time can be written, or moved by a period.
        if time.tzinfo is not None and 1970 <= time.year < 9000:
            return time.astimezone(UTC).replace(microsecond=0)
    raise BadOption(f"{where}: expected {_EXPECTED}, found {quote(text)}")


def take_time(table: PlanTable, key: str) -> datetime | None:
    """Take a time of a plan; None if the plan does not have it."""
    value = table.take(key)
    return None if value is None else check_time(table, key, value)


def check_time(table: PlanTable, key: str, value: object) -> datetime:
    """Check a value of a plan that is to be a time."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        hint = "a time without its zone would mean another moment on another machine"
        raise table.make_error(key, f"expected {_EXPECTED}, found {quote(str(value))}", hint)
    try:
        return value.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        raise table.make_error(key, f"expected {_EXPECTED}, found {value}") from None


def take_period(table: PlanTable, key: str, usual: str = "") -> timedelta | None:
    """Take a length of time like "1d"; None if neither the plan nor `usual` has it."""
    is_given = key in table
    text = table.take_text(key, usual)
    if not text and not is_given:
        return None
    found = _PERIOD.fullmatch(text)
    period = timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else None
    if period is None or period > LONGEST:
        expected = 'a number with s, m, h, d or w, up to ten years, like "30m" or "1d"'
        raise table.make_error(key, f"expected {expected}, found {quote(text)}")
    return period
