"""Ladder: fewest games first, without end."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.tournaments.forms.ladder import Ladder
from ludus.tournaments.meeting import GameCount
from tests.tournaments.forms.drawing import hold, name, toss


def draw(form: Ladder, games: int) -> str:
    return " ".join("-".join(met.meeting.seats) for met in hold(form, toss(1), games))


def test_four_play_one_after_the_other() -> None:
    assert draw(Ladder(name(4), games=1), 6) == "1-2 3-4 1-3 2-4 4-1 2-3"


def test_both_games_of_a_meeting_are_one_block() -> None:
    meetings = Ladder(name(3), ahead=6).next([])
    assert [meeting.block for meeting in meetings] == [0, 0, 1, 1, 2, 2]
    assert [meeting.seats for meeting in meetings[:2]] == [("1", "2"), ("2", "1")]


def test_a_newcomer_gets_games_until_he_has_caught_up() -> None:
    form = Ladder(("a", "b", "c", "new"), games=1, played={"a": 6, "b": 6, "c": 6}, ahead=8)
    assert ["new" in meeting.seats for meeting in form.next([])] == [True] * 8
    assert Counter(key for meeting in form.next([])[:6] for key in meeting.seats)["a"] == 2


def test_numbers_go_on_when_a_ladder_is_begun_anew() -> None:
    form = Ladder(name(4), games=1, ahead=3, first=100)
    assert [meeting.number for meeting in form.next([])] == [100, 101, 102]
    assert len(form.next(hold(Ladder(name(4), games=1), toss(1), 50))) == 3


def test_it_lists_as_many_games_as_are_over_and_some_ahead() -> None:
    form = Ladder(name(5), ahead=10)
    met = hold(form, toss(1), 7)
    assert len(form.next(met)) == 17
    assert form.next(met)[:10] == form.next([])


def test_a_void_game_does_not_stop_the_others() -> None:
    form = Ladder(name(5), ahead=4)
    met = hold(form, toss(1), 20)[1:]
    assert len(form.next(met)) == 23


@given(st.integers(2, 12), st.integers(1, 3), st.integers(1, 120))
def test_nobody_falls_behind(count: int, games: int, length: int) -> None:
    met = hold(Ladder(name(count), games), toss(1), length * games)
    played = Counter(dict.fromkeys(name(count), 0))
    played.update(key for one in met for key in one.meeting.seats)
    assert max(played.values()) - min(played.values()) <= 2 * games


def test_everyone_meets_everyone_about_equally_often() -> None:
    met = hold(Ladder(name(8)), toss(1), 2 * 28 * 5)
    pairs = Counter(frozenset(one.meeting.seats) for one in met)
    assert len(pairs) == len(list(combinations(range(8), 2)))
    assert max(pairs.values()) - min(pairs.values()) <= 4


def test_it_has_no_end() -> None:
    assert Ladder(name(3)).count_games() == GameCount(0, None)
    expected = "ladder without end: 3 participants, 2 games for each meeting, fewest games first"
    assert Ladder(name(3)).describe() == expected


def test_two_hundred_play_on() -> None:
    assert len(Ladder(name(200), ahead=5000).next([])) == 5000


def test_one_participant_is_refused() -> None:
    with pytest.raises(BadOption, match="participants: expected 2 or more, found 1"):
        Ladder(name(1))
