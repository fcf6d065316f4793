"""The referee asks the seat to move, plays its move, and says how the game ended."""

from __future__ import annotations

import pytest

from ludus.arena.referee import Ended, Played, play_game
from ludus.games.checkers import Checkers
from ludus.players.baseline import baseline
from tests.games.every_game import EVERY_GAME


def test_events_tell_the_whole_game() -> None:
    connect_four = EVERY_GAME["connect-four"]
    *played, ended = play_game(connect_four.start(), [baseline("first"), baseline("last")])
    assert isinstance(ended, Ended)
    position = connect_four.start()
    for number, event in enumerate(played, start=1):
        assert isinstance(event, Played)
        assert (event.ply, event.seat) == (number, position.to_move)
        position = position.play(event.move)
        assert event.position == position
    assert (ended.plies, ended.position, ended.outcome) == (len(played), position, position.outcome())
    assert ended.outcome is not None


def test_the_cap_cuts_a_game_short() -> None:
    *played, ended = play_game(Checkers.start(), [baseline("first"), baseline("first")], ply_cap=6)
    assert isinstance(ended, Ended)
    assert len(played) == ended.plies == 6
    assert ended.outcome is None


def test_a_game_that_is_over_is_not_played() -> None:
    over = Checkers.read("8/8/8/8/8/8/8/b7 w")
    (ended,) = play_game(over, [baseline("first"), baseline("first")])
    assert isinstance(ended, Ended)
    assert ended.outcome == over.outcome()


def test_every_seat_needs_a_player() -> None:
    with pytest.raises(ValueError, match="expected 2 players"):
        next(play_game(Checkers.start(), [baseline("first")]))
