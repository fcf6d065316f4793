"""The benches of strength: their openings are sound, their counts are right, and they go on after a stop."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from ludus.arena.openings import load_built_in_suite, read_suite
from ludus.games import GAMES
from ludus.players.base import OutOfTime
from ludus.records.events import Verdict
from ludus.records.files import read_file
from ludus.records.record import Record
from tests.arena.test_inputs import Noting, play

BENCH = Path(__file__).parent.parent / "bench"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Data classes look their module up.
    sys.modules[spec.name] = module
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCH))
        spec.loader.exec_module(module)
    return module


strength, clocks = load("strength"), load("clocks")


def run_bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, str(BENCH / "strength.py"), *words)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_claim_is_listed_with_its_goal() -> None:
    listed = run_bench("--list").stdout
    assert all(name in listed and claim.goal in listed for name, claim in strength.CLAIMS.items())


def test_an_unknown_claim_is_refused_with_those_that_there_are() -> None:
    done = run_bench("poker")
    assert done.returncode == 2
    assert "'poker'" in done.stderr
    assert "pente-course" in done.stderr


@pytest.mark.parametrize("game", ["pente", "chezz", "amazons"])
def test_a_hundred_openings_are_played_on_that_no_suite_has(game: str) -> None:
    kept = read_suite(BENCH / "openings" / f"{game}.txt", GAMES[game]).openings
    built_in = load_built_in_suite(GAMES[game])
    assert built_in is not None
    assert len(kept) == 100
    assert not set(kept) & set(built_in.openings)


def test_endings_that_were_played_are_not_played_again(tmp_path: Path) -> None:
    first = strength.use_tables(3, strength.Run(tmp_path, 6, 1))
    again = strength.use_tables(3, strength.Run(tmp_path, 9, 1))
    assert first.is_met
    assert again.is_met
    lines = (tmp_path / "checkers-tables.txt").read_text().splitlines()
    assert len(lines) == 9
    strength.use_tables(3, strength.Run(tmp_path, 9, 1))
    assert (tmp_path / "checkers-tables.txt").read_text().splitlines() == lines


def test_a_match_that_was_stopped_goes_on(tmp_path: Path) -> None:
    players = ("greedy", "first")
    strength.play(strength.Run(tmp_path, 2, 1), "short", "checkers", players, 4, "--ply-cap", "30")
    (before,) = tmp_path.iterdir()
    kept = [record.id for record in read_file(before)]
    found = strength.play(strength.Run(tmp_path, None, 1), "short", "checkers", players, 4, "--ply-cap", "30")
    assert found["games"] == 4
    assert [record.id for record in read_file(before)][:2] == kept


def test_a_share_of_games_has_error_bars() -> None:
    assert strength.describe_share(24, 40) == "24/40, 60% ± 15%"
    assert strength.describe_share(4, 4) == "4/4, 100% ± 30%"


def lose(seconds_a_move: float, moves: int, kind: str = OutOfTime.kind) -> Record:
    """Make a game on a clock of one second that the first side lost."""
    record = play(GAMES["pente"], [Noting("ann"), Noting("bob")])
    used = seconds_a_move * moves
    return replace(
        record,
        moves=("10K",) * 2 * moves,
        seconds=(seconds_a_move,) * 2 * moves,
        verdict=Verdict(kind, (0.0, 1.0), "", seat=0),
        points=(0.0, 1.0),
        used=(used, used),
    )


def test_a_loss_on_time_is_short_where_the_starts_alone_take_the_clock() -> None:
    row = clocks.sum_up([lose(0.03, 33), lose(0.01, 33)], 1)
    assert (row.games, row.lost_on_time, row.short, row.other_offences) == (2, 2, 1, 0)
    assert not clocks.is_met(row, 1)
    assert clocks.is_met(clocks.sum_up([lose(0.03, 33)], 1), 1)


def test_a_long_clock_should_be_used_and_never_overrun() -> None:
    assert clocks.is_met(clocks.sum_up([lose(0.02, 40, "outcome")], 1), 5)
    assert not clocks.is_met(clocks.sum_up([lose(0.02, 20, "outcome")], 1), 5)
    assert not clocks.is_met(clocks.sum_up([lose(0.02, 40)], 1), 5)
    assert not clocks.is_met(clocks.sum_up([lose(0.02, 40, "crash")], 1), 1)
