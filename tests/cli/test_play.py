"""`ludus play`: programs as opponents, the clock, the record, and leaving in every way there is."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludus.arena.replay import check
from ludus.cli import main
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.protocols import amazons
from ludus.records.files import read_file
from ludus.records.record import Record
from ludus.turn import Turn
from tests.programs.folders import entry_folder, processes_of
from tests.tolerance import PATIENCE

Play = Callable[..., str]
HORSE = "001,000,000/010,000,000/002,000,000/000,000,000 ann:1:0;bob:2:0 movement 1"
"""The first move of bob, the second player, takes the horse on a2."""


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Give a function that types some lines and returns what was printed; nothing may be complained about."""

    def play(typed: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["play", *words]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return play


def only_record(path: Path) -> Record:
    """Give the one record of a file, which must be a true one."""
    (record,) = read_file(path, strict=True)
    check(record, GAMES)
    return record


def script(parent: Path, program: str, *lines: str) -> list[str]:
    """Write a contest program of a few lines of shell, and name it as the opponent."""
    folder = parent / "agent"
    folder.mkdir()
    text = "\n".join(("#!/bin/sh", '[ "$1" = name ] && echo bob && exit 0', *lines, ""))
    (folder / program).write_text(text, encoding="utf-8")
    (folder / program).chmod(0o755)
    return ["--against", f"program:{folder}", "--unsafe"]


# Programs as opponents


def test_a_program_that_crashes_loses_and_its_reason_is_told(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "games.jsonl"
    words = script(tmp_path, "homework", "echo I have lost my marbles >&2", "exit 3")
    said = play("10K\n", "pente", *words, "--record", str(file))
    assert "White won: crash: Black: exit code 3" in said
    assert "my marbles" in said
    assert only_record(file).verdict.kind == "crash"


def test_a_program_that_plays_an_illegal_move_loses(tmp_path: Path, play: Play) -> None:
    said = play("10K\n", "pente", *script(tmp_path, "homework", "echo 10K > output.txt"))
    assert "White won: illegal: Black: illegal move '10K'" in said


def test_a_program_that_answers_with_a_chain_plays_all_of_it(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "games.jsonl"
    chain = ("a3-a2/a3", "a2-b2/c2")
    turn = Turn(Amazons.read(HORSE), ("a1-b1/c1",))
    reply = amazons.write_reply(turn, chain)
    words = script(tmp_path, "game", 'for file; do :; done; cat "$(dirname "$0")/answer" > "$file"')
    (tmp_path / "agent" / "answer").write_bytes(next(iter(reply.files.values())))
    said = play("a1-b1/c1\nquit\n", "amazons", HORSE, *words, "--record", str(file))
    # A board file does not tell the steps, only what they led to.
    assert said.count("bob (bob) plays ") == 2
    assert check(only_record(file), GAMES) == turn.after(chain[0]).after(chain[1]).position


def test_a_program_that_offends_where_the_game_goes_on_loses_its_turn(tmp_path: Path, play: Play) -> None:
    said = play("a1-b1/c1\nquit\n", "amazons", HORSE, *script(tmp_path, "game", "exit 0"))
    assert "silence: bob: it exited with code 0 but wrote nothing" in said
    assert "ann to move" in said.partition("the turn is lost")[2]


def test_nothing_of_a_program_is_left(tmp_path: Path, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    play("10K\nquit\n", "pente", *script(tmp_path, "homework", "echo 10L > output.txt"))
    assert list(rooms.iterdir()) == []


# The clock and the record


def test_a_person_who_takes_too_long_by_the_clock_on_the_wall_loses(play: Play) -> None:
    said = play("G6-F5\n", "checkers", "--against", "first", "--clock", "move=0.000001,wall")
    assert "White won: time: Black: the move took" in said


def test_what_was_taken_back_is_not_in_the_record(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "games.jsonl"
    play("G6-F5\nundo\nA6-B5\nresign\n", "checkers", "--against", "first", "--record", str(file))
    record = only_record(file)
    assert record.moves == ("A6-B5", "B3-C4")
    assert (record.verdict.kind, record.verdict.scores) == ("told", (0, 1))
    assert [seated.name for seated in record.players] == ["person", "first"]


def test_a_game_is_added_to_the_records_that_are_there(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "games.jsonl"
    for _ in range(2):
        play("G6-F5\n", "checkers", "--against", "first", "--record", str(file))
    assert len(list(read_file(file, strict=True))) == 2


def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "checkers", "--record", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert "the file cannot be written" in said.err
    assert said.out == ""


# Leaving


def test_position_and_moves_may_come_from_one_script() -> None:
    done = run_script("8/1b6/8/8/8/8/8/w7 b\nB2-A1\n", "-", "--against", "first")
    assert "Black won: White cannot move" in done.stdout


def test_the_end_of_the_input_leaves_the_game_and_saves_it(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = run_script("G6-F5", "--against", "first", "--record", str(file))
    assert done.stdout.endswith("the game was left unfinished\n")
    assert only_record(file).moves == ("G6-F5", "B3-C4")


def run_script(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludus", "play", "checkers", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=True, timeout=PATIENCE)


@pytest.mark.parametrize(
    "against",
    ["first", "engine:nodes=1000000000000000", "montecarlo:playouts=100000000", "minimax:depth=30"],
)
def test_an_interrupt_leaves_the_game_and_saves_it(tmp_path: Path, against: str) -> None:
    """Also while a script is waited for, and in the midst of a search."""
    file = tmp_path / "games.jsonl"
    last = b"plays B3-C4" if against == "first" else b"plays G6-F5"
    done = interrupted(b"G6-F5\n", last, "checkers", "--against", against, "--record", str(file))
    assert b"the game was left unfinished" in done
    record = only_record(file)
    assert record.moves == (("G6-F5", "B3-C4") if against == "first" else ("G6-F5",))


def test_an_interrupt_ends_a_program_that_thinks(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "sleep")
    interrupted(b"10K\n", b"plays 10K", "pente", "--against", f"program:{folder}", "--unsafe", seconds=4)
    assert processes_of(folder) == []


def test_an_interrupt_ends_a_game_with_an_agent_that_never_answers(tmp_path: Path) -> None:
    agent = tmp_path / "stuck.py"
    agent.write_text(STUCK, encoding="utf-8")
    saved = str(tmp_path / "saved.json")
    words = ("checkers", "--against", f"player:{agent}", "--save", saved)
    done = interrupted(b"G6-F5\n", b"plays G6-F5", *words)
    assert f"ludus play --resume {saved}" in done.decode()
    assert Path(saved).exists()


STUCK = """
import time
from ludus.players.agent import Agent
class Stuck(Agent):
    def choose(self, turn):
        time.sleep(600)
"""


def interrupted(typed: bytes, last: bytes, *words: str, seconds: float = 1) -> bytes:
    """Type something, wait until the last thing has happened, press Ctrl-C, and return what was printed."""
    command = [sys.executable, "-m", "ludus", "play", *words]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        assert playing.stderr is not None
        playing.stdin.write(typed)
        playing.stdin.flush()
        said = b""
        while last not in said:
            said += playing.stdout.readline() or b"nothing more: " + last
        time.sleep(seconds)
        playing.send_signal(signal.SIGINT)
        try:
            playing.wait(PATIENCE)
            rest, talk = playing.stdout.read(), playing.stderr.read()
        finally:
            playing.kill()
    assert playing.returncode == 130
    assert talk.strip() == b"interrupted"
    return said + rest
