"""Reads what clients send: JSON of limited length, strictly, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludus.records.strict_json import (
    BadRecord,
    Reader,
    as_number,
    as_object,
    as_text,
    as_whole,
    describe_value,
    list_of,
    load,
    one_of,
    optional,
    read_object,
    whole_from,
)
from ludus.records.time_control import TimeControl
from ludus.server.tables.stored_game import PAGE, SERVER
from ludus.text import make_printable, quote

LONGEST_NAME = 40
LONGEST_POSITION = 20_000
LONGEST_OPTION = 8_000
LONGEST_MOVE = 40
MOST_SECONDS = 6 * 3600
"""The longest time for a game: as long as it is being played, it cannot be put to sleep."""
ME, OPEN, LEVEL, PROGRAM = "me", "open", "level", "program"


@dataclass(frozen=True, slots=True)
class AskedSeat:
    """Who shall sit in a seat."""

    kind: str
    level: int | None = None
    where: str | None = None
    program: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game that a client would like to be made."""

    game: str
    seats: tuple[AskedSeat, ...]
    options: tuple[tuple[str, str], ...] | None = None
    position: str | None = None
    clock: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class AskedMove:
    """A move for a seat: its text, the squares that were touched, or what was typed."""

    seat: int
    ply: int
    move: str | None = None
    touched: tuple[str, ...] | None = None
    typed: str | None = None


def read_new_game(body: bytes) -> AskedGame:
    """Read what `POST /api/games` sends."""
    found = _read(
        body,
        {"game": _text_of(60), "seats": _bound(list_of(_read_seat), 64)},
        {
            "options": optional(_read_options),
            "position": optional(_text_of(LONGEST_POSITION)),
            "clock": optional(_read_clock),
        },
    )
    return AskedGame(**found)  # type: ignore[arg-type]  # each reader has the type of its field


def read_move(body: bytes) -> AskedMove:
    """Read what `POST moves` sends; exactly one of the three ways to name a move."""
    ways: dict[str, Reader[object]] = {
        "move": _text_of(LONGEST_MOVE),
        "touched": _bound(list_of(_text_of(LONGEST_MOVE)), 4),
        "typed": _text_of(LONGEST_MOVE),
    }
    found = _read(body, {"seat": as_whole, "ply": as_whole}, ways)
    named = [way for way in ways if found.get(way)]
    if len(named) != 1:
        raise BadRecord("move", "one of move, touched or typed", ", ".join(named) or "none")
    return AskedMove(**found)  # type: ignore[arg-type]  # each reader has the type of its field


def read_seat_number(body: bytes) -> int:
    """Read a body that names a seat."""
    return int(str(_read(body, {"seat": as_whole}, {})["seat"]))


def read_join(body: bytes) -> tuple[int, str]:
    """Read a body that names a seat, and whoever takes it."""
    found = _read(body, {"seat": as_whole}, {"name": optional(_text_of(200))})
    return int(str(found["seat"])), clean_name(str(found.get("name") or ""))


def read_action(body: bytes) -> str:
    """Read what `POST undo` sends."""
    return str(_read(body, {"action": one_of("offer", "accept", "decline")}, {})["action"])


def read_nothing(body: bytes) -> None:
    """Read a body that is an empty object, or nothing."""
    if body.strip():
        _read(body, {}, {})


def clean_name(name: str) -> str:
    """Make a name fit to be shown."""
    return make_printable(" ".join(name.split()))[:LONGEST_NAME]


def _read(
    body: bytes, needed: Mapping[str, Reader[object]], possible: Mapping[str, Reader[object]]
) -> dict[str, object]:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord("body", "JSON in UTF-8", "other bytes") from None
    return _read_fields(load(text), "", needed, possible)


def _read_fields(
    value: object, where: str, needed: Mapping[str, Reader[object]], possible: Mapping[str, Reader[object]]
) -> dict[str, object]:
    content = as_object(value, where or "body")
    there = {key: read for key, read in possible.items() if key in content}
    return read_object(content, where, {**needed, **there})


def _read_seat(value: object, where: str) -> AskedSeat:
    possible: dict[str, Reader[object]] = {
        "level": optional(whole_from(1)),
        "where": optional(one_of(PAGE, SERVER)),
        "program": optional(_text_of(200)),
        "name": optional(_text_of(200)),
    }
    found = _read_fields(value, where, {"kind": one_of(ME, OPEN, LEVEL, PROGRAM)}, possible)
    return AskedSeat(**found)  # type: ignore[arg-type]  # each reader has the type of its field


def _read_options(value: object, where: str) -> tuple[tuple[str, str], ...]:
    content = as_object(value, where)
    read = _text_of(LONGEST_OPTION)
    return tuple((key, read(each, f"{where}.{quote(key)}")) for key, each in content.items())


def _read_clock(value: object, where: str) -> TimeControl:
    found = _read_fields(
        value, where, {"seconds": _seconds_to(MOST_SECONDS)}, {"increment": optional(_seconds_to(600))}
    )
    game, increment = (
        round(float(str(found["seconds"])), 3),
        round(float(str(found.get("increment") or 0)), 3),
    )
    if not game:
        raise BadRecord(f"{where}.seconds", "at least a thousandth", describe_value(found["seconds"]))
    return TimeControl(game=game, increment=increment, watch="wall")


def _seconds_to(most: float) -> Reader[float]:
    def read(value: object, where: str) -> float:
        seconds = as_number(value, where)
        if not 0 <= seconds <= most:
            raise BadRecord(where, f"seconds from 0 to {most:g}", describe_value(value))
        return seconds

    return read


def _text_of(longest: int) -> Reader[str]:
    def read(value: object, where: str) -> str:
        text = as_text(value, where)
        if len(text) > longest:
            raise BadRecord(where, f"a string of at most {longest} characters", f"one of {len(text)}")
        return text

    return read


def _bound(read: Reader[tuple[object, ...]], most: int) -> Reader[tuple[object, ...]]:
    def read_bounded(value: object, where: str) -> tuple[object, ...]:
        if isinstance(value, list) and len(value) > most:
            raise BadRecord(where, f"at most {most}", describe_value(value))
        return read(value, where)

    return read_bounded
