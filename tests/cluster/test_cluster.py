"""Games on a real cluster on this machine: who may play, what is sent, and how it ends."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ludus.store.reader import StoreReader
from ludus.store.schema import BadStore
from tests.cluster.clusters import Cluster, list_playing, open_cluster, wait_until
from tests.tournaments.class_programs import write_program
from tests.tournaments.interruptions import RunningTournament, read_games

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]

QUICK = """\
game = "checkers"
ply_cap = 40
schedule = { kind = "round-robin", games = 2 }
entrants = [{ player = "greedy" }, { player = "random" }, { player = "first" }]
"""
LONG = """\
game = "pente"
schedule = { kind = "round-robin", games = 2 }
entrants = [{ player = "engine:seconds=1" }, { player = "engine:seconds=1", name = "another" }]
"""
LIAR = """\
import json
from ludus.cluster import worker
# Dask may load this file twice.
honest = getattr(worker, "honest", worker.play_batch)
worker.honest = honest
def play_batch(order):
    games, missing, seconds = json.loads(honest(order))
    for game in games:
        record = json.loads(game[1])
        false = [0.0, 1.0] if record["points"] == [1.0, 0.0] else [1.0, 0.0]
        record["points"] = record["verdict"]["scores"] = false
        game[1] = json.dumps(record)
    return json.dumps([games, missing, seconds]).encode()
worker.play_batch = play_batch
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start a cluster with one worker, whose cache is empty."""
    folder = tmp_path_factory.mktemp("cluster")
    with open_cluster(folder) as cluster:
        cluster.start_worker(nanny=True, XDG_CACHE_HOME=str(folder / "cache"))
        yield cluster


def write_plan(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    plan = folder / "cup.toml"
    plan.write_text(text, encoding="utf-8")
    return plan


def start(plan: Path, cluster: Cluster) -> RunningTournament:
    running = RunningTournament(plan, "--cluster", cluster.address, "--keys", str(cluster.keys))
    cluster.coordinators.append(running.process)
    return running


def play_locally(folder: Path, text: str) -> dict[str, tuple[object, ...]]:
    plan = write_plan(folder, text)
    assert RunningTournament(plan, "--workers", "1").finish()[0] == 0
    return read_games(plan)


def test_programs_are_sent_to_a_worker_that_lacks_them(cluster: Cluster, tmp_path: Path) -> None:
    programs = [write_program(tmp_path / f"p{number}", "pente", "good", number) for number in range(2)]
    entrants = ", ".join(f'{{ source = "{path}" }}' for path in programs)
    text = f'contest = "pente-course"\nschedule = {{ kind = "round-robin", games = 2 }}\nentrants = [{entrants}]\n'
    plan = write_plan(tmp_path / "spread", text)
    code, told = start(plan, cluster).finish()
    assert code == 0, told
    assert read_games(plan) == play_locally(tmp_path / "local", text)
    sent = {path.name for path in (cluster.folder / "cache/ludus/entrants").iterdir()}
    with StoreReader(plan.with_suffix(".store")) as store:
        versions = {one.version.removeprefix("sha256:") for one in store.list_participants()}
        assert {seat.tier for record in store.read_records() for seat in record.players} == {"bubblewrap"}
    assert {name[:16] for name in sent} >= versions


def test_a_game_in_a_file_is_sent_with_its_games(cluster: Cluster, tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples/connect_four.py"
    (tmp_path / "four.py").write_bytes(example.read_bytes())
    text = f"""game = "connect-four"
files = ["{tmp_path / "four.py"}"]
schedule = {{ kind = "round-robin", games = 2 }}
entrants = [{{ player = "greedy" }}, {{ player = "random" }}]
"""
    plan = write_plan(tmp_path / "spread", text)
    code, told = start(plan, cluster).finish()
    assert code == 0, told
    assert read_games(plan) == play_locally(tmp_path / "local", text)


def test_a_worker_that_lies_about_results_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(LIAR)
    plan = write_plan(tmp_path / "spread", QUICK)
    with open_cluster(tmp_path / "cluster") as cluster:
        cluster.start_worker("--no-dashboard", "--preload", str(tmp_path / "liar.py"))
        running = start(plan, cluster)
        wait_until(lambda: count_voids(plan) >= 2)
        cluster.start_worker()
        code, told = running.finish()
    assert code == 0, told
    assert "is not used: 2 games in a row were void" in told
    assert read_games(plan) == play_locally(tmp_path / "local", QUICK)


def count_voids(plan: Path) -> int:
    # The store may just be being made.
    with suppress(BadStore), StoreReader(plan.with_suffix(".store")) as store:
        return len(store.list_voids())
    return 0


def test_a_worker_without_a_sandbox_is_not_used_unless_that_was_allowed_there(tmp_path: Path) -> None:
    plan = write_plan(tmp_path / "spread", QUICK)
    with open_cluster(tmp_path / "cluster") as cluster:
        cluster.start_worker(PATH="/nowhere")
        running = start(plan, cluster)
        wait_until(lambda: "Registered to" in cluster.read_log("worker-1"))
        cluster.start_worker()
        code, told = running.finish()
    assert code == 0, told
    assert "is not used: it has no sandbox" in told


def test_ctrl_c_ends_the_games_on_the_workers(cluster: Cluster, tmp_path: Path) -> None:
    plan = write_plan(tmp_path, LONG)
    running = start(plan, cluster)
    wait_until(lambda: list_games_of(cluster) != [])
    running.process.send_signal(signal.SIGINT)
    assert running.finish()[0] == 130
    wait_until(lambda: list_games_of(cluster) == [])


def test_games_end_when_their_coordinator_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    running = start(write_plan(tmp_path, LONG), cluster)
    wait_until(lambda: list_games_of(cluster) != [])
    running.process.kill()
    running.process.communicate()
    wait_until(lambda: list_games_of(cluster) == [])


def list_games_of(cluster: Cluster) -> list[int]:
    """List the processes in which games are played, below the nanny and its worker."""
    (nanny,) = cluster.workers
    return [game for worker in list_playing(nanny.pid) for game in list_playing(worker)]


def test_without_the_scheduler_everybody_ends(tmp_path: Path) -> None:
    with open_cluster(tmp_path / "cluster", workers=1) as cluster:
        (worker,) = cluster.workers
        running = start(write_plan(tmp_path, LONG), cluster)
        wait_until(lambda: list_playing(worker.pid) != [])
        games = list_playing(worker.pid)
        cluster.scheduler.kill()
        code, told = running.finish()
        assert (code, "no longer answers" in told) == (2, True), told
        wait_until(lambda: worker.poll() is not None)
        wait_until(lambda: not any(Path(f"/proc/{game}").exists() for game in games))
