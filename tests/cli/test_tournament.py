"""`ludus tournament`: one plan from beginning to end, interrupted, decided, refused."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ludus.arena.runner import ATTEMPTS
from ludus.cli import main
from ludus.cli.many_games import INTERRUPTED
from ludus.cli.tournament import UNDECIDED
from ludus.records.results import GameResult
from ludus.store.reader import StoreReader
from ludus.store.schema import BadStore
from ludus.store.store import Store
from ludus.store.stored import PlannedGame
from ludus.tournaments.plans.plan import list_courses
from tests.conftest import ROOT
from tests.tournaments.class_programs import write_program

Captured = pytest.CaptureFixture[str]
PLAN = """\
game = "checkers"
clock = "nodes=100"
openings = "suite"
workers = {workers}
{more}
entrants = [{{ player = "random" }}, {{ player = "greedy" }}, {{ player = "first" }}, {{ player = "last" }}]
"""


def write_plan(folder: Path, more: str = "", workers: int = 0) -> Path:
    path = folder / "cup.toml"
    path.write_text(PLAN.format(more=more, workers=workers), encoding="utf-8")
    return path


def read_results(plan: Path) -> list[GameResult]:
    with StoreReader(plan.with_suffix(".store")) as store:
        return store.list_results()


@pytest.mark.parametrize("course", list_courses())
def test_the_new_plan_of_each_course_can_be_shown_at_once(
    course: str, tmp_path: Path, capsys: Captured
) -> None:
    plan = tmp_path / "new.toml"
    assert main(["tournament", "--new", course, str(plan)]) == 0
    assert main(["tournament", str(plan), "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "\ngames: " in printed
    assert "\ntime: " in printed
    assert "\n  round 1: " in printed
    assert not (tmp_path / "new.store").exists()


def test_a_tournament_ends_with_its_standings_and_is_not_played_again(
    tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path)
    assert main(["tournament", str(plan)]) == 0
    first = capsys.readouterr()
    assert "12 of 12 games done" in first.err
    assert first.out.count("greedy") == 1
    results = read_results(plan)
    assert len(results) == 12
    assert main(["tournament", str(plan)]) == 0
    assert capsys.readouterr().out == first.out
    assert read_results(plan) == results


def test_workers_may_change_and_the_seed_may_not(tmp_path: Path, capsys: Captured) -> None:
    assert main(["tournament", str(write_plan(tmp_path))]) == 0
    assert main(["tournament", str(write_plan(tmp_path, "# a comment", workers=1))]) == 0
    assert main(["tournament", str(write_plan(tmp_path, "seed = 1"))]) == 2
    assert (
        "cup.toml: seed: the tournament began with '0', and the plan now says '1'" in capsys.readouterr().err
    )


def test_an_entrant_that_comes_late_is_told_and_left_out(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path)
    assert main(["tournament", str(plan)]) == 0
    text = plan.read_text(encoding="utf-8").replace("[{", '[{ player = "montecarlo" }, {')
    plan.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert main(["tournament", str(plan)]) == 0
    assert "montecarlo: came after the tournament began, and do not take part" in capsys.readouterr().err


def test_who_cannot_be_imported_stays_out_and_the_others_play(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path)
    text = plan.read_text(encoding="utf-8").replace("[{", '["nowhere", {')
    plan.write_text(text, encoding="utf-8")
    assert main(["tournament", str(plan)]) == 0
    printed = capsys.readouterr()
    assert "warning: nowhere stays out: program" in printed.err
    assert "nowhere" not in printed.out


def test_who_cannot_be_imported_loses_if_the_plan_says_so(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path, 'absent = "lose"')
    text = plan.read_text(encoding="utf-8").replace("[{", '["nowhere", {')
    plan.write_text(text, encoding="utf-8")
    assert main(["tournament", str(plan)]) == 0
    assert "warning: nowhere loses its games: program" in capsys.readouterr().err
    games = [result for result in read_results(plan) if "nowhere" in result.keys]
    assert len(games) == 8
    assert all(result.points[result.keys.index("nowhere")] == 0 for result in games)
    assert main(["tournament", str(plan)]) == 0


def test_a_tournament_can_be_of_somebodys_own_game(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "connect_four.py", tmp_path / "mine.py")
    plan = tmp_path / "cup.toml"
    players = '[{ player = "random" }, { player = "greedy" }]'
    plan.write_text(f'game = "connect-four"\nfiles = ["mine.py"]\nentrants = {players}\n', encoding="utf-8")
    assert main(["tournament", str(plan), "--quiet"]) == 0
    assert len(read_results(plan)) == 2


def test_a_tournament_of_absent_players_is_no_tournament(tmp_path: Path, capsys: Captured) -> None:
    plan = tmp_path / "cup.toml"
    plan.write_text('game = "pente"\nentrants = ["here", "there", { player = "random" }]\n', encoding="utf-8")
    assert main(["tournament", str(plan)]) == 2
    assert "expected two or more entrants that can play, found 1" in capsys.readouterr().err


def start(plan: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ludus", "tournament", str(plan), "--workers", "1"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def wait_for_games(plan: Path, count: int) -> None:
    """Wait until so many games are stored."""
    store = plan.with_suffix(".store")
    for _ in range(1200):
        # It may just be being made.
        with suppress(BadStore), StoreReader(store) as reader:
            if len(reader.list_results()) >= count:
                return
        time.sleep(0.05)
    raise AssertionError(f"{count} games were not stored within a minute")


def test_ctrl_c_ends_it_and_the_same_command_goes_on(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, "schedule = { games = 20 }")
    with start(plan) as process:
        try:
            wait_for_games(plan, 1)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == INTERRUPTED
    assert "interrupted: the same command resumes" in told
    before = read_results(plan)
    assert 1 <= len(before) < 120
    assert main(["tournament", str(plan), "--quiet"]) == 0
    after = read_results(plan)
    assert len(after) == 120
    assert set(before) <= set(after)


def test_a_second_coordinator_is_refused(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path)
    with Store.open(plan.with_suffix(".store")):
        assert main(["tournament", str(plan)]) == 2
    assert str(os.getpid()) in capsys.readouterr().err


# Games that stay void


def void_first_game(plan: Path) -> str:
    """Begin a tournament and let its first game be void too often; return its id."""
    text = plan.read_text(encoding="utf-8")
    assert main(["tournament", str(plan), "--quiet"]) == 0
    first = read_results(plan)[0]
    with StoreReader(plan.with_suffix(".store")) as old:
        participants, run = old.list_participants(), old.list_runs()[0]
        records = [record for record in old.read_records() if record.id != first.id and record.round == 1]
    plan.with_suffix(".store").unlink()
    plan.write_text(text, encoding="utf-8")
    with Store.open(plan.with_suffix(".store")) as store:
        store.add_participants(participants)
        store.add_run(run.fingerprint, run.plan)
        for record in records:
            store.add_game(record)
        for attempt in range(1, ATTEMPTS + 1):
            game = PlannedGame(first.id, first.keys, first.round, first.block)
            store.add_void(game, attempt, "the disk was full")
    return first.id


KNOCKOUT = 'schedule = { kind = "knockout" }'


def test_a_game_that_stays_void_is_told_and_holds_the_next_round_back(
    tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, KNOCKOUT)
    game = void_first_game(plan)
    capsys.readouterr()
    assert main(["tournament", str(plan), "--quiet"]) == UNDECIDED
    told = capsys.readouterr().err
    assert f"game {game} (" in told
    assert "stayed void: the disk was full" in told
    assert f"ludus tournament decide {plan} {game} 1-0 --reason" in told
    assert {result.round for result in read_results(plan)} == {1}


@pytest.mark.parametrize(
    ("result", "points"), [("1-0", (1.0, 0.0)), ("1/2-1/2", (0.5, 0.5)), ("0.25,0.75", (0.25, 0.75))]
)
def test_a_decision_settles_the_game_and_the_tournament_goes_on(
    result: str, points: tuple[float, ...], tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, KNOCKOUT)
    game = void_first_game(plan)
    assert main(["tournament", "decide", str(plan), game[:5], result, "--reason", "by lot"]) == 0
    assert main(["tournament", str(plan), "--quiet"]) == 0
    (settled,) = (each for each in read_results(plan) if each.id == game)
    assert (settled.points, settled.reason) == (points, "by lot")
    assert max(each.round for each in read_results(plan)) > 1


def test_a_replay_plays_the_game_and_the_rest(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path, KNOCKOUT)
    undisturbed = void_first_game(plan)
    assert (
        main(["tournament", "decide", str(plan), undisturbed, "replay", "--reason", "more room", "--quiet"])
        == 0
    )
    (played,) = (each for each in read_results(plan) if each.id == undisturbed)
    assert played.plies > 0
    with StoreReader(plan.with_suffix(".store")) as store:
        assert store.list_runs()[-1].fingerprint["replay"] == f"{undisturbed}: more room"
        assert len(store.list_voids()) == ATTEMPTS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("", "1-0"), "expected one game whose id begins with ''"),
        (("99999", "1-0"), "found none"),
        (("00000", "1-1"), "RESULT: expected 1-0, 0-1, 1/2-1/2"),
        (("00000", "two"), "RESULT: expected 1-0, 0-1, 1/2-1/2"),
        (("00000", "1,0.5,0"), "points: expected one for each of 2 seats, found 3"),
        (("00001", "replay"), "has a result, and only games without one are played again"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(
    words: tuple[str, str], told: str, tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, KNOCKOUT)
    void_first_game(plan)
    assert main(["tournament", "decide", str(plan), *words, "--reason", "why"]) == 2
    assert told in capsys.readouterr().err


def test_a_decision_without_a_reason_is_refused(tmp_path: Path, capsys: Captured) -> None:
    assert main(["tournament", "decide", str(write_plan(tmp_path)), "0", "1-0", "--reason", " "]) == 2
    assert "--reason: expected a reason" in capsys.readouterr().err


# Plans that have begun


def test_a_tournament_goes_on_when_the_folder_of_its_programs_is_gone(
    tmp_path: Path, capsys: Captured
) -> None:
    write_program(tmp_path / "all" / "anna", "pente")
    plan = tmp_path / "cup.toml"
    text = 'game = "pente"\nply_cap = 2\nworkers = 0\nentrants = [{ each = "all" }, { player = "random" }]\n'
    plan.write_text(text, encoding="utf-8")
    assert main(["tournament", str(plan), "--unsafe"]) == 0
    shutil.rmtree(tmp_path / "all")
    capsys.readouterr()
    assert main(["tournament", str(plan), "--unsafe"]) == 0
    told = capsys.readouterr().err
    assert "anna: are no longer in the plan, and take part to the end" in told
    assert "is no longer there since the tournament began" in told


def test_plan_and_store_can_be_moved_together(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    plan = write_plan(tmp_path / "here", 'files = ["mine.py"]')
    shutil.copy(ROOT / "examples" / "connect_four.py", tmp_path / "here" / "mine.py")
    assert main(["tournament", str(plan), "--quiet"]) == 0
    (tmp_path / "here").rename(tmp_path / "there")
    assert main(["tournament", str(tmp_path / "there" / plan.name), "--quiet"]) == 0


def test_nobody_takes_the_place_of_a_challenger_who_cannot_play(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path, 'schedule = { kind = "gauntlet" }')
    text = plan.read_text(encoding="utf-8").replace("[{", '["nowhere", {')
    plan.write_text(text, encoding="utf-8")
    assert main(["tournament", str(plan)]) == 2
    assert "the challenger nowhere cannot play: " in capsys.readouterr().err


def write_fragile_game(folder: Path) -> Path:
    """Write a game of somebody's own that raises while there is a file called `broken` beside it."""
    source = (ROOT / "examples" / "connect_four.py").read_text(encoding="utf-8")
    begin = '        """Drop a stone."""\n'
    assert begin in source
    fails = "        if Path(__file__).with_name('broken').exists():\n            raise ZeroDivisionError\n"
    source = source.replace(begin, f"{begin}        from pathlib import Path\n\n{fails}")
    path = folder / "fragile.py"
    path.write_text(source, encoding="utf-8")
    (folder / "broken").touch()
    return path


def test_a_game_of_somebodys_own_that_raises_is_void_and_can_be_replayed_once_it_is_repaired(
    tmp_path: Path, capsys: Captured
) -> None:
    file = write_fragile_game(tmp_path)
    plan = tmp_path / "cup.toml"
    plan.write_text(
        'game = "connect-four"\nfiles = ["fragile.py"]\nschedule = { games = 1 }\n'
        'entrants = [{ player = "first" }, { player = "last" }]\nworkers = 0\n',
        encoding="utf-8",
    )
    assert main(["tournament", str(plan)]) == UNDECIDED
    printed = capsys.readouterr().err
    assert "ZeroDivisionError" in printed
    (tmp_path / "broken").unlink()
    file.write_text(file.read_text(encoding="utf-8") + "# repaired\n", encoding="utf-8")
    assert main(["tournament", "decide", str(plan), "00000", "replay", "--reason", "it is repaired"]) == 0
    assert "fragile.py has changed since the last games" in capsys.readouterr().err
    assert len(read_results(plan)) == 1
