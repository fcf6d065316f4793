"""How a record is written as a line of JSON and read again.

The line is plain ASCII (JSON escapes the rest), so that it can be looked at in a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from datetime import datetime

from ludus.contests import find_conduct
from ludus.contests.base import Conduct
from ludus.errors import BadOption
from ludus.records.events import MOST_PLIES, Offence, Verdict
from ludus.records.record import (
    BY_TIME,
    FORMAT,
    KINDS,
    MISCONDUCT,
    OLDEST,
    Analysis,
    Evaluation,
    Record,
    Seated,
    Variation,
)
from ludus.records.strict_json import (
    BadRecord,
    Reader,
    as_flag,
    as_number,
    as_object,
    as_seconds,
    as_text,
    as_texts,
    as_whole,
    describe_value,
    list_of,
    load,
    object_of,
    one_of,
    optional,
    read_object,
    whole_from,
)
from ludus.records.time_control import TimeControl
from ludus.score import NUMBER, UNITS, Score
from ludus.text import quote

TIME = "%Y-%m-%dT%H:%M:%SZ"
"""The format of a game's start time."""


def write(record: Record) -> str:
    """Write a record as one line, without the line end."""
    analysis = record.analysis
    content = {field.name: getattr(record, field.name) for field in fields(record)} | {
        "options": dict(record.options),
        "players": [{"key": seat.key} | asdict(seat) for seat in record.players],
        "conduct": asdict(record.conduct),
        "evaluations": write_evaluations(record.evaluations),
        "offences": [_write_offence(offence) for offence in record.offences],
        "verdict": asdict(record.verdict),
        "tags": dict(record.tags),
        "analysis": analysis and {"by": analysis.by, "evaluations": write_evaluations(analysis.evaluations)},
        "variations": [asdict(variation) for variation in record.variations],
    }
    return json.dumps({"format": FORMAT, **content}, allow_nan=False, separators=(",", ":"))


def write_evaluations(evaluations: Sequence[Evaluation | None]) -> list[dict[str, float] | None]:
    """Make the JSON values of evaluations."""
    return [
        None
        if found is None
        else {found.score.unit: found.score.value, "depth": found.depth, "nodes": found.nodes}
        for found in evaluations
    ]


def _write_offence(offence: Offence) -> dict[str, object]:
    content = asdict(offence)
    return content | {"out": content.pop("is_out")}


def read(text: str) -> Record:
    """Read what `write` wrote; any other text is a `BadRecord`."""
    content = dict(as_object(load(text), ""))
    if "format" not in content:
        raise BadRecord("format", "this field", "none")
    version = content.pop("format")
    if isinstance(version, bool) or version not in range(OLDEST, FORMAT + 1):
        raise BadRecord("format", f"{OLDEST} to {FORMAT}", describe_value(version))
    assert isinstance(version, int)
    found = read_object(content, "", _READERS if version == FORMAT else _list_old_readers(version))
    if "offence_cap" in found:
        # The conduct was the contest's, but for the number of offences and the bound on a turn.
        changed = {"offence_cap": found.pop("offence_cap"), "turn_cap": 0}
        found["conduct"] = replace(find_conduct(str(found["game"])), **changed)  # type: ignore[arg-type]  # a number
    record = Record(**found)  # type: ignore[arg-type]  # each reader has the type of its field
    _check_lengths(record)
    return record


def _list_old_readers(version: int) -> dict[str, Reader[object]]:
    """List the readers of formats 1 and 2, which lack some fields; their scores have no unit."""
    lacking = {"conduct", "notes"} if version == 1 else {"conduct"}
    old = {name: read for name, read in _READERS.items() if name not in _THIRD and name not in lacking}
    seated = {"name": as_text, "version": as_text, "meter": as_text} | (
        {} if version == 1 else {"tier": as_text}
    )
    return old | {
        "offence_cap": whole_from(1),
        "players": list_of(object_of(Seated, **seated)),
        "evaluations": list_of(optional(_read_old_evaluation)),
    }


def _read_time(value: object, where: str) -> str:
    text = as_text(value, where)
    try:
        if text and datetime.strptime(text, TIME).strftime(TIME) != text:
            raise ValueError
    except ValueError:
        raise BadRecord(where, "a time like 2026-11-16T09:30:00Z, or nothing", quote(text)) from None
    return text


def _read_tie_break(value: object, where: str) -> str:
    text = as_text(value, where)
    if text not in ("", BY_TIME):
        raise BadRecord(where, f"nothing or {BY_TIME}", quote(text))
    return text


def _read_clock(value: object, where: str) -> str:
    text = as_text(value, where)
    try:
        control = TimeControl.read(text)
    except BadOption:
        raise BadRecord(where, "a time control like game=300", quote(text)) from None
    if str(control) != text:
        raise BadRecord(where, quote(str(control)), quote(text))
    return text


def _read_conduct(value: object, where: str) -> Conduct:
    # The first records of format 3 had no bound on a turn.
    return _read_whole_conduct({"turn_cap": 0} | as_object(value, where), where)


def _read_evaluation(value: object, where: str) -> Evaluation:
    """Read an evaluation; one of its fields is named for the unit of the score."""
    units = [unit for unit in UNITS if unit in as_object(value, where)]
    if len(units) != 1:
        raise BadRecord(f"{where}.score", f"one of {', '.join(UNITS)}", ", ".join(units) or "none")
    return _read_scored(value, where, units[0], units[0])


def _read_old_evaluation(value: object, where: str) -> Evaluation:
    return _read_scored(value, where, "score", NUMBER)


def _read_scored(value: object, where: str, key: str, unit: str) -> Evaluation:
    def make(depth: int, nodes: int, **score: float) -> Evaluation:
        return Evaluation(Score(unit, score[key]), depth, nodes)

    return object_of(make, depth=as_whole, nodes=as_whole, **{key: as_number})(value, where)


def read_analysis(value: object, where: str = "analysis") -> Analysis:
    """Read the JSON value of an analysis."""
    read = object_of(Analysis, by=as_text, evaluations=list_of(optional(_read_evaluation)))
    return read(value, where)


def read_variations(value: object, where: str = "variations") -> tuple[Variation, ...]:
    """Read the JSON value of variations."""
    read = list_of(object_of(Variation, ply=whole_from(1), moves=list_of(as_text), note=as_text))
    return read(value, where)


def _read_seat(value: object, where: str) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadRecord(where, "a seat or null", describe_value(value))
    return value


def _make_offence(out: bool, **content: object) -> Offence:
    return Offence(is_out=out, **content)  # type: ignore[arg-type]  # each reader has the type of its field


def _check_lengths(record: Record) -> None:
    """Check that all lists have one value for each seat or for each move."""
    seats, moves = len(record.players), len(record.moves)
    if moves > MOST_PLIES:
        raise BadRecord("moves", f"at most {MOST_PLIES} of them", str(moves))
    lengths = [
        ("verdict.scores", len(record.verdict.scores), seats, "players"),
        ("used", len(record.used), seats, "players"),
        ("seconds", len(record.seconds), moves, "moves"),
        ("evaluations", len(record.evaluations) or moves, moves, "moves"),
        ("notes", len(record.notes) or moves, moves, "moves"),
        ("points", len(record.points) or seats, seats, "players"),
    ]
    if record.analysis is not None:
        lengths.append(("analysis.evaluations", len(record.analysis.evaluations), moves, "moves"))
    for variation in record.variations:
        if variation.ply > moves + 1:
            raise BadRecord("variations", f"plies from 1 to {moves + 1}", str(variation.ply))
    for field, found, expected, what in lengths:
        if found != expected:
            raise BadRecord(field, f"{expected} values, as there are {what}", str(found))
    named = [offence.seat for offence in record.offences] + list(record.verdict.out)
    for seat in [*named, *([] if record.verdict.seat is None else [record.verdict.seat])]:
        if not 0 <= seat < seats:
            raise BadRecord("seat", f"a seat from 0 to {seats - 1}", str(seat))


_read_whole_conduct = object_of(
    Conduct,
    rolls_back=as_flag,
    offence_cap=whole_from(1),
    cut_by_standing=as_flag,
    draws_by_time=as_flag,
    turn_cap=as_whole,
)
_read_verdict = object_of(
    Verdict,
    kind=one_of(*KINDS),
    scores=list_of(as_number),
    reason=as_text,
    seat=_read_seat,
    out=list_of(as_whole),
)
_read_offence = object_of(
    _make_offence,
    ply=whole_from(1),
    seat=as_whole,
    kind=one_of(*MISCONDUCT),
    reason=as_text,
    out=as_flag,
)
_THIRD: dict[str, Reader[object]] = {
    "round": as_whole,
    "block": as_whole,
    "started": _read_time,
    "points": list_of(as_number),
    "tie_break": _read_tie_break,
    "tags": as_texts,
    "analysis": optional(read_analysis),
    "variations": read_variations,
}
"""What format 3 added."""
_READERS: dict[str, Reader[object]] = {
    "id": as_text,
    "game": as_text,
    "options": as_texts,
    "start": as_text,
    "opening": as_text,
    "players": list_of(
        object_of(Seated, key=as_text, name=as_text, version=as_text, meter=as_text, tier=as_text)
    ),
    "seeds": list_of(as_whole),
    "clock": _read_clock,
    "ply_cap": as_whole,
    "conduct": _read_conduct,
    "moves": list_of(as_text),
    "seconds": list_of(as_seconds),
    "evaluations": list_of(optional(_read_evaluation)),
    "notes": list_of(as_text),
    "offences": list_of(_read_offence),
    "verdict": _read_verdict,
    "used": list_of(as_seconds),
    "software": as_text,
    **_THIRD,
}
"""The fields of a record, each with its reader."""
