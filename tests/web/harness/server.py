"""Serves the assets and the harness, and answers by the rules of each game; under the policy of the real pages.

PYTHONPATH=. .venv/bin/python -m tests.web.harness.server 8123
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import ludus.web
from ludus.errors import LudusError
from ludus.games import Position
from ludus.games.base import spell
from ludus.web.position_view import view_position
from tests.games.every_game import EVERY_GAME

HERE = Path(__file__).parent
ASSETS = Path(ludus.web.__file__).parent / "assets"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'"

Query = dict[str, str]


def read_position(query: Query) -> Position:
    """Find the position that a query is about: a text, or the start with the options that it gives."""
    game = EVERY_GAME[query["game"]]
    if query.get("text"):
        return game.read(query["text"])
    return game.start(**json.loads(query.get("options", "{}")))


def describe(query: Query) -> object:
    """Describe the board, and the position on it."""
    position = read_position(query)
    return {
        "game": position.name,
        "squares": position.squares(),
        "ground": position.ground,
        "sides": position.sides,
        "view": view_position(position),
    }


def find_targets(query: Query) -> object:
    """Find where a hand may go on, and what it has said so far."""
    position = read_position(query)
    touched = [square for square in query.get("touched", "").split(",") if square]
    try:
        move = spell(position, touched)
    except LudusError:
        move = None
    return {"next": position.targets(touched), "move": move}


def play(query: Query) -> object:
    """Play a move."""
    return view_position(read_position(query).play(query["move"]))


ANSWERS: dict[str, Callable[[Query], object]] = {
    "/game": describe,
    "/targets": find_targets,
    "/play": play,
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a question, or send a file."""
        address = urlsplit(self.path)
        if address.path in ANSWERS:
            query = {name: values[0] for name, values in parse_qs(address.query).items()}
            try:
                self._send(200, "application/json", json.dumps(ANSWERS[address.path](query)).encode())
            except LudusError as error:
                self._send(400, "text/plain", str(error).encode())
            return
        name = address.path.lstrip("/") or "index.html"
        file = ASSETS / name.removeprefix("assets/") if name.startswith("assets/") else HERE / name
        if ".." in name or not file.is_file():
            self._send(404, "text/plain", b"not here")
        else:
            self._send(200, TYPES[file.suffix], file.read_bytes())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Keep quiet."""


@contextmanager
def serve_harness(port: int = 0) -> Iterator[str]:
    """Serve while the context lasts; gives the address."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    with serve_harness(int(sys.argv[1])) as address:
        input(f"{address}?game=chezz (Enter ends)\n")
