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
from ludus.entries.time_budget import (
    PARTING,
    Budget,
    Patience,
    Spending,
    guess_spending,
    plan_search,
    plan_search_without_memory,
)
from ludus.score import Score
from ludus.turn import Clock, Thought

LENGTHS = json.loads((Path(__file__).parent / "game_lengths.json").read_text(encoding="utf-8"))
"""How many games of self-play had how many moves of one side; bench/game_lengths.py makes it."""
SHARES = (0.4, 0.6, 0.8, 1.0, 1.0, 1.3, 1.6, 2.0)
"""What a search takes of its usual time, easy or difficult."""
CLOCKS = (1, 2, 5, 10, 60, 300)
STARTS = (0.01, 0.02, 0.04)
"""What a move costs without its search, on average."""
FORGETFUL = "chezz without a folder"
"""Where it cannot write, the program does not know what its searches took."""
FITTING = 0.85
"""A game is not lost on time whose starts take no more than this share of the clock."""


def draw_lengths(game: str, games: int, chance: random.Random) -> list[int]:
    """Draw how many moves games have, one of a hundred of the longest."""
    counts = LENGTHS[game.partition(" ")[0]]
    lengths = [int(length) for length in counts]
    return [max(lengths)] * max(1, games // 100) + chance.choices(lengths, list(counts.values()), k=games)


def draw_starts(moves: int, mean: float, chance: random.Random) -> list[float]:
    """Draw what the starts of a game cost; one of twenty is slow."""
    return [mean * (2.0 if chance.random() < 0.05 else chance.uniform(0.75, 1.15)) for _ in range(moves)]


def plan_move(game: str, total: float, left: float, made: int, searches: float, seen: float) -> Budget | None:
    """Plan as the entry of the game does: only that of Chezz knows the whole clock, and in a folder what its searches took."""
    if game == "pente":
        to_come = estimate_moves(PENTE, made, (361 - 2 * made) // 2 + 1)
        return plan_search(guess_spending(left, made, seen, to_come), seen, seen, to_come)
    to_come = estimate_moves(CHEZZ, made, max(MOVES - made, FEWEST))
    if game == FORGETFUL and made > 0:
        return plan_search_without_memory(Clock(total - left, total), made, seen, seen, to_come)
    return plan_search(Spending(total, left, made, searches), seen, seen, to_come)


def spend_clock(game: str, total: float, starts: list[float], chance: random.Random) -> float:
    """Play a game with these starts by the plan; return the share of the clock that was used, above 1 after a loss on time."""
    used = searches = 0.0
    for made, start in enumerate(starts):
        seen = max(0.6 * start, start - PARTING)
        budget = plan_move(game, total, total - used, made, searches, seen)
        search = min(budget.usual * chance.choice(SHARES), budget.most) if budget else 0.0
        searches += search
        used += start + search
        if used >= total:
            return 2.0
    return used / total


def play_games(game: str, total: float, start: float, games: int) -> None:
    """Let no game be lost on time that can be played to its end, and long ones use their clock."""
    chance = random.Random(f"{game} {total} {start}")
    lengths = draw_lengths(game, games, chance)
    middle = median(lengths)
    long = []
    for length in lengths:
        starts = draw_starts(length, start, chance)
        share = spend_clock(game, total, starts, chance)
        assert share < 1 or sum(starts) > FITTING * total
        if length >= middle:
            # Nobody may use what the starts of the longest game need.
            reserve = min(start * (max(lengths) - length), FITTING * total - sum(starts))
            long.append((share, share / (1 - max(0, reserve) / total)))
    if total >= 10:
        assert median(share for share, _ in long) > 0.7 or start * max(lengths) > total / 3
        assert median(share for _, share in long) > 0.7


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("total", CLOCKS)
@pytest.mark.parametrize("game", ["pente", "chezz", FORGETFUL])
def test_no_game_is_lost_on_time_whose_starts_fit_and_long_ones_use_their_clock(
    game: str, total: float, start: float
) -> None:
    play_games(game, total, start, 40)


@pytest.mark.nightly
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("total", CLOCKS)
@pytest.mark.parametrize("game", ["pente", "chezz", FORGETFUL])
def test_none_of_ten_thousand_games_is_lost_on_time_whose_starts_fit(
    game: str, total: float, start: float
) -> None:
    play_games(game, total, start, 300)


@pytest.mark.parametrize(
    ("kind", "share"), [("usual", 0.5), ("usual", 0.7), ("usual", 0.8), ("most", 0.5), ("most", 0.6)]
)
@pytest.mark.parametrize("made", [0, 50, 120])
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("total", [10, 20, 300])
def test_a_clock_that_somebody_else_has_used_lasts_for_all_starts_that_fit(
    total: float, start: float, made: int, share: float, kind: str
) -> None:
    left = min(start * (MOVES - made) / share, total)
    for number in range(made, MOVES):
        budget = plan_forgetfully(total, left, number, start)
        left -= start + (getattr(budget, kind) if budget else 0)
        assert left > 0, f"lost at move {number}"


@pytest.mark.parametrize("made", [0, 50, 120, 190])
@pytest.mark.parametrize(
    ("total", "start"), [(10, 0.01), (10, 0.02), (20, 0.01), (20, 0.02), (20, 0.04), (300, 0.01), (300, 0.04)]
)
def test_there_is_a_search_wherever_there_is_one_with_less_time_left(
    total: float, start: float, made: int
) -> None:
    """A clock of ten seconds hardly holds 200 starts of 0.04 s: there our own plan must come through without searches."""
    starts = [number for number in range(1, 600) if number * start <= total]
    found = [plan_forgetfully(total, number * start, made, start) is not None for number in starts]
    assert found == sorted(found)
    assert found[-1]


def plan_forgetfully(total: float, left: float, made: int, start: float) -> Budget | None:
    """Plan as an entry that does not know what its searches have taken, when each start costs the same."""
    to_come = estimate_moves(CHEZZ, made, max(MOVES - made, FEWEST))
    seen = start - PARTING
    return plan_search_without_memory(Clock(total - left, total), made, seen, seen, to_come)


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
        patience.take_depth([Thought(move, Score.points(score), depth, 1)])
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
