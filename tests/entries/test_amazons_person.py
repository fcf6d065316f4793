"""Amazons for people: a turn inside the contest's loop, and a game at one terminal."""

from __future__ import annotations

import gc
import io
import posix
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.entries import amazons as entry
from ludus.protocols.amazons_file import read_state
from tests.conftest import ROOT

GAME = ROOT / "entries" / "amazons" / "game"
BOARD = b"3 4\n001 000 200 009\n000 110 000 000\n002 000 030 000\nME 1 3\nfoe 2 5\n"


class Terminal:
    """Runs the program with lines typed in advance; keeps what it said."""

    def __init__(self, patch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capfd = patch, capfd
        self.out = self.err = ""

    def run(self, typed: str, *words: str | Path) -> int:
        self._patch.setattr(sys, "argv", ["game", "interactive", *map(str, words)])
        self._patch.setattr(sys, "stdin", io.StringIO(typed))
        code = entry.main()
        self.out, self.err = self._capfd.readouterr()
        return code


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Terminal:
    monkeypatch.setitem(posix.environ, b"LUDUS_NAME", b"ME")
    return Terminal(monkeypatch, capfd)


# A turn in the contest


def turn(terminal: Terminal, folder: Path, typed: str, *words: str, data: bytes = BOARD) -> int:
    (folder / "in").write_bytes(data)
    return terminal.run(typed, *(words or ["phase=movement"]), folder / "in", folder / "out")


def test_a_person_makes_a_turn(terminal: Terminal, tmp_path: Path) -> None:
    assert turn(terminal, tmp_path, "a1-b1/a1\n") == 0
    assert (tmp_path / "out").read_bytes().startswith(b"3 4\n009 001 200 009\n")
    assert terminal.out.splitlines()[:4] == [
        "   a  b  c  d",
        "1 A1  .  2  #",
        "2  . 1h  .  .",
        "3 A2  .  s  .",
    ]


def test_a_person_places_an_amazon(terminal: Terminal, tmp_path: Path) -> None:
    assert turn(terminal, tmp_path, "b1\n", "phase=placement", "amazons=2") == 0
    assert read_state((tmp_path / "out").read_bytes()).fields[1] == "001"


def test_a_chain_can_be_taken_back_step_by_step(terminal: Terminal, tmp_path: Path) -> None:
    assert turn(terminal, tmp_path, "undo\na1-b2/a1\nundo\na1-b2/b1\nb2-c2/d2\n") == 0
    state = read_state((tmp_path / "out").read_bytes())
    assert state.fields[:4] == ("000", "009", "200", "009")
    assert state.fields[4:8] == ("000", "000", "001", "009")
    assert state.players[0].score == 4
    assert "nothing to take back" in terminal.out
    assert "on by horse from b2> " in terminal.out


def test_wrong_words_and_moves_are_explained_and_asked_again(terminal: Terminal, tmp_path: Path) -> None:
    typed = "\nfly\na1-d3/a1\nmoves\nmoves a1\nmoves a1 b1\nmoves z9\nhelp\na1-b1/a1\n"
    assert turn(terminal, tmp_path, typed) == 0
    assert "a1: b1 c1 b2 c3 a2\n" in terminal.out
    assert "\nnothing from there\n" in terminal.out.replace("> ", "\n")
    assert "from-to/shot" in terminal.out
    assert "the amazon has no free queen line to there" in terminal.out


@pytest.mark.parametrize("typed", ["", "quit\n", "a1-b2/a1\nquit\n", "a1-b2/a1\n"])
def test_who_quits_writes_nothing_and_gets_code_3(typed: str, terminal: Terminal, tmp_path: Path) -> None:
    assert turn(terminal, tmp_path, typed) == 3
    assert terminal.err == "error: no move was chosen, and nothing is written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_codes_1_and_2_are_those_of_the_program(terminal: Terminal, tmp_path: Path) -> None:
    assert turn(terminal, tmp_path, "", data=b"1 1\n001\nME 1 0\n") == 1
    assert turn(terminal, tmp_path, "", data=b"1 1\n0x1\nME 1 0\n") == 2


# A game at one terminal


def test_two_people_play_a_game_to_its_end(terminal: Terminal) -> None:
    typed = "a1\nc1\nmoves\na1-b1/a1\nc1-c2/c1\nb1-a2/b1\nc2-b2/c2\na1-a1/a1\n"
    assert terminal.run(typed, "amazons=1", "size=2x3", "players=ann,bob", "seed=4") == 0
    assert "ann, place> " in terminal.out
    assert "bob, place> " in terminal.out
    assert "ann, move> " in terminal.out


def test_garbage_is_collected_in_a_whole_game_though_not_in_a_turn(terminal: Terminal) -> None:
    gc.disable()  # as the loader of an exported program does
    try:
        assert terminal.run("quit\n", "amazons=1", "size=2x3") == 0
        assert gc.isenabled()
    finally:
        gc.enable()


def test_the_end_says_who_has_most(terminal: Terminal) -> None:
    assert terminal.run("a1\nb1\nc1\nmoves\nundo\nb1\n", "amazons=1", "size=1x2") == 0
    assert "The game is over: no amazon can move. Most treasure: player1, player2." in terminal.out
    assert "none: the game is over" in terminal.out
    assert terminal.out.count("The game is over") == 2


def test_a_game_is_saved_in_the_contest_format_and_loaded(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    typed = f"a1\nd4\na1-b1/a1\nsave {file}\nload {file} player2\nundo\nquit\n"
    board = tmp_path / "board.txt"
    board.write_bytes(b"4 4\n" + 4 * b"000 000 000 000\n")
    assert terminal.run(typed, "amazons=1", board) == 0
    assert f"go on with: load {file} player2" in terminal.out
    assert read_state(file.read_bytes()).fields[:2] == ("009", "001")
    assert terminal.run("quit\n", "amazons=1", "turn=player2", file) == 0
    assert "player2, move> " in terminal.out
    assert terminal.run("quit\n", "amazons=1", file) == 0
    assert "player1, move> " in terminal.out


def test_a_placement_goes_on_with_whoever_has_fewest(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"1 4\n001 000 000 000\nann 1 0\nbob 2 0\n")
    assert terminal.run("", "amazons=1", tmp_path / "b") == 0
    assert "bob, place> " in terminal.out


def test_a_horse_must_be_ridden_before_saving(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(BOARD)
    assert terminal.run(f"a1-b2/a1\nsave {tmp_path}/s\n", "amazons=1", tmp_path / "b") == 0
    assert "finish the turn first" in terminal.out
    assert not (tmp_path / "s").exists()


def test_faults_while_loading_and_saving_are_told_and_the_game_goes_on(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "rowless").write_bytes(b"1 1\n000\n")
    (tmp_path / "b").write_bytes(BOARD)
    typed = f"load none\nload {tmp_path}/rowless\nload {tmp_path}/b stranger\nsave {tmp_path}/no/where\na1\n"
    assert terminal.run(typed, "size=2x2", "amazons=1") == 0
    for complaint in ("expected a board file", "rows of players", "found 'stranger'", "cannot be written"):
        assert complaint in terminal.out
    assert "player2, place> " in terminal.out


@pytest.mark.parametrize("words", [("size=0x3",), ("players=a,a",), ("amazons=0",), ("a", "b"), ("time=3",)])
def test_wrong_usage_is_code_3(words: tuple[str, ...], terminal: Terminal) -> None:
    assert terminal.run("", *words) == 3
    assert terminal.err.startswith("error: ")


def test_a_wrong_board_file_is_code_2(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"1 1\n600\n")
    assert terminal.run("", tmp_path / "b") == 2
    assert "line 2, field 1: expected a treasure" in terminal.err


def test_the_script_itself_prints_everything_before_it_ends(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", GAME, "interactive", "amazons=1", "size=2x2"],
        input=b"a1\n\xff\nhelp\n",
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    assert b"load FILE NAME" in done.stdout
    assert done.stderr == b""
