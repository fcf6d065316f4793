"""Strength from results: hand-computed values, and what must hold for any of them."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.ratings.statistics import compute_elo, compute_expected_score, count_blocks, count_games, estimate

COUNTS = st.lists(st.integers(0, 200), min_size=5, max_size=5)


def test_ratings_are_those_of_elo() -> None:
    assert compute_expected_score(0) == 0.5
    assert compute_expected_score(400) == pytest.approx(10 / 11)
    assert compute_elo(0.75) == pytest.approx(190.85, abs=0.005)


@given(st.floats(-900, 900))
def test_the_score_of_a_difference_tells_the_difference(difference: float) -> None:
    assert compute_elo(compute_expected_score(difference)) == pytest.approx(difference, abs=1e-6)


def test_pairs_are_counted_by_the_points_of_the_pair() -> None:
    blocks = [(0, 0), (0.5, 0), (0, 1), (0.5, 0.5), (1, 0.5), (1, 1), (1, 1)]
    assert count_blocks(blocks) == (1, 1, 2, 1, 2)


def test_half_a_pair_does_not_count_as_a_pair() -> None:
    assert count_blocks([(1, 1), (1,)]) == (0, 0, 0, 0, 1)


def test_single_games_are_lost_drawn_or_won() -> None:
    assert count_games([0, 0, 0.5, 1]) == (2, 1, 1)


def test_three_seats_make_thirteen_results_of_a_block() -> None:
    """Each game gives 0 to 4 quarters, and a block has three games."""
    assert count_blocks([(1, 0.25, 0)], seats=3) == (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)


def test_ten_won_pairs_by_hand() -> None:
    """With one more pair spread over the five results: 10.2, 0.2, 0.2, 0.2, 0.2 of 11."""
    found = estimate([0, 0, 0, 0, 10])
    mean = 10.5 / 11
    squares = 10.2 * (1 - mean) ** 2 + 0.2 * sum((value / 4 - mean) ** 2 for value in range(4))
    error = math.sqrt(squares / 11 / 11)
    assert found.score == 1
    assert found.elo == pytest.approx(400 * math.log10(10.5 / 0.5))
    assert found.elo == pytest.approx(528.9, abs=0.05)
    assert found.error == pytest.approx(1.959964 * error * 400 / math.log(10) / (mean * (1 - mean)), rel=1e-6)
    assert found.error == pytest.approx(423.4, abs=0.05)


def test_a_mixed_match_by_hand() -> None:
    """100 games: 20 pairs of two draws, 20 of 1.5 points and 10 of 0.5 points; 51 pairs with the extra one."""
    found = estimate([0, 10, 20, 20, 0])
    # 0.2, 10.2, 20.2, 20.2, 0.2 of 51: in quarters 0, 10.2, 40.4, 60.6, 0.8, together 112.
    mean = 112 / 4 / 51
    assert found.score == 0.55
    assert found.elo == pytest.approx(400 * math.log10(mean / (1 - mean)))
    assert found.elo == pytest.approx(34.17, abs=0.005)


def test_single_games_are_estimated_the_same_way() -> None:
    """3 lost, 2 drawn, 5 won, and a third of a game more of each."""
    found = estimate([3, 2, 5])
    mean = (2.5 / 2 * 0 + (2 + 1 / 3) / 2 + 5 + 1 / 3) / 11
    assert found.score == 0.6
    assert found.elo == pytest.approx(400 * math.log10(mean / (1 - mean)))


def test_nothing_played_says_nothing() -> None:
    found = estimate([0, 0, 0, 0, 0])
    assert (found.score, found.elo, found.superiority) == (0.5, 0, 0.5)
    assert found.error > 400


@given(COUNTS)
def test_all_numbers_are_finite(counts: list[int]) -> None:
    found = estimate(counts)
    assert math.isfinite(found.elo)
    assert 0 < found.error < math.inf
    assert 0 <= found.superiority <= 1


@given(COUNTS)
def test_the_other_side_sees_the_same_from_behind(counts: list[int]) -> None:
    one, other = estimate(counts), estimate(counts[::-1])
    assert one.elo == pytest.approx(-other.elo, abs=1e-6)
    assert one.error == pytest.approx(other.error)
    assert one.superiority == pytest.approx(1 - other.superiority)


def test_more_wins_without_a_loss_say_more() -> None:
    ratings = [estimate([0, 0, 0, 0, pairs]).elo for pairs in range(1, 50)]
    assert ratings == sorted(ratings)


def test_pairs_that_cancel_out_make_narrow_bars() -> None:
    """Where the opening decides, both win once a pair: as pairs that is certain, as single games it is noise."""
    pairs, games = estimate([0, 0, 100, 0, 0]), estimate([100, 0, 100])
    assert pairs.elo == pytest.approx(0)
    assert games.elo == pytest.approx(0)
    assert pairs.error < games.error / 5


def test_the_extra_pair_fades() -> None:
    """With 5000 pairs the bars are those of the textbook."""
    counts = [500, 1000, 1500, 1200, 800]
    values = [value / 4 for value in range(5)]
    mean = sum(value * count for value, count in zip(values, counts, strict=True)) / 5000
    variance = sum(count * (value - mean) ** 2 for value, count in zip(values, counts, strict=True)) / 5000
    error = 1.96 * math.sqrt(variance / 5000) * 400 / math.log(10) / (mean * (1 - mean))
    found = estimate(counts)
    assert found.elo == pytest.approx(compute_elo(mean), abs=0.01)
    assert found.error == pytest.approx(error, rel=1e-3)


def test_the_bars_hold_the_truth_nineteen_times_in_twenty() -> None:
    """2000 matches of 60 pairs between players 80 Elo apart, with draws; the seed is 1."""
    rng = random.Random(1)
    score = compute_expected_score(80)
    chances = [score - 0.15, 0.3, 0.85 - score]
    held = 0
    for _ in range(2000):
        pairs = ((rng.choices((1, 0.5, 0), chances), rng.choices((1, 0.5, 0), chances)) for _ in range(60))
        found = estimate(count_blocks((*first, *second) for first, second in pairs))
        held += abs(found.elo - 80) <= found.error
    assert 0.935 <= held / 2000 <= 0.965
