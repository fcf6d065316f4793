"""A server on loopback in a thread of the test, and browsers that talk to it by plain HTTP."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludus.games import GAMES
from ludus.games.base import Game
from ludus.games.registry import load_game
from ludus.server.app import Settings, WebApp, make_app
from ludus.server.limits import Limits
from ludus.server.run import Server, listen
from ludus.server.tables.store import WebStore
from tests.conftest import ROOT

CONNECT_FOUR = ROOT / "examples" / "connect_four.py"
PATIENCE = 60.0
TWO_PEOPLE = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


def list_games() -> dict[str, Game]:
    """List the games that the servers of these tests know."""
    four = load_game(CONNECT_FOUR)
    return {**GAMES, four.name: four}


def make_settings(**limits: float) -> Settings:
    """Make settings under which tests are not refused, but for these limits."""
    generous = dict.fromkeys(("requests", "writes", "creations", "engine", "rules"), 1000000.0)
    chosen = replace(Limits(), **{**generous, **limits})  # type: ignore[arg-type]  # numbers
    return Settings(list_games(), (str(CONNECT_FOUR),), limits=chosen)


@contextmanager
def serving(store: Path, settings: Settings | None = None, port: int = 0) -> Iterator[int]:
    """Serve on a port of loopback, or on a free one; yields the port."""
    with serving_app(store, settings or make_settings(), port) as (port, _):
        yield port


@contextmanager
def serving_app(store: Path, settings: Settings, port: int = 0) -> Iterator[tuple[int, WebApp]]:
    """Serve on a port of loopback, or on a free one; yields the port and the app behind it."""
    with closing(WebStore.open(store)) as opened, closing(listen("127.0.0.1", port)) as listening:
        web = make_app(opened, settings)
        server = Server(web)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            wait_for(lambda: server.started)
            yield listening.getsockname()[1], web
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def wait_for(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


@dataclass
class Browser:
    """Keeps its cookie, as a browser does."""

    port: int
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request; a body is sent as JSON."""
        sent = {**self.headers, **({"cookie": self.cookie} if self.cookie else {})}
        content = None
        if method == "POST":
            content = body if isinstance(body, bytes | str) else json.dumps({} if body is None else body)
            sent |= {"content-type": "application/json", "origin": f"http://127.0.0.1:{self.port}"}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, content, {**sent, **(headers or {})})
            response = connection.getresponse()
            answer = Answer(response.status, dict(response.getheaders()), response.read())
        if cookie := answer.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def get(self, path: str) -> Any:
        """Ask for JSON."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.json

    def post(self, path: str, body: object = None) -> Any:
        """Change something; it must succeed."""
        answer = self.ask("POST", path, body)
        assert answer.status in (200, 201), answer
        return answer.json

    def begin(self, game: str = "checkers", seats: object = None, **more: object) -> str:
        """Make a game and return its path in the API."""
        made = self.post("/api/games", {"game": game, "seats": seats or TWO_PEOPLE, **more})
        return f"/api/games/{made['id']}"

    def play(self, game: str, seat: int, move: str = "") -> Answer:
        """Play a move, by default the first that is legal."""
        snapshot = self.get(game)
        move = move or self.get(f"{game}/moves")["moves"][0]
        return self.ask("POST", f"{game}/moves", {"seat": seat, "ply": len(snapshot["moves"]), "move": move})


@contextmanager
def watching(port: int, game: str, after: int | None = None, last: str = "") -> Iterator[Iterator[Any]]:
    """Open the events of a game; yields them one by one."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        query = "" if after is None else f"?after={after}"
        connection.request("GET", f"{game}/events{query}", headers={"last-event-id": last} if last else {})
        with closing(connection.getresponse()) as response:
            assert response.status == 200, response.read()
            yield _read_events(response)


def _read_events(response: http.client.HTTPResponse) -> Iterator[Any]:
    for line in response:
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))
