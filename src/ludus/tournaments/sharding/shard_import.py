"""Takes the games of shards into the store of their tournament: those of its plan and its participants, and no others.

The store is made where there is none, from the plan and from what the files say about the participants, so nothing is taken
in here. Whoever could play on one machine takes part; the file of a machine that could not take them in is refused as a
whole, because other games follow from other participants. A game that is there already is left as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludus.arena.match import Pairing
from ludus.arena.resume import accept_record
from ludus.errors import LudusError
from ludus.games.base import Game
from ludus.records.record import Record
from ludus.records.strict_json import BadRecord
from ludus.store.store import Store
from ludus.store.stored import StoredParticipant
from ludus.text import quote
from ludus.tournaments.coordinator import Tell, check_plan, describe_game, make_tournament
from ludus.tournaments.plans.plan import Plan
from ludus.tournaments.plans.table import BadPlan
from ludus.tournaments.sharding.shard import Shard, check_schedule, describe_other_plan, find_difference
from ludus.tournaments.sharding.shard_file import ShardHead, ShardLine, VoidLine, read_games, read_head


@dataclass(slots=True)
class Imported:
    """What became of the files."""

    added: int = 0
    known: int = 0
    different: int = 0
    """Those of the known games that went otherwise in the store."""
    refused: int = 0
    """Games, and whole files."""
    missing: list[Pairing] = field(default_factory=list)
    """Games of the plan that are not in the store."""
    shards: dict[str, int] = field(default_factory=dict)
    """How many of them belong to which shard, where all files are of the same number of shards."""
    total: int = 0


def import_shards(plan: Plan, paths: Sequence[Path], games: Mapping[str, Game], tell: Tell) -> Imported:
    """Import the games of all files; `tell` receives what is refused and why."""
    check_schedule(plan)
    result = Imported()
    heads = _read_heads(plan, paths, tell, result)
    if not heads:
        # Before a store is made that nothing would be in.
        raise BadPlan(f"{plan.path}: expected a file that 'ludus work' has written for this plan, found none")
    with Store.open(plan.store) as store:
        if store.notice:
            tell(store.notice)
        _import_into(store, plan, heads, games, tell, result)
    return result


def _import_into(
    store: Store,
    plan: Plan,
    heads: Mapping[Path, ShardHead],
    games: Mapping[str, Game],
    tell: Tell,
    result: Imported,
) -> None:
    entrants: Sequence[StoredParticipant] = store.list_participants()
    if entrants:
        check_plan(plan, store)
    else:
        entrants = _choose_participants(list(heads.values()))
    pairings = list(make_tournament(plan, store, entrants).schedule.next(()))
    store.add_participants(entrants)
    importer = _Importer(store, plan, {pairing.id: pairing for pairing in pairings}, games, tell, result)
    for path, head in heads.items():
        difference = find_difference(entrants, head.participants)
        if difference:
            where = f"shard {head.shard}, played on {head.fingerprint.get('host', 'an unknown machine')}"
            tell(f"refused: {path}: {where}: {difference}")
            result.refused += 1
        else:
            importer.add_file(path, head)
    done = {one.id for one in store.list_results()}
    result.total, result.missing = len(pairings), [one for one in pairings if one.id not in done]
    result.shards = _count_by_shard(result.missing, list(heads.values()))


def _read_heads(plan: Plan, paths: Sequence[Path], tell: Tell, result: Imported) -> dict[Path, ShardHead]:
    """Read how the files begin; refuse those of other plans."""
    heads = {}
    for path in paths:
        try:
            head = read_head(path)
            problem = _find_problem(head, plan) if head else "it was cut short at its beginning"
        except (LudusError, OSError) as error:
            head, problem = None, str(error).removeprefix(f"{path}: ")
        if head and not problem:
            heads[path] = head
        else:
            tell(f"refused: {path}: {problem}")
            result.refused += 1
    return heads


def _find_problem(head: ShardHead, plan: Plan) -> str:
    """Say why the games behind this beginning cannot be imported; empty if they can."""
    Shard.read(head.shard)
    keys = [one.key for one in head.participants]
    if len(set(keys)) < len(keys):
        return "expected every participant once, found one twice"
    return describe_other_plan(head, plan)


def _choose_participants(heads: Sequence[ShardHead]) -> Sequence[StoredParticipant]:
    """Choose the list in which fewest are absent: whoever could be imported somewhere can play."""
    versions = [tuple((one.key, one.version, one.name) for one in head.participants) for head in heads]
    alike = Counter(versions)

    def judge(number: int) -> tuple[int, int]:
        absent = sum(bool(one.absence) for one in heads[number].participants)
        return absent, -alike[versions[number]]

    return heads[min(range(len(heads)), key=judge)].participants


def _count_by_shard(missing: Sequence[Pairing], heads: Sequence[ShardHead]) -> dict[str, int]:
    parts = {Shard.read(head.shard).of for head in heads}
    if len(parts) != 1:
        return {}
    of = parts.pop()
    counts = Counter(pairing.block % of + 1 for pairing in missing)
    return {str(Shard(number, of)): counts[number] for number in sorted(counts)}


class _Importer:
    def __init__(
        self,
        store: Store,
        plan: Plan,
        pairings: Mapping[str, Pairing],
        games: Mapping[str, Game],
        tell: Tell,
        result: Imported,
    ) -> None:
        self._store = store
        self._plan = plan
        self._pairings = pairings
        self._games = games
        self._tell = tell
        self._result = result
        self._known = {(void.game.id, void.attempt) for void in store.list_voids()}
        self._known |= {(one.id, 0) for one in store.list_results()}
        """The void attempts, and under the number 0 the games that count."""

    def add_file(self, path: Path, head: ShardHead) -> None:
        """Add the games of a file; a file that brings anything new is a run of the tournament."""
        with self._store.batch():
            lines = list(read_games(path))
            if not self._store.list_runs() or any(map(self._is_new, (line for _, line in lines))):
                self._store.add_run(head.fingerprint, self._plan.text)
            for number, line in lines:
                problem = self._add(line)
                if problem:
                    self._tell(f"refused: {path} line {number}: {problem}")
                    self._result.refused += 1

    def _is_new(self, line: ShardLine) -> bool:
        if isinstance(line, VoidLine):
            return (line.id, line.attempt) not in self._known
        return isinstance(line, Record) and (line.id, 0) not in self._known

    def _add(self, line: ShardLine) -> str:
        """Add a game or a void attempt; return what is wrong with it."""
        if isinstance(line, BadRecord):
            return str(line.on(0))
        pairing = self._pairings.get(line.id)
        if pairing is None:
            return f"game {quote(line.id)} is none of this tournament"
        if isinstance(line, VoidLine):
            self._known.add((line.id, line.attempt))
            self._store.add_void(describe_game(pairing), line.attempt, line.reason, line.details)
            return ""
        return self._add_game(line, pairing)

    def _add_game(self, record: Record, pairing: Pairing) -> str:
        if (record.id, 0) in self._known:
            known = self._store.find_record(record.id)
            self._result.known += 1
            self._result.different += known is not None and (known.moves, known.verdict) != (
                record.moves,
                record.verdict,
            )
            return ""
        try:
            accept_record(pairing, record, self._games)
        except BadRecord as error:
            return str(error)
        self._known.add((record.id, 0))
        self._result.added += self._store.add_game(record)
        return ""
