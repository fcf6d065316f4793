"""Round robin: the Berger tables of the chess federation, and what follows from them."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.errors import BadOption
from ludus.tournaments.forms.round_robin import RoundRobin
from ludus.tournaments.meeting import GameCount
from tests.tournaments.forms.drawing import draw_rounds, name

counts = st.integers(2, 25)
games = st.integers(1, 5)


def test_four_play_the_berger_table_of_four() -> None:
    assert draw_rounds(RoundRobin(name(4)).next([])) == [
        "1: 1-4 2-3",
        "2: 4-3 1-2",
        "3: 2-4 3-1",
    ]


def test_six_play_the_berger_table_of_six() -> None:
    """The handbook has the boards of a round in another order."""
    assert draw_rounds(RoundRobin(name(6)).next([])) == [
        "1: 1-6 2-5 3-4",
        "2: 6-4 1-2 5-3",
        "3: 2-6 3-1 4-5",
        "4: 6-5 1-4 2-3",
        "5: 3-6 5-1 4-2",
    ]


def test_three_rest_in_turn() -> None:
    assert draw_rounds(RoundRobin(name(3)).next([])) == ["1: 2-3", "2: 1-2", "3: 3-1"]


def test_the_second_leg_is_the_first_with_swapped_seats_in_the_same_blocks() -> None:
    first, second = (RoundRobin(name(3), 2).next([])[part] for part in (slice(3), slice(3, 6)))
    assert draw_rounds(second) == ["4: 3-2", "5: 2-1", "6: 1-3"]
    assert [meeting.block for meeting in first] == [meeting.block for meeting in second] == [0, 1, 2]


@given(counts, games)
def test_everyone_meets_everyone_equally_often(count: int, games: int) -> None:
    met = Counter(frozenset(meeting.seats) for meeting in RoundRobin(name(count), games).next([]))
    assert set(met.values()) == {games}
    assert len(met) == count * (count - 1) // 2
    assert all(len(pair) == 2 for pair in met)


@given(counts, games)
def test_nobody_plays_twice_in_a_round(count: int, games: int) -> None:
    rounds: dict[int, list[str]] = defaultdict(list)
    for meeting in RoundRobin(name(count), games).next([]):
        rounds[meeting.round] += meeting.seats
    assert all(len(set(keys)) == len(keys) for keys in rounds.values())
    assert sorted(rounds) == list(range(1, games * (count - 1 + count % 2) + 1))


@given(counts, games)
def test_everyone_moves_first_in_half_of_the_games(count: int, games: int) -> None:
    ahead: Counter[str] = Counter()
    for meeting in RoundRobin(name(count), games).next([]):
        ahead[meeting.seats[0]] += 1
        ahead[meeting.seats[1]] -= 1
    allowed = 1 if count % 2 == 0 and games % 2 else 0
    assert {abs(difference) for difference in ahead.values()} <= {allowed}


@given(counts, games)
def test_a_block_is_one_pair_in_swapped_seats(count: int, games: int) -> None:
    blocks = defaultdict(list)
    for meeting in RoundRobin(name(count), games).next([]):
        blocks[meeting.block].append(meeting.seats)
    for seats in blocks.values():
        assert len(seats) == 1 or seats[0] == seats[1][::-1]
    assert len(blocks) == (games + 1) // 2 * (count * (count - 1) // 2)


def test_the_number_of_games_is_known() -> None:
    form = RoundRobin(name(200))
    assert form.count_games() == GameCount(19_900, 19_900)
    assert len(form.next([])) == 19_900
    assert [meeting.number for meeting in form.next([])] == list(range(19_900))


def test_it_describes_itself() -> None:
    assert RoundRobin(name(5), 2).describe() == "double round robin: 5 participants, 2 games for each pair"
    assert RoundRobin(name(5)).describe() == "single round robin: 5 participants, 1 game for each pair"


def test_one_participant_cannot_meet_anybody() -> None:
    with pytest.raises(BadOption, match="participants: expected 2 or more, found 1"):
        RoundRobin(name(1))


def test_two_participants_with_the_same_key_are_refused() -> None:
    with pytest.raises(BadOption, match="found 'a' twice"):
        RoundRobin(("a", "b", "a"))


def test_no_games_are_refused() -> None:
    with pytest.raises(BadOption, match="games: expected 1 or more, found 0"):
        RoundRobin(name(2), 0)
