"""Monte Carlo plays any game, repeats itself, and is better than chance."""

from __future__ import annotations

import pytest

from ludus.arena.referee import play_game
from ludus.games import GAMES, Position
from ludus.games.amazons import Amazons
from ludus.games.pente import Pente
from ludus.players.baseline import Random
from ludus.players.montecarlo import MonteCarlo
from ludus.records.events import Ended
from ludus.score import Score
from ludus.turn import Limits, Thought, Turn
from tests.games.every_game import EVERY_GAME

CONNECT_FOUR = EVERY_GAME["connect-four"]


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("limits", [Limits(playouts=10), Limits(nodes=300)], ids=["playouts", "nodes"])
def test_the_same_seed_finds_the_same(game: str, limits: Limits) -> None:
    turn = Turn(EVERY_GAME[game].start())
    first, again = (MonteCarlo(limits, seed=5).choose(turn) for _ in range(2))
    assert first == again
    turn.position.play(first.moves[0])


def test_another_seed_looks_elsewhere() -> None:
    turn = Turn(Pente.start().play("10K"))
    assert len({MonteCarlo(Limits(playouts=5), seed).choose(turn).moves for seed in range(6)}) > 1


@pytest.mark.parametrize("nodes", [1, 3, 40, 41, 1000])
def test_it_looks_at_no_more_positions_than_allowed(nodes: int) -> None:
    thought = MonteCarlo(Limits(nodes=nodes)).think(Turn(Pente.start().play("10K")), Limits(nodes=nodes))
    assert thought.nodes <= nodes


@pytest.mark.parametrize("seed", range(3))
def test_it_wins_when_it_can(seed: int) -> None:
    three = CONNECT_FOUR.read("7/7/7/7/bbb4/www4 w")
    choice = MonteCarlo(Limits(playouts=100), seed).choose(Turn(three))
    assert choice.moves == ("d1",)
    assert choice.thought is not None
    assert choice.thought.score == Score.chance(1)


@pytest.mark.parametrize("seed", range(3))
def test_it_stops_a_win(seed: int) -> None:
    three = CONNECT_FOUR.read("7/7/7/7/w6/wbbb3 w")
    assert MonteCarlo(Limits(playouts=300), seed).choose(Turn(three)).moves == ("e1",)


@pytest.mark.parametrize("players", [1, 3, 8])
def test_any_number_of_seats_can_sit_down(players: int) -> None:
    start = Amazons.start(size="6x6", players=players, amazons=1, seed=4)
    seated = [MonteCarlo(Limits(playouts=4), seat) for seat in range(players)]
    *_, ended = play_game(start, seated)
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "outcome"


def test_who_plays_alone_takes_the_treasure() -> None:
    alone = Amazons.read("001,000,500/000,000,000/000,000,000 solo:1:0 movement 1")
    choice = MonteCarlo(Limits(playouts=400)).choose(Turn(alone))
    assert choice.thought is not None
    assert choice.thought.score.value > 0.7


def test_it_tells_what_it_has_found_on_the_way() -> None:
    told: list[tuple[Thought, tuple[str, ...]]] = []
    turn = Turn(CONNECT_FOUR.start())
    last = MonteCarlo().think(
        turn, Limits(playouts=64), on_info=lambda thought, line: told.append((thought, line))
    )
    assert [thought.nodes for thought, _ in told] == sorted(thought.nodes for thought, _ in told)
    assert told[-1][0] == last
    for thought, line in told:
        position: Position = turn.position
        for move in line:
            position = position.play(move)
        assert (thought.move, thought.depth) == (line[0], len(line))


def test_a_bound_on_depth_alone_means_the_usual_playouts() -> None:
    turn = Turn(CONNECT_FOUR.start())
    assert MonteCarlo(seed=2).think(turn, Limits(depth=1)) == MonteCarlo(seed=2).choose(turn).thought


@pytest.mark.slow
@pytest.mark.parametrize("game", [CONNECT_FOUR, GAMES["checkers"]], ids=lambda game: game.name)
def test_it_beats_chance(game: type[Position]) -> None:
    points = 0.0
    for seed in range(4):
        players = [MonteCarlo(Limits(playouts=20), seed), Random(seed)]
        seat = seed % 2
        *_, ended = play_game(game.start(), players if seat == 0 else players[::-1], ply_cap=150)
        assert isinstance(ended, Ended)
        points += ended.verdict.scores[seat]
    assert points >= 3
