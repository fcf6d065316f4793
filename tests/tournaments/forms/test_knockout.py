"""Knockout by the Pente contest: "the loser of more than half goes out, on equality both advance"."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.tournaments.forms.knockout import Knockout
from ludus.tournaments.meeting import Bye, GameCount, Meeting, Met
from tests.tournaments.forms.drawing import Judge, draw_rounds, hold, let_the_stronger_win, name, toss


def draw(form: Knockout, judge: Judge) -> list[str]:
    """Draw the first game of each pair."""
    met = [one.meeting for one in hold(form, judge)]
    return draw_rounds(meeting for meeting in met if meeting.number % form.games == 0)


def let_the_first_win(meeting: Meeting) -> tuple[float, ...]:
    """Whoever moves first wins, so that all meetings end equally."""
    return (1.0, 0.0)


def test_eight_play_three_rounds_by_their_seeds() -> None:
    form = Knockout(name(8))
    assert draw(form, let_the_stronger_win) == ["1: 1-8 2-7 3-6 4-5", "2: 1-4 2-3", "3: 1-2"]
    assert form.list_survivors(hold(form, let_the_stronger_win)) == ("1",)


def test_half_of_the_games_are_played_in_either_seat() -> None:
    assert draw_rounds(Knockout(name(4), 4).next([])) == ["1: 1-4 4-1 1-4 4-1 2-3 3-2 2-3 3-2"]
    assert [meeting.block for meeting in Knockout(name(4), 4).next([])] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_it_ends_when_a_round_eliminates_nobody_and_the_survivors_share_the_win() -> None:
    form = Knockout(name(6))
    met = hold(form, let_the_first_win)
    assert draw_rounds(one.meeting for one in met) == ["1: 1-6 6-1 2-5 5-2 3-4 4-3"]
    assert form.list_survivors(met) == name(6)


def test_on_equality_both_advance() -> None:
    """1 and 4 are equal, 2 beats 3 and then 4; 1 and 2 are left and equal."""

    def judge(meeting: Meeting) -> tuple[float, ...]:
        return (0.5, 0.5) if "1" in meeting.seats else let_the_stronger_win(meeting)

    form = Knockout(name(4))
    met = hold(form, judge)
    assert draw(form, judge) == ["1: 1-4 2-3", "2: 2-4", "3: 1-2"]
    assert form.list_survivors(met) == ("1", "2")
    assert form.list_byes(met) == [Bye(2, "1", 0.0)]


def test_the_best_seed_without_a_bye_has_the_next_one() -> None:
    form = Knockout(name(7))
    met = hold(form, lambda meeting: (0.5, 0.5) if "7" in meeting.seats else let_the_stronger_win(meeting))
    assert [bye.key for bye in form.list_byes(met)][:2] == ["1", "2"]


def test_a_missing_game_holds_the_next_round_back() -> None:
    form = Knockout(name(4))
    first = form.next([])
    met = [Met(meeting, let_the_stronger_win(meeting)) for meeting in first]
    assert form.next(met[1:]) == first
    assert {meeting.round for meeting in form.next(met)} == {2}


def test_who_was_eliminated_by_a_correction_does_not_play_on() -> None:
    form = Knockout(name(4))
    first = [Met(meeting, let_the_stronger_win(meeting)) for meeting in form.next([])]
    second = [Met(meeting, let_the_stronger_win(meeting)) for meeting in form.next(first)]
    corrected = [Met(one.meeting, one.points[::-1]) for one in first[:2]] + first[2:]
    assert draw_rounds(form.next(corrected + second)) == ["2: 2-4 4-2"]


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 20), st.sampled_from([2, 4]), st.integers(0, 10**6))
def test_it_always_ends_within_its_bounds(count: int, games: int, seed: int) -> None:
    form = Knockout(name(count), games)
    met = hold(form, toss(seed))
    expected = form.count_games()
    assert expected.most is not None
    assert expected.least <= len(met) <= expected.most
    assert form.list_survivors(met)
    assert sorted(one.meeting.number for one in met) == list(range(len(met)))


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 20), st.integers(0, 10**6))
def test_nobody_has_a_second_bye_while_another_survivor_has_had_none(count: int, seed: int) -> None:
    form = Knockout(name(count))
    met = hold(form, toss(seed))
    byes: Counter[str] = Counter()
    for bye in form.list_byes(met):
        here = {key for one in met if one.meeting.round == bye.round for key in one.meeting.seats}
        assert byes[bye.key] == min(byes[key] for key in here | {bye.key})
        byes[bye.key] += 1


def test_two_hundred_play_it_out() -> None:
    form = Knockout(name(200))
    assert len(hold(form, let_the_stronger_win)) == 2 * 199
    assert form.count_games() == GameCount(200, 2 * 10_000)


def test_an_odd_number_of_games_is_refused() -> None:
    with pytest.raises(BadOption, match="games: expected an even number in a knockout, found 3"):
        Knockout(name(4), 3)


def test_it_describes_itself() -> None:
    expected = "knockout: 5 participants, 2 games for each pair; if a pair is level, both advance"
    assert Knockout(name(5)).describe() == expected
