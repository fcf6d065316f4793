"""People in the referee's game: they take back, resign and leave, and so can whoever cancels a player."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from ludus.arena.recorder import Recorder
from ludus.arena.referee import play_game
from ludus.arena.replay import check
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.players.base import BadForm, Interruption, Leave, Misconduct, Player, Resign, TakeBack
from ludus.players.baseline import First
from ludus.records.events import Ended, Event, Offence, Played, TakenBack, Verdict
from ludus.records.record import Record
from ludus.records.record_json import read, write
from ludus.records.time_control import TimeControl
from ludus.turn import Choice, Turn

WAIT = 0.02


class Person(Player):
    """Does these things one after the other, each in ten seconds of CPU time, and then leaves."""

    name = "person"
    is_person = True

    def __init__(self, *acts: str | Interruption) -> None:
        self._acts = iter(acts)
        self.used: list[float] = []

    def choose(self, turn: Turn) -> Choice:
        assert turn.clock is not None
        self.used.append(turn.clock.used)
        act = next(self._acts, Leave())
        if isinstance(act, Interruption):
            raise act
        return Choice((act,), seconds=10.0)


class Clumsy(Player):
    """Does one thing wrong, and then plays the first move."""

    name = "clumsy"

    def __init__(self, misconduct: Misconduct) -> None:
        self._misconduct: Misconduct | None = misconduct

    def choose(self, turn: Turn) -> Choice:
        misconduct, self._misconduct = self._misconduct, None
        if misconduct is not None:
            raise misconduct
        return First().choose(turn)


class Hesitant(Person):
    """Waits before each move, which takes no CPU time."""

    def choose(self, turn: Turn) -> Choice:
        choice = super().choose(turn)
        time.sleep(WAIT)
        return Choice(choice.moves)


def recorded(players: Sequence[Player], start: Position | None = None) -> tuple[list[Event], Record]:
    """Play a game that somebody leaves; its record must be a true one."""
    start, control = start or Checkers.start(), TimeControl.read("game=300")
    recorder = Recorder(start, players, control)
    events = list(recorder.follow(play_game(start, players, control)))
    record = read(write(recorder.record()))
    check(record, GAMES)
    return events, record


def test_the_clock_of_a_person_runs_while_the_person_thinks() -> None:
    person = Hesitant("G6-F5")
    recorded([person, First()])
    assert person.used[0] == 0
    assert person.used[1] >= WAIT


def ended(events: Sequence[Event]) -> Ended:
    last = events[-1]
    assert isinstance(last, Ended)
    return last


def test_taking_back_goes_to_the_persons_last_turn_and_the_clock_with_it() -> None:
    person = Person("G6-F5", TakeBack(), "A6-B5")
    events, record = recorded([person, First()])
    assert TakenBack(0, 0, Checkers.start()) in events
    assert record.moves == ("A6-B5", "B3-C4")
    assert person.used == [0, 10, 0, 10]
    assert ended(events).used[0] == 10


def test_between_two_people_one_move_is_taken_back() -> None:
    _, record = recorded([Person("G6-F5", TakeBack()), Person("B3-C4", "B3-A4")])
    assert record.moves == ("G6-F5", "B3-A4")


def test_where_there_is_nothing_to_take_back_the_person_is_asked_again() -> None:
    events, record = recorded([First(), Person(TakeBack(), "B3-C4")])
    (taken_back,) = (event for event in events if isinstance(event, TakenBack))
    assert taken_back.plies == 1
    assert record.moves[1] == "B3-C4"


def test_an_offence_that_came_after_is_taken_back_too() -> None:
    start = Amazons.read("001,000,000/000,000,000/002,000,000/000,000,000 ann:1:0;bob:2:0 movement 1")
    first, again = "a1-b1/c1", "a1-b1/c2"
    events, record = recorded([Person(first, TakeBack(), again), Clumsy(BadForm("what?"))], start)
    assert sum(isinstance(event, Offence) for event in events) == 1
    assert record.offences == ()
    assert record.moves[0] == again


def test_whoever_resigns_loses() -> None:
    events, record = recorded([Person("G6-F5", Resign()), First()])
    assert record.verdict == Verdict("told", (0, 1), "Black resigned", 0)
    assert ended(events).plies == 2


def test_a_game_that_is_left_is_shared() -> None:
    _, record = recorded([Person("G6-F5"), First()])
    assert record.verdict == Verdict("told", (0.5, 0.5), "the game was left unfinished")


class Asked(Player):
    """Is cancelled by somebody else while it chooses, and does not look."""

    name = "asked"

    def __init__(self, *interruptions: Interruption) -> None:
        self._interruptions = iter(interruptions)

    def choose(self, turn: Turn) -> Choice:
        interruption = next(self._interruptions, None)
        if interruption is not None:
            self.cancel(interruption)
        return First().choose(turn)


def test_a_person_may_take_back_while_the_opponent_thinks() -> None:
    events, record = recorded([Person("G6-F5", "A6-B5"), Asked(TakeBack())])
    played = [event.move for event in events if isinstance(event, Played)]
    assert played == ["G6-F5", "A6-B5", "B3-C4"]
    assert record.moves == ("A6-B5", "B3-C4")


@pytest.mark.parametrize(
    ("interruption", "verdict"),
    [
        (Resign(0), Verdict("told", (0, 1), "Black resigned", 0)),
        (Leave(), Verdict("told", (0.5, 0.5), "the game was left unfinished")),
    ],
)
def test_a_person_may_end_the_game_while_the_opponent_thinks(
    interruption: Interruption, verdict: Verdict
) -> None:
    _, record = recorded([Person("G6-F5"), Asked(interruption)])
    assert record.moves == ("G6-F5",)
    assert record.verdict == verdict
