"""Evaluations that are played again: one that cannot be played, one that nobody is left for, several at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.seasons.reader import SeasonReader
from tests.seasons.small_season import PLAN, decide, run, write_season
from tests.tournaments.class_programs import write_program

Captured = pytest.CaptureFixture[str]
LATER = "2026-10-02T12:00:00Z"


def list_ended(plan: Path) -> dict[int, list[str]]:
    with SeasonReader(plan) as reader:
        return {one.number: sorted(one.versions) for one in reader.read().evaluations if one.ended}


def test_an_evaluation_that_cannot_be_played_is_begun_anew_when_the_organiser_says_so(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    assert run(plan) == 0
    wrong = PLAN.replace("chezz", "checkers")
    plan.write_text(wrong, encoding="utf-8")
    assert decide(plan, "rerun", "1") == 0
    assert run(plan) == 2
    plan.write_text(PLAN, encoding="utf-8")
    assert run(plan) == 2
    assert decide(plan, "rerun", "1", reason="another game was in the plan") == 0
    assert run(plan) == 0
    assert list_ended(plan) == {1: ["anna", "berta"]}
    folders = {path.name for path in (tmp_path / "season" / "evaluations").iterdir()}
    assert folders == {"001", "001-2", "001-3"}


def test_an_evaluation_that_nobody_is_left_for_does_not_keep_others_waiting(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    assert run(plan) == 0
    for key in ("anna", "berta"):
        assert decide(plan, "exclude", key) == 0
    assert decide(plan, "rerun", "1") == 0
    write_program(tmp_path / "in" / "carla", "chezz", number=2)
    assert run(plan, LATER) == 0
    assert list_ended(plan)[2] == ["carla"]


def test_what_is_to_be_played_again_is_not_corrected_nor_decided_twice(
    tmp_path: Path, capsys: Captured
) -> None:
    plan = write_season(tmp_path)
    run(plan)
    write_program(tmp_path / "in" / "carla", "chezz", number=2)
    run(plan, LATER)
    assert decide(plan, "rerun", "1") == 0
    assert decide(plan, "rerun", "2") == 0
    for words in (("correct", "2", "00000", "1-0"), ("rerun", "2")):
        assert decide(plan, *words) == 2
        assert "evaluation 2 is to be played again" in capsys.readouterr().err
