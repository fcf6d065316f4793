"""The reference agents play as the contests' texts say."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludus.arena.referee import play_game
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import SECOND_STONE, Pente
from ludus.players.base import Player
from ludus.players.baseline import Random
from ludus.players.named import make_player
from ludus.players.references.amazons_territory import Territory
from ludus.players.references.reference_agents import (
    AmazonsGreedy,
    CheckersMinimax,
    Neighbours,
    count_landing_gains,
)
from ludus.records.events import Ended, Played
from ludus.score import Score
from ludus.search.minimax import choose_minimax_move
from ludus.turn import Limits, Turn
from tests.games.every_game import random_game
from tests.machines import MACHINE


def chosen(player: Player, position: Pente | Amazons | Checkers | Chezz) -> str:
    (move,) = player.choose(Turn(position)).moves
    return move


# Pente


def test_pentes_random_agent_plays_next_to_a_stone_everywhere_with_the_same_chance() -> None:
    position = Pente.start().play("10K").play("19A")
    position = position.play("11L")
    player = Neighbours(seed=1)
    drawn = Counter(chosen(player, position) for _ in range(3000))
    around_k, around_l = {"9J", "9K", "9L", "10J", "11J", "11K", "10L"}, {"10M", "11M", "12K", "12L", "12M"}
    assert set(drawn) == around_k | around_l | {"18A", "18B", "19B"}
    assert 3000 / 15 * 0.7 < min(drawn.values()) <= max(drawn.values()) < 3000 / 15 * 1.4


@pytest.mark.parametrize("second_stone", SECOND_STONE)
def test_pentes_random_agent_opens_by_the_rules(second_stone: str) -> None:
    for seed in range(20):
        *_, ended = play_game(
            Pente.start(second_stone=second_stone), [Neighbours(seed), Neighbours(seed + 100)], ply_cap=6
        )
        assert isinstance(ended, Ended)
        assert ended.verdict.kind == "cut"


# Chezz


def test_chezz_has_the_first_the_last_and_any_legal_move() -> None:
    position = Chezz.start()
    moves = position.moves()
    assert chosen(make_player("firstlegal", Chezz, MACHINE), position) == moves[0]
    assert chosen(make_player("lastlegal", Chezz, MACHINE), position) == moves[-1]
    drawn = {chosen(make_player("randomlegal", Chezz, MACHINE, seed), position) for seed in range(200)}
    assert drawn == set(moves)


# Checkers


@pytest.mark.parametrize("leaf", ["material", "limits"])
def test_checkers_agent_is_the_contests_minimax(leaf: str) -> None:
    for position, move in random_game(Checkers.start(), seed=8):
        assert isinstance(position, Checkers)
        if move is None or position.board.count(".") > 60:
            break
        choice = CheckersMinimax(leaf=leaf).choose(Turn(position))
        expected, value = choose_minimax_move(position, 3, leaf)
        assert choice.moves == (expected,)
        assert choice.thought is not None
        own = value if position.to_move == 0 else -value
        assert choice.thought.score == Score.points(own) or abs(value) > 2**30


# Amazons


def test_greedy_takes_the_most_treasure_and_shoots_anywhere() -> None:
    position = Amazons.read("001,000,200/100,000,000/300,000,400 ann:1:0;bob:2:0 movement 1")
    moves = {chosen(AmazonsGreedy(seed), position) for seed in range(200)}
    assert moves == {move for move in position.moves() if move.startswith("a1-c3/")}


def test_greedy_counts_a_horse_as_its_best_second_step() -> None:
    # 2 and a horse, from where 4 is near: more than 5 at once.
    position = Amazons.read("500,000,001/000,009,000/400,000,210 ann:1:0;bob:2:0 movement 1")
    assert count_landing_gains(position)["c1-c3"] == 6
    assert {chosen(AmazonsGreedy(seed), position)[:5] for seed in range(20)} == {"c1-c3"}


def test_greedy_reckons_a_second_step_over_the_field_just_left() -> None:
    position = Amazons.read("500,000,001,010 ann:1:0;bob:2:0 movement 1")
    assert count_landing_gains(position) == {"c1-d1": 5, "c1-b1": 0, "c1-a1": 5}


def test_greedy_draws_among_equal_landings() -> None:
    position = Amazons.read("300,000,001,000,300 ann:1:0;bob:2:0 movement 1")
    assert {chosen(AmazonsGreedy(seed), position)[:5] for seed in range(40)} == {"c1-a1", "c1-e1"}


def test_greedy_lands_without_a_shot_on_a_broken_arrow_and_throws_a_spear() -> None:
    broken = Amazons.read("001,320,000 ann:1:0;bob:2:0 movement 1")
    assert chosen(AmazonsGreedy(), broken) == "a1-b1"
    spear = Amazons.read("001,330,000 ann:1:0;bob:2:0 movement 1")
    assert {chosen(AmazonsGreedy(seed), spear) for seed in range(20)} == {"a1-b1*a1", "a1-b1*c1"}


@pytest.mark.parametrize("player", [AmazonsGreedy(3), Territory(3)], ids=lambda player: player.name)
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_amazons_agents_play_whole_games_for_any_number_of_seats(player: Player, seats: int) -> None:
    start = Amazons.start(size="7x8", players=seats, amazons=2, seed=seats)
    *_, ended = play_game(start, [player, *(Random(seat) for seat in range(1, seats))])
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "outcome"


def distances(position: Amazons, digits: str) -> dict[int, int]:
    """Count queen moves from the amazons of these players to every free field, plainly."""
    width, fields = position.width, position.fields
    height = len(fields) // width
    front = [square for square, field in enumerate(fields) if field[2] in digits]
    found: dict[int, int] = {}
    count = 0
    while front:
        count += 1
        reached = []
        for square in front:
            for down, right in ((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r):
                row, col = square // width + down, square % width + right
                while 0 <= row < height and 0 <= col < width and fields[row * width + col][2] == "0":
                    if row * width + col not in found:
                        found[row * width + col] = count
                        reached.append(row * width + col)
                    row, col = row + down, col + right
        front = reached
    return found


def territory(position: Amazons, seat: int) -> float:
    """Value a position for a seat field by field."""
    own = position.seated[seat].digit
    near = distances(position, own)
    far = distances(position, "".join(row.digit for row in position.seated if row.digit != own))
    scores = position.standing()
    total = scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)
    for square, field in enumerate(position.fields):
        ours, theirs = near.get(square, 999), far.get(square, 999)
        total += int(field[0]) * ((ours < theirs) - (ours > theirs)) if field[2] == "0" else 0
    return total


@pytest.mark.parametrize("seed", range(6))
def test_territory_takes_a_best_step_as_counted_field_by_field(seed: int) -> None:
    start = Amazons.start(size="5x6", players=1 + seed % 3, amazons=2, seed=seed)
    for number, (position, _) in enumerate(random_game(start, seed)):
        assert isinstance(position, Amazons)
        if number % 3 or not position.moves():
            continue
        values = {move: territory(position.play(move), position.to_move) for move in position.moves()}
        choice = Territory(seed).choose(Turn(position))
        assert choice.thought is not None
        assert choice.thought.score.value == max(values.values()) == values[choice.moves[0]]


def test_territory_draws_among_equal_steps() -> None:
    empty = Amazons.start(size="3x3", treasure="1,0,0,0,0,0", artifacts="1,0,0,0")
    assert len({chosen(Territory(seed), empty) for seed in range(100)}) == 9


def test_territory_keeps_to_a_limit_of_positions() -> None:
    thought = Territory().think(Turn(Amazons.start(size="9x9")), Limits(nodes=7))
    assert thought.nodes == 7


def test_territory_can_be_given_a_limit_of_its_own() -> None:
    player = make_player("territory:nodes=7", Amazons, MACHINE)
    thought = player.choose(Turn(Amazons.start(size="9x9"))).thought
    assert thought is not None
    assert thought.nodes == 7


def test_the_better_of_the_amazons_agents_win() -> None:
    for better, worse in ((AmazonsGreedy, "random"), (Territory, "greedy")):
        lead = 0.0
        for seed in range(4):
            start = Amazons.start(size="8x8", amazons=2, seed=seed)
            seat = seed % 2
            players = [better(seed), make_player(worse, Amazons, MACHINE, seed)]
            *_, ended = play_game(start, players if seat == 0 else players[::-1])
            assert isinstance(ended, Ended)
            lead += ended.verdict.scores[seat] - ended.verdict.scores[1 - seat]
        assert lead > 0, worse


def test_the_same_seed_plays_the_same_game() -> None:
    for name in ("greedy", "territory", "random"):
        games = []
        for _ in range(2):
            players = [make_player(name, Amazons, MACHINE, seed) for seed in (1, 2)]
            events = play_game(Amazons.start(size="6x6", seed=3), players, ply_cap=20)
            games.append([event.move for event in events if isinstance(event, Played)])
        assert games[0] == games[1]


def test_random_games_do_not_depend_on_other_dice() -> None:
    random.seed(5)
    first = chosen(make_player("randomlegal", Chezz, MACHINE, 9), Chezz.start())
    random.seed(6)
    assert chosen(make_player("randomlegal", Chezz, MACHINE, 9), Chezz.start()) == first
