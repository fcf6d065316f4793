"""Engines and programs of the server: bounded, niced, and no game is lost when one of them fails."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from ludus.players.participant import resolve_all
from ludus.sandbox.capabilities import Machine
from ludus.server.tables.seat_player import PagePlayer
from ludus.server.tables.seating import AllowedProgram
from ludus.server.tables.table import Table
from tests.conftest import ROOT
from tests.server.browsers import Browser, list_games, make_settings, serving, serving_app, wait_for, watching
from tests.tolerance import AGAINST_HANGING
from tests.tournaments.class_programs import write_program

BLACK, WHITE = 0, 1
AGAINST_SERVER = [{"kind": "me"}, {"kind": "level", "level": 1, "where": "server"}]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "games.store") as found:
        yield found


def list_engines() -> set[int]:
    """List the processes of engines that this test has started."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # A thread or a process that has just ended.
            for child in (task / "children").read_text().split():
                if b"engine" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0"):
                    found.add(int(child))
    return found


def is_awake(table: Table) -> bool:
    """Ask anew: the type checker believes that it stays so."""
    return table.is_awake


def test_an_engine_that_is_killed_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path / "games.store") as port:
        ann, others = Browser(port), list_engines()
        game = ann.begin(seats=AGAINST_SERVER)
        ann.play(game, BLACK)
        wait_for(lambda: len(ann.get(game)["moves"]) == 2)
        (engine,) = list_engines() - others
        assert os.getpriority(os.PRIO_PROCESS, engine) >= 10
        os.kill(engine, signal.SIGKILL)
        with watching(port, game) as events:
            ann.play(game, BLACK)
            kinds = [next(events)["kind"] for _ in range(3)]
        assert sorted(kinds) == ["played", "played", "told"]
        wait_for(lambda: len(ann.get(game)["moves"]) == 4)


class SlowPagePlayer(PagePlayer):
    """Takes its time to sit down."""

    def __init__(self) -> None:
        time.sleep(0.3)
        super().__init__()


def test_an_engine_that_fails_again_and_again_leaves_its_seat_to_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server whose engines cannot start. Whoever hears of it may send a move at once."""
    monkeypatch.setattr(
        "ludus.server.tables.server_engine.ServerEngines.make_command", lambda *_: ["sh", "-c", "exit 3"]
    )
    monkeypatch.setattr("ludus.server.tables.table.PagePlayer", SlowPagePlayer)
    with serving(tmp_path / "games.store") as port:
        ann = Browser(port)
        game = ann.begin(seats=AGAINST_SERVER)
        with watching(port, game, after=0) as events:
            ann.play(game, BLACK)
            seen = [next(events) for _ in range(4)]
        assert [event["kind"] for event in seen] == ["played", "told", "told", "moved_engine"]
        assert ann.get(game)["seats"][WHITE]["where"] == "page"
        assert ann.play(game, WHITE).status == 200


def test_the_server_takes_over_for_a_page_that_does_not_think(port: int) -> None:
    ann, bob = Browser(port), Browser(port)
    game = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "level": 1, "where": "page"}])
    ann.play(game, BLACK)
    assert bob.ask("POST", f"{game}/takeover", {"seat": WHITE}).status == 403
    assert ann.ask("POST", f"{game}/takeover", {"seat": BLACK}).status == 400
    ann.post(f"{game}/takeover", {"seat": WHITE})
    wait_for(lambda: len(ann.get(game)["moves"]) == 2)
    assert ann.ask("POST", f"{game}/takeover", {"seat": WHITE}).status == 409


def test_a_thinking_engine_stops_when_a_person_takes_back(port: int) -> None:
    ann = Browser(port)
    game = ann.begin("amazons", [{"kind": "me"}, {"kind": "level", "level": 10, "where": "server"}])
    ann.play(game, 0)
    ann.post(f"{game}/undo", {"action": "offer"})
    assert ann.get(game)["moves"] == []


@pytest.mark.slow
def test_only_so_many_engines_have_a_process(tmp_path: Path) -> None:
    with serving(tmp_path / "games.store", make_settings(engines=1)) as port:
        ann, others = Browser(port), list_engines()
        games = [ann.begin(seats=AGAINST_SERVER) for _ in range(2)]
        for _ in range(2):
            for game in games:
                plies = len(ann.get(game)["moves"])
                ann.play(game, BLACK)
                wait_for(lambda game=game, plies=plies: len(ann.get(game)["moves"]) == plies + 2)  # type: ignore[misc]  # defaults
        assert len(list_engines() - others) == 1


def test_a_game_that_nobody_watches_sleeps_and_is_taken_up_again(tmp_path: Path) -> None:
    with serving_app(tmp_path / "games.store", make_settings()) as (port, web):
        ann, others = Browser(port), list_engines()
        game = ann.begin(seats=AGAINST_SERVER)
        ann.play(game, BLACK)
        wait_for(lambda: len(ann.get(game)["moves"]) == 2)
        table, _ = web.tables.find(game.rpartition("/")[2], "")
        table.touched -= 1000
        with watching(port, game):
            web.tables.unload_idle_games()
            assert is_awake(table)
        wait_for(lambda: not web.tables.find(game.rpartition("/")[2], "")[1].watchers)
        table.touched -= 1000
        web.tables.unload_idle_games()
        wait_for(lambda: not is_awake(table))
        wait_for(lambda: list_engines() <= others)
        ann.play(game, BLACK)
        wait_for(lambda: len(ann.get(game)["moves"]) == 4)


def test_engines_wait_for_a_client_that_has_used_too_much(tmp_path: Path) -> None:
    with serving_app(tmp_path / "games.store", make_settings(engine=1e-6)) as (port, web):
        ann = Browser(port)
        game = ann.begin(seats=AGAINST_SERVER)
        ann.play(game, BLACK)
        web.clients.charge("127.0.0.1", "engine", 1e6)
        other = ann.begin(seats=[{"kind": "me"}, {"kind": "level", "where": "page"}])
        assert ann.ask("POST", f"{other}/hint").status == 429
        web.clients.charge("127.0.0.1", "engine", -1e6)
        wait_for(lambda: len(ann.get(game)["moves"]) == 2)


@pytest.mark.slow
def test_a_program_that_the_organiser_allows_plays_in_its_sandbox(tmp_path: Path) -> None:
    from tests.machines import MACHINE

    games = list_games()
    program = write_program(tmp_path / "agent", "pente", "good", 0)
    (participant,) = resolve_all([f"program:{program}"], games["pente"], MACHINE)
    allowed = AllowedProgram("pente/ours", games["pente"], participant)
    settings = replace(
        make_settings(), programs={allowed.key: allowed}, make_machine=partial(Machine, unsafe=True)
    )
    with serving(tmp_path / "games.store", settings) as port:
        ann = Browser(port)
        assert ann.get("/api/catalogue")["programs"] == [
            {"key": "pente/ours", "name": participant.name, "game": "pente"}
        ]
        seats = [{"kind": "me"}, {"kind": "program", "program": "pente/ours"}]
        game = ann.begin("pente", seats, clock={"seconds": AGAINST_HANGING})
        ann.play(game, 0, "10K")
        wait_for(lambda: len(ann.get(game)["moves"]) == 2)
        assert ann.get(game)["moves"][1]["seat"] == 1


def test_a_foreign_game_is_played_by_an_engine_of_the_server(port: int) -> None:
    assert (ROOT / "examples" / "connect_four.py").exists()
    ann = Browser(port)
    game = ann.begin("connect-four", AGAINST_SERVER)
    ann.play(game, 0)
    wait_for(lambda: len(ann.get(game)["moves"]) == 2)
    views = ann.get(f"{game}/views")["views"]
    assert [view["text"] for view in views[1:]] == [move["text"] for move in ann.get(game)["moves"]]
