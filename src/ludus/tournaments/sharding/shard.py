"""A shard: one of several equal parts of a tournament, played by itself on any machine (`ludus work`).

Only a schedule that is known before the first game can be shared out. Its blocks are dealt out by their numbers, so a shard
depends on the plan and the participants alone, and nobody has to talk to anybody. The same games follow from the same
participants only: a program that one machine cannot import is missing there, and is not to blame.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Self

from ludus.arena.match import Pairing
from ludus.arena.runner import Event, Finished, Listed, Pool, Scored, Voided, play_schedule
from ludus.errors import BadOption, MachineFault
from ludus.intake.build import OnStep, ignore_step
from ludus.records.record import Record
from ludus.records.strict_json import BadRecord, as_texts, load
from ludus.sandbox.capabilities import Machine
from ludus.store.fingerprint import SETTINGS, take_fingerprint
from ludus.store.reader import StoreReader
from ludus.store.stored import StoredParticipant
from ludus.text import quote
from ludus.tournaments.coordinator import (
    Tell,
    check_plan,
    describe_settings,
    find_change,
    ignore,
    import_all,
    plan_games,
)
from ludus.tournaments.plans.forms import FORMS
from ludus.tournaments.plans.plan import Plan
from ludus.tournaments.plans.table import BadPlan
from ludus.tournaments.sharding.shard_file import ShardFile, ShardHead

MOST_SHARDS = 100_000


@dataclass(frozen=True, slots=True)
class Shard:
    """One part of several."""

    number: int
    """From 1."""
    of: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a text like 3/16."""
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
        shard = cls(*map(int, found.groups())) if found else None
        if shard is None or not 1 <= shard.number <= shard.of <= MOST_SHARDS:
            error = BadOption(f"--shard: expected one of several like 3/16, found {quote(text)}")
            error.hint = f"the first of 16 is 1/16, the last 16/16; up to {MOST_SHARDS}"
            raise error
        return shard

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def choose(self, pairings: Sequence[Pairing]) -> list[Pairing]:
        """Choose the games of this shard, in whole blocks."""
        return [pairing for pairing in pairings if pairing.block % self.of == self.number - 1]


def check_schedule(plan: Plan) -> None:
    """Refuse a plan whose games are not all known before the first of them."""
    if not FORMS[plan.schedule].is_fixed:
        fixed = ", ".join(kind for kind, form in FORMS.items() if form.is_fixed)
        error = BadPlan(
            f"{plan.path}: schedule: {plan.schedule} cannot be shared out: its games are not all known beforehand;"
            f" {fixed} can"
        )
        error.hint = f"let one machine lead it, alone or with workers elsewhere: ludus tournament {plan.path} --cluster ..."
        raise error


def find_difference(expected: Sequence[StoredParticipant], found: Sequence[StoredParticipant]) -> str:
    """Say in whom two lists of participants differ, so that other games follow from them; empty if they do not."""
    for one, other in zip_longest(expected, found):
        if one is None or other is None:
            return f"expected {len(expected)} entrants, found {len(found)}"
        if other.absence and not one.absence:
            return f"{other.key} could not be imported here, though it could elsewhere: {other.absence}"
        if one.absence and not other.absence:
            return f"{other.key} could be imported here, though it could not elsewhere: {one.absence}"
        if one.key != other.key:
            return f"expected {quote(one.key)}, found {quote(other.key)}"
        if one.version != other.version:
            return f"{one.key}: expected version {quote(one.version)}, found {quote(other.version)}"
    return ""


@dataclass(slots=True)
class ShardWork:
    """What is to be done for one shard."""

    pairings: list[Pairing]
    finished: list[Scored]
    """Games of an earlier run."""
    file: ShardFile

    def play(self, pool: Pool) -> Generator[Event, None, None]:
        """Play what is left, write down what has ended, and yield each event; void games are tried anew in each run."""
        with closing(play_schedule(Listed(self.pairings), pool, self.finished)) as events:
            for event in events:
                if isinstance(event, Finished):
                    self.file.add_game(event.result.record)
                elif isinstance(event, Voided):
                    self.file.add_void(event.pairing.id, event.reason, event.details)
                yield event


def open_shard(
    plan: Plan,
    shard: Shard,
    path: Path,
    machine: Machine,
    tell: Tell,
    show: Tell = ignore,
    on_step: OnStep = ignore_step,
) -> ShardWork:
    """Begin the file of a shard, or go on with it; the caller holds the file.

    Raise `MachineFault` where the participants are not those of the file, or of the plan's store if there is one.
    """
    check_schedule(plan)
    file = ShardFile(path)
    if file.head:
        check_head(file.head, plan, shard, path)
    entrants = import_all(plan, machine, tell, show, on_step)
    expected = file.head.participants if file.head else _read_store(plan)
    difference = find_difference(expected, entrants) if expected else ""
    if difference:
        fault = MachineFault(f"shard {shard}: {difference}")
        fault.hint = "make this machine and the plan's folder like those where the tournament began"
        raise fault
    _, _, schedule = plan_games(plan, entrants)
    pairings = shard.choose(schedule.next(()))
    if not file.head:
        facts = take_fingerprint(**describe_settings(plan), shard=str(shard))
        file.begin(ShardHead(str(shard), facts, entrants))
    return ShardWork(pairings, _find_finished(file, pairings, tell), file)


def check_head(head: ShardHead, plan: Plan, shard: Shard, path: Path) -> None:
    """Refuse a file with the games of another shard or another plan."""
    problem = describe_other_plan(head, plan)
    if head.shard != str(shard):
        problem = f"expected shard {shard}, found {head.shard}"
    if problem:
        error = BadOption(f"{path}: the file is already there: {problem}")
        error.hint = "name another file with --output"
        raise error


def describe_other_plan(head: ShardHead, plan: Plan) -> str:
    """Say in what the plan of a file differs from this one; empty if the same games follow from it."""
    if SETTINGS not in head.fingerprint:
        return f"{SETTINGS}: expected this field, found none"
    change = find_change(plan, dict(as_texts(load(head.fingerprint[SETTINGS]), SETTINGS)))
    return (
        f"{change[0]}: it was played with {quote(change[1])}, and the plan says {quote(change[2])}"
        if change
        else ""
    )


def _read_store(plan: Plan) -> Sequence[StoredParticipant]:
    """Read who takes part from the store of the plan, where there is one."""
    if not plan.store.exists():
        return ()
    with StoreReader(plan.store) as store:
        found = store.list_participants()
        if found:
            check_plan(plan, store)
    return found


def _find_finished(file: ShardFile, pairings: Sequence[Pairing], tell: Tell) -> list[Scored]:
    known = {pairing.id: pairing for pairing in pairings}
    found: dict[str, Scored] = {}
    for _, line in file.read():
        if isinstance(line, BadRecord):
            tell(f"warning: {file.path}: {line}; that game is played again")
        elif isinstance(line, Record):
            if line.id not in known:
                raise BadOption(
                    f"{file.path}: game {quote(line.id)} is none of this shard; name another file"
                )
            found[line.id] = Scored(known[line.id], line.points)
    return list(found.values())
