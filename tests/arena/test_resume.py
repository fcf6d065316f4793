"""Games that an earlier run has finished are not played again, and those that stay void are not tried for ever."""

from __future__ import annotations

from multiprocessing import active_children

from ludus.arena.match import MatchSettings
from ludus.arena.runner import ATTEMPTS, Finished, Listed, Scored, Started, play_schedule
from ludus.arena.workers import make_local_pool
from tests.arena.matches import games_of, participants
from tests.machines import MACHINE

GAMES = games_of(MatchSettings("checkers", ply_cap=20), participants("random", "greedy"), 6, [], 1)


def test_only_the_games_that_are_missing_are_played() -> None:
    finished = [Scored(pairing, (1.0, 0.0)) for pairing in GAMES[1:5]]
    events = list(play_schedule(Listed(GAMES), make_local_pool(0, MACHINE), finished))
    assert [event.pairing.id for event in events if isinstance(event, Finished)] == [GAMES[0].id, GAMES[5].id]


def test_a_game_that_was_void_before_goes_on_with_its_next_attempt() -> None:
    events = list(play_schedule(Listed(GAMES[:1]), make_local_pool(0, MACHINE), (), {GAMES[0].id: 1}))
    assert [event.attempt for event in events if isinstance(event, Started)] == [2]


def test_a_game_that_was_void_too_often_is_not_tried_again() -> None:
    assert (
        list(play_schedule(Listed(GAMES[:1]), make_local_pool(0, MACHINE), (), {GAMES[0].id: ATTEMPTS})) == []
    )


def test_a_worker_that_is_killed_before_it_can_play_costs_no_attempt() -> None:
    events = play_schedule(Listed(GAMES[:1]), make_local_pool(1, MACHINE))
    assert isinstance(next(events), Started)
    (worker,) = active_children()
    worker.kill()
    assert [type(event) for event in events] == [Finished]
