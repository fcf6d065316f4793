"""Swiss: hand-made rounds, the Dutch system as oracle, and what holds with too many rounds."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.tournaments.forms.rounds import read_round
from ludus.tournaments.forms.swiss import Swiss
from ludus.tournaments.forms.swiss_player import make_players
from ludus.tournaments.meeting import Bye, GameCount, Met
from tests.tournaments.forms.drawing import draw_rounds, hold, let_the_stronger_win, name, toss
from tests.tournaments.forms.dutch_system import History


def draw(form: Swiss) -> list[str]:
    return draw_rounds(met.meeting for met in hold(form, let_the_stronger_win))


def test_eight_play_three_rounds_as_the_handbook_says() -> None:
    """Halves meet in order; then winners meet winners, and who had one colour gets the other."""
    assert draw(Swiss(name(8), 3)) == [
        "1: 1-5 6-2 3-7 8-4",
        "2: 4-1 2-3 5-8 7-6",
        "3: 1-2 3-5 6-4 8-7",
    ]


def test_the_lowest_of_five_has_the_first_bye_and_nobody_has_two() -> None:
    form = Swiss(name(5), 4)
    met = hold(form, let_the_stronger_win)
    byes = form.list_byes(met)
    assert byes[0] == Bye(1, "5", 1.0)
    assert len({bye.key for bye in byes}) == 4


def test_a_bye_is_worth_what_the_rules_say() -> None:
    form = Swiss(name(3), 1, games=2, bye=0.5)
    assert form.list_byes(hold(form, let_the_stronger_win)) == [Bye(1, "3", 1.0)]


def test_a_bye_counts_for_the_score_that_decides_the_next_round() -> None:
    met = hold(Swiss(name(3), 1), let_the_stronger_win)
    held = read_round(met, 1, 0, 1, name(3))
    scores = {player.key: player.score for player in make_players(name(3), [held], bye=0.5)}
    assert scores == {"1": 100, "2": 0, "3": 50}


def test_two_games_for_each_pair_are_one_block_in_swapped_seats() -> None:
    meetings = Swiss(name(4), 3, games=2).next([])
    assert draw_rounds(meetings) == ["1: 1-3 3-1 4-2 2-4"]
    assert [meeting.block for meeting in meetings] == [0, 0, 1, 1]


def test_a_missing_game_holds_the_next_round_back() -> None:
    form = Swiss(name(8), 3)
    first = form.next([])
    met = [Met(meeting, (0.5, 0.5)) for meeting in first[1:]]
    assert form.next(met) == first
    assert {meeting.round for meeting in form.next([*met, Met(first[0], (1.0, 0.0))])} == {2}


def test_it_ends_after_its_rounds() -> None:
    form = Swiss(name(6), 4)
    met = hold(form, toss(1))
    assert form.next(met) == ()
    assert form.count_games() == GameCount(12, 12)
    assert [one.meeting.number for one in met] == list(range(12))


@pytest.mark.parametrize("seed", range(24))
def test_absolute_criteria_hold_and_pairs_are_as_even_as_those_of_the_dutch_system(seed: int) -> None:
    """In every round that it can pair: no rematch, one bye, no colour too many, scores at least as close."""
    keys = name(4 + seed)
    form, history = Swiss(keys, min(9, len(keys) - 1)), History(keys)
    met: list[Met] = []
    for _ in range(form.rounds):
        meetings = form.next(met)
        theirs = history.ask_oracle()
        if theirs is not None:
            ours = frozenset(frozenset(meeting.seats) for meeting in meetings)
            for first, second in (meeting.seats for meeting in meetings):
                assert history.may_meet(first, second)
                assert "w" not in history.must_not_have(first)
                assert "b" not in history.must_not_have(second)
            spare = set(keys) - {key for pair in ours for key in pair}
            assert not any(history.byes[key] for key in spare)
            assert history.judge(ours) <= history.judge(theirs)
        held = [Met(meeting, toss(seed)(meeting)) for meeting in meetings]
        history.add(held)
        met += held


def test_the_only_legal_pairing_is_that_of_the_dutch_system() -> None:
    found = 0
    for seed in range(40):
        keys = name(5 + seed % 4)
        form, history = Swiss(keys, len(keys) - 1), History(keys)
        met: list[Met] = []
        for _ in range(form.rounds):
            meetings = form.next(met)
            legal = set(history.list_legal(keys))
            if len(legal) == 1:
                found += 1
                assert legal == {history.ask_oracle()}
                assert legal == {frozenset(frozenset(meeting.seats) for meeting in meetings)}
            held = [Met(meeting, toss(seed)(meeting)) for meeting in meetings]
            history.add(held)
            met += held
    assert found > 10


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 7), st.integers(1, 16), st.integers(1, 2), st.integers(0, 99))
def test_too_many_rounds_spread_rematches_and_byes_evenly(
    count: int, rounds: int, games: int, seed: int
) -> None:
    form = Swiss(name(count), rounds, games)
    met = hold(form, toss(seed))
    byes = Counter(dict.fromkeys(form.keys, 0))
    byes.update(bye.key for bye in form.list_byes(met))
    assert max(byes.values()) - min(byes.values()) <= 1
    assert len(met) == form.count_games().most
    pairs = Counter(frozenset(one.meeting.seats) for one in met)
    assert max(pairs.values()) // games <= rounds // (count - 1 + count % 2) + 2


def test_two_who_meet_again_and_again_swap_seats() -> None:
    assert draw(Swiss(name(2), 4)) == ["1: 1-2", "2: 2-1", "3: 1-2", "4: 2-1"]


def test_a_correction_leaves_pairs_that_have_played_and_pairs_the_others_anew() -> None:
    form = Swiss(name(8), 3)
    held = [Met(meeting, let_the_stronger_win(meeting)) for meeting in form.next([])]
    before = form.next(held)
    begun = Met(before[0], (1.0, 0.0))
    corrected = [Met(held[0].meeting, (0.5, 0.5)), *held[1:2], Met(held[2].meeting, (0.0, 1.0)), held[3]]
    after = form.next([*corrected, begun])
    assert before != form.next(corrected)
    assert begun.meeting in after
    assert sorted(key for meeting in after for key in meeting.seats) == list(name(8))
    assert [meeting.number for meeting in after] == [4, 5, 6, 7]


@pytest.mark.parametrize(
    ("count", "rounds"), [(60, 9), pytest.param(200, 12, marks=pytest.mark.slow)], ids=["60", "200"]
)
def test_many_play_many_rounds_without_meeting_twice(count: int, rounds: int) -> None:
    form = Swiss(name(count), rounds)
    met = hold(form, toss(1))
    assert len(met) == count // 2 * rounds
    assert max(Counter(frozenset(one.meeting.seats) for one in met).values()) == 1


def test_it_describes_itself() -> None:
    assert Swiss(name(9), 5).describe() == "Swiss: 9 participants, 5 rounds, 1 game for each pair"


def test_no_rounds_are_refused() -> None:
    with pytest.raises(BadOption, match="rounds: expected 1 or more, found 0"):
        Swiss(name(4), 0)
