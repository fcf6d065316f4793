"""How a record is written as a line of JSON and read again.

The line is plain ASCII (JSON escapes the rest), so that it can be looked at in a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
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
from ludus.records.strict_json import BadRecord, Fields, as_text, describe_value, load
from ludus.records.time_control import TimeControl
from ludus.score import NUMBER, UNITS, Score
from ludus.text import quote

TIME = "%Y-%m-%dT%H:%M:%SZ"
"""The format of a game's start time."""


def write(record: Record) -> str:
    """Write a record as one line, without the line end."""
    verdict, analysis = record.verdict, record.analysis
    fields = {
        "format": FORMAT,
        "id": record.id,
        "game": record.game,
        "options": dict(record.options),
        "start": record.start,
        "opening": record.opening,
        "round": record.round,
        "block": record.block,
        "started": record.started,
        "players": [
            {
                "key": seat.key,
                "name": seat.name,
                "version": seat.version,
                "meter": seat.meter,
                "tier": seat.tier,
            }
            for seat in record.players
        ],
        "seeds": record.seeds,
        "clock": record.clock,
        "ply_cap": record.ply_cap,
        "conduct": asdict(record.conduct),
        "moves": record.moves,
        "seconds": record.seconds,
        "evaluations": write_evaluations(record.evaluations),
        "notes": record.notes,
        "offences": [
            {
                "ply": offence.ply,
                "seat": offence.seat,
                "kind": offence.kind,
                "reason": offence.reason,
                "out": offence.is_out,
            }
            for offence in record.offences
        ],
        "verdict": {
            "kind": verdict.kind,
            "scores": verdict.scores,
            "reason": verdict.reason,
            "seat": verdict.seat,
            "out": verdict.out,
        },
        "points": record.points,
        "tie_break": record.tie_break,
        "used": record.used,
        "tags": dict(record.tags),
        "analysis": analysis and {"by": analysis.by, "evaluations": write_evaluations(analysis.evaluations)},
        "variations": [asdict(variation) for variation in record.variations],
        "software": record.software,
    }
    return json.dumps(fields, allow_nan=False, separators=(",", ":"))


def write_evaluations(evaluations: Sequence[Evaluation | None]) -> list[dict[str, float] | None]:
    """Make the JSON values of evaluations."""
    return [
        None
        if found is None
        else {found.score.unit: found.score.value, "depth": found.depth, "nodes": found.nodes}
        for found in evaluations
    ]


def read(text: str) -> Record:
    """Read what `write` wrote; any other text is a `BadRecord`."""
    fields = Fields(load(text))
    version = fields.take("format")
    if isinstance(version, bool) or version not in range(OLDEST, FORMAT + 1):
        raise BadRecord("format", f"{OLDEST} to {FORMAT}", describe_value(version))
    assert isinstance(version, int)
    record = Record(
        id=fields.text("id"),
        game=(game := fields.text("game")),
        options=_read_texts(fields.take("options"), "options"),
        start=fields.text("start"),
        opening=fields.text("opening"),
        players=tuple(
            _read_seated(Fields(value, where), version) for where, value in fields.items("players")
        ),
        seeds=fields.wholes("seeds"),
        clock=_read_clock(fields.text("clock")),
        ply_cap=fields.whole("ply_cap"),
        conduct=_read_conduct(fields, game, version),
        moves=fields.texts("moves"),
        seconds=fields.seconds("seconds"),
        evaluations=_read_evaluations(fields, version),
        notes=fields.texts("notes") if version > 1 else (),
        offences=tuple(_read_offence(Fields(value, where)) for where, value in fields.items("offences")),
        verdict=_read_verdict(Fields(fields.take("verdict"), "verdict")),
        used=fields.seconds("used"),
        software=fields.text("software"),
    )
    if version > 2:
        record = _read_third(record, fields)
    fields.end()
    _check_lengths(record)
    return record


def _read_third(record: Record, fields: Fields) -> Record:
    """Read the fields that format 3 added."""
    variations = (_read_variation(Fields(value, where)) for where, value in fields.items("variations"))
    return replace(
        record,
        round=fields.whole("round"),
        block=fields.whole("block"),
        started=_read_time(fields.text("started")),
        points=fields.numbers("points"),
        tie_break=_read_tie_break(fields.text("tie_break")),
        tags=_read_texts(fields.take("tags"), "tags"),
        analysis=read_analysis(fields.take("analysis")),
        variations=tuple(variations),
    )


def _read_time(text: str) -> str:
    try:
        if text and datetime.strptime(text, TIME).strftime(TIME) != text:
            raise ValueError
    except ValueError:
        raise BadRecord("started", "a time like 2026-11-16T09:30:00Z, or nothing", quote(text)) from None
    return text


def _read_tie_break(text: str) -> str:
    if text not in ("", BY_TIME):
        raise BadRecord("tie_break", f"nothing or {BY_TIME}", quote(text))
    return text


def _read_conduct(fields: Fields, game: str, version: int) -> Conduct:
    if version < 3:
        # The conduct was the contest's, but for the number of offences and the bound on a turn.
        return replace(find_conduct(game), offence_cap=fields.whole("offence_cap", least=1), turn_cap=0)
    inner = Fields(fields.take("conduct"), "conduct")
    conduct = Conduct(
        inner.flag("rolls_back"),
        inner.whole("offence_cap", least=1),
        inner.flag("cut_by_standing"),
        inner.flag("draws_by_time"),
        inner.whole("turn_cap") if inner.has("turn_cap") else 0,
    )
    inner.end()
    return conduct


def read_analysis(value: object) -> Analysis | None:
    """Read the JSON value of an analysis."""
    if value is None:
        return None
    fields = Fields(value, "analysis")
    analysis = Analysis(fields.text("by"), _read_evaluations(fields, FORMAT))
    fields.end()
    return analysis


def _read_variation(fields: Fields) -> Variation:
    variation = Variation(fields.whole("ply", least=1), fields.texts("moves"), fields.text("note"))
    fields.end()
    return variation


def _read_texts(value: object, where: str) -> tuple[tuple[str, str], ...]:
    fields = Fields(value, where)
    assert isinstance(value, dict)
    return tuple((as_text(key, where), fields.text(key)) for key in value)


def _read_seated(fields: Fields, version: int) -> Seated:
    seated = Seated(
        key=fields.text("key") if version > 2 else "",
        name=fields.text("name"),
        version=fields.text("version"),
        meter=fields.text("meter"),
        tier=fields.text("tier") if version > 1 else "",
    )
    fields.end()
    return seated


def _read_clock(text: str) -> str:
    try:
        control = TimeControl.read(text)
    except BadOption:
        raise BadRecord("clock", "a time control like game=300", quote(text)) from None
    if str(control) != text:
        raise BadRecord("clock", quote(str(control)), quote(text))
    return text


def _read_evaluations(fields: Fields, version: int) -> tuple[Evaluation | None, ...]:
    return tuple(_read_evaluation(value, where, version) for where, value in fields.items("evaluations"))


def _read_evaluation(value: object, where: str, version: int) -> Evaluation | None:
    if value is None:
        return None
    fields = Fields(value, where)
    evaluation = Evaluation(_read_score(fields, version), fields.whole("depth"), fields.whole("nodes"))
    fields.end()
    return evaluation


def _read_score(fields: Fields, version: int) -> Score:
    """Read the one field that is named for its unit; before format 3 a score had none."""
    if version < 3:
        return Score(NUMBER, fields.number("score"))
    units = [unit for unit in UNITS if fields.has(unit)]
    if len(units) != 1:
        raise BadRecord(fields.name("score"), f"one of {', '.join(UNITS)}", ", ".join(units) or "none")
    return Score(units[0], fields.number(units[0]))


def _read_offence(fields: Fields) -> Offence:
    ply, seat = fields.whole("ply", least=1), fields.whole("seat")
    kind = _read_kind(fields, tuple(MISCONDUCT))
    offence = Offence(ply, seat, kind, fields.text("reason"), fields.flag("out"))
    fields.end()
    return offence


def _read_verdict(fields: Fields) -> Verdict:
    kind = _read_kind(fields, KINDS)
    scores, reason, seat = fields.numbers("scores"), fields.text("reason"), fields.take("seat")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int)):
        raise BadRecord("verdict.seat", "a seat or null", describe_value(seat))
    verdict = Verdict(kind, scores, reason, seat, fields.wholes("out"))
    fields.end()
    return verdict


def _read_kind(fields: Fields, kinds: Sequence[str]) -> str:
    kind = fields.text("kind")
    if kind not in kinds:
        raise BadRecord(fields.name("kind"), f"one of {', '.join(kinds)}", quote(kind))
    return kind


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
