"""What the prover of Pente claims holds against every legal move; pente_proofs.cpp tries them all."""

from __future__ import annotations

import re
import subprocess

import pytest

from ludus import engine
from ludus.games import GAMES, Position
from ludus.games.pente import SIZE
from ludus.turn import Limits
from tests.native_programs import compile_program

OPTIONS = ("-std=c++20", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror", "-fno-exceptions")


# Full but for a hole in the upper left corner, White to move: 15E, which was once left out as lost, holds.
HOLE = (
    "w1w2bwwbbwwbbwwbbw/1b2bwbbwwbbwwbbwwb/1w1bbbwwbbwwbbwwbbw/w1w2wbbwwbbwwbbwwb/1wb2bwwbbwwbbwwbbw/"
    + "/".join(["wwbbwwbbwwbbwwbbwwb", "bbwwbbwwbbwwbbwwbbw"] * 7)
    + " 4,0 w second_stone=free"
)


def try_claims(games: int, holes: int, *positions: str) -> dict[str, int]:
    """Try all claims in the positions of this many games and holes, and tell how many there were."""
    program = compile_program("g++", "pente_proofs.cpp", OPTIONS)
    ran = subprocess.run(
        [program, str(games), str(holes), *positions], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    return {name: int(count) for name, count in (line.split(": ") for line in ran.stdout.splitlines())}


@pytest.mark.slow
def test_no_move_refutes_a_proven_win_and_all_but_the_defences_found_lose() -> None:
    counts = try_claims(4, 8000, HOLE)
    assert counts["wins"] > 5
    assert counts["left out"] > 1000
    assert counts["wins in holes"] > 2000
    assert counts["left out in holes"] > 8
    assert counts["undecided"] <= 2


@pytest.mark.nightly
def test_in_many_games_no_move_refutes_a_proven_win() -> None:
    counts = try_claims(200, 1_000_000)
    assert counts["wins"] > 500
    assert counts["left out"] > 100_000
    assert counts["left out in holes"] > 1000
    assert counts["undecided"] < 20


def read_drawn(*rows: str) -> Position:
    """Read a board whose upper left corner is drawn, White to move."""
    drawn = [*rows, *["." * SIZE] * (SIZE - len(rows))]
    text = "/".join(_shorten(row.ljust(SIZE, ".")) for row in drawn)
    return GAMES["pente"].read(f"{text} 0,0 w second_stone=free")


def _shorten(row: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run.group())), row)


def test_an_open_three_is_a_win_at_once() -> None:
    position = read_drawn(
        "............",
        ".b..b..b..b.",
        "............",
        "............",
        "....www.....",
        ".....w......",
    )
    thought = engine.think(position, Limits(depth=1))
    assert str(thought.score) == "win in 3"


def test_a_capture_out_of_the_four_delays_the_win() -> None:
    """Black takes the pair in the middle; White puts a stone back there, and the four has two ends again."""
    position = read_drawn(
        "............",
        ".b..b..b....",
        "............",
        "............",
        "....www.....",
        ".....w......",
        ".....b......",
    )
    thought = engine.think(position, Limits(depth=1))
    assert str(thought.score) == "win in 5"
