"""Pente games as pente.org writes them, both ways."""

from __future__ import annotations

import contextlib
import dataclasses
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.arena.referee import play_game
from ludus.arena.replay import check
from ludus.games import GAMES
from ludus.games.checkers import Checkers
from ludus.games.pente import NAMES, Pente
from ludus.players.baseline import First
from ludus.players.named import make_player
from ludus.records.events import Verdict
from ludus.records.pente_org import (
    BadSheet,
    ScoreSheet,
    make_record,
    make_sheet,
    read_sheets,
    read_site_square,
    write_sheet,
    write_site_square,
)
from tests.arena.recording import record_game
from tests.machines import MACHINE

WRITTEN = """\
[Game "Pente"]
[Site "Ludus"]
[Event "3-f00"]
[Round "-"]
[Section "-"]
[Date "-"]
[Time "-"]
[TimeControl "none"]
[Rated "N"]
[Player 1 Name "first"]
[Player 2 Name "last"]
[Player 1 Rating "-"]
[Player 2 Rating "-"]
[Player 1 Type "-"]
[Player 2 Type "-"]
[Result "0-1"]

1. K10 T1 2. G13 S1 3. A19 R1 4. B19 Q1 5. C19 P1 0-1
"""

GAME = "K10 A1 K11 B1 K12 C1 K13 D1 K14".split()


def recorded(name: str = "", first: str = "first", second: str = "last") -> ScoreSheet:
    start, players = Pente.start(), [make_player(first, Pente, MACHINE), make_player(second, Pente, MACHINE)]
    record = record_game(play_game(start, players), start, players)
    return make_sheet(dataclasses.replace(record, id=name))


def test_a_square_is_written_column_first() -> None:
    assert write_site_square("10K") == "K10"
    assert [read_site_square(write_site_square(name)) for name in NAMES] == list(NAMES)
    assert read_site_square("10K") == read_site_square("k10") == read_site_square("10k") == "10K"


@pytest.mark.parametrize("text", ["", "K", "10", "I9", "K20", "K0", "U1", "K10K", "K010", "\u0661A"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(BadSheet, match="expected a square like K10"):
        read_site_square(text)


def test_a_record_is_written_exactly_as_the_site_does() -> None:
    assert write_sheet(recorded("3-f00")) == WRITTEN


def test_long_games_are_broken_into_lines() -> None:
    sheet = ScoreSheet({}, NAMES[:200], "0-1")
    lines = write_sheet(sheet).partition("\n\n")[2].splitlines()
    assert max(map(len, lines)) <= 79
    assert " ".join(lines).startswith("1. A19 B19 2. C19 D19 3.")
    assert next(read_sheets(write_sheet(sheet))).moves == sheet.moves


def test_what_is_written_reads_back_and_replays() -> None:
    (sheet,) = read_sheets(WRITTEN)
    assert write_sheet(sheet) == WRITTEN
    record = make_record(sheet)
    assert [seat.name for seat in record.players] == ["first", "last"]
    assert record.verdict == Verdict("outcome", (0, 1), "five in a line")
    check(record, GAMES)


@pytest.mark.parametrize(
    "text",
    [
        " ".join(GAME),
        ", ".join(GAME).lower(),
        "1.K10 A1 2.K11 B1 3.K12 C1 4.K13 D1 5.K14",
        "1. K10 1... A1 2. K11 2... B1 {a comment\n[over two lines]} 3. K12 C1 4. K13 D1 5. K14 *",
        '\ufeff[Result "1-0"]\r\n[Game "pente"]\r\n\r\n1. 10K 1A 2. 11K 1B\r\n3. 12K 1C 4. 13K 1D 5. 14K\r\n',
        '[ Player 2 Name   "say "hi" ]" ]\n1. K10 A1 2. K11 B1 3. K12 C1 4. K13 D1 5. K14 1-0',
    ],
)
def test_reading_is_tolerant(text: str) -> None:
    (sheet,) = read_sheets(text)
    assert sheet.moves == tuple(read_site_square(square) for square in GAME)
    assert make_record(sheet).verdict.scores == (1, 0)


def test_a_text_may_hold_many_games() -> None:
    sheets = list(read_sheets(WRITTEN + "\n" + WRITTEN.replace('"first"', '"ann"') + WRITTEN))
    assert [sheet.tags["Player 1 Name"] for sheet in sheets] == ["first", "ann", "first"]
    assert len({sheet.moves for sheet in sheets}) == 1
    assert list(read_sheets("")) == list(read_sheets("\n \n")) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[Game Pente]\n", "line 1: expected a tag like"),
        ("1. K10 A1\n2. K99", "line 2: expected a square like K10, found 'K99'"),
        ("K10 1-0 A1", "line 1: expected the end of the game after 1-0, found 'A1'"),
        ("K10 {never\nends", "line 2: expected '}' after a comment"),
        ("K10 K10 1-0", "move 1 of player 2: illegal move '10K'"),
        ("K10 A1 0-1 1/2", "line 1: expected the end of the game after 0-1"),
        ('[Game "Keryo-Pente"]\nK10 1-0', "Game: expected Pente, found 'Keryo-Pente'"),
        ("K10 A1 K11", "Result: expected 1-0, 0-1 or 1/2-1/2, as the board does not tell, found none"),
        (
            " ".join(GAME) + " 0-1",
            "Result: expected the winner that the board shows, five in a line, found 0-1",
        ),
        ("K10 " * 400, "line 1: expected at most 361 moves, found 'K10' after them"),
        ("[" + " " * 100_000, "line 1: expected a tag like"),
        ("[" + 'a "' * 100_000, "line 1: expected a tag like"),
        (" ".join(GAME) + " A2", "move 5 of player 2: illegal move '2A': the game is over"),
    ],
)
def test_what_cannot_be_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadSheet) as caught:
        [make_record(sheet) for sheet in read_sheets(text)]
    assert str(caught.value).startswith(complaint)


def test_a_game_that_was_given_up_keeps_its_result() -> None:
    (sheet,) = read_sheets("1. K10 A1 2. K11 0-1")
    record = make_record(sheet)
    assert (record.verdict.kind, record.verdict.scores) == ("told", (0, 1))
    check(record, GAMES)
    assert write_sheet(make_sheet(record)).endswith("\n\n1. K10 A1 2. K11 0-1\n")


def test_the_site_knows_only_pente_from_the_empty_board() -> None:
    players = [First(), First()]
    start = Pente.start().play("10K")
    record = record_game(play_game(start, players), start, players)
    with pytest.raises(BadSheet, match="start: expected the empty board"):
        make_sheet(record)
    start_of_checkers = Checkers.start()
    events = play_game(start_of_checkers, players, ply_cap=4)
    with pytest.raises(BadSheet, match="expected a game of pente, found one of 'checkers'"):
        make_sheet(record_game(events, start_of_checkers, players, ply_cap=4))


@pytest.mark.parametrize("move", ["", "K10", "10K\x1b", "x" * 100_000])
def test_moves_that_are_no_squares_are_not_written(move: str) -> None:
    (sheet,) = read_sheets("1. K10 A1 2. K11 0-1")
    record = dataclasses.replace(make_record(sheet), moves=("10K", "1A", move))
    with pytest.raises(BadSheet, match=r"moves\[2\]: expected a square like 10K"):
        make_sheet(record)


def test_names_cannot_break_out_of_their_tag() -> None:
    sheet = dataclasses.replace(recorded(), tags={"Player 1 Name": 'a"]\n[Result "0-1'})
    assert "[Player 1 Name \"a']?[Result '0-1\"]\n" in write_sheet(sheet)
    assert len(list(read_sheets(write_sheet(sheet)))) == 1


@given(st.text(alphabet=st.sampled_from('[]"{}\n K10A1.,-*/2 GamePente')) | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(BadSheet):
        for sheet in read_sheets(text):
            check(make_record(sheet), GAMES)


@pytest.mark.given_data
def test_peoples_games_pass_through_sheets_and_records(data: Path) -> None:
    """Every twentieth of the archive's games, which end on the board or were given up."""
    with gzip.open(data / "pente" / "games.txt.gz", "rt", encoding="ascii") as lines:
        for line in list(lines)[::20]:
            result, first, second, *squares = line.split()
            tags = {"Player 1 Rating": first, "Player 2 Rating": second, "Player 1 Name": "ann"}
            sheet = ScoreSheet(tags, tuple(map(read_site_square, squares)), result)
            (again,) = read_sheets(write_sheet(sheet))
            assert (again.moves, again.result) == (sheet.moves, result)
            record = make_record(again)
            assert make_sheet(record).result == result
            check(record, GAMES)
