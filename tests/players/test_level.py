"""The levels of play for people: each plays every game, repeats itself by its seed, and is stronger than those below."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludus.arena.referee import play_game
from ludus.engine import LEVELS
from ludus.games.base import Game, Position
from ludus.games.checkers import Checkers
from ludus.players.base import Player
from ludus.players.baseline import Greedy
from ludus.players.level import LevelPlayer
from ludus.records.events import Ended, Played
from ludus.turn import Turn
from tests.games.every_game import EVERY_GAME

CONNECT_FOUR = EVERY_GAME["connect-four"]


def moves_of(start: Position, players: list[Player], plies: int = 12) -> list[str]:
    """Play some plies and list the moves."""
    events = play_game(start, players, ply_cap=plies)
    return [event.move for event in events if isinstance(event, Played)]


def points_of_first(game: Game, first: Player, second: Player) -> float:
    """Play two games, both ways around, and tell what the first player has of them."""
    points = 0.0
    for players in ([first, second], [second, first]):
        *_, end = play_game(game.start(), players, ply_cap=200)
        assert isinstance(end, Ended)
        points += end.verdict.scores[players.index(first)]
    return points


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_level_plays_every_game_and_its_seed_repeats_the_moves(game: str) -> None:
    start = EVERY_GAME[game].start()
    games = [moves_of(start, [LevelPlayer(3, seed=7), LevelPlayer(2, seed=8)]) for _ in range(2)]
    assert games[0] == games[1]
    assert len(games[0]) > 5


@pytest.mark.parametrize("game", [Checkers, CONNECT_FOUR])
def test_another_seed_errs_elsewhere(game: Game) -> None:
    games = {tuple(moves_of(game.start(), [LevelPlayer(2, seed), LevelPlayer(2, seed)])) for seed in range(5)}
    assert len(games) > 1


def test_levels_look_farther_and_err_less_from_one_to_the_next() -> None:
    assert len(LEVELS) == 10
    for lower, higher in pairwise(LEVELS):
        assert lower.nodes <= higher.nodes
        assert lower.noise >= higher.noise
        assert lower.slips > higher.slips


@pytest.mark.parametrize(
    ("game", "high"),
    [(Checkers, 8), (CONNECT_FOUR, 4), pytest.param(CONNECT_FOUR, 8, marks=pytest.mark.nightly)],
)
def test_a_high_level_beats_a_low_one(game: Game, high: int) -> None:
    """Without the native core a high level takes long."""
    assert sum(points_of_first(game, LevelPlayer(high, seed), LevelPlayer(1, seed)) for seed in range(3)) >= 5


def test_a_beginner_who_takes_what_is_there_beats_level_1() -> None:
    assert sum(points_of_first(Checkers, Greedy(seed), LevelPlayer(1, seed)) for seed in range(3)) >= 5


def test_the_highest_level_makes_no_slips() -> None:
    turn = Turn(Checkers.start())
    assert {LevelPlayer(10, seed).choose(turn).moves for seed in range(3)} == {
        LevelPlayer(10).choose(turn).moves
    }
