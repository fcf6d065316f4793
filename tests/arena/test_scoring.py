"""Points and places: what a verdict is worth in a contest."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.arena.scoring import compute_points, rank_seats
from ludus.records.events import Verdict


def ended(*scores: float, out: tuple[int, ...] = (), kind: str = "outcome") -> Verdict:
    return Verdict(kind, scores, "somehow", out=out)


@pytest.mark.parametrize(
    ("scores", "expected"), [((1, 0), (1, 0)), ((0, 1), (0, 1)), ((0.5, 0.5), (0.5, 0.5))]
)
def test_two_seats_get_one_half_or_nothing(
    scores: tuple[float, float], expected: tuple[float, float]
) -> None:
    assert compute_points(ended(*scores)) == expected
    assert compute_points(ended(*scores, kind="crash")) == expected


def test_a_pente_draw_goes_to_the_seat_with_more_time_left() -> None:
    """'A draw by the rules; the *contest* gives it to the seat with more time left.'"""
    assert compute_points(ended(0.5, 0.5), (12.0, 12.1), draws_by_time=True) == (0, 1)
    assert compute_points(ended(0.5, 0.5), (12.0, 12.0), draws_by_time=True) == (0.5, 0.5)
    assert compute_points(ended(0.5, 0.5), draws_by_time=True) == (0.5, 0.5)
    assert compute_points(ended(0.5, 0.5), (math.inf, math.inf), draws_by_time=True) == (0.5, 0.5)


def test_time_left_never_undoes_a_win() -> None:
    assert compute_points(ended(1, 0), (0.1, 99.0), draws_by_time=True) == (1, 0)


def test_whether_time_decides_a_draw_can_be_chosen() -> None:
    assert compute_points(ended(0.5, 0.5), (1, 2)) == (0.5, 0.5)
    assert compute_points(ended(0.5, 0.5), (1, 2), draws_by_time=True) == (0, 1)


def test_more_seats_get_the_share_of_the_others_they_have_beaten() -> None:
    assert compute_points(ended(7, 3, 9)) == (0.5, 0, 1)
    assert compute_points(ended(7, 3, 7, 1)) == (2.5 / 3, 1 / 3, 2.5 / 3, 0)


def test_who_was_sent_off_comes_last_whatever_it_has_scored() -> None:
    """'At the third offence the seat is out, its amazons stay, the others play on.'"""
    verdict = ended(20, 3, 9, out=(0,))
    assert compute_points(verdict) == (0, 0.5, 1)
    assert rank_seats(verdict) == (3, 2, 1)


def test_several_who_were_sent_off_share_the_last_place() -> None:
    verdict = ended(20, 3, 9, 0, out=(0, 2))
    assert rank_seats(verdict) == (3, 1, 3, 2)
    assert compute_points(verdict) == (0.5 / 3, 1, 0.5 / 3, 2 / 3)


def test_equal_scores_share_the_place_and_the_next_is_left_out() -> None:
    """'Most treasure wins; equal scores share the place.'"""
    assert rank_seats(ended(4, 9, 9, 1)) == (3, 1, 1, 4)


def test_a_seat_that_plays_alone_gets_its_point_for_staying() -> None:
    assert compute_points(ended(5)) == (1,)
    assert compute_points(ended(5, out=(0,))) == (0,)


def test_time_must_be_told_for_every_seat() -> None:
    with pytest.raises(ValueError, match="expected the time of 2 seats, found 1"):
        compute_points(ended(0.5, 0.5), (1.0,), draws_by_time=True)


@given(
    st.lists(st.integers(0, 5), min_size=2, max_size=8).flatmap(
        lambda scores: st.tuples(st.just(scores), st.sets(st.integers(0, len(scores) - 1)))
    )
)
def test_the_points_of_a_game_add_up_to_half_the_seats_and_follow_the_places(
    case: tuple[list[int], set[int]],
) -> None:
    scores, out = case
    verdict = ended(*scores, out=tuple(sorted(out)))
    given_points, given_places = compute_points(verdict), rank_seats(verdict)
    assert math.isclose(sum(given_points), len(scores) / 2)
    for one, its_place in zip(given_points, given_places, strict=True):
        for other, other_place in zip(given_points, given_places, strict=True):
            assert (one > other) == (its_place < other_place)
