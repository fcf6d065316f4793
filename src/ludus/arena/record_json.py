"""What a record is, and how one is written as a line of JSON and read again.

The line is plain ASCII (JSON escapes the rest), so that it can be looked at in a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.arena.clock import TimeControl
from ludus.arena.referee import BY_RULES, CUT_SHORT, MOST_PLIES, Offence, Verdict
from ludus.arena.strict_json import BadRecord, Fields, as_text, load, shown
from ludus.errors import BadOption
from ludus.players.base import Absence, BadForm, Crash, Forbidden, Misconduct, OutOfTime, Refusal, Silence
from ludus.text import quote

FORMAT = 2
OLDEST = 1
"""The oldest format that is read: it has neither tiers nor notes."""
TOLD = "told"
"""The kind of a verdict that only the record tells: a game of people that was given up, for one."""
MISCONDUCT: dict[str, type[Misconduct]] = {
    misconduct.kind: misconduct
    for misconduct in (OutOfTime, Crash, Silence, BadForm, Forbidden, Refusal, Absence)
}
KINDS = (BY_RULES, CUT_SHORT, TOLD, *MISCONDUCT)


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat in a seat."""

    name: str
    version: str = ""
    """What exactly played: a version, a content hash."""
    meter: str = ""
    """What measured its time (`cgroup2`); empty where the referee's own watch did."""
    tier: str = ""
    """How a program was contained (`bubblewrap`); empty where none was run."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a player thought of its move: its worth to the seat, how deep and how wide it looked."""

    score: float
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Record:
    """One finished game."""

    id: str
    game: str
    options: tuple[tuple[str, str], ...]
    """What the game's start was asked for."""
    start: str
    """The position in which the players sat down, which need not be the game's usual start."""
    opening: str
    """What that position is called in its suite."""
    players: tuple[Seated, ...]
    seeds: tuple[int, ...]
    clock: str
    ply_cap: int
    offence_cap: int
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    """What each move cost."""
    evaluations: tuple[Evaluation | None, ...]
    """One for each move, or none at all where no player gave any."""
    notes: tuple[str, ...]
    """What was noted on each move: a program's exit code, the end of its standard error; or none at all."""
    offences: tuple[Offence, ...]
    verdict: Verdict
    used: tuple[float, ...]
    """What each seat used of its clock."""
    software: str


def write(record: Record) -> str:
    """Write a record as one line, without the line end."""
    verdict = record.verdict
    fields = {
        "format": FORMAT,
        "id": record.id,
        "game": record.game,
        "options": dict(record.options),
        "start": record.start,
        "opening": record.opening,
        "players": [
            {"name": seat.name, "version": seat.version, "meter": seat.meter, "tier": seat.tier}
            for seat in record.players
        ],
        "seeds": record.seeds,
        "clock": record.clock,
        "ply_cap": record.ply_cap,
        "offence_cap": record.offence_cap,
        "moves": record.moves,
        "seconds": record.seconds,
        "evaluations": [
            found and {"score": found.score, "depth": found.depth, "nodes": found.nodes}
            for found in record.evaluations
        ],
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
        "used": record.used,
        "software": record.software,
    }
    return json.dumps(fields, allow_nan=False, separators=(",", ":"))


def read(text: str) -> Record:
    """Read what `write` wrote; any other text is a `BadRecord`."""
    fields = Fields(load(text))
    version = fields.take("format")
    if isinstance(version, bool) or version not in range(OLDEST, FORMAT + 1):
        raise BadRecord("format", f"{OLDEST} to {FORMAT}", shown(version))
    is_old = version == OLDEST
    record = Record(
        id=fields.text("id"),
        game=fields.text("game"),
        options=_read_options(fields.take("options")),
        start=fields.text("start"),
        opening=fields.text("opening"),
        players=tuple(
            _read_seated(Fields(value, where), is_old=is_old) for where, value in fields.items("players")
        ),
        seeds=fields.wholes("seeds"),
        clock=_read_clock(fields.text("clock")),
        ply_cap=fields.whole("ply_cap"),
        offence_cap=fields.whole("offence_cap", least=1),
        moves=fields.texts("moves"),
        seconds=fields.seconds("seconds"),
        evaluations=tuple(_read_evaluation(value, where) for where, value in fields.items("evaluations")),
        notes=() if is_old else fields.texts("notes"),
        offences=tuple(_read_offence(Fields(value, where)) for where, value in fields.items("offences")),
        verdict=_read_verdict(Fields(fields.take("verdict"), "verdict")),
        used=fields.seconds("used"),
        software=fields.text("software"),
    )
    fields.end()
    _check_lengths(record)
    return record


def _read_options(value: object) -> tuple[tuple[str, str], ...]:
    fields = Fields(value, "options")
    assert isinstance(value, dict)
    return tuple((as_text(key, "options"), fields.text(key)) for key in value)


def _read_seated(fields: Fields, *, is_old: bool) -> Seated:
    seated = Seated(
        fields.text("name"),
        fields.text("version"),
        fields.text("meter"),
        "" if is_old else fields.text("tier"),
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


def _read_evaluation(value: object, where: str) -> Evaluation | None:
    if value is None:
        return None
    fields = Fields(value, where)
    evaluation = Evaluation(fields.number("score"), fields.whole("depth"), fields.whole("nodes"))
    fields.end()
    return evaluation


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
        raise BadRecord("verdict.seat", "a seat or null", shown(seat))
    verdict = Verdict(kind, scores, reason, seat, fields.wholes("out"))
    fields.end()
    return verdict


def _read_kind(fields: Fields, kinds: Sequence[str]) -> str:
    kind = fields.text("kind")
    if kind not in kinds:
        raise BadRecord(fields.name("kind"), f"one of {', '.join(kinds)}", quote(kind))
    return kind


def _check_lengths(record: Record) -> None:
    """See to it that there is one of everything for each seat and for each move."""
    seats, moves = len(record.players), len(record.moves)
    if moves > MOST_PLIES:
        raise BadRecord("moves", f"at most {MOST_PLIES} of them", str(moves))
    lengths = (
        ("verdict.scores", len(record.verdict.scores), seats, "players"),
        ("used", len(record.used), seats, "players"),
        ("seconds", len(record.seconds), moves, "moves"),
        ("evaluations", len(record.evaluations) or moves, moves, "moves"),
        ("notes", len(record.notes) or moves, moves, "moves"),
    )
    for field, found, expected, what in lengths:
        if found != expected:
            raise BadRecord(field, f"{expected} values, as there are {what}", str(found))
    named = [offence.seat for offence in record.offences] + list(record.verdict.out)
    for seat in [*named, *([] if record.verdict.seat is None else [record.verdict.seat])]:
        if not 0 <= seat < seats:
            raise BadRecord("seat", f"a seat from 0 to {seats - 1}", str(seat))
