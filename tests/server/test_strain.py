"""What one client, one game or one engine that does not stop cannot do to everybody else."""

from __future__ import annotations

import gc
import socket
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.errors import MachineFault
from ludus.games import GAMES
from ludus.players.base import Player
from ludus.server.limits import Clients, Limits
from ludus.server.tables.server_engine import ServerEngine, ServerEngines
from ludus.server.tables.table import Table
from ludus.turn import Choice, Turn
from ludus.turn import Limits as TurnLimits
from tests.server.browsers import Browser, make_settings, serving, serving_app, wait_for

HOT_SEAT = [{"kind": "me"}, {"kind": "me"}]
STUCK = threading.Event()
"""Set when everybody who is stuck may go on."""


@contextmanager
def being_stuck() -> Iterator[None]:
    STUCK.clear()
    try:
        yield
    finally:
        STUCK.set()


class StuckEngine(Player):
    """An engine that does not even stop when it is told to."""

    name = "stuck"

    def __init__(self, *_: object) -> None:
        pass

    def choose(self, turn: Turn) -> Choice:
        STUCK.wait()
        self.raise_interruption()
        raise AssertionError("nobody has cancelled it")


def test_an_engine_that_does_not_stop_holds_up_only_its_own_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludus.server.tables.seating.ServerEngine", StuckEngine)
    monkeypatch.setattr("ludus.server.tables.table.PATIENCE", 3600.0)
    with serving_app(tmp_path / "games.store", make_settings()) as (port, web), being_stuck():
        ann = Browser(port)
        stuck = ann.begin(seats=[{"kind": "level", "where": "server"}, {"kind": "me"}])
        other = ann.begin(seats=HOT_SEAT)
        table, _ = web.tables.find(stuck.rpartition("/")[2], "ann")
        table.touched -= 1000
        with ThreadPoolExecutor(1) as pool:
            dozing = pool.submit(web.tables.unload_idle_games)
            assert ann.play(other, 0).status == 200
            STUCK.set()
            dozing.result()


def test_who_never_takes_an_answer_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.server.http.connection.STALL_SECONDS", 0.2)
    monkeypatch.setattr("ludus.server.http.reads.write_home_page", lambda _: "x" * 20_000_000)
    with (
        serving(tmp_path / "games.store", make_settings(connections=1)) as port,
        closing(socket.create_connection(("127.0.0.1", port))) as greedy,
    ):
        greedy.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(lambda: Browser(port).ask("GET", "/api/catalogue").status == 200)


def test_one_client_cannot_take_all_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Semaphore(0)

    def wait(*_: object) -> None:
        asked.release()
        STUCK.wait()

    with serving(tmp_path / "games.store") as port, being_stuck(), ThreadPoolExecutor(45) as pool:
        ann = Browser(port)
        game = ann.begin()
        monkeypatch.setattr("ludus.server.http.reads.describe_table", wait)
        asking = [pool.submit(ann.ask, "GET", game) for _ in range(45)]
        asked.acquire()
        assert ann.ask("GET", f"/games/{game.rpartition('/')[2]}").status == 200
        STUCK.set()
        assert [answer.result().status for answer in asking] == [200] * 45


def test_a_game_cannot_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.server.http.actions.MOST_EVENTS", 3)
    with serving(tmp_path / "games.store") as port:
        ann = Browser(port)
        game = ann.begin(seats=HOT_SEAT)
        ann.play(game, 0)
        ann.post(f"{game}/undo", {"action": "offer"})
        ann.play(game, 0)
        assert ann.ask("POST", f"{game}/undo", {"action": "offer"}).status == 409
        assert ann.play(game, 1).status == 200


def test_that_a_game_has_stopped_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> None:
        raise MachineFault("some insides")

    monkeypatch.setattr(Table, "_play", fail)
    with serving(tmp_path / "games.store") as port:
        ann = Browser(port)
        game = ann.begin(seats=HOT_SEAT)
        for _ in range(5):
            ann.get(game)
        wait_for(lambda: ann.get(game)["number"] == 1)
        assert "some insides" in capfd.readouterr().err


def test_the_engine_of_whoever_has_used_least_thinks_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lets a hundred engines think does not keep others waiting for all of them."""
    monkeypatch.setattr("ludus.server.tables.server_engine.os.cpu_count", lambda: 1)
    clients = Clients(Limits())
    clients.charge("greedy", "engine", 10.0)
    bounds, order, first = ServerEngines(clients), [], threading.Event()

    class Thinking:
        """In place of the process of an engine."""

        def __init__(self, client: str) -> None:
            self.client = client

        def choose(self, _: object) -> Choice:
            first.wait()
            order.append(self.client)
            return Choice(("a1",), 0.5)

        def raise_interruption(self) -> None:
            pass

    def make_engine(client: str) -> ServerEngine:
        engine = ServerEngine(bounds, GAMES["checkers"], "level:1", 0, TurnLimits(), lambda: client)
        engine._process = Thinking(client)  # type: ignore[assignment]  # all that is used of it
        return engine

    engines = [make_engine(client) for client in ("greedy", "greedy", "greedy", "ann")]
    with ThreadPoolExecutor(4) as pool:
        chosen = []
        for number, engine in enumerate(engines):
            chosen.append(pool.submit(engine.choose, Turn(GAMES["checkers"].start())))
            wait_for(lambda number=number: engines[0].is_busy and len(bounds._waiting) == number)  # type: ignore[misc]  # a default
        assert [engine.is_busy for engine in engines] == [True, False, False, False]
        first.set()
    assert [each.result().moves for each in chosen] == [("a1",)] * 4
    assert order == ["greedy", "ann", "greedy", "greedy"]


def test_a_client_cannot_take_all_games_with_running_clocks(tmp_path: Path) -> None:
    with serving(tmp_path / "games.store", make_settings(games=2)) as port:
        ann = Browser(port)
        quiet = [ann.begin(seats=HOT_SEAT) for _ in range(3)]
        assert [ann.play(game, 0).status for game in quiet] == [200, 200, 200]
        timed = [ann.begin(seats=HOT_SEAT, clock={"seconds": 3600}) for _ in range(3)]
        wait_for(lambda: ann.ask("GET", timed[0]).status == ann.ask("GET", timed[1]).status == 200)
        wait_for(lambda: ann.ask("GET", timed[2]).status == 429)


def test_a_game_that_is_slow_to_go_to_sleep_makes_room_for_one_other_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "games.store", make_settings(games=2)) as port, monkeypatch.context() as patch:
        ann = Browser(port)
        for _ in range(2):
            assert ann.play(ann.begin(seats=HOT_SEAT), 0).status == 200
        patch.setattr(Table, "leave", lambda table: setattr(table, "_is_leaving", True))
        timed = [ann.begin(seats=HOT_SEAT, clock={"seconds": 3600}) for _ in range(3)]
        assert [ann.ask("GET", game).status for game in timed] == [200, 200, 429]


def test_games_that_are_asked_for_at_once_count_before_they_have_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wake = Table.wake

    def wake_slowly(table: Table) -> None:
        time.sleep(0.3)
        wake(table)

    with serving(tmp_path / "games.store", make_settings(games=2)) as port, monkeypatch.context() as patch:
        ann = Browser(port)
        timed = [ann.begin(seats=HOT_SEAT, clock={"seconds": 3600}) for _ in range(5)]
        patch.setattr(Table, "wake", wake_slowly)
        with ThreadPoolExecutor(len(timed)) as pool:
            found = list(pool.map(lambda game: replace(ann).ask("GET", game).status, timed))
        assert sorted(found) == [200, 200, 429, 429, 429]


def test_a_client_that_never_takes_its_answer_leaves_nothing_behind_when_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludus.server.run.GRACE_SECONDS", 1)
    with warnings.catch_warnings(record=True) as caught, socket.socket() as client:
        warnings.simplefilter("always")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        with serving(tmp_path / "games.store") as port:
            client.connect(("127.0.0.1", port))
            request = f"GET /api/catalogue HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
            with suppress(BlockingIOError):
                client.setblocking(False)
                for _ in range(2000):
                    client.send(request.encode())
            time.sleep(0.5)
        gc.collect()
    assert [str(each.message) for each in caught if each.category is ResourceWarning] == []
