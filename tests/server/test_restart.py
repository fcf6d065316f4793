"""Nothing that was accepted is lost: not by a restart, not by a kill, and not by a file that is no store."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.errors import LudusError
from ludus.games.registry import list_games
from ludus.records.events import Event
from ludus.server.app import Settings
from ludus.server.tables.event_json import check_repeated
from ludus.server.tables.seat_player import Gate
from ludus.server.tables.store import WebStore
from tests.server.browsers import CONNECT_FOUR, PATIENCE, Browser, make_settings, serving, wait_for, watching

BLACK, WHITE = 0, 1


@contextmanager
def running(store: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run `ludus serve` in a process of its own."""
    command = [sys.executable, "-m", "ludus", "serve", "--port", "0", "--store", str(store), *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline()
        try:
            yield process, int(address.strip().rstrip("/").rpartition(":")[2])
        finally:
            process.kill()


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    store = tmp_path / "games.store"
    with running(store) as (process, port):
        ann, bob = Browser(port), Browser(port)
        game = ann.begin(clock={"seconds": 600, "increment": 2})
        bob.post(f"{game}/join", {"seat": WHITE})
        for ply in range(6):
            assert (ann, bob)[ply % 2].play(game, ply % 2).status == 200
        ann.post(f"{game}/undo", {"action": "offer"})
        bob.post(f"{game}/undo", {"action": "accept"})
        before = ann.get(game)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    with serving(store) as port:
        ann.port = bob.port = port
        after = ann.get(game)
        for field in ("moves", "view", "seats", "number", "status", "start"):
            assert after[field] == before[field], field
        assert after["clock"]["left"][WHITE] == before["clock"]["left"][WHITE]
        with watching(port, game, last="1") as events:
            assert next(events)["number"] == 2
        assert len(after["moves"]) == 4
        assert ann.play(game, BLACK).status == 200
        assert bob.play(game, WHITE).status == 200
        bob.post(f"{game}/undo", {"action": "offer"})
        ann.post(f"{game}/undo", {"action": "accept"})
        assert len(ann.get(game)["moves"]) == 5


def test_the_clocks_are_right_while_a_game_is_being_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, may_go_on = tmp_path / "games.store", threading.Event()
    with serving(store) as port:
        ann = Browser(port)
        game = ann.begin(seats=[{"kind": "me"}, {"kind": "me"}], clock={"seconds": 600, "increment": 2})
        for ply in range(4):
            ann.play(game, ply % 2)
        before = ann.get(game)["clock"]["left"]

    def wait_then_check(happened: Event | None, event: dict[str, object]) -> None:
        assert may_go_on.wait(PATIENCE)
        check_repeated(happened, event)

    monkeypatch.setattr("ludus.server.tables.table.check_repeated", wait_then_check)
    with serving(store) as port:
        ann.port = port
        assert ann.get(game)["clock"]["left"][WHITE] == before[WHITE]
        may_go_on.set()


def test_an_engine_of_the_server_goes_on_after_a_restart(tmp_path: Path) -> None:
    store = tmp_path / "games.store"
    with serving(store) as port:
        ann = Browser(port)
        game = ann.begin(seats=[{"kind": "level", "level": 1, "where": "server"}, {"kind": "me"}])
        wait_for(lambda: len(ann.get(game)["moves"]) == 1)
    with serving(store) as port:
        ann.port = port
        ann.play(game, WHITE)
        wait_for(lambda: len(ann.get(game)["moves"]) == 3)


def test_lost_turns_and_phases_survive_a_restart(tmp_path: Path) -> None:
    """In Amazons who runs out of time is out, and the others play on."""
    store = tmp_path / "games.store"
    options = {"size": "5x5", "players": "3", "amazons": "1"}
    with serving(store) as port:
        ann = Browser(port)
        game = ann.begin("amazons", [{"kind": "me"}] * 3, options=options, clock={"seconds": 2})
        assert ann.play(game, 0).status == 200
        wait_for(lambda: ann.get(game)["view"]["toMove"] == 2)
        before = ann.get(game)
    with serving(store) as port:
        ann.port = port
        after = ann.get(game)
        assert after["view"] == before["view"]
        assert [event_kind(port, game, number) for number in (1, 2)] == ["played", "offence"]


def event_kind(port: int, game: str, number: int) -> str:
    with watching(port, game, after=number - 1) as events:
        return str(next(events)["kind"])


def test_a_second_server_on_the_same_store_is_refused(tmp_path: Path) -> None:
    store = WebStore.open(tmp_path / "games.store")
    with pytest.raises(LudusError, match="writes to this store already"):
        WebStore.open(tmp_path / "games.store")
    store.close()


@pytest.mark.parametrize(
    "content", [b"something else", b"SQLite format 3\0" + b"\xff" * 5000], ids=["foreign", "damaged"]
)
def test_a_file_that_is_no_store_is_refused_in_one_line_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "games.store"
    path.write_bytes(content)
    with pytest.raises(LudusError) as caught:
        WebStore.open(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    with pytest.raises(LudusError, match="another SQLite database"):
        WebStore.open(path)


def test_only_games_in_which_nothing_happened_for_a_year_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "games.store"
    with serving(path) as port:
        ann = Browser(port)
        old, recent = (ann.begin(seats=[{"kind": "me"}] * 2).rpartition("/")[2] for _ in range(2))
        ann.play(f"/api/games/{old}", BLACK)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE games SET touched = '2020-01-01T00:00:00Z' WHERE id = ?", (old,))
        connection.commit()
    with closing(WebStore.open(path)) as store:
        store.forget_old_games()
        assert (store.find_game(old), store.list_events(old), store.list_owners(old)) == (None, [], {})
        assert store.find_game(recent) is not None


def test_only_fingerprints_of_secrets_are_stored(tmp_path: Path) -> None:
    path = tmp_path / "games.store"
    with serving(path) as port:
        ann = Browser(port)
        ann.begin()
        secret = ann.cookie.partition("=")[2]
    assert secret.encode() not in path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0


def serve_changed(tmp_path: Path, change: str) -> Settings:
    """Make settings with Connect Four whose `play` has one more line."""
    file = tmp_path / f"game{len(change)}.py"
    line = "        if move not in self.moves():\n"
    file.write_text(CONNECT_FOUR.read_text().replace(line, f"        {change}\n{line}"))
    games = list_games((str(file),))
    return replace(make_settings(), games=games, files=(str(file),))


def test_a_game_whose_rules_have_changed_stops_in_words_and_goes_on_with_the_old_rules(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.store"
    with serving(store) as port:
        ann = Browser(port)
        game = ann.begin("connect-four", [{"kind": "me"}, {"kind": "me"}])
        ann.play(game, 0, "a1")
    with serving(store, serve_changed(tmp_path, 'move = "no" if move == "a1" else move')) as port:
        ann.port = port
        answer = ann.ask("POST", f"{game}/moves", {"seat": 1, "ply": 1, "move": "b1"})
        assert (answer.status, "the game has stopped" in answer.json["error"]) == (503, True)
    with serving(store) as port:
        ann.port = port
        assert ann.play(game, 1, "b1").status == 200
    assert "event 1 of its journal is not what the rules of the game allow now" in capfd.readouterr().err


def test_rules_that_fail_are_told_to_whoever_moves_and_to_whoever_runs_the_server(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Gate.close

    def close_slowly(gate: Gate) -> None:
        time.sleep(0.3)
        close(gate)

    # Another move arrives while the game that has failed is still being cleared away.
    monkeypatch.setattr(Gate, "close", close_slowly)
    settings = serve_changed(tmp_path, 'if move == "d1": raise ValueError("some insides")')
    with serving(tmp_path / "games.store", settings) as port:
        ann = Browser(port)
        game = ann.begin("connect-four", [{"kind": "me"}, {"kind": "me"}])
        refused = ann.ask("POST", f"{game}/moves", {"seat": 0, "ply": 0, "move": "d1"})
        assert (refused.status, "insides" in str(refused.json)) == (503, False)
        assert ann.ask("GET", f"{game}/targets?touched=d1").status == 500
        assert ann.play(game, 0, "a1").status == 200
    assert "play() raised ValueError: some insides" in capfd.readouterr().err
