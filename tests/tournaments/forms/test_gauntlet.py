"""Gauntlet: challengers against all others."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.tournaments.forms.gauntlet import Gauntlet
from ludus.tournaments.meeting import GameCount
from tests.tournaments.forms.drawing import draw_rounds, name

sizes = st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 4))


def make_gauntlet(size: tuple[int, int, int]) -> Gauntlet:
    challengers, others, games = size
    keys = name(challengers + others)
    return Gauntlet(keys[:challengers], keys[challengers:], games)


def test_one_challenger_meets_all_others_both_ways() -> None:
    assert draw_rounds(Gauntlet(("new",), ("a", "b", "c")).next([])) == [
        "1: new-a",
        "2: b-new",
        "3: new-c",
        "4: a-new",
        "5: new-b",
        "6: c-new",
    ]


def test_two_challengers_meet_three_others() -> None:
    assert draw_rounds(Gauntlet(("x", "y"), ("a", "b", "c"), 1).next([])) == [
        "1: x-a y-b",
        "2: b-x c-y",
        "3: x-c a-y",
    ]


def test_both_games_of_a_pair_are_one_block() -> None:
    blocks = defaultdict(set)
    for meeting in Gauntlet(("x", "y"), ("a", "b", "c")).next([]):
        blocks[meeting.block].add(meeting.seats)
    assert all(one == other[::-1] for one, other in blocks.values())
    assert sorted(blocks) == [0, 1, 2, 3, 4, 5]


@given(sizes)
def test_every_challenger_meets_every_other_equally_often_and_nobody_else(size: tuple[int, int, int]) -> None:
    form = make_gauntlet(size)
    met = Counter(frozenset(meeting.seats) for meeting in form.next([]))
    assert met == {frozenset((one, other)): form.games for one in form.challengers for other in form.others}


@given(sizes)
def test_nobody_plays_twice_in_a_round(size: tuple[int, int, int]) -> None:
    rounds: dict[int, list[str]] = defaultdict(list)
    for meeting in make_gauntlet(size).next([]):
        rounds[meeting.round] += meeting.seats
    assert all(len(set(keys)) == len(keys) for keys in rounds.values())


@given(sizes)
def test_everyone_moves_first_in_half_of_the_games(size: tuple[int, int, int]) -> None:
    ahead: Counter[str] = Counter()
    for meeting in make_gauntlet(size).next([]):
        ahead[meeting.seats[0]] += 1
        ahead[meeting.seats[1]] -= 1
    assert all(abs(difference) <= 1 for difference in ahead.values())


def test_the_number_of_games_is_known() -> None:
    assert make_gauntlet((2, 5, 4)).count_games() == GameCount(40, 40)
    assert len(make_gauntlet((2, 5, 4)).next([])) == 40


def test_it_describes_itself() -> None:
    assert make_gauntlet((1, 5, 2)).describe() == "gauntlet: 1 challenger, 5 others, 2 games for each pair"


def test_a_challenger_is_not_among_the_others() -> None:
    with pytest.raises(BadOption, match="found 'a' twice"):
        Gauntlet(("a",), ("a", "b"))


def test_a_gauntlet_without_others_is_refused() -> None:
    with pytest.raises(BadOption, match="other participants: expected 1 or more, found 0"):
        Gauntlet(("a",), ())
