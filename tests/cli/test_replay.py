"""`ludus replay` as a user types it: into a pipe, and with keys at a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.games import GAMES
from ludus.records.files import append
from tests.arena.recording import record_moves
from tests.cli.refusals import expect_refusal

Captured = pytest.CaptureFixture[str]
PATIENCE = 60.0
"""Seconds for one screen, on a busy machine."""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    append(
        path, record_moves(GAMES["checkers"].start(), "G6-F5 B3-C4 C6-D5", note="exit code 0: \x1b[2Jsaid")
    )
    return path


def test_a_pipe_is_given_every_board_and_move_as_plain_text(games: Path, capsys: Captured) -> None:
    assert main(["replay", str(games)]) == 0
    printed = capsys.readouterr().out
    assert ["1.", "G6-F5", "2.", "B3-C4"] in map(str.split, printed.splitlines())
    assert printed.count("  A B C D E F G H\n") == 4
    assert "3. Black (ann): C6-D5\n0.250 s\nexit code 0: \\x1b[2Jsaid\n" in printed
    assert "\x1b" not in printed


def test_a_ply_that_is_not_there_is_an_error(games: Path, capsys: Captured) -> None:
    expect_refusal(["replay", str(games), "--ply", "4"], "--ply: expected 0 to 3, found 4", capsys)


class Terminal:
    """A terminal of 80 columns in which the command runs."""

    def __init__(self, *words: str) -> None:
        self.process, self._end = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm", NO_COLOR="1", PYTHONUTF8="1")
            os.execv(sys.executable, [sys.executable, "-m", "ludus", *words])
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._seen = ""

    def wait_for(self, text: str) -> str:
        """Wait until the command has shown a text; return all that it has shown since the last."""
        deadline = time.monotonic() + PATIENCE
        while text not in self._seen:
            assert time.monotonic() < deadline, f"{text!r} is not in {self._seen!r}"
            if select.select([self._end], [], [], 0.1)[0]:
                try:
                    self._seen += os.read(self._end, 1 << 16).decode(errors="replace")
                except OSError:
                    break
        assert text in self._seen, self._seen
        seen, _, self._seen = self._seen.rpartition(text)
        return seen + text

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def end(self) -> int:
        """Wait for the end; return the exit code."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self._end)
        return code


def test_keys_step_through_the_game(games: Path) -> None:
    terminal = Terminal("replay", str(games))
    terminal.wait_for("q quit")
    terminal.press("\x1b[C")
    terminal.wait_for("1. Black (ann): G6-F5")
    terminal.press(" ")
    terminal.wait_for("2. White (bob): B3-C4")
    terminal.press("b")
    terminal.wait_for("1. Black (ann): G6-F5")
    terminal.press("3\r")
    terminal.wait_for("3. Black (ann): C6-D5")
    terminal.press("e")
    terminal.wait_for("the engine")
    terminal.press("d")
    terminal.wait_for("any key: back to the board")
    terminal.press("x")
    terminal.wait_for("q quit")
    terminal.press("q")
    assert "\x1b[2J" not in terminal.wait_for("\x1b[?1049l")
    assert terminal.end() == 0


def test_the_terminal_is_given_back_when_the_command_is_interrupted(games: Path) -> None:
    terminal = Terminal("replay", str(games), "--ply", "2")
    terminal.wait_for("2. White (bob): B3-C4")
    terminal.press("\x03")
    terminal.wait_for("\x1b[?1049l")
    assert terminal.end() == 130
