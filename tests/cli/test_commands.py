"""The commands as a user types them: what they print, and where errors go."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludus import __version__
from ludus.cli import main
from ludus.games import GAMES, pente
from ludus.players.named import list_player_names
from tests.cli.refusals import expect_refusal
from tests.tolerance import PATIENCE, wait_for_work

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "connect_four.py")

Captured = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return main(list(words))


def test_games_lists_names_and_options(capsys: Captured) -> None:
    assert run("games", "--game", EXAMPLE) == 0
    printed = capsys.readouterr().out
    for name in ("pente", "chezz", "checkers", "amazons", "connect-four"):
        assert f"\n{name}: " in f"\n{printed}"
    assert "--option second_stone=at-most-3" in printed
    assert "--option contagion_chains=false" in printed


def test_players_lists_everybody_with_their_settings(capsys: Captured) -> None:
    assert run("players", "checkers") == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert [line.split()[0] for line in lines if line[0] != " "] == list(list_player_names(GAMES["checkers"]))
    engine = "".join(lines).partition("engine ")[2].partition("reference ")[0]
    assert "search, evaluation, variety, seed]" in " ".join(engine.split())
    assert run("players", "connect-four", "--game", EXAMPLE) == 0
    assert "minimax" not in capsys.readouterr().out


def test_show_draws_the_board_and_says_the_position(capsys: Captured) -> None:
    assert run("show", "checkers", "--after", "G6-F5 H3-G4") == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "   A B C D E F G H"
    assert printed[-1] == "1w1w1w1w/w1w1w1w1/1w1w1w2/6w1/5b2/b1b1b3/1b1b1b1b/b1b1b1b1 b"
    assert run("show", "checkers", "--color", "always") == 0
    assert "\x1b[" in capsys.readouterr().out


def test_moves_lists_or_counts(capsys: Captured) -> None:
    assert run("moves", "checkers", "8/8/8/8/8/B1w5/1w6/2b5 b") == 0
    assert capsys.readouterr().out == "A6-B5\nC8-D7\n"
    assert run("moves", "pente", "--count", "--after", "10K") == 0
    assert capsys.readouterr().out == "360\n"


def test_perft_counts_by_rules_or_natively(capsys: Captured) -> None:
    assert run("perft", "checkers", "5") == run("perft", "checkers", "5", "--native") == 0
    assert capsys.readouterr().out == "23582\n23582\n"
    assert run("perft", "checkers", "2", "--divide") == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["G6-F5 7", "49"]
    assert run("perft", "checkers", "0") == 0
    assert capsys.readouterr().out == "1\n"


def test_a_game_from_a_file_plays_like_any_other(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("d1\nd2\nhello\nd3\n"))
    assert run("play", "connect-four", "--game", EXAMPLE, "--against", "person") == 0
    printed = capsys.readouterr().out
    assert "White plays d1" in printed
    assert "illegal move 'hello'" in printed
    assert "Black to move" in printed


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["show", "chess"], "no game is called 'chess'; there are"),
        (["show", "checkers", "8/8 b"], "rows: expected 8 rows"),
        (["show", "checkers", "--after", "A1-B2"], "illegal move 'A1-B2'"),
        (["show", "checkers", "--option", "depth=3"], "--option 'depth=3': expected KEY=VALUE"),
        (["show", "pente", "--option", "second_stone=5"], "second_stone: expected one of"),
        (["moves", "checkers", "8/8/8/8/8/8/8/8 b", "--option", "x=1"], "--option is for the start"),
        (["perft", "checkers", "-1"], "DEPTH: expected 0 to 99"),
        (["perft", "checkers", "200000", "--native"], "DEPTH: expected 0 to 99"),
        (["play", "checkers", "--seat", "3"], "--seat: expected 1 to 2"),
        (["play", "checkers", "--against", "nobody"], "no player is called 'nobody'"),
        (["players", "chess"], "no game is called 'chess'"),
        (["games", "--game", "missing.py"], "missing.py: expected a Python file"),
    ],
)
def test_bad_input_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(words, complaint, capsys)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nonsense"], "there is no command 'nonsense'"),
        (["record", "nonsense"], "there is no command 'record nonsense'"),
        (["--nonsense"], "there is no command '--nonsense'"),
        (["show"], "the following arguments are required: GAME"),
        (["show", "pente", "--loud"], "unrecognized arguments: --loud"),
        (["perft", "checkers", "deep"], "argument DEPTH: expected a whole number, found 'deep'"),
        (["test-game", "pente", "--time", "long"], "argument --time: expected a number, found 'long'"),
    ],
)
def test_wrong_usage_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(words, complaint, capsys)


def test_a_misspelt_command_hints_at_the_right_one(capsys: Captured) -> None:
    assert run("mtach") == 2
    assert capsys.readouterr().err.endswith("hint: ludus match\n")


@pytest.mark.parametrize(
    "words",
    [
        ("checkers", "8/8/8/8/8/B1w5/1w6/2b5 b", "--count", "--after", "C8-D7"),
        ("checkers", "--count", "8/8/8/8/8/B1w5/1w6/2b5 b", "--after", "C8-D7"),
        ("checkers", "--count", "--after", "C8-D7", "8/8/8/8/8/B1w5/1w6/2b5 b"),
        ("--count", "--after", "C8-D7", "checkers", "8/8/8/8/8/B1w5/1w6/2b5 b"),
    ],
)
def test_a_position_may_stand_before_or_after_options(words: tuple[str, ...], capsys: Captured) -> None:
    assert run("moves", *words) == 0
    assert capsys.readouterr().out == "3\n"


def test_the_rules_are_the_docstring_of_the_game(capsys: Captured) -> None:
    assert run("rules", "pente") == 0
    printed = capsys.readouterr().out
    assert printed.split() == (pente.__doc__ or "").split()
    assert all(len(line) <= 80 for line in printed.splitlines())
    assert run("rules", "connect-four", "--game", EXAMPLE) == 0
    assert "four" in capsys.readouterr().out


def test_a_game_without_rule_text_is_named(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "game.py"
    _, _, source = Path(EXAMPLE).read_text(encoding="utf-8").split('"""', 2)
    file.write_text(source, encoding="utf-8")
    expect_refusal(["rules", "connect-four", "--game", str(file)], "connect-four has no rule text", capsys)


def test_the_installed_command_and_the_module_are_the_same() -> None:
    command = Path(sys.executable).with_name("ludus")
    for start in ([str(command)], [sys.executable, "-m", "ludus"]):
        done = subprocess.run([*start, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout == f"ludus {__version__}\n"


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = f"'{sys.executable}' -m ludus moves amazons | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    "line",
    [
        "$LUDUS games > /dev/full",
        "$LUDUS games >&-",
        "$LUDUS play pente <&-",
        "$LUDUS show pente - <&-",
        r"printf '\xff\n' | PYTHONIOENCODING=utf-8:strict $LUDUS play pente",
        "PYTHONIOENCODING=ascii $LUDUS show amazons '000,001 b%C3%A9:1:0 movement 1'",
        "PYTHONIOENCODING=ascii $LUDUS show pente --color always",
        "$LUDUS show pente xx 2>&-",
        "$LUDUS entry chezz /dev/null/x",
    ],
)
def test_odd_streams_and_places_give_no_traceback(line: str) -> None:
    environment = {**os.environ, "LUDUS": f"{sys.executable} -m ludus"}
    done = subprocess.run(line, shell=True, capture_output=True, check=False, env=environment, timeout=30)
    assert b"Traceback" not in done.stderr + done.stdout
    assert done.returncode in (0, 2)


def test_a_native_count_can_be_interrupted() -> None:
    command = [sys.executable, "-m", "ludus", "perft", "checkers", "40", "--native"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as counting:
        wait_for_work(counting.pid, 0.5)
        counting.send_signal(signal.SIGINT)
        try:
            _, talk = counting.communicate(timeout=PATIENCE)
        finally:
            counting.kill()
    assert counting.returncode == 130
    assert talk.strip() == b"interrupted"


def test_a_position_without_moves_lists_none(capsys: Captured) -> None:
    assert run("moves", "checkers", "8/8/8/8/8/8/8/8 b") == 0
    assert capsys.readouterr().out == ""


def test_play_follows_a_script_without_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludus", "play", "checkers", "--against", "first"],
        input="G6-F5\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert "White (first) plays B3-C4" in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
