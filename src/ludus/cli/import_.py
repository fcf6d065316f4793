"""`ludus import`: add records to a store, each game once, after the referee has replayed it.

A plan in the place of the store takes the games of `ludus work` into the store of its tournament.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ludus.arena.replay import check
from ludus.arena.scoring import compute_points
from ludus.cli.arguments import add_game_files
from ludus.cli.file_arguments import check_readable
from ludus.cli.tournament import UNDECIDED
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.games.registry import list_games
from ludus.records.record import Record
from ludus.records.record_json import write
from ludus.records.strict_json import BadRecord
from ludus.store.file import is_store
from ludus.store.reader import StoreReader
from ludus.store.sources import read_each
from ludus.store.store import Store
from ludus.store.stored import StoredParticipant
from ludus.text import make_printable
from ludus.tournaments.meeting import describe_count
from ludus.tournaments.plans.plan import Plan, read_plan
from ludus.tournaments.sharding.shard_import import import_shards

EXAMPLES = """\
  ludus import pente.store monday.jsonl tuesday.jsonl
  ludus import all.store pente.store
  ludus import cup.toml games-*.jsonl      the games of 'ludus work cup.toml'

exit codes: 0 done, 1 something was refused, or differs from the stored game,
3 games of the plan are still missing, 2 wrong usage"""
PLAN = ".toml"
"""How the name of a plan ends."""
ADDED, KNOWN, DIFFERENT, REFUSED = "added", "there already", "different from those in the store", "refused"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which store, and which files."""
    parser.add_argument(
        "store",
        metavar="STORE",
        type=Path,
        help="the store, created if it does not exist; or the plan of a tournament",
    )
    parser.add_argument(
        "sources", metavar="FILE", nargs="+", type=check_readable, help="files of records, or other stores"
    )
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Import the records, and say what became of them."""
    if options.store.suffix == PLAN:
        return _run_shards(read_plan(options.store), options.sources)
    if not is_store(options.store):
        raise BadOption(
            f"{options.store}: expected a store, or a new file that ends in .store, .sqlite or .db"
        )
    games = list_games(tuple(options.files))
    counts: Counter[str] = Counter()
    with Store.open(options.store) as store:
        _check_store(store)
        if store.notice:
            print(store.notice, file=sys.stderr)
        for path in options.sources:
            with store.batch():
                people: dict[str, StoredParticipant] = {}
                for where, found in read_each(path):
                    counts[_add(store, found, games, f"{path} {where}", people)] += 1
                _add_people(store, path, people)
    words = ", ".join(f"{counts[what]} {what}" for what in (ADDED, KNOWN, DIFFERENT, REFUSED))
    print(f"{counts.total()} games: {words}")
    return 1 if counts[DIFFERENT] or counts[REFUSED] else 0


def _check_store(store: Store) -> None:
    """Refuse the store of a tournament: nothing is ever deleted from it, and it must hold its own games alone."""
    if store.belongs_to_tournament():
        error = BadOption(f"{store.path}: this is the store of a tournament, which takes only its own games")
        error.hint = (
            f"put them together in another one: ludus import all.store {store.path} ...;"
            " for games of 'ludus work' name the plan: ludus import PLAN.toml ..."
        )
        raise error


def _run_shards(plan: Plan, sources: Sequence[Path]) -> int:
    """Import the games of shards into the store of their tournament."""
    games = list_games(plan.files)
    found = import_shards(plan, sources, games, lambda line: print(make_printable(line), file=sys.stderr))
    present = found.total - len(found.missing)
    print(f"{found.added} games added, {found.known} there already, {found.refused} refused")
    print(f"{present} of {found.total} games of {plan.path} are in {plan.store}")
    if found.different:
        count = describe_count(found.different, "game")
        print(f"note: {count} went otherwise than in the store, which keeps its own", file=sys.stderr)
    if found.missing:
        which = f"run again shard {', '.join(found.shards)}" if found.shards else "run their shards again"
        print(f"hint: {which}, or play the rest here: ludus tournament {plan.path}", file=sys.stderr)
    return 1 if found.refused else UNDECIDED if found.missing else 0


def _add_people(store: Store, path: Path, people: dict[str, StoredParticipant]) -> None:
    """Add those who are new, with all that is known where the source is a store itself."""
    if is_store(path):
        with StoreReader(path) as source:
            people |= {participant.key: participant for participant in source.list_participants()}
    known = {participant.key for participant in store.list_participants()}
    store.add_participants(participant for key, participant in people.items() if key not in known)


def _add(
    store: Store,
    found: Record | BadRecord,
    games: Mapping[str, Game],
    where: str,
    people: dict[str, StoredParticipant],
) -> str:
    """Add a game, if it is new and can be true, and note who played it."""
    try:
        if isinstance(found, BadRecord):
            raise found
        check(found, games)
    except BadRecord as error:
        print(f"refused: {make_printable(f'{where}: {error.on(0)}')}", file=sys.stderr)
        return REFUSED
    record = _complete(found)
    known = store.find_record(record.id)
    if known is not None and _tell(known) != _tell(record):
        print(
            f"warning: {make_printable(f'{where}: game {record.id} has other moves or another verdict in the store')};"
            " the store keeps its own",
            file=sys.stderr,
        )
        return DIFFERENT
    for seated in record.players:
        key = seated.key or seated.name
        people.setdefault(key, StoredParticipant(key, seated.name, seated.version))
    return ADDED if store.add_game(record) else KNOWN


def _complete(record: Record) -> Record:
    """Give a record an id and points where it has none: ids follow from the content, so that nothing comes twice."""
    points = record.points or compute_points(record.verdict)
    name = record.id or f"game-{sha256(write(record).encode()).hexdigest()[:12]}"
    return replace(record, id=name, points=points)


def _tell(record: Record) -> tuple[object, ...]:
    """Return what two records of the same game must have in common."""
    verdict = record.verdict
    return record.start, record.moves, verdict.kind, verdict.scores, verdict.seat
