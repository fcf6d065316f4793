"""What every form of tournament promises to the runner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ludus.tournaments.forms.gauntlet import Gauntlet
from ludus.tournaments.forms.knockout import Knockout
from ludus.tournaments.forms.ladder import Ladder
from ludus.tournaments.forms.round_robin import RoundRobin
from ludus.tournaments.forms.swiss import Swiss
from ludus.tournaments.forms.tables import Tables
from ludus.tournaments.meeting import Form, Met
from tests.tournaments.forms.drawing import hold, name, toss

FORMS: dict[str, Callable[[], Form]] = {
    "round robin": lambda: RoundRobin(name(7), 2),
    "gauntlet": lambda: Gauntlet(name(7)[:2], name(7)[2:]),
    "swiss": lambda: Swiss(name(9), 4),
    "swiss with two games": lambda: Swiss(name(8), 3, 2),
    "knockout": lambda: Knockout(name(11)),
    "tables": lambda: Tables(name(7), 3, 3),
    "ladder": lambda: Ladder(name(5), ahead=8),
}
MOST = 60
every_form = pytest.mark.parametrize("make", FORMS.values(), ids=FORMS)


@every_form
def test_the_order_in_which_games_end_does_not_matter(make: Callable[[], Form]) -> None:
    met = hold(make(), toss(3), MOST)
    for count in range(0, len(met), 5):
        shuffled = met[:count]
        Random(count).shuffle(shuffled)
        assert make().next(shuffled) == make().next(met[:count])


@every_form
def test_the_same_question_has_the_same_answer(make: Callable[[], Form]) -> None:
    form = make()
    met = hold(form, toss(3), MOST)
    before = [list(form.next(met[:count])) for count in range(0, len(met), 5)]
    assert [list(form.next(met[:count])) for count in range(0, len(met), 5)] == before
    assert [list(make().next(met[:count])) for count in range(0, len(met), 5)] == before


@every_form
def test_games_that_are_played_one_by_one_or_all_at_once_are_the_same(make: Callable[[], Form]) -> None:
    form, judge = make(), toss(4)
    met: dict[int, Met] = {}
    while len(met) < MOST:
        news = [meeting for meeting in form.next(list(met.values())) if meeting.number not in met]
        if not news:
            break
        met[news[-1].number] = Met(news[-1], judge(news[-1]))
    assert set(met.values()) <= set(hold(make(), judge, 2 * MOST))


@every_form
def test_every_number_belongs_to_one_game_and_every_block_to_one_set_of_people(
    make: Callable[[], Form],
) -> None:
    met = [one.meeting for one in hold(make(), toss(5), MOST)]
    assert len({meeting.number for meeting in met}) == len(met)
    blocks: dict[int, set[frozenset[str]]] = {}
    for meeting in met:
        assert len(set(meeting.seats)) == len(meeting.seats)
        blocks.setdefault(meeting.block, set()).add(frozenset(meeting.seats))
    assert all(len(people) == 1 for people in blocks.values())


@every_form
def test_it_describes_itself_in_one_line(make: Callable[[], Form]) -> None:
    assert make().describe().isprintable()
    assert len(make().describe()) < 100


LARGE: dict[str, Callable[[], Form]] = {
    "round robin": lambda: RoundRobin(name(200)),
    "gauntlet": lambda: Gauntlet(name(200)[:100], name(200)[100:]),
    "tables": lambda: Tables(name(200), 2, 3),
}


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_two_hundred_participants_get_all_their_games(make: Callable[[], Form]) -> None:
    form = make()
    assert len(form.next([])) == form.count_games().most
