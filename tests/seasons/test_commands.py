"""`ludus season` and its commands: new plans, status, challenges, decisions, a second process, Ctrl-C."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.cli.many_games import INTERRUPTED
from ludus.intake.cache import Cache
from ludus.sandbox.removal import remove
from ludus.seasons.plans.plan import read_season_plan
from ludus.seasons.reader import SeasonReader
from ludus.seasons.store import SeasonStore
from ludus.store.reader import StoreReader
from ludus.tournaments.plans.plan import list_courses
from tests.seasons.small_season import PLAN, decide, run, write_season
from tests.tolerance import PATIENCE
from tests.tournaments.class_programs import write_program

Captured = pytest.CaptureFixture[str]


def add_version(plan: Path, key: str, text: str) -> None:
    (plan.parent / "in" / key / "data").write_text(text, encoding="ascii")


@pytest.mark.parametrize("course", list_courses())
def test_a_new_plan_is_valid_and_says_what_the_course_says(course: str, tmp_path: Path) -> None:
    path = tmp_path / "season.toml"
    assert main(["season", "--new", course, str(path)]) == 0
    plan = read_season_plan(path)
    assert plan.rules.contest == course
    assert plan.references == list_courses()[course].players


def test_a_run_prints_the_table_and_the_next_one_has_nothing_to_do(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path)
    assert run(plan) == 0
    first = capsys.readouterr().out
    assert "anna" in first
    assert "score" in first
    assert run(plan) == 0
    assert capsys.readouterr().out == first
    with SeasonReader(plan) as reader:
        assert [one.number for one in reader.read().evaluations] == [1]


def test_the_status_tells_what_is_due_and_changes_nothing(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path, 'evaluate = { when = "planned", at = [2026-12-01T00:00:00Z] }\n')
    assert run(plan) == 0
    store = tmp_path / "season" / "season.store"
    before = store.read_bytes()
    assert main(["season", "status", str(plan), "--now", "2026-11-01T00:00:00Z"]) == 0
    printed = capsys.readouterr().out
    assert "next time in the plan: 2026-12-01T00:00:00Z" in printed
    assert "due now" not in printed
    assert main(["season", "status", str(plan), "--now", "2026-12-01T00:00:00Z"]) == 0
    assert "due now: evaluation;" in capsys.readouterr().out
    assert store.read_bytes() == before


def test_a_status_before_the_first_run_is_no_error(tmp_path: Path, capsys: Captured) -> None:
    assert main(["season", "status", str(write_season(tmp_path))]) == 0
    assert "no evaluation has ended yet" in capsys.readouterr().out


def test_an_evaluation_waits_for_a_second_program(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path)
    plan.write_text(PLAN.replace('["first"]', "false"), encoding="utf-8")
    remove(tmp_path / "in" / "berta")
    assert run(plan) == 0
    assert "waits for a second program beside anna" in capsys.readouterr().err
    write_program(tmp_path / "in" / "clara", "chezz", number=1)
    assert run(plan) == 0
    with SeasonReader(plan) as reader:
        assert [dict(one.versions) for one in reader.read().evaluations] == [{"anna": 1, "clara": 1}]


def test_a_challenge_counts_for_nothing(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path)
    run(plan)
    with SeasonReader(plan) as reader:
        before = reader.read_scores()
    assert main(["season", "challenge", str(plan), "anna", "berta", "--unsafe", "--quiet"]) == 0
    assert main(["season", "challenge", str(plan), "anna", "first", "--unsafe", "--quiet"]) == 0
    assert "berta" in capsys.readouterr().out
    with SeasonReader(plan) as reader:
        assert reader.read_scores() == before
    rows = SeasonStore(reader.plan.store).read()
    assert [dict(one.versions) for one in rows.challenges] == [
        {"anna": 1, "berta": 1},
        {"anna": 1, "first": 0},
    ]
    with StoreReader(tmp_path / "season" / "challenges" / "001" / "tournament.store") as store:
        assert len(store.list_results()) == 2


def test_a_challenge_with_somebody_unknown_is_refused(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path)
    run(plan)
    assert main(["season", "challenge", str(plan), "anna", "zoe", "--unsafe", "--quiet"]) == 2
    assert "found 'zoe'; there are anna, berta, first" in capsys.readouterr().err


def test_a_correction_changes_the_score_and_is_kept_with_its_reason(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    run(plan)
    with SeasonReader(plan) as reader:
        (evaluation,) = reader.read().evaluations
    with StoreReader(evaluation.store) as store:
        game = next(result for result in store.list_results() if set(result.keys) == {"anna", "berta"})
    result = "1-0" if game.keys[0] == "anna" else "0-1"
    assert decide(plan, "correct", "1", game.id[:5], result, reason="the disk was full") == 0
    with SeasonReader(plan) as reader:
        scores = {line.key: line.score for line in reader.read_scores()}
        (decision,) = reader.read().decisions
    assert scores["anna"] > scores["berta"]
    assert (decision.kind, decision.evaluation, decision.reason) == ("correct", 1, "the disk was full")
    with StoreReader(evaluation.store) as store:
        assert [each.result.reason for each in store.list_decisions()] == ["the disk was full"]


def test_a_correction_that_did_not_reach_its_store_is_brought_there_by_the_next_run(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    run(plan)
    folder = tmp_path / "season" / "evaluations" / "001"
    shutil.copy(folder / "tournament.store", tmp_path / "before")
    with StoreReader(folder / "tournament.store") as store:
        game = store.list_results()[0].id
    assert decide(plan, "correct", "1", game, "1-0") == 0
    shutil.copy(tmp_path / "before", folder / "tournament.store")
    for _ in range(2):
        assert run(plan) == 0
        with StoreReader(folder / "tournament.store") as store:
            assert [each.result.points for each in store.list_decisions()] == [(1.0, 0.0)]


def test_an_evaluation_played_again_counts_in_place_of_the_first(tmp_path: Path) -> None:
    """With the versions of then and the rules of now; what was there before stays."""
    plan = write_season(tmp_path)
    run(plan)
    add_version(plan, "anna", "second")
    plan.write_text(PLAN.replace("ply_cap = 2", "ply_cap = 4"), encoding="utf-8")
    assert decide(plan, "rerun", "1", reason="too short") == 0
    assert run(plan) == 0
    with SeasonReader(plan) as reader:
        first, second = reader.read().evaluations
    assert (first.number, first.rules["ply_cap"], dict(first.versions)) == (1, "4", {"anna": 1, "berta": 1})
    assert (second.number, dict(second.versions)) == (2, {"anna": 2, "berta": 1})
    assert {path.name for path in (tmp_path / "season" / "evaluations").iterdir()} == {"001", "001-2", "002"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("exclude", "zoe"), "expected a contestant, found 'zoe'; there are anna, berta"),
        (("readmit", "anna"), "expected a contestant that is excluded, found 'anna'; there are none"),
        (("rerun", "7"), "expected the number of an evaluation, found '7'; there are 1"),
        (("correct", "1"), "correct: expected N GAME RESULT, found '1'"),
        (("correct", "1", "00000", "5-0"), "RESULT: expected 1-0"),
        (("correct", "1", "zzz", "1-0"), "expected one game whose id begins with 'zzz'"),
    ],
)
def test_a_decision_about_nothing_is_refused(
    words: tuple[str, ...], told: str, season_of_one: Path, capsys: Captured
) -> None:
    assert decide(season_of_one, *words) == 2
    assert told in capsys.readouterr().err


def test_a_decision_needs_a_reason(season_of_one: Path, capsys: Captured) -> None:
    assert decide(season_of_one, "exclude", "anna", reason=" ") == 2
    assert "--reason: expected a reason" in capsys.readouterr().err


@pytest.fixture(scope="module")
def season_of_one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plan = write_season(tmp_path_factory.mktemp("season"))
    assert run(plan) == 0
    return plan


def test_a_season_survives_the_loss_of_the_cache_and_of_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own copies are enough, wherever its folder is moved."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    plan = write_season(tmp_path)
    run(plan)
    remove(tmp_path / "in")
    remove(Cache().root)
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("season.toml", "season"):
        (tmp_path / name).rename(moved / name)
    assert decide(moved / "season.toml", "rerun", "1") == 0
    assert run(moved / "season.toml") == 0
    with SeasonReader(moved / "season.toml") as reader:
        assert len(reader.read_scores()) == 2


def test_a_damaged_copy_of_a_version_is_told_and_not_played(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path)
    run(plan)
    (copy,) = (tmp_path / "season" / "versions" / "anna").iterdir()
    (copy / "run").write_text("#!/bin/sh\n", encoding="ascii")
    assert decide(plan, "rerun", "1") == 0
    assert run(plan) == 2
    assert "anna: our copy of its version is damaged" in capsys.readouterr().err


def test_two_processes_do_not_run_the_same_season(tmp_path: Path, capsys: Captured) -> None:
    plan = write_season(tmp_path)
    season = start(plan, "--watch")
    try:
        wait_for_scores(plan)
        assert run(plan) == 0
        assert "this season is running already: " in capsys.readouterr().err
        # An organiser can decide all the same.
        assert decide(plan, "exclude", "berta", reason="copied") == 0
    finally:
        season.send_signal(signal.SIGINT)
        _, told = season.communicate(timeout=PATIENCE)
    assert season.returncode == INTERRUPTED, told


def test_a_watched_season_takes_in_what_comes_and_ends_when_terminated(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    season = start(plan, "--watch")
    try:
        wait_for_scores(plan)
        add_version(plan, "anna", "second")
        wait_for_scores(plan, 2)
        # A mistake in the plan is told, and can be put right.
        plan.write_text("game = 3", encoding="utf-8")
        time.sleep(1.5)
        assert season.poll() is None
    finally:
        season.terminate()
        _, told = season.communicate(timeout=PATIENCE)
    assert season.returncode == 128 + signal.SIGTERM
    assert not list((tmp_path / "season").glob("*.lock")), told


def test_a_watched_season_survives_a_fault_of_the_disk(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    obstacle = tmp_path / "season" / "site" / "index.html"
    obstacle.mkdir(parents=True)
    season = start(plan, "--watch")
    try:
        wait_for_scores(plan)
        time.sleep(1.5)
        assert season.poll() is None
        obstacle.rmdir()
        deadline = time.monotonic() + PATIENCE
        while not obstacle.is_file() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert obstacle.is_file()
    finally:
        season.terminate()
        _, told = season.communicate(timeout=PATIENCE)
    assert f"error: {obstacle}: Is a directory" in told


def start(plan: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ludus", "season", str(plan), "--quiet", "--unsafe", *options]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )


def wait_for_scores(plan: Path, evaluations: int = 1) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        rows = SeasonStore(plan.with_suffix("") / "season.store")
        if rows.path.exists() and sum(bool(one.ended) for one in rows.read().evaluations) >= evaluations:
            return
        time.sleep(0.1)
    raise AssertionError("no evaluation has ended")


@pytest.mark.parametrize(
    "text",
    [
        "tomorrow",
        "2026-12-01",
        "2026-12-01T18:00:00",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59-12:00",
    ],
)
def test_a_time_without_its_zone_or_far_away_is_refused(text: str, tmp_path: Path, capsys: Captured) -> None:
    assert run(write_season(tmp_path), text) == 2
    assert "--now: expected a time with its zone" in capsys.readouterr().err
