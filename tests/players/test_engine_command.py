"""`ludus engine` as a program: what it says, where errors go, and how it ends."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from ludus.games.checkers import Checkers
from ludus.players.engine_process import EngineProcess
from ludus.turn import Turn
from tests.conftest import ROOT

LUDUS = [
    sys.executable,
    "-c",
    "import sys; from ludus.cli import main; sys.exit(main())",
    "engine",
]
EXAMPLE = ROOT / "examples" / "connect_four.py"


def run(*words: str | Path, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LUDUS, *map(str, words)], input=lines, capture_output=True, text=True, timeout=30, check=False
    )


def test_it_serves_the_best_engine() -> None:
    done = run("checkers", lines="ludus\nisready\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "id name ludus engine"
    assert done.stdout.splitlines()[-2:] == ["ludusok", "readyok"]


def test_it_serves_a_game_from_a_file_and_a_player_by_name() -> None:
    done = run(
        "connect-four", "--game", EXAMPLE, "--player", "first", lines="position start moves d1\ngo\nquit\n"
    )
    assert done.stdout == "bestmove a1\n"


def test_wrong_words_are_refused_on_standard_error() -> None:
    for words, complaint in (
        (["chess"], "no game is called 'chess'"),
        (["checkers", "--player", "nobody"], "no player is called 'nobody'"),
        (["checkers", "--seed", "-1"], "--seed: expected 0 to"),
    ):
        done = run(*words)
        assert done.returncode == 2
        assert done.stdout == ""
        assert complaint in done.stderr


def test_it_can_be_played() -> None:
    player = EngineProcess([*LUDUS, "checkers", "--player", "minimax"], Checkers)
    try:
        assert player.choose(Turn(Checkers.start())).moves == ("A6-B5",)
        assert player.version.startswith("ludus minimax ")
    finally:
        player.close()


def test_a_client_that_goes_away_leaves_nothing_behind() -> None:
    command = shlex.join([*LUDUS, "checkers"])
    done = subprocess.run(
        f"printf 'ludus\\ngo depth 60\\n' | {command} | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert done.stdout == "id name ludus engine\n"
    assert done.stderr == ""
