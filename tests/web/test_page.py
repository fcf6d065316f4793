"""The page of results: what it shows, and that nobody's words can do anything to it."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ludus.arena.match import MatchSettings
from ludus.arena.replay import check
from ludus.games import GAMES, Position
from ludus.records.results import GameResult, extract_result
from ludus.tournaments.standings import make_standings
from ludus.tournaments.tally import Tally
from ludus.web.board import draw
from ludus.web.page import Shown, page
from tests.arena.matches import games_of, participants, played
from tests.games.every_game import EVERY_GAME

HOSTILE = "<script>alert(1)</script>\"'&\x1b[2J"


def shown(name: str, who: str) -> Shown:
    """Play one short game between players of which the first goes by a name of its choice."""
    settings = MatchSettings(name, ply_cap=12)
    (result,) = played(games_of(settings, participants("random", "first"), 1))
    record = replace(
        result.record,
        players=(
            replace(result.record.players[0], name=who, tier="bubblewrap", meter="cgroup2"),
            result.record.players[1],
        ),
        verdict=replace(result.record.verdict, reason=who),
    )
    tally = Tally({"random": who, "first": "first"}, [extract_result(record)])
    return Shown(name, make_standings(tally), [who], (record, check(result.record, GAMES)))


@pytest.mark.parametrize("name", GAMES)
def test_a_tournament_is_shown_with_its_table_its_endings_and_the_last_board(name: str) -> None:
    text = page("Title", "a note", [shown(name, "somebody")])
    assert "<h1>Title</h1>" in text
    assert "<td>somebody</td>" in text
    assert "1 game: " in text
    assert "somebody could not play" in text
    assert "somebody: bubblewrap, metered by cgroup2" in text
    assert text.count("<svg") == 1


def test_the_table_says_how_each_did_against_each_other() -> None:
    games = [(("ann", "bob"), (1.0, 0.0)), (("bob", "ann"), (0.5, 0.5)), (("cid", "ann"), (0.0, 1.0))]
    results = [
        GameResult(str(number), 1, 1, keys, points, points, "outcome", "")
        for number, (keys, points) in enumerate(games)
    ]
    standings = make_standings(Tally({"ann": "Ann", "bob": "Bob", "cid": "Cid"}, results))
    table = ElementTree.fromstring(
        page("", "", [Shown("checkers", standings, [], None)]).partition("</h2>")[2].partition("<ul>")[0]
    )
    rows = [[cell.text or "" for cell in row] for row in table]
    assert [row[:6] for row in rows] == [
        ["", "player", "1", "2", "3", "points"],
        ["1", "Ann", "·", "1.5/2", "1/1", "2.5/3"],
        ["2", "Bob", "0.5/2", "·", "", "0.5/2"],
        ["3", "Cid", "0/1", "", "·", "0/1"],
    ]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_board_is_well_formed_and_has_every_square(name: str) -> None:
    position = EVERY_GAME[name].start()
    picture = ElementTree.fromstring(draw(position, marked=("a1", "A1"), label='"<'))
    titles = [title.text or "" for title in picture.iter("title")]
    squares = [square for row in position.squares() for square in row]
    assert [title.partition(":")[0] for title in titles] == squares


def titles(position: Position) -> set[str]:
    return {title.text or "" for title in ElementTree.fromstring(draw(position)).iter("title")}


def test_a_cell_says_whose_it_is_and_what() -> None:
    assert {"e1: White king", "e7: Black zombie", "e5: empty"} <= titles(GAMES["chezz"].start())
    board = "310,000/001,009 ann:1:7 movement 1"
    assert titles(GAMES["amazons"].read(board)) == {
        "a1: treasure of 3 and horse",
        "b1: empty",
        "a2: ann amazon",
        "b2: blocked",
    }


def test_names_and_reasons_are_text_and_nothing_else() -> None:
    text = page(HOSTILE, HOSTILE, [shown("checkers", HOSTILE)])
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 5
    assert "default-src 'none'" in text
    assert "\x1b" not in text
