"""Clocks of games on the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.browsers import Browser, serving, wait_for, watching

BLACK, WHITE = 0, 1


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "games.store") as found:
        yield found


def test_who_uses_up_the_time_loses_without_a_move(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}], clock={"seconds": 0.3})
    with watching(port, game, after=0) as events:
        ended = next(events)
    assert (ended["verdict"]["kind"], ended["verdict"]["seat"]) == ("time", BLACK)
    assert ann.play(game, BLACK, "A6-B5").status == 409


def test_clocks_wait_until_everybody_is_there(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin(clock={"seconds": 300, "increment": 5})
    assert ann.get(game)["clock"] == {"seconds": 300, "increment": 5, "left": [300, 300], "running": None}
    bob.post(f"{game}/join", {"seat": WHITE})
    wait_for(lambda: ann.get(game)["clock"]["left"][BLACK] < 300)
    assert ann.get(game)["clock"]["running"] == BLACK


def test_each_move_adds_the_increment(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}], clock={"seconds": 300, "increment": 100})
    ann.play(game, BLACK)
    clock = ann.get(game)["clock"]
    assert clock["running"] == WHITE
    assert 300 < clock["left"][BLACK] <= 400


def test_taking_back_gives_the_time_back(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}], clock={"seconds": 300, "increment": 100})
    ann.play(game, BLACK)
    ann.post(f"{game}/undo", {"action": "offer"})
    assert ann.get(game)["clock"]["left"][WHITE] == 300
    assert ann.get(game)["clock"]["left"][BLACK] <= 300


def test_the_moves_of_a_game_without_a_clock_are_timed(port: int) -> None:
    ann = Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
    assert ann.get(game)["clock"] is None
    ann.play(game, BLACK)
    assert ann.get(game)["moves"][0]["seconds"] > 0
