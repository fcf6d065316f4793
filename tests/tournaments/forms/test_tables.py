"""Tables of one to eight: even company, even seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.tournaments.forms.tables import Tables
from ludus.tournaments.meeting import GameCount, Meeting
from tests.tournaments.forms.drawing import draw_rounds, name


def count_pairs(form: Tables) -> Counter[frozenset[str]]:
    """Count how often each pair sits at one table in a round."""
    tables = {(meeting.round, frozenset(meeting.seats)) for meeting in form.next([])}
    pairs = Counter({frozenset(pair): 0 for pair in combinations(form.keys, 2)})
    pairs.update(frozenset(pair) for _, table in tables for pair in combinations(table, 2))
    return pairs


def count_seats(meetings: Sequence[Meeting]) -> Counter[tuple[str, int]]:
    return Counter((key, seat) for meeting in meetings for seat, key in enumerate(meeting.seats))


def test_nine_at_tables_of_three_meet_everyone_once_in_four_rounds() -> None:
    """As in the affine plane of order three."""
    assert set(count_pairs(Tables(name(9), 3, rounds=4)).values()) == {1}


def test_sixteen_at_tables_of_four_meet_everyone_once_in_five_rounds() -> None:
    assert set(count_pairs(Tables(name(16), 4, rounds=5)).values()) == {1}


def test_everyone_at_a_table_sits_in_every_seat_once() -> None:
    meetings = Tables(name(3), 3).next([])
    assert draw_rounds(meetings) == ["1: 1-2-3 2-3-1 3-1-2"]
    assert {meeting.block for meeting in meetings} == {0}


def test_one_alone_plays_alone() -> None:
    assert draw_rounds(Tables(name(1), 8, rounds=2).next([])) == ["1: 1", "2: 1"]


def test_eight_sit_at_one_table() -> None:
    form = Tables(name(8), 8)
    assert form.count_games() == GameCount(8, 8)
    assert set(count_seats(form.next([])).values()) == {1}


@pytest.mark.parametrize(
    ("count", "seats", "sizes"),
    [(9, 4, [3, 3, 3]), (10, 4, [3, 3, 4]), (9, 8, [4, 5]), (3, 2, [1, 2]), (16, 8, [8, 8]), (2, 8, [2])],
)
def test_sizes_differ_by_one_at_most(count: int, seats: int, sizes: list[int]) -> None:
    assert Tables(name(count), seats).sizes == sizes


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 30), st.integers(1, 8), st.integers(1, 6))
def test_everyone_sits_at_one_table_in_each_round(count: int, seats: int, rounds: int) -> None:
    form = Tables(name(count), seats, rounds, games=1)
    held: dict[int, list[str]] = {}
    for meeting in form.next([]):
        held.setdefault(meeting.round, []).extend(meeting.seats)
        assert len(meeting.seats) in form.sizes
    assert [sorted(people) for people in held.values()] == [sorted(form.keys)] * rounds


@pytest.mark.parametrize(("count", "seats", "rounds"), [(12, 4, 11), (10, 4, 12), (7, 3, 7), (12, 3, 11)])
def test_company_is_even(count: int, seats: int, rounds: int) -> None:
    pairs = count_pairs(Tables(name(count), seats, rounds))
    assert max(pairs.values()) - min(pairs.values()) <= 2


@pytest.mark.parametrize(("count", "seats", "rounds"), [(9, 3, 4), (16, 4, 5), (6, 3, 10), (24, 8, 12)])
def test_with_one_game_a_round_seats_are_shared_in_the_course_of_the_rounds(
    count: int, seats: int, rounds: int
) -> None:
    form = Tables(name(count), seats, rounds, games=1)
    seated = count_seats(form.next([]))
    found = [seated[key, seat] for key in form.keys for seat in range(seats)]
    assert max(found) - min(found) <= 1


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 25), st.integers(2, 8), st.integers(1, 10))
def test_everyone_has_about_as_many_opponents(count: int, seats: int, rounds: int) -> None:
    """Nobody sits at a smaller table much more often than others."""
    form = Tables(name(count), seats, rounds, games=1)
    opponents = Counter(dict.fromkeys(form.keys, 0))
    for meeting in form.next([]):
        opponents.update({key: len(meeting.seats) - 1 for key in meeting.seats})
    assert max(opponents.values()) - min(opponents.values()) <= 1


def test_more_games_than_seats_begin_a_new_block() -> None:
    meetings = Tables(name(2), 2, games=5).next([])
    assert [meeting.block for meeting in meetings] == [0, 0, 1, 1, 2]
    assert [meeting.seats[0] for meeting in meetings] == ["1", "2", "1", "2", "1"]


def test_a_table_that_would_be_too_small_is_refused() -> None:
    with pytest.raises(BadOption, match="expected 5 participants at tables of 3 to 4, found that one of 2"):
        Tables(name(5), 4, least=3)


def test_the_number_of_games_is_known() -> None:
    for form in (Tables(name(10), 4, 3), Tables(name(10), 4, 3, games=2)):
        count = len(form.next([]))
        assert form.count_games() == GameCount(count, count)


def test_it_describes_itself() -> None:
    expected = "tables: 10 participants, 2 rounds, 3 tables of 3 or 4"
    assert Tables(name(10), 4, 2).describe() == expected
    assert Tables(name(1), 4).describe() == "tables: 1 participant, 1 round, 1 table of 1"


def test_two_hundred_find_their_tables() -> None:
    assert len(Tables(name(200), 8, rounds=3).next([])) == 600
