"""Ratings from games of two: values computed by hand, another library's fit, and simulated tournaments."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.ratings.bradley_terry import Game, rate_pairs
from ludus.ratings.ratings import Ratings
from ludus.ratings.statistics import NORMAL, SCALE
from tests.ratings.simulation import count_held, draw_strengths, is_nineteen_in_twenty, play_pairs

GAMES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from((0.0, 0.5, 1.0))).filter(
        lambda game: game[0] != game[1]
    ),
    max_size=40,
).map(lambda games: [(f"p{first}", f"p{second}", points) for first, second, points in games])


def both_ways(winner: str, loser: str, times: int) -> list[Game]:
    """Let one win as often in the first seat as in the second."""
    return [game for _ in range(times) for game in ((winner, loser, 1.0), (loser, winner, 0.0))]


def test_ten_wins_by_hand() -> None:
    """With strengths t and -t and a prior of 4 games: 10 (1 - s(2t)) = 4 (s(t) - 1/2) has the solution t = ln 3."""
    found = rate_pairs(both_ways("a", "b", 5), prior=4)
    assert found.players["a"].elo == pytest.approx(400 * math.log10(3))
    assert found.players["b"].elo == pytest.approx(-400 * math.log10(3))


def test_the_bar_of_ten_wins_by_hand() -> None:
    """The games give the difference a curvature of 10 * 0.9 * 0.1, the prior each strength one of 4 * 0.75 * 0.25."""
    found = rate_pairs(both_ways("a", "b", 5), prior=4)
    variance = 2 / (4 * 0.75 * 0.25 + 2 * 10 * 0.9 * 0.1)
    assert found.players["a"].error == pytest.approx(1.959964 * SCALE * math.sqrt(variance) / 2, rel=1e-6)
    assert found.compute_superiority("a", "b") == pytest.approx(
        NORMAL.cdf(2 * math.log(3) / math.sqrt(variance))
    )


def test_draws_of_equals_by_hand() -> None:
    """6 of 10 games, and an imaginary one that was not drawn."""
    games = [("a", "b", 0.5)] * 6 + both_ways("a", "b", 1) + both_ways("b", "a", 1)
    found = rate_pairs(games)
    assert found.drawn == pytest.approx(6 / 11)
    assert found.players["a"].elo == pytest.approx(0, abs=1e-6)


def test_the_first_seat_of_equals_by_hand() -> None:
    """30 of 40 games, and an imaginary one that was half won."""
    won = [("a", "b", 1.0), ("b", "a", 1.0)] * 15
    lost = [("a", "b", 0.0), ("b", "a", 0.0)] * 5
    found = rate_pairs(won + lost).first_seat
    assert found is not None
    assert found.elo == pytest.approx(400 * math.log10(30.5 / 10.5))


def test_a_draw_with_somebody_better_raises_the_rating() -> None:
    games = both_ways("a", "b", 5) + both_ways("b", "c", 5)
    before, after = rate_pairs(games), rate_pairs([*games, ("c", "a", 0.5)])
    assert after.players["c"].elo > before.players["c"].elo
    assert after.players["a"].elo < before.players["a"].elo


@pytest.mark.parametrize("seed", range(5))
def test_without_draws_and_prior_it_is_the_fit_of_choix(seed: int) -> None:
    """Each game counts for both seats, so that there is no advantage of the first one, which choix does not know."""
    rng = random.Random(seed)
    strengths = draw_strengths(rng, 8)
    keys = list(strengths)
    games = [game for game in play_pairs(rng, strengths, 3) if game[2] != 0.5]
    games += [(second, first, 1 - points) for first, second, points in games]
    wins = [(first, second) if points else (second, first) for first, second, points in games]
    # It loads scipy, for a second, so only whoever runs this test does.
    import choix

    expected = choix.ilsr_pairwise(8, [(keys.index(one), keys.index(other)) for one, other in wins])
    found = rate_pairs(games, prior=1e-9)
    for key, strength in zip(keys, expected, strict=True):
        assert found.players[key].elo == pytest.approx(SCALE * (strength - sum(expected) / 8), abs=0.001)


def test_who_has_won_everything_has_a_finite_rating() -> None:
    found = rate_pairs(both_ways("a", "b", 1000))
    assert 500 < found.players["a"].elo < 2000
    assert found.compute_superiority("a", "b") > 0.999


def test_more_wins_without_a_loss_say_more() -> None:
    ratings = [rate_pairs(both_ways("a", "b", wins)).players["a"].elo for wins in range(1, 20)]
    assert ratings == sorted(ratings)


def test_groups_that_have_never_met_are_rated_side_by_side() -> None:
    found = rate_pairs(both_ways("a", "b", 5) + both_ways("c", "d", 5)).players
    assert found["a"].elo == pytest.approx(found["c"].elo)
    assert found["b"].elo == pytest.approx(found["d"].elo)
    assert found["a"].elo > 100


def test_only_draws_make_everybody_equal() -> None:
    found = rate_pairs([("a", "b", 0.5), ("b", "c", 0.5)] * 50)
    assert all(value.elo == pytest.approx(0, abs=0.001) for value in found.players.values())
    assert 0.9 < (found.drawn or 0) < 1


def test_no_games_rate_nobody() -> None:
    assert rate_pairs([]).players == {}


@given(GAMES)
def test_all_numbers_are_finite(games: list[Game]) -> None:
    found = rate_pairs(games)
    for value in found.players.values():
        assert math.isfinite(value.elo)
        assert 0 < value.error < 2000
    assert sum(value.elo for value in found.players.values()) == pytest.approx(0, abs=0.001)


@given(GAMES, st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(games: list[Game], rng: random.Random) -> None:
    assert rate_pairs(rng.sample(games, len(games))) == rate_pairs(games)


@given(GAMES.filter(bool))
def test_two_superiorities_are_one_together(games: list[Game]) -> None:
    found = rate_pairs(games)
    one, other, _ = games[0]
    assert found.compute_superiority(one, other) == pytest.approx(1 - found.compute_superiority(other, one))


def rate_simulated(rng: random.Random, strengths: dict[str, float]) -> Ratings:
    return rate_pairs(play_pairs(rng, strengths, 6))


def test_the_bars_hold_the_truth_nineteen_times_in_twenty() -> None:
    assert is_nineteen_in_twenty(count_held(1, 300, rate_simulated), 300)


def test_after_few_games_the_bars_are_rather_too_wide() -> None:
    """The prior is wider than the strengths are, and after ten games each it still counts."""
    held = count_held(3, 300, lambda rng, strengths: rate_pairs(play_pairs(rng, strengths, 1)))
    assert held >= 0.95 * 300


def test_who_is_said_to_be_stronger_is_it_as_often_as_is_said() -> None:
    """Over 300 tournaments the sum of the favourites' probabilities is the number of those who are the stronger."""
    rng, said, true, variance = random.Random(4), 0.0, 0, 0.0
    for _ in range(300):
        strengths = draw_strengths(rng, 4)
        chance = rate_pairs(play_pairs(rng, strengths, 3)).compute_superiority("player-000", "player-001")
        true += (strengths["player-000"] > strengths["player-001"]) == (chance > 0.5)
        said += max(chance, 1 - chance)
        variance += chance * (1 - chance)
    assert abs(said - true) <= 4 * math.sqrt(variance)


@pytest.mark.nightly
def test_the_bars_hold_the_truth_in_many_tournaments() -> None:
    assert is_nineteen_in_twenty(count_held(2, 10_000, rate_simulated), 10_000)


def test_two_hundred_participants_are_rated_in_one_go() -> None:
    """A single round robin of 19,900 games; bench/standings.py measures it."""
    rng = random.Random(1)
    strengths = draw_strengths(rng, 200)
    games = [game for game in play_pairs(rng, strengths, 1) if game[0] < game[1]]
    found = rate_pairs(games).players
    mean = sum(strengths.values()) / 200
    held = sum(abs(found[key].elo - SCALE * (strengths[key] - mean)) <= found[key].error for key in strengths)
    assert len(games) == 19_900
    assert is_nineteen_in_twenty(held, 200)
