"""Ratings from games of more than two: values computed by hand, another library's fit, simulated tournaments."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.ratings.bradley_terry import rate_pairs
from ludus.ratings.plackett_luce import TablePoints, rate_tables
from ludus.ratings.ratings import Ratings
from ludus.ratings.statistics import SCALE
from tests.ratings.simulation import count_held, draw_strengths, is_nineteen_in_twenty, play_tables

TABLES = st.lists(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from((0.0, 0.25, 0.5, 1.0))),
        min_size=2,
        max_size=5,
        unique_by=lambda seated: seated[0],
    ),
    max_size=20,
)


def in_order(keys: str) -> TablePoints:
    """Rank participants of one letter each: the first is the best."""
    return [(key, float(-place)) for place, key in enumerate(keys)]


def assert_equal(one: Ratings, other: Ratings) -> None:
    for key, value in one.players.items():
        assert value.elo == pytest.approx(other.players[key].elo, abs=1e-6)
        assert value.error == pytest.approx(other.players[key].error)


def test_tables_of_three_by_hand() -> None:
    """If a comes first twice as often as b or c, the orders have the chances 3, 3, 2, 1, 2, 1 of 12."""
    times = {"abc": 3, "acb": 3, "bac": 2, "bca": 1, "cab": 2, "cba": 1}
    found = rate_tables([in_order(order) for order, count in times.items() for _ in range(count)], prior=1e-9)
    assert found.players["a"].elo == pytest.approx(400 * math.log10(2) * 2 / 3, abs=1e-4)
    assert found.players["b"].elo == pytest.approx(-400 * math.log10(2) / 3, abs=1e-4)


def test_a_tie_of_two_is_half_a_game_in_each_order() -> None:
    tied = [[("a", 1.0), ("b", 0.5), ("c", 0.5), ("d", 0.0)]] * 2
    assert_equal(rate_tables(tied), rate_tables([in_order("abcd"), in_order("acbd")]))


def test_a_tie_of_three_counts_as_all_its_orders() -> None:
    tied = [[("a", 1.0), ("b", 0.5), ("c", 0.5), ("d", 0.5)]] * 6
    orders = ["abcd", "abdc", "acbd", "acdb", "adbc", "adcb"]
    assert_equal(rate_tables(tied), rate_tables([in_order(order) for order in orders]))


def test_a_tie_of_all_makes_nobody_better() -> None:
    found = rate_tables([[(key, 0.5) for key in "abcdefgh"]] * 10).players
    assert all(value.elo == pytest.approx(0, abs=1e-6) for value in found.values())


def test_two_seats_without_draws_are_rated_as_by_bradley_and_terry() -> None:
    """In both seats, so that there is no advantage of the first one."""
    wins = ["ab", "ab", "bc", "ca", "bc", "cd", "da"]
    games = [(win[0], win[1], 1.0) for win in wins] + [(win[1], win[0], 0.0) for win in wins]
    assert_equal(rate_tables([in_order(win) for win in wins * 2]), rate_pairs(games))


@pytest.mark.parametrize("seed", range(5))
def test_without_ties_and_prior_it_is_the_fit_of_choix(seed: int) -> None:
    rng = random.Random(seed)
    strengths = draw_strengths(rng, 8)
    games, keys = play_tables(rng, strengths, 60, 4), list(strengths)
    rankings = [[keys.index(key) for key, _ in sorted(game, key=lambda seated: -seated[1])] for game in games]
    # It loads scipy, for a second, so only whoever runs this test does.
    import choix

    expected = choix.ilsr_rankings(8, rankings)
    found = rate_tables(games, prior=1e-9)
    for key, strength in zip(keys, expected, strict=True):
        assert found.players[key].elo == pytest.approx(SCALE * (strength - sum(expected) / 8), abs=0.001)


@given(TABLES)
def test_all_numbers_are_finite(games: list[TablePoints]) -> None:
    for value in rate_tables(games).players.values():
        assert math.isfinite(value.elo)
        assert 0 < value.error < 2000


@given(TABLES, st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(games: list[TablePoints], rng: random.Random) -> None:
    assert_equal(rate_tables(rng.sample(games, len(games))), rate_tables(games))


def rate_simulated(rng: random.Random, strengths: dict[str, float]) -> Ratings:
    return rate_tables(play_tables(rng, strengths, 30, 4))


def test_the_bars_hold_the_truth_nineteen_times_in_twenty() -> None:
    assert is_nineteen_in_twenty(count_held(1, 300, rate_simulated), 300)


@pytest.mark.nightly
def test_the_bars_hold_the_truth_in_many_tournaments() -> None:
    assert is_nineteen_in_twenty(count_held(2, 10_000, rate_simulated), 10_000)
