"""`ludus play`: a game that is left, killed or saved goes on where it stood."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import shlex
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludus.arena.replay import check
from ludus.cli import main
from ludus.games import GAMES
from ludus.records.files import read_file
from tests.tolerance import PATIENCE

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Give a function that types some lines and returns what was printed, errors too."""

    def play(typed: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        main(["play", *words])
        said = capsys.readouterr()
        return said.out + said.err

    return play


def test_a_game_that_is_left_goes_on_with_its_moves_and_can_be_taken_back(tmp_path: Path, play: Play) -> None:
    file, record = tmp_path / "game.json", tmp_path / "games.jsonl"
    said = play("G6-F5\nquit\n", "checkers", "--against", "first", "--save", str(file))
    assert f"  ludus play --resume {file}" in said
    said = play("A6-B5\nundo\nundo\nE6-D5\nresign\n", "--resume", str(file), "--record", str(record))
    assert said.count("taken back") == 2
    assert "Black plays G6-F5" not in said
    (kept,) = read_file(record, strict=True)
    check(kept, GAMES)
    assert kept.moves[0] == "E6-D5"
    assert not file.exists()


def test_the_record_of_a_game_that_went_on_is_whole(tmp_path: Path, play: Play) -> None:
    file, record = tmp_path / "game.json", tmp_path / "games.jsonl"
    words = ("checkers", "--against", "first", "--clock", "game=300,wall", "--record", str(record))
    play("G6-F5\nquit\n", *words, "--save", str(file))
    used = json.loads(file.read_text())["used"]
    play("A6-B5\nquit\n", "--resume", str(file))
    left, whole = read_file(record, strict=True)
    check(whole, GAMES)
    assert whole.moves[:2] == left.moves
    assert whole.seconds[:2] == pytest.approx(left.seconds)
    assert whole.used[0] >= used[0] > 0


def test_save_writes_a_file_and_the_game_goes_on(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "my game.json"
    said = play(f"G6-F5\nsave {file}\nA6-B5\n", "checkers", "--against", "first")
    assert f"  ludus play --resume {shlex.quote(str(file))}" in said
    assert "Black plays A6-B5" in said
    assert json.loads(file.read_text())["moves"] == ["G6-F5", "B3-C4"]


def test_a_game_that_is_over_leaves_no_file(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "game.json"
    play("B2-A1\n", "checkers", "8/1b6/8/8/8/8/8/w7 b", "--against", "first", "--save", str(file))
    assert not file.exists()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious\n")
    assert "the file already exists" in play("", "checkers", "--save", str(file))
    assert "expected a game that 'ludus play' has saved" in play("", "--resume", str(file))
    assert file.read_text() == "precious\n"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"moves": ["A1-A2"], "seconds": [0.0]}, "illegal move 'A1-A2'"),
        ({"moves": ["G6-F5"]}, "expected a game that 'ludus play' has saved"),
        ({"used": []}, "expected 2 clocks in the file, found 0"),
        ({"seat": "1"}, "expected a game that 'ludus play' has saved"),
        ({"unsafe": True}, "expected a game that 'ludus play' has saved"),
        ({"against": "player:/x.py"}, "the opponent is code of your own"),
        ({"against": "process:command=true"}, "--unsafe allows that"),
    ],
)
def test_a_file_that_was_tampered_with_is_refused(
    tmp_path: Path, play: Play, change: dict[str, object], reason: str
) -> None:
    file = tmp_path / "game.json"
    play("G6-F5\nquit\n", "checkers", "--against", "first", "--save", str(file))
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    assert reason in play("", "--resume", str(file))


def test_the_game_that_was_played_last_is_resumed_without_a_name(
    tmp_path: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert "expected a saved game" in play("", "--resume")
    (tmp_path / "ludus").mkdir()
    file = tmp_path / "ludus" / "one.json"
    play("G6-F5\nquit\n", "checkers", "--against", "first", "--save", str(file))
    said = play("", "--resume")
    assert "checkers: you are Black, against first, from move 3 on" in said
    assert "Black to move" in said


def test_without_a_game_it_says_what_was_expected(play: Play) -> None:
    assert "expected GAME or --resume" in play("")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_signal_loses_a_game(number: signal.Signals, tmp_path: Path, play: Play) -> None:
    pid, terminal = start_on_a_terminal(tmp_path, "play", "checkers", "--against", "first")
    read_until(terminal, "your move")
    os.write(terminal, b"g6f5\n")
    read_until(terminal, "your move")
    os.kill(pid, number)
    said = read_until(terminal, "")
    os.waitpid(pid, 0)
    os.close(terminal)
    (file,) = (tmp_path / "ludus").iterdir()
    if number == signal.SIGINT:
        assert f"  ludus play --resume {file}" in said
    assert json.loads(file.read_text())["moves"] == ["G6-F5", "B3-C4"]
    assert "Black to move" in play("", "--resume", str(file))


def start_on_a_terminal(state: Path, *words: str) -> tuple[int, int]:
    """Start a command on a terminal of its own; return its process and our end of the terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        # Whoever has started the tests by `nohup` lets all their children ignore it.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        environment = {**os.environ, "XDG_STATE_HOME": str(state)}
        os.execve(sys.executable, [sys.executable, "-m", "ludus", *words], environment)
    return pid, terminal


def read_until(terminal: int, wanted: str) -> str:
    """Read what is shown until a text comes, or, where it is empty, until the end."""
    said, end = "", time.monotonic() + PATIENCE
    while not (wanted and wanted in said):
        assert time.monotonic() < end, said
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 1 << 16)
            except OSError:  # Linux says so when the other end is closed.
                break
            if not data:
                break
            said += data.decode(errors="replace")
    return said
