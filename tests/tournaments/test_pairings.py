"""Meetings become games: opening and clock by block, seats by the size of the table, ids by all that decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from ludus.arena.match import MatchSettings, Pairing, play
from ludus.arena.openings import Opening
from ludus.arena.runner import Scored
from ludus.errors import BadOption
from ludus.players.participant import Participant
from ludus.records.time_control import TimeControl
from ludus.tournaments.forms.round_robin import RoundRobin
from ludus.tournaments.meeting import Form, GameCount, Meeting, Met
from ludus.tournaments.pairings import TournamentSchedule
from tests.machines import MACHINE

CHECKERS = MatchSettings("checkers")
FIRST_MOVES = tuple(Opening(moves=(move,)) for move in ("A6-B5", "C6-B5", "C6-D5", "E6-D5"))
CLOCKS = tuple(TimeControl(game=float(seconds)) for seconds in range(60, 301))


@dataclass(frozen=True)
class Listed:
    """A form whose meetings are given."""

    meetings: tuple[Meeting, ...]

    is_fixed: ClassVar = False

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        return self.meetings

    def count_games(self) -> GameCount:
        return GameCount(len(self.meetings), len(self.meetings))

    def describe(self) -> str:
        return "as listed"


def take_part(*keys: str) -> list[Participant]:
    return [Participant(key, key, "version 1", "first") for key in keys]


def make_schedule(
    form: Form | None = None,
    settings: MatchSettings = CHECKERS,
    openings: Sequence[Opening] = FIRST_MOVES,
    seed: int = 7,
    clocks: Sequence[TimeControl] = CLOCKS,
) -> TournamentSchedule:
    form = form or RoundRobin(tuple("abcd"), 2)
    return TournamentSchedule(form, take_part(*"abcdefgh"), settings, openings, seed, clocks)


def list_ids(schedule: TournamentSchedule) -> set[str]:
    return {pairing.id for pairing in schedule.next([])}


def test_every_meeting_is_one_game() -> None:
    meetings = RoundRobin(tuple("abcd"), 2).next([])
    pairings = make_schedule().next([])
    assert [Meeting(one.number, one.round, one.block, one.keys) for one in pairings] == list(meetings)


def test_games_of_a_block_have_the_same_opening_and_clock() -> None:
    found: dict[int, set[tuple[Opening, TimeControl]]] = {}
    for pairing in make_schedule().next([]):
        found.setdefault(pairing.block, set()).add((pairing.opening, pairing.settings.control))
    assert [len(chosen) for chosen in found.values()] == [1] * 6
    assert len({clock for ((_, clock),) in found.values()}) > 1
    assert len({opening for ((opening, _),) in found.values()}) == 4


def test_without_clocks_that_of_the_settings_holds() -> None:
    settings = replace(CHECKERS, control=TimeControl(nodes=100))
    pairings = make_schedule(settings=settings, clocks=()).next([])
    assert {pairing.settings.control for pairing in pairings} == {TimeControl(nodes=100)}


def test_ids_differ_and_are_the_same_again() -> None:
    ids = list_ids(make_schedule())
    assert len(ids) == 12
    assert list_ids(make_schedule()) == ids


@pytest.mark.parametrize(
    "other",
    [
        make_schedule(seed=8),
        make_schedule(openings=[Opening(moves=("G6-H5",))]),
        make_schedule(clocks=[TimeControl(game=59)]),
        make_schedule(settings=replace(CHECKERS, ply_cap=99)),
    ],
    ids=["seed", "opening", "clock", "settings"],
)
def test_what_decides_a_game_is_part_of_its_id(other: TournamentSchedule) -> None:
    assert not list_ids(make_schedule()) & list_ids(other)


def test_a_new_version_changes_only_the_ids_of_its_own_games() -> None:
    people = take_part(*"abcd")
    form = RoundRobin(tuple("abcd"), 2)
    before = TournamentSchedule(form, people, CHECKERS)
    after = TournamentSchedule(form, [*people[:3], replace(people[3], version="version 2")], CHECKERS)
    changed = [one.id != other.id for one, other in zip(before.next([]), after.next([]), strict=True)]
    assert changed == ["d" in pairing.keys for pairing in before.next([])]


def test_finished_games_are_not_listed_again() -> None:
    schedule = make_schedule()
    first, *others = schedule.next([])
    assert schedule.next([Scored(first, (1.0, 0.0))]) == others


def test_a_finished_game_is_found_again_by_its_meeting() -> None:
    pairing = make_schedule().next([])[5]
    meeting = Meeting(pairing.number, pairing.round, pairing.block, pairing.keys)
    assert make_schedule().pair(meeting) == pairing


def test_the_players_option_follows_the_size_of_the_table() -> None:
    tables = ("a",), ("b", "c"), tuple("defgh")
    form = Listed(tuple(Meeting(number, 1, number, seats) for number, seats in enumerate(tables)))
    settings = MatchSettings("amazons", options=(("size", "6x6"), ("amazons", "1")), ply_cap=40)
    pairings = make_schedule(form, settings, (), clocks=()).next([])
    assert [dict(one.settings.options).get("players", "2") for one in pairings] == ["1", "2", "5"]
    assert [len(play(pairing, MACHINE).points) for pairing in pairings] == [1, 2, 5]


def test_an_opening_for_other_numbers_of_seats_is_left_out() -> None:
    openings = [Opening((("players", str(seats)),)) for seats in range(1, 5)]
    settings = MatchSettings("amazons", options=(("size", "6x6"),))
    form = Listed((Meeting(0, 1, 0, tuple("abc")),))
    (pairing,) = make_schedule(form, settings, openings).next([])
    assert str(pairing.opening) == "players=3 |"


def test_too_many_people_for_a_game_are_refused() -> None:
    schedule = make_schedule(Listed((Meeting(0, 1, 0, tuple("abc")),)))
    with pytest.raises(BadOption, match="checkers: expected an opening for 3 seats, found none"):
        schedule.next([])


def test_a_round_travels_with_its_games() -> None:
    rounds = [pairing.round for pairing in make_schedule().next([])]
    assert rounds == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_two_hundred_participants_have_19900_different_games() -> None:
    keys = tuple(map(str, range(200)))
    schedule = TournamentSchedule(RoundRobin(keys), take_part(*keys), CHECKERS, FIRST_MOVES, 1, CLOCKS)
    assert len({pairing.id for pairing in schedule.next([])}) == 19_900


def test_pairings_are_made_once() -> None:
    schedule = make_schedule()
    made: Sequence[Pairing] = schedule.next([])
    assert all(one is other for one, other in zip(made, schedule.next([]), strict=True))
