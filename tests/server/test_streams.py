"""Streams of events: what they cost the server, and what is left of them."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from ludus.server.http import streams
from ludus.server.http.streams import MOST_MISSED
from tests.server.browsers import Browser, make_settings, serving_app, wait_for, watching


def test_an_event_is_encoded_once_however_often_it_was_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Encoding holds up everybody who watches any game."""
    encoded: list[int] = []

    def make_frame(_: object, number: int) -> bytes:
        encoded.append(number)
        return f"data: {number}\n\n".encode()

    monkeypatch.setattr(streams, "make_frame", make_frame)
    with serving_app(tmp_path / "games.store", make_settings()) as (port, _):
        ann = Browser(port)
        game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
        for ply in range(MOST_MISSED):
            assert ann.play(game, ply % 2).status == 200
        for _ in range(3):
            with watching(port, game, after=0) as events:
                assert [next(events) for _ in range(MOST_MISSED)] == list(range(1, MOST_MISSED + 1))
        assert encoded == list(range(1, MOST_MISSED + 1))
        ann.play(game, MOST_MISSED % 2)
        with watching(port, game, after=0) as events:
            assert next(events)["kind"] == "reload"


def test_a_game_that_was_watched_is_forgotten_when_it_sleeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludus.server.tables.open_tables.IDLE_SECONDS", -1.0)
    with serving_app(tmp_path / "games.store", make_settings()) as (port, web):
        ann = Browser(port)
        game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}])
        ann.play(game, 0)
        with watching(port, game, after=0) as events:
            next(events)
        table = weakref.ref(web.tables.find(game.rpartition("/")[2], "ann")[0])

        def is_forgotten() -> bool:
            web.tables.unload_idle_games()
            gc.collect()
            return table() is None

        wait_for(is_forgotten)
