"""`ludus think` and `ludus bench` as a user types them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest

from ludus import engine
from ludus.cli import main
from ludus.games import GAMES
from tests.cli.refusals import expect_refusal
from tests.games.every_game import EVERY_GAME, EXAMPLES
from tests.tolerance import PATIENCE

Captured = pytest.CaptureFixture[str]
LUDUS = (sys.executable, "-m", "ludus")


@pytest.mark.parametrize("game", GAMES)
def test_each_depth_is_shown_and_the_best_move_at_the_end(game: str, capsys: Captured) -> None:
    # In Pente a first stone has one place only.
    after = "10K 9L" if game == "pente" else ""
    assert main(["think", game, "--depth", "3", "--after", after]) == 0
    *depths, best = capsys.readouterr().out.splitlines()
    assert [line[:8] for line in depths] == ["depth  1", "depth  2", "depth  3"]
    word, move = best.split()
    assert word == "best"
    position = GAMES[game].start()
    for earlier in after.split():
        position = position.play(earlier)
    assert move in position.moves()
    assert depths[-1].partition("M/s")[2].split()[0] == move


@pytest.mark.parametrize("nodes", ["500", "1000", "2000", "3000"])
def test_the_best_move_begins_the_last_line_even_if_a_depth_was_not_finished(
    nodes: str, capsys: Captured
) -> None:
    assert main(["think", "amazons", "--nodes", nodes]) == 0
    *_, last, best = capsys.readouterr().out.splitlines()
    assert last.partition("M/s")[2].split()[0] == best.removeprefix("best ")


def test_on_a_terminal_a_line_of_play_ends_where_the_terminal_does(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["think", "chezz", "--depth", "8"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[-2].partition("M/s")[2].split()[0] == lines[-1].removeprefix("best ")


def test_several_lines_stand_below_each_other(capsys: Captured) -> None:
    assert main(["think", "checkers", "--depth", "2", "--lines", "3"]) == 0
    *lines, _ = capsys.readouterr().out.splitlines()
    assert [line[:8].strip() for line in lines] == ["depth  1", "", "", "depth  2", "", ""]
    assert len({line.partition("M/s")[2].split()[0] for line in lines[3:]}) == 3


def test_a_sure_end_is_told_in_moves(capsys: Captured) -> None:
    assert main(["think", "chezz", "4k3/8/8/8/8/8/4R3/4K3 w", "--depth", "4"]) == 0
    assert "win in 1" in capsys.readouterr().out


def test_an_only_move_is_called_so_and_looked_at_as_deep_as_any_other(capsys: Captured) -> None:
    assert main(["think", "checkers", "1B6/W7/8/8/8/8/1W3W2/4W3 b", "--depth", "5"]) == 0
    *depths, best = capsys.readouterr().out.splitlines()
    assert depths[-1].startswith("depth  5")
    assert best == "best B1-C2 (the only move)"


def test_an_analysis_of_a_win_goes_on_until_none_can_come_sooner(capsys: Captured) -> None:
    assert main(["think", "chezz", "4k3/8/8/8/8/8/4R3/4K3 w", "--depth", "4", "--lines", "2"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert any("win in 1" in line for line in shown)
    assert any(line.startswith("depth  4") for line in shown)


def test_what_is_found_is_shown_while_it_thinks() -> None:
    """Through a pipe, too; and Ctrl-C ends it without a traceback."""
    command = [*LUDUS, "think", "chezz", "--time", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as thinking:
        assert thinking.stdout is not None
        assert thinking.stdout.readline().startswith("depth  1")
        thinking.send_signal(signal.SIGINT)
        _, talk = thinking.communicate(timeout=PATIENCE)
    assert thinking.returncode == 130
    assert talk.strip() == "interrupted"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--time", "0"], "--time: expected a number above 0 and up to 1000000, found 0.0"),
        (["--time", "nan"], "--time: expected a number above 0"),
        (["--time", "inf"], "--time: expected a number above 0"),
        (["--depth", "0"], "--depth: expected a number above 0 and up to 99, found 0"),
        (["--depth", "99999999999"], "--depth: expected"),
        (["--nodes", "0"], "--nodes: expected"),
        (["--nodes", "9" * 30], "--nodes: expected"),
        (["--lines", "0"], "--lines: expected"),
        (["--lines", "9" * 30], "--lines: expected"),
        (["4k3/8/8/8/8/8/8/8 w ended"], "the game is over"),
        (["nonsense"], "position: expected ROWS w|b"),
        (
            ["--option", "fling_king=false", "--lines", "2"],
            "--lines: expected 1, as only the search in Python",
        ),
    ],
)
def test_bad_input_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(["think", "chezz", *words], complaint, capsys)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_without_a_kernel_is_searched_in_python(name: str, capsys: Captured) -> None:
    assert main(["think", name, "--game", EXAMPLES[name], "--depth", "3"]) == 0
    *depths, best = capsys.readouterr().out.splitlines()
    assert [line[:8] for line in depths] == ["depth  1", "depth  2", "depth  3"]
    assert best.split()[1] in EVERY_GAME[name].start().moves()


def test_a_position_that_its_kernel_does_not_know_is_searched_in_python(capsys: Captured) -> None:
    assert main(["think", "chezz", "--option", "fling_king=false", "--nodes", "500"]) == 0
    assert "best " in capsys.readouterr().out


def test_a_board_that_is_too_large_for_its_kernel_is_searched_in_python(capsys: Captured) -> None:
    words = ["think", "amazons", "--option", "size=1x121", "--nodes", "200"]
    assert main(words) == 0
    assert "best " in capsys.readouterr().out
    expect_refusal([*words, "--lines", "2"], "only the search in Python knows this position", capsys)


def test_a_move_is_shown_with_its_score_even_if_no_depth_was_finished(capsys: Captured) -> None:
    assert (
        main([*"think amazons --option size=130x130 --option amazons=1 --nodes 20 --after".split(), "a1 c3"])
        == 0
    )
    line, best = capsys.readouterr().out.splitlines()
    assert line.startswith("partial ")
    assert line.split()[-1] == best.removeprefix("best ")


def test_a_win_that_the_search_in_python_finds_is_told(capsys: Captured) -> None:
    words = ["--game", EXAMPLES["connect-four"], "--after", "a1 b1 a2 b2 a3 b3", "--depth", "2"]
    assert main(["think", "connect-four", *words]) == 0
    depth, best = capsys.readouterr().out.splitlines()
    assert depth.split()[2] == "win"
    assert best == "best a4"


def test_a_signature_is_the_number_of_positions_and_always_the_same(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "choose_bench_depth", lambda game: 3)
    tables = []
    for _ in range(2):
        assert main(["bench"]) == 0
        head, *rows = capsys.readouterr().out.splitlines()
        assert head.split() == ["game", "depth", "signature", "M", "nodes/s"]
        tables.append([row.split()[:3] for row in rows])
    assert tables[0] == tables[1]
    assert [row[0] for row in tables[0]] == engine.list_kernels()
    assert all(re.fullmatch(r"[1-9][\d,]*", row[2]) for row in tables[0])
