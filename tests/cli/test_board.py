"""`ludus board`: a fresh board file, the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.cli import main
from ludus.protocols.amazons_file import read_state

Captured = pytest.CaptureFixture[str]


def printed(capsys: Captured, *words: str) -> str:
    assert main(["board", "amazons", *words]) == 0
    return capsys.readouterr().out


def test_a_board_has_its_size_and_no_players(capsys: Captured) -> None:
    state = read_state(printed(capsys, "--size", "3x5").encode())
    assert (state.height, state.width, state.players) == (3, 5, ())
    assert printed(capsys).startswith("14 14\n")


def test_the_seed_decides_the_board(capsys: Captured) -> None:
    assert printed(capsys, "--seed", "3") == printed(capsys, "--seed", "3") != printed(capsys, "--seed", "4")


def test_frequencies_decide_what_lies_there(capsys: Captured) -> None:
    words = "--treasure 0 0 0 0 0 1 --artifacts 0 1 0 0 --size 2x2".split()
    assert printed(capsys, *words) == "2 2\n510 510\n510 510\n"


def test_a_board_goes_into_a_file_on_demand(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "board.txt"
    assert printed(capsys, "--output", str(file)) == f"wrote {file}\n"
    assert file.read_text() == printed(capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["pente"],
        ["amazons", "--size", "3"],
        ["amazons", "--seed", "-1"],
        ["amazons", "--treasure", *"000000"],
        ["amazons", "--artifacts", *"abcd"],
        ["amazons", "--output", "/none/board.txt"],
    ],
)
def test_wrong_wishes_are_refused(words: list[str], capsys: Captured) -> None:
    assert main(["board", *words]) == 2
    assert capsys.readouterr().err.startswith("error: ")
