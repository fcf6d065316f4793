"""What a page is told about games and positions."""

from __future__ import annotations

import json

import pytest

from ludus.games import GAMES
from ludus.games.base import Game
from ludus.games.registry import load_game
from ludus.web.game_info import describe_game
from ludus.web.position_view import view_position
from tests.conftest import ROOT

EVERY_GAME = [*GAMES.values(), load_game(ROOT / "examples" / "connect_four.py")]


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: str(game.name))
def test_a_game_is_described_in_json_with_its_board_and_its_rules(game: Game) -> None:
    described = json.loads(json.dumps(describe_game(game)))
    assert described["name"] == game.name
    assert described["start"] == str(game.start())
    assert [tuple(row) for row in described["squares"]] == list(game.start().squares())
    assert described["title"] in described["rules"]


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: str(game.name))
def test_every_cell_of_a_view_has_a_look(game: Game) -> None:
    position = game.start()
    for _ in range(8):
        view = json.loads(json.dumps(view_position(position)))
        assert {cell for row in view["rows"] for cell in row} == set(view["looks"])
        assert view["text"] == str(position)
        assert view["toMove"] == position.to_move
        position = position.play(position.moves()[-1])


def test_a_view_of_a_finished_game_says_who_has_won() -> None:
    four = load_game(ROOT / "examples" / "connect_four.py").start()
    while four.outcome() is None:
        four = four.play(four.moves()[0])
    view = view_position(four)
    outcome = four.outcome()
    assert outcome is not None
    assert view["over"] is True
    assert view["outcome"] == {
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "winners": list(outcome.winners),
    }


def test_an_option_that_is_yes_or_no_lists_both() -> None:
    found = {option["name"]: option for option in describe_game(GAMES["chezz"])["options"]}  # type: ignore[attr-defined]  # a list of objects
    assert found["contagion_chains"] == {
        "name": "contagion_chains",
        "default": "false",
        "values": ["false", "true"],
    }
