"""The referee asks the seat to move, plays its move, and says how the game ended."""

from __future__ import annotations

import pytest

from ludus.arena.referee import play_game
from ludus.games.checkers import Checkers
from ludus.players.baseline import First, Last
from ludus.records.events import Ended, Played, Verdict
from tests.games.every_game import EVERY_GAME


def test_events_tell_the_whole_game() -> None:
    connect_four = EVERY_GAME["connect-four"]
    *played, ended = play_game(connect_four.start(), [First(), Last()])
    assert isinstance(ended, Ended)
    position = connect_four.start()
    for number, event in enumerate(played, start=1):
        assert isinstance(event, Played)
        assert (event.ply, event.seat) == (number, position.to_move)
        position = position.play(event.move)
        assert event.position == position
    assert (ended.plies, ended.position) == (len(played), position)
    outcome = position.outcome()
    assert outcome is not None
    assert ended.verdict == Verdict("outcome", outcome.scores, outcome.reason)


def test_the_cap_cuts_a_game_short() -> None:
    *played, ended = play_game(Checkers.start(), [First(), First()], ply_cap=6)
    assert isinstance(ended, Ended)
    assert len(played) == ended.plies == 6
    assert ended.verdict == Verdict("cut", (0.5, 0.5), "6 plies were played")


def test_a_game_that_is_over_is_not_played() -> None:
    over = Checkers.read("8/8/8/8/8/8/8/b7 w")
    (ended,) = play_game(over, [First(), First()])
    assert isinstance(ended, Ended)
    assert ended.verdict.scores == (1, 0)


def test_every_seat_needs_a_player() -> None:
    with pytest.raises(ValueError, match="expected 2 players"):
        next(play_game(Checkers.start(), [First()]))
