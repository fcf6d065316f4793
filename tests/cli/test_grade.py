"""`ludus grade` as a user types it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.entries.export import write_folder
from tests.cli.refusals import expect_no_run_without_a_sandbox, expect_refusal
from tests.programs.folders import entry_folder

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> int:
    return main([*words, "--quiet"])


def test_a_program_that_only_misbehaves_has_no_points_and_exit_code_1(
    tmp_path: Path, capsys: Captured
) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    words = ("grade", "pente", str(folder), "--unsafe", "--clock", "game=5", "--workers", "0")
    assert run(*words, "--records", "games.jsonl") == 1
    printed = capsys.readouterr().out
    lines = printed.splitlines()
    head, first = next(pair for pair in pairwise(lines) if pair[0].startswith("game  "))
    assert head.split() == "game opponent seat result points moves seconds why".split()
    *words_of_first, seconds, why = first.split()
    assert words_of_first == ["1", "neighbours", "White", "lost", "0", "0"]
    assert float(seconds) >= 0
    assert why == "format"
    whole = " ".join(printed.split())
    assert "game 15, game 16: format: White: output.txt line 1: expected a square" in whole
    assert "game 19, game 20: format: Black: output.txt line 1: expected a square" in whole
    assert lines[-4:] == [
        "neighbours: 0 of 10 games won, 0 points",
        "minimax: 0 of 10 games won, 0 points",
        "misconduct in 20 games",
        "total: 0 of 100 points",
    ]
    assert len(Path("games.jsonl").read_text().splitlines()) == 20


def test_the_marks_as_json(tmp_path: Path, capsys: Captured) -> None:
    words = ("grade", "pente", str(entry_folder(tmp_path, "pente", "form")), "--unsafe")
    assert run(*words, "--clock", "game=2", "--workers", "0", "--json", "--seed", "3") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["points"], found["most"], found["clean"]) == (1, 0, 100, False)
    assert (found["game"], found["clock"], found["seed"]) == ("pente", "game=2", 3)
    assert [each["opponent"] for each in found["opponents"]] == ["neighbours", "minimax"]
    assert [game["game"] for game in found["games"]] == list(range(1, 21))
    assert [game["seat"] for game in found["games"]] == (["White"] * 6 + ["Black"] * 4) * 2
    assert {(game["points"], game["kind"]) for game in found["games"]} == {(0, "format")}


@pytest.mark.nightly
def test_our_own_entry_wins_most_games(capsys: Captured) -> None:
    """The page about `ludus check` has them played too, but does not look at the marks."""
    write_folder("pente", Path("entry"))
    words = ("grade", "pente", "entry", "--unsafe", "--clock", "game=2", "--workers", "2")
    assert run(*words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["clean"]
    assert found["points"] == sum(game["points"] for game in found["games"]) >= 50
    assert all(game["points"] == (5 if game["result"] == "won" else 0) for game in found["games"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["grade", "othello", "."], "othello"),
        (["grade", "checkers", ".", "--clock", "game=5"], "--clock: this course plays no games"),
        (["grade", "checkers", ".", "--against", "random"], "--against: this course plays no games"),
        (["grade", "pente", ".", "--against", "random"], "the opponents are fixed"),
        (["grade", "pente", ".", "--suite", "x"], "is not graded by a suite"),
        (["grade", "checkers", ".", "--suite", "x"], "the suite cannot be read"),
        (["grade", "pente", "nowhere", "--csv", "x.csv", "--unsafe"], "expected a folder of folders"),
        (
            ["grade", "pente", ".", "--csv", "x.csv", "--json"],
            "--csv cannot be given with --records or --json",
        ),
        (["grade", "pente", "nowhere", "--unsafe"], "expected a folder, an archive"),
        (["grade", "pente", ".", "--unsafe"], "expected a program, found no file"),
        (["grade", "pente", ".", "--clock", "nodes=5"], "expected seconds for the whole game"),
        (["grade", "pente", ".", "--workers", "-1"], "--workers: expected 0 or more"),
    ],
)
def test_bad_input_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(words, complaint, capsys)


def test_only_a_complaint_about_the_program_leads_to_the_check(tmp_path: Path, capsys: Captured) -> None:
    assert run("grade", "pente", "no agent", "--unsafe") == 2
    assert capsys.readouterr().err.splitlines()[-1] == "hint: ludus check pente 'no agent'"
    folder = entry_folder(tmp_path, "pente", "form")
    Path("games.jsonl").write_text("other people's notes\n", encoding="utf-8")
    assert run("grade", "pente", str(folder), "--unsafe", "--records", "games.jsonl") == 2
    assert capsys.readouterr().err.splitlines()[-1] == "hint: ludus grade --help"


def test_without_a_sandbox_nothing_is_run_unless_somebody_says_so() -> None:
    expect_no_run_without_a_sandbox("grade")
