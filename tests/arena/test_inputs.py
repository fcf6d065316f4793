"""What programs were given is made again from the record, byte for byte."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludus.arena.inputs import make_inputs
from ludus.arena.openings import START, Opening
from ludus.arena.referee import play_game
from ludus.arena.replay import check
from ludus.contests import CONTESTS
from ludus.games import GAMES
from ludus.games.base import Game
from ludus.players.base import Absence, Crash, Misconduct, Player
from ludus.players.program import adapt_turn
from ludus.records.record import Record
from ludus.records.strict_json import BadRecord
from ludus.records.time_control import TimeControl
from ludus.turn import Choice, Request, Turn
from tests.arena.recording import record_game

PLIES = 14


class Noting(Player):
    """Plays the first or last legal move like a program, and notes what the program would have been given."""

    tier = "none"

    def __init__(self, name: str, faults: dict[int, Misconduct] | None = None) -> None:
        self.name = self.key = name
        self.given: list[Request] = []
        self._faults = faults or {}

    def choose(self, turn: Turn) -> Choice:
        contest = CONTESTS[turn.position.name]
        self.given.append(contest.format.write_request(adapt_turn(contest, turn, self.name)))
        if fault := self._faults.pop(len(self.given), None):
            raise fault
        position, moves = turn.position, list[str]()
        while not moves or (position.is_within_turn and position.outcome() is None):
            moves.append(position.moves()[len(self.given) % 2 - 1])
            position = position.play(moves[-1])
        return Choice(tuple(moves), 0.125 * len(self.given))


def play(game: Game, players: list[Noting], opening: Opening = START, clock: str = "game=900+1") -> Record:
    first, control = opening.make_turn(game), TimeControl.read(clock)
    events = play_game(first.start, players, control, PLIES, None, first.moves)
    record = record_game(events, first.position, players, control, PLIES)
    return replace(record, opening=str(opening), options=opening.options)


@pytest.mark.parametrize("name", CONTESTS)
@pytest.mark.parametrize("clock", ["game=900+1", "game=900,wall", "none", "game=900,grace=0.05"])
def test_inputs_are_those_that_the_program_was_given(name: str, clock: str) -> None:
    players = [Noting("ann"), Noting("bob")]
    record = play(GAMES[name], players, clock=clock)
    for seat, player in enumerate(players):
        inputs, seats = make_inputs(record, GAMES, seat)
        if "wall" not in clock or name not in ("pente", "chezz"):
            assert [given.request for given in inputs] == player.given
        assert len(inputs) == len(player.given)
        assert len(seats) == len(record.moves)
        assert all(seats[given.ply - 1] == seat for given in inputs if given.ply <= len(seats))


def test_the_turn_that_ended_in_misconduct_has_its_input_too() -> None:
    players = [Noting("ann"), Noting("bob", {3: Crash("exit code 1")})]
    record = play(GAMES["pente"], players)
    inputs, seats = make_inputs(record, GAMES, 1)
    assert [given.request for given in inputs] == players[1].given
    assert (inputs[-1].ply, len(seats)) == (6, 5)


def test_turns_that_were_rolled_back_have_theirs() -> None:
    players = [Noting("ann", {3: Crash("x"), 5: Crash("y")}), Noting("bob", {2: Crash("z")})]
    record = play(GAMES["amazons"], players)
    for seat, player in enumerate(players):
        assert [given.request for given in make_inputs(record, GAMES, seat)[0]] == player.given


def test_the_moves_of_an_opening_are_told_again() -> None:
    players = [Noting("ann"), Noting("bob")]
    record = play(GAMES["checkers"], players, Opening.read("G6-F5 B3-A4"))
    assert [given.request for given in make_inputs(record, GAMES, 0)[0]] == players[0].given


def test_who_is_absent_or_no_program_was_given_nothing() -> None:
    players = [Noting("ann", {1: Absence("not built")}), Noting("bob")]
    assert make_inputs(play(GAMES["pente"], players), GAMES, 0) == ([], ())
    players[1].tier = ""
    assert make_inputs(play(GAMES["pente"], players), GAMES, 1)[0] == []


def test_a_turn_that_was_under_way_at_the_cap_can_be_replayed() -> None:
    record = play(GAMES["amazons"], [Noting("ann"), Noting("bob")])
    assert len(record.moves) > PLIES
    check(record, GAMES)
    with pytest.raises(BadRecord, match="expected the end of the game"):
        check(replace(record, moves=(*record.moves, "a1-a2/a1"), seconds=(*record.seconds, 0.0)), GAMES)
