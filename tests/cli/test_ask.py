"""`ludus ask` as a user types it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.games import GAMES
from ludus.records.files import append
from tests.arena.recording import record_moves
from tests.cli.refusals import expect_refusal
from tests.machines import MACHINE

Captured = pytest.CaptureFixture[str]
HEAD = """\
import os, sys, time
lines = open("input.txt").read().splitlines()
turns = open("turns", "a+")
turns.write("x")
turns.flush()
"""
ANSWER = 'open("output.txt", "w").write("{}")\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    append(Path("games.jsonl"), record_moves(GAMES["pente"].start(), "10K 9L 7K 8M 10G 1A"))


def bot(*lines: str, answer: str = "8K") -> str:
    """Write a Pente program that does something and then answers always the same."""
    Path("bot").mkdir()
    body = "".join(f"{line}\n" for line in lines)
    Path("bot/homework.py").write_text(HEAD + body + ANSWER.format(answer), encoding="utf-8")
    return "bot"


def ask(program: str, *words: str) -> int:
    return main(["ask", program, "--record", "games.jsonl", *words, "--quiet", "--no-sandbox"])


def test_everything_about_one_move_is_shown(capsys: Captured) -> None:
    assert ask(bot("print('thinking', file=sys.stderr)"), "--ply", "5") == 0
    printed = capsys.readouterr().out
    assert printed.startswith(
        "game pente-1, move 5: White (ann); another program or version played it then\n"
    )
    for part in (
        "White to move",
        "  file input.txt:\n  | WHITE\n  | 60",
        "  file output.txt:\n  | 8K\n",
        "  standard error:\n  | thinking\n",
        "judgement: legal and in time: 8K\nin the game: 10G\nthe engine",
        "under a debugger: sh ask-pente/debug.sh\n",
    ):
        assert part in printed
    assert Path("ask-pente/files/input.txt").read_text(encoding="utf-8").startswith("WHITE\n")


def test_an_illegal_answer_is_judged_as_the_referee_does(capsys: Captured) -> None:
    assert ask(bot(answer="10K"), "--ply", "5") == 1
    assert "judgement: illegal: illegal move '10K': " in capsys.readouterr().out


def test_what_a_program_writes_does_nothing_to_the_terminal(capsys: Captured) -> None:
    crash = r"sys.stderr.write('\x1b[2J\x1b]0;mine\x07\nlast'); sys.exit(3)"
    assert ask(bot(crash, answer="\\x1b[31m"), "--ply", "5") == 1
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "answer: exit code 3" in printed
    assert r"  | \x1b[2J\x1b]0;mine\x07" in printed
    assert "judgement: crash: exit code 3" in printed


def test_a_very_long_answer_is_cut(capsys: Captured) -> None:
    assert ask(bot("print('x' * 10**6)", "print('y\\n' * 10**5)"), "--ply", "5") == 0
    printed = capsys.readouterr().out
    assert len(printed) < 10_000
    assert "lines before" in printed


def test_a_slow_answer_is_too_late_for_the_clock_that_is_left(capsys: Captured) -> None:
    burn = "while time.process_time() < 0.5: pass"
    assert ask(bot(burn), "--ply", "5", "--left", "0.3") == 1
    printed = capsys.readouterr().out
    assert "clock: 0.300 s left of 0.3 s" in printed
    assert "judgement: time: " in printed


def test_its_own_files_are_fresh_unless_its_earlier_turns_are_asked_for_first(capsys: Captured) -> None:
    program = bot("print('turns', os.path.getsize('turns'), file=sys.stderr)")
    assert ask(program, "--ply", "5") == 0
    printed = capsys.readouterr().out
    assert "files: fresh, " in printed
    assert "  | turns 1\n" in printed
    assert ask(program, "--ply", "5", "--from-start") == 0
    printed = capsys.readouterr().out
    assert "files: those that it has just written in its earlier turns (2 of them)" in printed
    assert "  | turns 3\n" in printed


def test_any_position_can_be_asked_about(capsys: Captured) -> None:
    words = ["--contest", "pente", "--after", "10K 9L", "--left", "7", "--no-sandbox", "--quiet"]
    assert main(["ask", bot(), *words]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("pente, move 3\n")
    assert "  | 7.0\n" in printed


def test_the_scripts_repeat_the_move(capsys: Captured) -> None:
    assert ask(bot(), "--ply", "5", "--case", "case") == 0
    for name in ("again.sh", "debug.sh"):
        done = subprocess.run(
            ["sh", f"case/{name}"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True
        )
        assert name != "again.sh" or b"8K" in done.stdout


def test_a_program_runs_in_the_sandbox_unless_that_is_told_otherwise(capsys: Captured) -> None:
    missing = MACHINE.explain_no_containment()
    if missing is not None:
        pytest.skip(str(missing))
    program = bot(f"print(os.path.exists({str(Path.cwd() / 'games.jsonl')!r}), file=sys.stderr)")
    assert main(["ask", program, "--record", "games.jsonl", "--ply", "5", "--quiet"]) == 0
    printed = capsys.readouterr().out
    assert "run in the sandbox (bubblewrap)" in printed
    assert "  | False\n" in printed
    assert ask(program, "--ply", "5") == 0
    assert "run without a sandbox, without a time limit" in capsys.readouterr().out


@pytest.mark.usefixtures("no_tools")
def test_without_a_sandbox_nothing_is_run(capsys: Captured) -> None:
    words = ["ask", bot(f"open({str(Path.cwd() / 'ran')!r}, 'w')"), "--record", "games.jsonl", "--ply", "5"]
    expect_refusal(words, "would run without a sandbox", capsys)
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "expected --record FILE or --contest NAME, one of them"),
        (["--record", "games.jsonl"], "no misconduct says which one is meant"),
        (["--record", "games.jsonl", "--ply", "9"], "1 to 6, found 9"),
        (["--record", "games.jsonl", "--ply", "0"], "1 to 6, found 0"),
        (["--record", "games.jsonl", "--game", "7"], "found '7'"),
        (["--contest", "go"], "no contest is known for 'go'"),
        (["--contest", "pente", "--left", "0"], "--left: expected a number of seconds above 0"),
    ],
)
def test_wrong_usage_is_explained(words: list[str], complaint: str, capsys: Captured) -> None:
    expect_refusal(["ask", bot(), *words, "--no-sandbox"], complaint, capsys)
