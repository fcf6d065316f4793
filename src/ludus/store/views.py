"""Who may see what of a tournament: three views, the same in every file, table and page.

    public      games, times, verdicts
    contestant  the same, and what concerns one's own program: its notes, exit codes, standard error, evaluations, inputs
                and build log
    organiser   everything

The reason of misconduct quotes the answer of a program and the end of its standard error. All but its owner and the
organiser read how the game ended, and whose fault it was, in words of ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludus.records.events import Offence, Verdict
from ludus.records.record import DECISION, MISCONDUCT, Record
from ludus.records.results import GameResult
from ludus.store.stored import StoredParticipant

PUBLIC_TAGS = (DECISION,)
"""Tags that everybody may see: what the organiser has decided, and why."""
_MISCONDUCT = {
    "time": "ran out of time",
    "crash": "ended with an error",
    "silence": "gave no answer",
    "format": "gave an answer that the contest cannot read",
    "illegal": "answered with a move that the rules forbid",
    "refusal": "would not move though it could",
    "absent": "could not take part",
}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks."""

    sees_all: bool = False
    key: str = ""
    """The participant whose own things may be seen."""

    def may_see(self, key: str) -> bool:
        """Tell whether the private things of a participant may be seen."""
        return self.sees_all or (bool(key) and key == self.key)


PUBLIC = Viewer()
ORGANISER = Viewer(sees_all=True)


def view_record(record: Record, viewer: Viewer, seats: tuple[int, ...] = ()) -> Record:
    """Leave out of a record what the viewer may not see; `seats` says who made each move, for a contestant's own notes."""
    if viewer.sees_all:
        return record
    shown = [viewer.may_see(seated.key or seated.name) for seated in record.players]
    names = tuple(seated.name for seated in record.players)
    notes = tuple(note if shown[seat] else "" for note, seat in zip(record.notes, seats, strict=False))
    evaluations = tuple(
        found if shown[seat] else None for found, seat in zip(record.evaluations, seats, strict=False)
    )
    return replace(
        record,
        notes=notes if any(notes) else (),
        evaluations=evaluations if any(evaluations) else (),
        offences=tuple(
            offence if shown[offence.seat] else _redact_offence(offence, names) for offence in record.offences
        ),
        verdict=_redact_verdict(record.verdict, names, shown),
        tags=tuple((key, value) for key, value in record.tags if key in PUBLIC_TAGS),
    )


def view_result(result: GameResult, viewer: Viewer) -> GameResult:
    """Leave out of a result what the viewer may not see."""
    culprit = result.culprit
    if result.kind not in MISCONDUCT or culprit is None or viewer.may_see(result.keys[culprit]):
        return result
    return replace(result, reason=describe_misconduct(result.kind, result.keys[culprit]))


def view_participant(participant: StoredParticipant, viewer: Viewer) -> StoredParticipant:
    """Leave out what the viewer may not see; only the organiser sees where it came from and what was noted about it."""
    if viewer.sees_all:
        return participant
    key, name, version = participant.key, participant.name, participant.version
    if viewer.may_see(key):
        return StoredParticipant(
            key, name, version, absence=participant.absence, build_log=participant.build_log
        )
    absence = _MISCONDUCT["absent"] if participant.absence else ""
    return StoredParticipant(key, name, version, absence=absence)


def describe_misconduct(kind: str, name: str) -> str:
    """Describe misconduct in words of ours, without anything that a program has said."""
    return f"{name}: {_MISCONDUCT[kind]}"


def _redact_offence(offence: Offence, names: tuple[str, ...]) -> Offence:
    return replace(offence, reason=describe_misconduct(offence.kind, names[offence.seat]))


def _redact_verdict(verdict: Verdict, names: tuple[str, ...], shown: list[bool]) -> Verdict:
    if verdict.kind not in MISCONDUCT or verdict.seat is None or shown[verdict.seat]:
        return verdict
    return replace(verdict, reason=describe_misconduct(verdict.kind, names[verdict.seat]))
