"""Holds evaluations: each is a tournament with its own plan, written once when it begins.

An evaluation plays with our copies of the versions that play at its beginning, under the rules that hold then, and with a
seed of its own. The plan is written whole before the row that makes it count, so whoever is killed in between begins anew,
and whoever is killed later goes on with the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludus.atomic_file import write_atomically
from ludus.errors import MachineFault
from ludus.intake.build import OnStep
from ludus.intake.entrant import HASH, import_entrant
from ludus.intake.tree import BadEntrant
from ludus.players.program import choose_box
from ludus.sandbox.capabilities import Machine
from ludus.seasons.history import EVALUATION, Version
from ludus.seasons.plans.plan import SeasonPlan
from ludus.seasons.plans.plan_text import Entry, write_plan_text
from ludus.seasons.reader import PLAN, TOURNAMENT
from ludus.seasons.rows import HeldEvaluation, SeasonRows
from ludus.seasons.versions import find_copy
from ludus.seeds import derive_seed
from ludus.store.store import Store
from ludus.store.stored import VoidAttempt
from ludus.tournaments.coordinator import Tell, Tournament, open_tournament
from ludus.tournaments.plans.plan import Plan, read_plan

REFERENCE = "reference:"
"""Begins the key of a reference program; no contestant can have such a key."""

PlayOn = Callable[[Tournament, Collection[str]], None]
"""Plays what is left of a tournament, and those games again that stayed void."""


@dataclass(frozen=True, slots=True)
class Services:
    """What a season is given by whoever runs it: the machine, who plays the games, and who is told about it."""

    machine: Machine
    play_on: PlayOn
    tell: Tell
    """Receives a line for the organiser."""
    show: Tell
    """Receives how far something has come."""
    on_step: OnStep


def begin_evaluation(
    plan: SeasonPlan, rows: SeasonRows, versions: Mapping[str, int], kind: str, now: str, *, again: int = 0
) -> HeldEvaluation:
    """Write the plan of an evaluation; `again` is the number of one that is played again. It counts once it has its row."""
    attempts = [one.attempt for one in rows.evaluations if one.number == again]
    number = again or 1 + max((one.number for one in rows.evaluations), default=0)
    one = HeldEvaluation(number, 1 + max(attempts, default=0), kind, now, "", {}, dict(versions))
    seed = derive_seed(plan.rules.seed, EVALUATION, number)
    rules = replace(plan.rules, seed=seed)
    entries = [*list_entries(plan, rows, versions), *list_references(plan)]
    written = write_plan(f"{plan.title}: {kind} {number}", rules, entries, find_plan(plan, one))
    return replace(one, rules=written.list_decisive())


def find_plan(plan: SeasonPlan, one: HeldEvaluation) -> Path:
    """Find the plan of an evaluation."""
    return plan.folder / "evaluations" / one.folder / PLAN


def play(plan_path: Path, services: Services) -> list[VoidAttempt]:
    """Play what is left of an evaluation or a challenge; return the games that stayed void."""
    plan = read_plan(plan_path)
    with services.on_step(plan_path.parent.name, "looking for the versions that play"):
        _fill_cache(plan, services.machine)
    # They were tried when they were imported.
    tried = tuple(replace(entrant, is_tried=entrant.is_program) for entrant in plan.entrants)
    plan = replace(plan, entrants=tried)
    with Store.open(plan.store) as store:
        if store.notice:
            services.tell(store.notice)
        tournament = open_tournament(
            plan, store, services.machine, services.tell, services.show, services.on_step
        )
        # Whatever spoiled them may be over.
        again = {void.game.id for void in tournament.list_undecided()}
        services.play_on(tournament, again)
        return tournament.list_undecided()


def write_plan(title: str, rules: Plan, entries: Sequence[Entry], path: Path) -> Plan:
    """Write the plan of a tournament that has not begun, and read it again."""
    if path.with_name(TOURNAMENT).exists():
        fault = MachineFault(
            f"{path.parent}: a tournament has been played here that the season knows nothing of"
        )
        fault.hint = "put back the whole folder of the season from one backup, or move this one elsewhere"
        raise fault
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, write_plan_text(title, rules, entries, path.parent, TOURNAMENT))
    return read_plan(path)


def list_entries(plan: SeasonPlan, rows: SeasonRows, versions: Mapping[str, int]) -> list[Entry]:
    """List our copies of these versions, by key."""
    known: dict[tuple[str, int], Version] = {
        (one.version.key, one.version.number): one.version for one in rows.versions
    }
    nicknames = plan.list_nicknames()
    found = []
    for key, number in versions.items():
        version = known[key, number]
        found.append(Entry(key, nicknames.get(key, version.name), find_copy(plan, key, version.hash)))
    return found


def list_references(plan: SeasonPlan) -> list[Entry]:
    """List the reference programs."""
    return [Entry(REFERENCE + text, text, None) for text in plan.references]


def _fill_cache(plan: Plan, machine: Machine) -> None:
    """Put the versions into the cache, where a tournament that goes on looks for them: it may have been emptied."""
    for entrant in plan.entrants:
        if entrant.is_program and not _is_whole(entrant.text, machine):
            fault = MachineFault(f"{entrant.key}: our copy of its version is damaged: {entrant.text}")
            fault.hint = "put back the folder 'versions' of the season from a backup"
            raise fault


def _is_whole(copy: str, machine: Machine) -> bool:
    """Import a copy, and tell whether its content still is what its name says."""
    try:
        found = import_entrant(copy, choose_box(copy, machine))
    except BadEntrant:
        return False
    return found.hash.removeprefix(HASH).startswith(Path(copy).name)
