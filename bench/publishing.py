"""What publishing costs: 1,000 more games in a tournament that has been published before, then nothing new.

    .venv/bin/python bench/publishing.py

The games are those of all four contests, played once by quick players and then given to others; each has a page for
everybody and one for each of the two who played it. Beside the time stands that of a bare interpreter, and how long one
game takes to be read and replayed without any page.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from ludus.arena.match import MatchSettings, play, round_robin
from ludus.arena.replay import check
from ludus.contests import CONTESTS
from ludus.games import GAMES
from ludus.players.participant import resolve_all
from ludus.publishing.publish import publish_tournament
from ludus.records.record import Record
from ludus.records.record_json import read, write
from ludus.sandbox.capabilities import Machine
from ludus.store.store import Store
from ludus.store.stored import StoredParticipant

ENTRANTS, BEFORE, MORE = 100, 1_000, 1_000
GOAL = 30.0


def main() -> None:
    """Measure each game of the contests in a tournament of its own."""
    bare = _measure(lambda: subprocess.run([sys.executable, "-c", ""], check=True))
    for game in CONTESTS:
        with TemporaryDirectory() as folder:
            _measure_game(game, Path(folder), bare)


def _measure_game(game: str, folder: Path, bare: float) -> None:
    record = _play_one(game)
    path, site, own = folder / "large.store", folder / "site", folder / "own"
    keys = [f"entrant-{number:03}" for number in range(ENTRANTS)]
    pairs = list(combinations(keys, 2))
    with Store.open(path) as store, store.batch():
        store.add_participants(StoredParticipant(key, f"Name of {key}") for key in keys)
        for number in range(BEFORE):
            store.add_game(_change(record, number, pairs[number]))
    publish_tournament(path, site, GAMES, contestants=own)
    with Store.open(path) as store, store.batch():
        for number in range(BEFORE, BEFORE + MORE):
            store.add_game(_change(record, number, pairs[number]))
    used = time.process_time()
    more = _measure(lambda: publish_tournament(path, site, GAMES, contestants=own))
    used = time.process_time() - used
    same = _measure(lambda: publish_tournament(path, site, GAMES, contestants=own))
    text = write(record)
    began = time.process_time()
    for _ in range(20):
        check(read(text), GAMES)
    replayed = (time.process_time() - began) / 20
    print(
        f"{game:9} {len(record.moves):4} moves   {MORE:,} more games {more:5.1f} s (goal {GOAL:g}), {used:5.1f} of them CPU time,"
        f" {used / MORE / replayed:4.1f} replays each   nothing new {same:5.2f} s {same / bare:5.1f} bare interpreters"
    )


def _play_one(game: str) -> Record:
    machine = Machine()
    participants = resolve_all(["random", "greedy"], GAMES[game], machine)
    games = round_robin(MatchSettings(game, ply_cap=100), participants, [], 0)
    # A long game rather than a short one.
    return max((play(each, machine).record for each in islice(games, 4)), key=lambda each: len(each.moves))


def _change(record: Record, number: int, keys: tuple[str, str]) -> Record:
    players = tuple(replace(seated, key=key) for seated, key in zip(record.players, keys, strict=True))
    return replace(record, id=f"{number:05}-game", players=players)


def _measure(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
