"""Games that an earlier run has finished are not played again, and those that stay void are not tried for ever."""

from __future__ import annotations

import os
from multiprocessing import active_children

import pytest

from ludus.arena import workers
from ludus.arena.match import MatchSettings
from ludus.arena.runner import ATTEMPTS, Finished, Listed, Scored, Started, play_schedule
from ludus.arena.worker_process import WorkerProcess
from ludus.arena.workers import FALSE_STARTS, make_local_pool
from ludus.errors import MachineFault
from ludus.sandbox.capabilities import Machine
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


class Deadly(str):
    """A text that ends every process which receives it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (9,)


def test_workers_that_never_get_as_far_as_playing_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[WorkerProcess] = []

    def start(machine: Machine, *, listens: bool) -> WorkerProcess:
        started.append(WorkerProcess(machine, listens=listens))
        return started[-1]

    monkeypatch.setattr(workers, "WorkerProcess", start)
    pool = make_local_pool(1, Machine(shown=(Deadly(),)))
    with pytest.raises(MachineFault, match="a worker process ended with 9 before it could play"):
        list(play_schedule(Listed(GAMES[:1]), pool))
    assert len(started) == FALSE_STARTS
