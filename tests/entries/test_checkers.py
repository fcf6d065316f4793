"""The Checkers program, byte for byte."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.checkers import Checkers
from ludus.search.checkers_transcript import Settings, write_transcript
from ludus.search.minimax import choose_minimax_move, compute_cost
from tests.conftest import ROOT
from tests.entries.checkers_runs import FOLDER, INPUTS, outcome
from tests.games.every_game import random_game

PROGRAM = ROOT / "entries" / "checkers" / "checkers"


def printed(text: str, **settings: str | int) -> str:
    return "".join(write_transcript(text, Settings(**settings)))  # type: ignore[arg-type]  # each test names the right type


def run(data: bytes, *options: str, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [PROGRAM, *options], input=data, capture_output=True, check=False, cwd=cwd, timeout=60
    )


@pytest.mark.parametrize("name", INPUTS)
def test_a_golden_run_is_repeated_byte_for_byte(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_bytes().decode("ascii")
    assert outcome(name) == written


@pytest.mark.parametrize("number", range(9))
def test_an_official_run_is_repeated_byte_for_byte(number: int, data: Path) -> None:
    """'Verified against the nine official sample runs.'"""
    folder = data / "checkers" / "official"
    done = run((folder / f"test{number}.txt").read_bytes())
    assert done.stdout == (folder / f"test{number}-out.txt").read_bytes()
    assert done.stderr == b""


def test_all_given_cases_are_repeated_byte_for_byte(data: Path) -> None:
    with gzip.open(data / "checkers" / "cases.jsonl.gz", "rt", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    assert len(cases) == 243
    wrong = [case["id"] for case in cases if printed(case["in"]) != case["out"]]
    assert wrong == []


def test_the_exit_code_is_1_after_an_error_and_0_otherwise(tmp_path: Path) -> None:
    """'An error ... ends the program (exit code 1).'"""
    for name in INPUTS:
        done = run(INPUTS[name].encode(), cwd=tmp_path)
        assert done.stdout == printed(INPUTS[name]).encode()
        assert done.returncode == (1 if b"ERROR" in done.stdout else 0)
        assert done.stderr == b""


def plain_value(position: Checkers, depth: int, leaf: str) -> int:
    """Minimax as the contest words it, nothing cut."""
    if depth == 0 and (leaf == "material" or position.moves()):
        return compute_cost(position)
    if not position.moves():
        return -(2**31) if position.to_move == 0 else 2**31 - 1
    values = [plain_value(position.play(move), depth - 1, leaf) for move in position.moves()]
    return max(values) if position.to_move == 0 else min(values)


@pytest.mark.parametrize("leaf", ["material", "limits"])
@pytest.mark.parametrize("seed", range(6))
def test_the_choice_is_that_of_a_plain_minimax(seed: int, leaf: str) -> None:
    """'The left-most best child of the root is played. Any pruning must keep exactly this choice.'"""
    rng = random.Random(seed)
    for position, move in random_game(Checkers.start(), seed):
        assert isinstance(position, Checkers)
        if move is None or rng.random() > 0.15:
            continue
        values = [plain_value(position.play(each), 2, leaf) for each in position.moves()]
        best = max(values) if position.to_move == 0 else min(values)
        assert choose_minimax_move(position, 3, leaf) == (position.moves()[values.index(best)], best)


def test_the_known_position_is_worth_one() -> None:
    """'Value 1, chosen `A6-B5`.'"""
    assert choose_minimax_move(Checkers.read("8/8/8/8/8/B1w5/1w6/2b5 b")) == ("A6-B5", 1)


def test_a_win_is_announced_on_the_next_turn_or_at_once() -> None:
    """'`winner = "next-turn" (default) | "at-once"`.'"""
    before = INPUTS["last-capture-by-command"]
    assert "WIN" not in printed(before)
    assert printed(before, winner="at-once").endswith("WHITE WIN!\n")


def test_deeper_search_is_an_option() -> None:
    done = run(b"A", "--depth", "5")
    assert done.returncode == 0
    assert b"*** BLACK ACTION #1: " in done.stdout


@pytest.mark.parametrize(
    "options", [["--depth"], ["--depth", "0"], ["--depth", "x"], ["--leaf", "gold"], ["--speed", "9"]]
)
def test_wrong_usage_is_exit_code_2(options: list[str]) -> None:
    done = run(b"A", *options)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"error: expected an option" in done.stderr
    assert b"usage: checkers" in done.stderr


def test_help_is_offered() -> None:
    assert b"usage: checkers" in run(b"", "--help").stdout


@given(data=st.binary(max_size=60))
def test_any_bytes_are_read_without_a_traceback(data: bytes) -> None:
    assert printed(data.decode("latin-1")).startswith("BOARD SIZE: 8x8\n")


@given(text=st.text(alphabet="ABCEFGHP12345678- \n\t+0", max_size=40))
def test_almost_actions_are_read_without_a_traceback(text: str) -> None:
    assert printed(text).startswith("BOARD SIZE: 8x8\n")


@pytest.mark.parametrize(
    ("word", "flood", "count"),
    [(b"G6-F5", b" ", 200_000_000), (b"G", b"6", 200_000_000), (b"", b"G6-F5 ", 10)],
)
def test_a_huge_input_needs_little_memory(word: bytes, flood: bytes, count: int) -> None:
    limited = f"ulimit -v 400000; exec '{PROGRAM}'"
    data = word + flood * count
    done = subprocess.run(["bash", "-c", limited], input=data, capture_output=True, check=False, timeout=60)
    assert done.returncode in (0, 1)
    assert done.stdout.startswith(b"BOARD SIZE: 8x8\n")
    assert b"Traceback" not in done.stderr


def test_the_program_runs_from_any_folder_without_the_environment(tmp_path: Path) -> None:
    done = subprocess.run(
        [PROGRAM],
        input=b"A",
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
    )
    assert done.stdout == printed("A").encode()
