"""`ludus import`: take records into a store, each game once, after the referee has replayed it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ludus.arena.replay import check
from ludus.arena.scoring import compute_points
from ludus.cli.arguments import add_game_files
from ludus.cli.file_arguments import check_readable
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

EXAMPLES = """\
  ludus import pente.store shard-1.jsonl shard-2.jsonl
  ludus import all.store pente.store"""
ADDED, KNOWN, DIFFERENT, REFUSED = "added", "there already", "different from those in the store", "refused"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which store, and which files."""
    parser.add_argument(
        "store", metavar="STORE", type=Path, help="the store; a new one is made if it is not there"
    )
    parser.add_argument(
        "sources", metavar="FILE", nargs="+", type=check_readable, help="files of records, or other stores"
    )
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Import the records, and say what became of them."""
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
        error.hint = f"put them together in another one: ludus import all.store {store.path} ..."
        raise error


def _add_people(store: Store, path: Path, people: dict[str, StoredParticipant]) -> None:
    """Add those who are new, with all that is known where the source is a store itself."""
    if is_store(path):
        with StoreReader(path) as source:
            people |= {participant.key: participant for participant in source.participants()}
    known = {participant.key for participant in store.participants()}
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
    known = store.record(record.id)
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
