"""Baselines play any game, and the same game again from the same seed."""

from __future__ import annotations

import pytest

from ludus.arena.referee import play_game
from ludus.games import Game
from ludus.games.checkers import Checkers
from ludus.players.base import BadPlayer
from ludus.players.baseline import BASELINES, baseline
from ludus.records.events import Played
from ludus.turn import Turn
from tests.games.drawing import drawn
from tests.games.every_game import EVERY_GAME


def moves_played(game: Game, names: tuple[str, str], seed: int) -> list[str]:
    players = [baseline(name, seed) for name in names]
    return [event.move for event in play_game(game.start(), players, ply_cap=30) if isinstance(event, Played)]


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("name", BASELINES)
def test_every_baseline_plays_every_game_and_repeats_itself(game: str, name: str) -> None:
    first = moves_played(EVERY_GAME[game], (name, "first"), seed=1)
    assert first
    assert first == moves_played(EVERY_GAME[game], (name, "first"), seed=1)


def test_another_seed_is_another_game() -> None:
    games = {tuple(moves_played(Checkers, ("random", "random"), seed)) for seed in range(5)}
    assert len(games) == 5


def test_first_and_last_take_the_ends_of_the_list() -> None:
    turn = Turn(Checkers.start())
    assert baseline("first").choose(turn).moves[0] == "A6-B5"
    assert baseline("last").choose(turn).moves[0] == "G6-F5"


def test_greedy_takes_what_is_offered() -> None:
    offered = """
        ........
        ........
        ........
        ....w...
        ...b....
        .......b
    """
    position = Checkers.read(f"{drawn(offered)} b")
    assert {baseline("greedy", seed).choose(Turn(position)).moves[0] for seed in range(5)} == {"D5-F3"}


def test_greedy_wins_when_it_can() -> None:
    connect_four = EVERY_GAME["connect-four"]
    three = connect_four.read("7/7/7/7/bbb4/www4 w")
    assert baseline("greedy").choose(Turn(three)).moves[0] == "d1"


@pytest.mark.parametrize(
    "text", ["", "nobody", "random:seed", "random:seed=x", "random:seed=²", "random:depth=3", "first:seed=1"]
)
def test_a_wrong_name_is_explained(text: str) -> None:
    with pytest.raises(BadPlayer, match=r"player"):
        baseline(text)


def test_a_name_may_carry_its_seed() -> None:
    turn = Turn(Checkers.start())
    assert baseline("random:seed=7").choose(turn).moves[0] == baseline("random", 7).choose(turn).moves[0]
