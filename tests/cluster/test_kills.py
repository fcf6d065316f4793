"""A tournament whose workers are killed in mid-game ends complete, and as on one machine."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.cli.tournament import UNDECIDED
from ludus.store.reader import StoreReader
from tests.cluster.clusters import Cluster, kill, list_playing, open_cluster
from tests.conftest import SEED
from tests.tournaments.interruptions import RunningTournament, read_games

PLAN = """\
game = "checkers"
openings = "suite"
workers = 2
seed = 5
ply_cap = 60
schedule = {{ kind = "round-robin", games = {games} }}
entrants = [
    {{ player = "alphabeta:depth={depth}" }}, {{ player = "greedy" }}, {{ player = "last" }}, {{ player = "random" }},
    {{ player = "alphabeta:depth={depth}", name = "another" }},
]
"""


def write_plan(folder: Path, games: int, depth: int) -> Path:
    folder.mkdir()
    plan = folder / "cup.toml"
    plan.write_text(PLAN.format(games=games, depth=depth), encoding="utf-8")
    return plan


def kill_workers(cluster: Cluster, kills: int, running: RunningTournament, chance: random.Random) -> None:
    """Kill workers that are in the middle of a game, and let new ones join."""
    alive = list(cluster.workers)
    while kills:
        time.sleep(chance.uniform(0.1, 0.4))
        assert running.process.poll() is None, "it ended before its workers were killed"
        playing = [worker for worker in alive if list_playing(worker.pid)]
        if playing:
            kills -= 1
            victim = chance.choice(playing)
            alive.remove(victim)
            kill(victim)
            alive.append(cluster.start_worker())


def compare(folder: Path, games: int, total: int, workers: int, kills: int, depth: int) -> None:
    seed = int(os.environ[SEED])
    print(f"kills by seed {seed}")
    local, spread = (write_plan(folder / name, games, depth) for name in ("local", "spread"))
    with open_cluster(folder / "cluster", workers) as cluster:
        options = ("--cluster", cluster.address, "--keys", str(cluster.keys))
        running = RunningTournament(spread, *options)
        cluster.coordinators.append(running.process)
        kill_workers(cluster, kills, running, random.Random(seed))
        code, told = running.finish()
        if code == UNDECIDED:
            code = replay_undecided(spread, options)
    assert code == 0, told
    assert RunningTournament(local).finish()[0] == 0
    expected = read_games(local)
    assert len(expected) == total
    assert read_games(spread) == expected
    with StoreReader(spread.with_suffix(".store")) as store:
        assert all(void.is_settled for void in store.list_voids())
        assert any("is gone" in void.reason for void in store.list_voids()), "nobody was killed in mid-game"


def replay_undecided(plan: Path, options: tuple[str, ...]) -> int:
    """Play again what was killed three times by chance."""
    with StoreReader(plan.with_suffix(".store")) as store:
        undecided = {void.game.id for void in store.list_voids() if not void.is_settled}
    decide = ["tournament", "decide", str(plan)]
    codes = [main([*decide, game, "replay", "--reason", "killed", "--quiet", *options]) for game in undecided]
    return codes[-1]


@pytest.mark.slow
def test_20_games_and_a_killed_worker_end_as_on_one_machine(tmp_path: Path) -> None:
    compare(tmp_path, 2, 20, workers=2, kills=1, depth=3)


@pytest.mark.nightly
@pytest.mark.slow
def test_1000_games_and_30_killed_workers_end_as_on_one_machine(tmp_path: Path) -> None:
    compare(tmp_path, 100, 1000, workers=3, kills=30, depth=2)
