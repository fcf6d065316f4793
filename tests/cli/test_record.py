"""`ludus record` as a user types it."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena.referee import play_game
from ludus.cli import main
from ludus.games.base import Game, Position
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.players.base import Crash
from ludus.players.baseline import First, Last
from ludus.records.files import append
from ludus.records.record import Record
from ludus.records.record_json import read
from ludus.turn import Choice, Turn
from tests.arena.recording import record_game, record_moves
from tests.cli.refusals import expect_refusal
from tests.games.every_game import EVERY_GAME, EXAMPLES

Captured = pytest.CaptureFixture[str]


def run(*words: str | Path) -> int:
    return main(["record", *map(str, words)])


def recorded(game: Game, name: str = "ann", plies: int = 20) -> Record:
    start, players = game.start(), [First(), Last()]
    players[0].name = name
    record = record_game(play_game(start, players, ply_cap=plies), start, players, ply_cap=plies)
    return replace(record, id=f"{game.name}-1")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    for game in (Checkers, Pente):
        append(path, recorded(game))
    return path


def test_true_records_pass_the_check(games: Path, capsys: Captured) -> None:
    assert run("check", games) == 0
    assert capsys.readouterr() == ("2 records, 0 refused\n", "")


def test_a_lie_or_a_broken_line_fails_the_check_and_is_named(games: Path, capsys: Captured) -> None:
    truth = recorded(Checkers)
    append(games, dataclasses.replace(truth, moves=("A1-A2",) * len(truth.moves)))
    with games.open("a", encoding="utf-8") as file:
        file.write('{"broken')
    assert run("check", games) == 1
    printed = capsys.readouterr()
    assert printed.out == "4 records, 2 refused\n"
    lie, broken = printed.err.splitlines()
    assert lie.startswith(
        "refused: line 3: moves[0]: expected a legal move, found Black: illegal move 'A1-A2'"
    )
    assert broken.startswith("refused: line 4: record: expected JSON, found a fault at character")


@pytest.mark.parametrize("name", EXAMPLES)
def test_records_of_other_peoples_games_can_be_checked(name: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    append(path, recorded(EVERY_GAME[name], plies=99))
    assert run("check", path) == 1
    assert run("check", path, "--game", EXAMPLES[name]) == 0
    complaint, hint = capsys.readouterr().err.splitlines()
    assert "game: expected one of pente" in complaint
    assert hint == f"hint: load {name} with --game FILE"


def test_show_lists_the_games(games: Path, capsys: Captured) -> None:
    append(games, recorded(Checkers, "\x1b[31mred"))
    assert run("show", games) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "   1  checkers-1  checkers  ann - last  0.5-0.5  20 moves  cut: 20 plies were played"
    assert lines[1] == "   2  pente-1  pente  ann - last  0-1  10 moves  outcome: five in a line"
    assert r"\x1b[31mred - last" in lines[2]


def test_show_draws_the_end_of_a_game(games: Path, capsys: Captured) -> None:
    assert run("show", games, "2") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("pente-1  pente  ann - last  0-1")
    assert lines[1:5] == [
        "clock: none",
        "",
        "     White (ann)         Black (last)",
        "  1. 10K              2. 1T",
    ]
    assert "    A B C D E F G H J K L M N O P Q R S T" in lines
    assert "Black won: five in a line" in lines[-2]
    assert lines[-1].endswith(" 0,0 w ended")


def test_show_numbers_the_moves_and_tells_opening_offences_and_verdict(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "games.jsonl"
    start, players = EVERY_GAME["amazons"].start(), [First(), Faulty(2)]
    record = record_game(play_game(start, players, ply_cap=6), start, players, ply_cap=6)
    append(path, replace(record, opening="seed=7"))
    assert run("show", path) == 0
    assert run("show", path, "1") == 0
    printed = capsys.readouterr().out
    assert "opening: seed=7\n" in printed
    moves = record.moves
    assert f"  1. {moves[0]}" in printed
    assert "  6. player2 loses its turn: crash: player2: exit code \\x1b1\n" in printed
    assert "end: cut: 6 plies were played" in printed
    assert "\x1b" not in printed


def test_eight_players_are_shown_in_80_columns(tmp_path: Path, capsys: Captured) -> None:
    start = EVERY_GAME["amazons"].start(players="8", amazons="1", size="9x9")
    append(
        tmp_path / "games.jsonl",
        record_moves(start, " ".join(_list_first_moves(start, 20)), "a b c d e f g h"),
    )
    assert run("show", tmp_path / "games.jsonl", "1") == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line[3:5] == ". "]
    assert len(lines) == 20
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == ["1.", "a1", "player1", "(a)"]


def _list_first_moves(start: Position, plies: int) -> list[str]:
    moves, position = list[str](), start
    for _ in range(plies):
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    return moves


class Faulty(First):
    """Crashes once, when it has made so many moves."""

    def __init__(self, moves: int) -> None:
        self._left = moves

    def choose(self, turn: Turn) -> Choice:
        self._left -= 1
        if self._left == -1:
            raise Crash("exit code \x1b1")
        return super().choose(turn)


def test_show_draws_the_board_after_some_moves(games: Path, capsys: Captured) -> None:
    assert run("show", games, "1", "--ply", "0") == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(Checkers.start())
    assert run("show", games, "1", "--ply", "1", "--color", "always") == 0
    printed = capsys.readouterr().out
    assert "\x1b[" in printed
    assert printed.splitlines()[-1] == str(Checkers.start().play(recorded(Checkers).moves[0]))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["3"], "GAME: expected the number or the id of a recorded game, found '3'"),
        (["0"], "expected one game whose id begins with '0', found none"),
        (["1", "--ply", "21"], "--ply: expected 0 to 20, found 21"),
        (["--ply", "2"], "--ply: expected the number of a game before it"),
    ],
)
def test_a_game_or_a_ply_that_is_not_there_is_an_error(
    games: Path, words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(["record", "show", str(games), *words], complaint, capsys)


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path, capsys: Captured) -> None:
    expect_refusal(["record", "check", str(tmp_path / "missing")], "cannot be read: No such file", capsys)


def test_pente_games_go_to_the_site_and_come_back(tmp_path: Path, capsys: Captured) -> None:
    path, text = tmp_path / "games.jsonl", tmp_path / "games.txt"
    for _ in range(2):
        append(path, recorded(Pente))
    assert run("pente-org", "to", path) == 0
    text.write_text(capsys.readouterr().out, encoding="utf-8")
    assert text.read_text(encoding="utf-8").count('[Player 1 Name "ann"]') == 2
    assert run("pente-org", "from", text) == 0
    again = [read(line) for line in capsys.readouterr().out.splitlines()]
    assert [game.moves for game in again] == [recorded(Pente).moves] * 2
    assert [game.verdict for game in again] == [recorded(Pente).verdict] * 2


def test_a_game_that_the_site_cannot_hold_is_named_and_the_others_are_written(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "games.jsonl"
    for game in (Checkers, Pente, Checkers, Pente):
        append(path, recorded(game))
    assert run("pente-org", "to", path) == 1
    printed = capsys.readouterr()
    assert printed.out.count('[Player 1 Name "ann"]') == 2
    assert not printed.out.startswith("\n")
    left_out = "left out: game checkers-1: expected a game of pente, found one of 'checkers'"
    assert printed.err.splitlines() == [left_out] * 2


@pytest.mark.parametrize(
    ("direction", "text", "complaint"),
    [
        ("from", 'K10 1-0\n\n[Result "0-1"]\nK10 K10', "game 2: move 1 of player 2: illegal move '10K'"),
        ("from", "\xff\xfe", "line 1: expected a square like K10"),
    ],
    ids=("an illegal move", "no text"),
)
def test_what_cannot_be_exchanged_is_an_error(
    tmp_path: Path, direction: str, text: str, complaint: str, capsys: Captured
) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="latin-1")
    assert run("pente-org", direction, path) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"error: {complaint}")
    assert all(json.loads(line) for line in printed.out.splitlines())
