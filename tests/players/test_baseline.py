"""Baselines play any game, and the same game again from the same seed."""

from __future__ import annotations

import pytest

from ludus.arena.referee import play_game
from ludus.games import Game
from ludus.games.checkers import Checkers
from ludus.players.base import BadPlayer
from ludus.players.named import make_player
from ludus.records.events import Played
from ludus.turn import Turn
from tests.games.drawing import drawn
from tests.games.every_game import EVERY_GAME
from tests.machines import MACHINE

BASELINES = ("first", "last", "random", "greedy")


def moves_played(game: Game, names: tuple[str, str], seed: int) -> list[str]:
    players = [make_player(name, game, MACHINE, seed) for name in names]
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
    assert make_player("first", Checkers, MACHINE).choose(turn).moves[0] == "A6-B5"
    assert make_player("last", Checkers, MACHINE).choose(turn).moves[0] == "G6-F5"


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
    assert {
        make_player("greedy", Checkers, MACHINE, seed).choose(Turn(position)).moves[0] for seed in range(5)
    } == {"D5-F3"}


def test_greedy_wins_when_it_can() -> None:
    connect_four = EVERY_GAME["connect-four"]
    three = connect_four.read("7/7/7/7/bbb4/www4 w")
    assert make_player("greedy", connect_four, MACHINE).choose(Turn(three)).moves[0] == "d1"


@pytest.mark.parametrize(
    "text", ["", "nobody", "random:seed", "random:seed=x", "random:seed=²", "random:depth=3", "first:seed=1"]
)
def test_a_wrong_name_is_explained(text: str) -> None:
    with pytest.raises(BadPlayer, match=r"player"):
        make_player(text, Checkers, MACHINE)


def test_a_name_may_carry_its_seed() -> None:
    turn = Turn(Checkers.start())
    named, seeded = (
        make_player("random:seed=7", Checkers, MACHINE),
        make_player("random", Checkers, MACHINE, 7),
    )
    assert named.choose(turn).moves == seeded.choose(turn).moves
