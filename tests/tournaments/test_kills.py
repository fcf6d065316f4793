"""A tournament whose coordinator and workers are killed again and again ends as if nothing had happened."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.cli.tournament import UNDECIDED
from ludus.store.reader import StoreReader
from tests.conftest import SEED
from tests.tournaments.interruptions import RunningTournament, read_games

PLAN = """\
game = "checkers"
openings = "suite"
workers = 2
seed = 5
ply_cap = 60
schedule = {{ kind = "{kind}", games = {games}{more} }}
entrants = [
    {{ player = "random" }}, {{ player = "greedy" }}, {{ player = "first" }}, {{ player = "last" }},
    {{ player = "random", name = "chance" }},
]
"""


def write_plan(folder: Path, kind: str, games: int, more: str = "") -> Path:
    folder.mkdir()
    plan = folder / "cup.toml"
    plan.write_text(PLAN.format(kind=kind, games=games, more=more), encoding="utf-8")
    return plan


def play_with_kills(plan: Path, total: int, kills: int, chance: random.Random) -> None:
    """Play a tournament; kill coordinator or worker after random numbers of games, and start it again."""
    moments = sorted(chance.sample(range(1, total), kills))
    tournament = RunningTournament(plan)
    for moment in moments:
        assert tournament.wait_for_games(moment), "it ended before its last game"
        if chance.random() < 0.5:
            tournament.kill_worker(chance.randrange(2))
        else:
            tournament.kill()
            tournament = RunningTournament(plan)
    code, told = tournament.finish()
    if code == UNDECIDED:
        # By chance the same game was killed three times.
        with StoreReader(plan.with_suffix(".store")) as store:
            games = {void.game.id for void in store.list_voids() if not void.is_settled}
        for game in games:
            code = main(["tournament", "decide", str(plan), game, "replay", "--reason", "killed", "--quiet"])
    assert code == 0, told


def compare(folder: Path, kind: str, games: int, total: int, kills: int, more: str = "") -> None:
    seed = int(os.environ[SEED])
    print(f"kills by seed {seed}")
    undisturbed = write_plan(folder / "undisturbed", kind, games, more)
    assert RunningTournament(undisturbed).finish()[0] == 0
    killed = write_plan(folder / "killed", kind, games, more)
    play_with_kills(killed, total, kills, random.Random(seed))
    expected = read_games(undisturbed)
    assert len(expected) == total
    assert read_games(killed) == expected
    with StoreReader(killed.with_suffix(".store")) as store:
        assert all(void.is_settled for void in store.list_voids())


@pytest.mark.slow
def test_40_games_and_4_kills_end_as_an_undisturbed_run(tmp_path: Path) -> None:
    compare(tmp_path, "round-robin", 4, 40, 4)


@pytest.mark.slow
def test_the_rounds_of_a_swiss_tournament_are_the_same_after_kills(tmp_path: Path) -> None:
    compare(tmp_path, "swiss", 2, 16, 3, ", rounds = 4")


@pytest.mark.nightly
@pytest.mark.slow
def test_1000_games_and_30_kills_end_as_an_undisturbed_run(tmp_path: Path) -> None:
    compare(tmp_path, "round-robin", 100, 1000, 30)
