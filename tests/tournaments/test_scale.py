"""200 entrants, 19,900 games: a sample of them shows what the coordinator costs beside the games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tournaments.interruptions import RunningTournament, count_games

ENTRANTS = 200
MOST_MEMORY = 300 << 10
"""In KiB."""
MOST_SHARE = 0.1
LEAST_SECONDS = 0.02
"""Of CPU time for a game: with quicker ones the share would say nothing."""


STEP = 40
"""So many games are waited for at a time."""


def write_plan(folder: Path) -> Path:
    entrants = ", ".join(
        f'{{ player = "alphabeta:nodes=200", name = "p{number}" }}' for number in range(ENTRANTS)
    )
    plan = folder / "cup.toml"
    text = f'game = "checkers"\nopenings = "suite"\nply_cap = 60\nworkers = 2\nschedule = {{ games = 1 }}\nentrants = [{entrants}]\n'
    plan.write_text(text, encoding="utf-8")
    return plan


def read_seconds(pid: int) -> float:
    """Read the CPU time that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def read_memory(pid: int) -> int:
    """Read how many KiB of memory a process has used at most."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmHWM")))


def measure(tournament: RunningTournament) -> tuple[float, float]:
    """Read the CPU time of the coordinator and of its workers."""
    return read_seconds(tournament.process.pid), sum(map(read_seconds, tournament.list_workers()))


def sample_games(folder: Path, games: int) -> None:
    plan = write_plan(folder)
    tournament = RunningTournament(plan)
    try:
        assert tournament.wait_for_games(4)
        first, before = count_games(plan.with_suffix(".store")), measure(tournament)
        # The patience of each wait is bounded, and two thousand games take longer than that.
        for more in range(STEP, games + 1, STEP):
            assert tournament.wait_for_games(first + more)
        played, after = count_games(plan.with_suffix(".store")) - first, measure(tournament)
        coordinator, workers = (late - early for early, late in zip(before, after, strict=True))
        print(f"{played} games: {coordinator:.2f} s of the coordinator, {workers:.2f} s of the workers")
        assert workers / played > LEAST_SECONDS
        assert coordinator < MOST_SHARE * (coordinator + workers)
        assert read_memory(tournament.process.pid) < MOST_MEMORY
    finally:
        tournament.kill()


@pytest.mark.slow
def test_the_coordinator_of_19_900_games_takes_little_time_and_memory(tmp_path: Path) -> None:
    sample_games(tmp_path, 80)


@pytest.mark.nightly
@pytest.mark.slow
def test_the_coordinator_takes_no_more_after_many_games(tmp_path: Path) -> None:
    sample_games(tmp_path, 2000)
