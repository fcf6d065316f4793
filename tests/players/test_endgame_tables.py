"""Endgame tables on the disk: found by every engine, refused when they are not whole, never needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus import engine
from ludus.cli import main
from ludus.games.checkers import Checkers
from ludus.players.alphabeta import Engine
from ludus.players.endgame_tables import keep_tables, list_tables
from ludus.players.level import LevelPlayer
from ludus.turn import Choice, Limits, Turn

WON = "1B6/8/8/8/8/8/8/W7 b"
DATA = engine.make_tables("checkers", 2, lambda done, total: None)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def choose(player: Engine, text: str = WON) -> Choice:
    return player.choose(Turn(Checkers.read(text)))


def make_player() -> Engine:
    return Engine(Limits(nodes=100))


def knows_the_end(choice: Choice) -> bool:
    assert choice.thought is not None
    return str(choice.thought.score) == "win in 11"


def test_an_engine_plays_by_tables_once_they_are_made() -> None:
    assert not knows_the_end(choose(make_player()))
    keep_tables("checkers", 2, DATA)
    assert knows_the_end(choose(make_player()))


def test_levels_and_what_strength_is_measured_by_never_use_tables() -> None:
    keep_tables("checkers", 2, DATA)
    limits = Limits(nodes=100)
    players = (LevelPlayer(1), Engine(limits, plain=True), Engine(limits, reference=True))
    assert not any(knows_the_end(choose(player)) for player in players)


def test_tables_are_not_opened_while_there_are_many_pieces() -> None:
    keep_tables("checkers", 2, b"no tables")
    assert choose(make_player(), str(Checkers.start())).note == ""
    assert choose(make_player()).note != ""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cannot mmap an empty file"),
        (b"something else", "expected endgame tables, found something else"),
        (DATA[:100], "found damaged ones|expected \\d+ bytes, found 100"),
        (DATA[:-1], f"expected {len(DATA)} bytes, found {len(DATA) - 1}"),
        (DATA + b"\0", f"expected {len(DATA)} bytes, found {len(DATA) + 1}"),
        (DATA[:8] + b"\2" + DATA[9:], "expected endgame tables of version 1"),
        (DATA.replace(b"checkers", b"draughts"), "expected endgame tables of checkers"),
    ],
)
def test_tables_that_are_not_whole_are_refused_in_one_line_and_the_game_goes_on(
    data: bytes, why: str
) -> None:
    path = keep_tables("checkers", 2, data)
    choice = choose(make_player())
    assert choice.moves
    assert choice.note.startswith(str(path))
    assert re.search(why, choice.note)
    assert "\n" not in choice.note


def test_a_change_of_any_byte_is_noticed() -> None:
    for at in (*range(0, len(DATA), 37), len(DATA) - 1):
        damaged = bytearray(DATA)
        damaged[at] ^= 0x10
        with pytest.raises(ValueError, match="expected"):
            engine.Tables("checkers", bytes(damaged))


def test_the_tables_with_most_pieces_that_are_whole_are_used() -> None:
    keep_tables("checkers", 2, DATA)
    keep_tables("checkers", 4, b"damaged")
    keep_tables("checkers", 10, b"damaged")
    assert [path.name for path in list_tables("checkers")] == [
        "checkers-10.ludusend",
        "checkers-4.ludusend",
        "checkers-2.ludusend",
    ]
    assert knows_the_end(choose(make_player()))


def test_the_command_makes_tables_where_engines_find_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "checkers", "--pieces", "2", "--quiet"]) == 0
    (path,) = list_tables("checkers")
    assert capsys.readouterr().out == f"{path}  {len(DATA):,} bytes\n"
    assert main(["think", "checkers", WON, "--nodes", "100"]) == 0
    assert "win in 11" in capsys.readouterr().out


def test_the_command_says_which_games_and_sizes_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "pente"]) == 2
    assert "no endgame tables are known for pente" in capsys.readouterr().err
    assert main(["tables", "checkers", "--pieces", "6"]) == 2
    assert "--pieces: expected 2 to 5, found 6" in capsys.readouterr().err
