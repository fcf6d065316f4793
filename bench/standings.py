"""What standings cost: a store of 200 participants and the 19,900 made-up games of a single round robin.

    .venv/bin/python bench/standings.py

`ludus standings` is run as a user runs it, once after new games and then with nothing new, and beside it a bare
interpreter. The fit of all ratings is measured alone, in CPU time.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from ludus.arena.match import MatchSettings, play, round_robin
from ludus.games.registry import find_game
from ludus.players.participant import resolve_all
from ludus.ratings.rate import rate
from ludus.ratings.statistics import compute_expected_score
from ludus.records.record import Record
from ludus.sandbox.capabilities import Machine
from ludus.store.reader import StoreReader
from ludus.store.store import Store
from ludus.store.stored import StoredParticipant
from ludus.tournaments.standings_files import SUFFIX

PARTICIPANTS = 200
ROUNDS = 5
GOALS = {"nothing new": 0.3, "after new games": 2.5, "fit": 1.0}


def main() -> None:
    """Make the store and measure."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "large.store"
        make_store(path)
        kept = path.with_name(path.name + SUFFIX)
        command = [sys.executable, "-m", "ludus", "standings", str(path), "--top", "10"]
        bare = _measure(lambda: _run([sys.executable, "-c", ""]))
        after = _measure(lambda: _run(command), lambda: kept.unlink(missing_ok=True))
        again = _measure(lambda: _run(command))
        with StoreReader(path) as store:
            results = store.list_results()
        began = time.process_time()
        rate(results)
        fit = time.process_time() - began
    for name, seconds in (("after new games", after), ("nothing new", again)):
        print(
            f"standings, {name:16} {seconds:6.3f} s   {seconds / bare:5.1f} bare interpreters   (goal {GOALS[name]} s)"
        )
    print(
        f"fit of {PARTICIPANTS} ratings, CPU time   {fit:6.3f} s                             (goal {GOALS['fit']} s)"
    )


def make_store(path: Path) -> None:
    """Fill a store with games whose results are drawn by strength; all have the moves of one short game."""
    record = _play_one()
    rng = random.Random(1)
    strengths = {f"player-{number:03}": rng.gauss(0, 150) for number in range(PARTICIPANTS)}
    with Store.open(path) as store, store.batch():
        store.add_participants(StoredParticipant(key, f"Name of {key}") for key in strengths)
        for number, seats in enumerate(combinations(strengths, 2)):
            first, second = rng.sample(seats, 2)
            chance = compute_expected_score(strengths[first] - strengths[second])
            points = rng.choices(((1.0, 0.0), (0.5, 0.5), (0.0, 1.0)), (chance, 0.2, 1 - chance))[0]
            store.add_game(_change(record, number, (first, second), points))


def _play_one() -> Record:
    settings, machine = MatchSettings("checkers", ply_cap=30), Machine()
    participants = resolve_all(["random", "greedy"], find_game(settings.game), machine)
    return play(next(iter(round_robin(settings, participants, [], 0))), machine).record


def _change(record: Record, number: int, keys: tuple[str, str], points: tuple[float, ...]) -> Record:
    players = tuple(replace(seated, key=key) for seated, key in zip(record.players, keys, strict=True))
    verdict = replace(record.verdict, scores=points)
    return replace(record, id=f"game-{number:05}", players=players, points=points, verdict=verdict)


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _measure(run: Callable[[], None], prepare: Callable[[], None] = lambda: None) -> float:
    """Return the median of some runs, in seconds."""
    times = []
    for _ in range(ROUNDS):
        prepare()
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


if __name__ == "__main__":
    main()
