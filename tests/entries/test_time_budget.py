"""The plan of time: games of all lengths are played to their end, and little of the clock is left when they are lost."""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import median

import pytest

from ludus import engine
from ludus.entries.chezz import FEWEST, MOVES
from ludus.entries.game_lengths import CHEZZ, PENTE, MovesToCome, estimate_moves
from ludus.entries.time_budget import LEAST, PARTING, Budget, Patience, plan_search
from ludus.score import Score
from ludus.turn import Thought

LENGTHS = json.loads((Path(__file__).parent / "game_lengths.json").read_text(encoding="utf-8"))
"""How many games of self-play had how many moves of one side; bench/game_lengths.py makes it."""
GAMES = 2_000
"""For each clock; more than ten thousand in all."""
SHARES = (0.4, 0.6, 0.8, 1.0, 1.0, 1.3, 1.6, 2.0)
"""What a search takes of its usual time, easy or difficult."""


def spend_clock(game: str, moves: int, total: float, start: float, chance: random.Random) -> float:
    """Play a game of so many moves by the plan; return the share of the clock that was used, above 1 after a loss on time."""
    left = total
    for made in range(moves):
        most = (361 - 2 * made) // 2 + 1 if game == "pente" else max(MOVES - made, FEWEST)
        to_come = estimate_moves(PENTE if game == "pente" else CHEZZ, made, most)
        budget = plan_search(left, total, start, start, to_come)
        search = min(budget.usual * chance.choice(SHARES), budget.most) if budget else LEAST / 2
        left -= start * chance.uniform(0.8, 1.2) + PARTING + search
        if left < 0:
            return 2.0
    return 1 - left / total


@pytest.mark.parametrize(
    ("game", "total", "start"),
    [
        ("pente", 300, 0.02),
        ("pente", 100, 0.02),
        ("pente", 35, 0.012),
        ("pente", 5, 0.012),
        ("chezz", 300, 0.02),
        ("chezz", 60, 0.02),
        ("chezz", 60, 0.012),
    ],
)
def test_none_of_ten_thousand_games_is_lost_on_time_and_long_ones_use_their_clock(
    game: str, total: float, start: float
) -> None:
    chance = random.Random(f"{game} {total}")
    lengths = [int(length) for length in LENGTHS[game]]
    drawn = chance.choices(lengths, list(LENGTHS[game].values()), k=GAMES)
    used = [(length, spend_clock(game, length, total, start, chance)) for length in drawn]
    assert max(share for _, share in used) < 1
    middle = median(drawn)
    assert 0.7 < median(share for length, share in used if length >= middle) < 0.97
    assert median(share for length, share in used if length < middle) > 0.6


@pytest.mark.parametrize("start", [0.005, 0.012, 0.03])
@pytest.mark.parametrize("total", [5.0, 10.0, 35.0])
def test_a_clock_that_lasts_for_the_longest_game_is_never_overrun(total: float, start: float) -> None:
    longest = max(int(length) for length in LENGTHS["chezz"])
    if (start + PARTING + LEAST) * longest < total:
        chance = random.Random(5)
        assert spend_clock("chezz", longest, total, start, chance) < 1


def test_between_two_rows_lies_a_straight_line_and_the_last_stands_for_all_that_follow() -> None:
    rows = ((0, 20, 40), (10, 10, 20))
    assert estimate_moves(rows, 0, 99) == MovesToCome(20, 40, 99)
    assert estimate_moves(rows, 5, 99) == MovesToCome(15, 30, 99)
    assert estimate_moves(rows, 50, 99) == MovesToCome(10, 20, 99)
    assert estimate_moves(rows, 50, 7) == MovesToCome(7, 7, 7)


class Flag(engine.StopFlag):
    """A flag that tells whether it was raised."""

    is_up = False

    def raise_(self) -> None:
        """Remember it."""
        self.is_up = True


def hear(moves: str, scores: list[float], seconds: float) -> bool:
    """Let a search find these moves, depth by depth, the last after so many seconds; tell whether it ends there."""
    now, flag = [0.0], Flag()
    patience = Patience(Budget(1.0, 2.0), flag, lambda: now[0])
    for depth, (move, score) in enumerate(zip(moves, scores, strict=True), start=1):
        now[0] = seconds if depth == len(moves) else 0.01
        patience.hear([Thought(move, Score.points(score), depth, 1)])
    return flag.is_up


def test_a_steady_move_is_played_soon() -> None:
    assert hear("aaaaaaa", [0.0] * 7, 0.5)
    assert not hear("aaaa", [0.0] * 4, 0.5)


def test_a_new_best_move_gets_more_time() -> None:
    assert hear("aaaa", [0.0] * 4, 1.1)
    assert not hear("aaab", [0.0] * 4, 1.1)
    assert hear("aaab", [0.0] * 4, 1.6)


def test_a_move_whose_score_falls_gets_more_time() -> None:
    assert not hear("aaaaaaa", [0.0] * 6 + [-1.0], 1.1)
    assert hear("aaaaaaa", [0.0] * 6 + [-0.1], 1.1)
