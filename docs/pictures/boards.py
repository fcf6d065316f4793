"""Takes the pictures of the boards from the pages of `make site`, in the Chromium of the system: `make pictures`.

The games on them are games of our engine against itself, so that they look as games do.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from ludus.games import GAMES
from ludus.games.base import Position
from ludus.players.level import LevelPlayer
from ludus.turn import Turn

FOLDER = Path(__file__).parent
PLAYERS = ("Ann", 7)
"""The person on the pictures, and the level of the engine."""
PATIENCE = 3000
"""So long the engine thinks before a picture is taken, in milliseconds."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Sends files, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the library's
        """Say nothing."""


def main() -> None:
    """Take all pictures."""
    handler = partial(QuietHandler, directory=sys.argv[1])
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        address = f"http://127.0.0.1:{server.server_port}/"
        games = GAMES
        take(browser, address, "play-pente", games["pente"].start(), 24, "light")
        take(browser, address, "play-chezz", games["chezz"].start(), 8, "light", keys="l")
        take(browser, address, "play-checkers", games["checkers"].start(), 10, "dark", keys="h")
        board = games["amazons"].start(size="10x10", seed=5, players="Ann,Ludus")
        take(browser, address, "play-amazons", board, 26, "dark")
        take(browser, address, "play-phone", games["chezz"].start(), 8, "light", width=390, height=844)
        take_home(browser, address)
        server.shutdown()


def play(start: Position, plies: int) -> list[str]:
    """Let the engine play against itself for a while."""
    players = [LevelPlayer(PLAYERS[1], seed) for seed in range(start.seats)]
    turn = Turn(start, ())
    for _ in range(plies):
        move = players[turn.position.to_move].choose(turn).moves[0]
        turn = Turn(start, (*turn.moves, move))
    return list(turn.moves)


def take(
    browser: Browser,
    address: str,
    name: str,
    start: Position,
    plies: int,
    scheme: Literal["light", "dark"],
    keys: str = "",
    width: int = 1240,
    height: int = 860,
) -> None:
    """Take a picture of a game in the middle, as the browser has kept it."""
    person = {"kind": "person", "name": PLAYERS[0] if start.sides else "", "yours": True, "claimed": True}
    engine = {
        "kind": "level",
        "level": PLAYERS[1],
        "name": "Engine",
        "where": "page",
        "yours": True,
        "claimed": True,
    }
    kept = {
        "id": "picture",
        "game": start.name,
        "start": str(start),
        "seats": [person, engine],
        "moves": [{"move": move, "seconds": 1} for move in play(start, plies)],
        "seed": 1,
        "started": "2026-01-01T00:00:00Z",
        "clock": None,
        "verdict": None,
    }
    page = open_page(browser, scheme, width, height)
    page.add_init_script(f"localStorage.setItem('ludus.game.picture', {json.dumps(json.dumps(kept))})")
    page.goto(f"{address}#game/picture")
    page.get_by_role("grid").wait_for()
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(PATIENCE if keys else PATIENCE / 5)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.context.close()


def take_home(browser: Browser, address: str) -> None:
    """Take a picture of the page on which a game is chosen."""
    page = open_page(browser, "light", 1240, 920)
    page.goto(address)
    page.wait_for_timeout(PATIENCE / 3)
    page.screenshot(path=FOLDER / "play-home.png")
    page.context.close()


def open_page(browser: Browser, scheme: Literal["light", "dark"], width: int, height: int) -> Page:
    """Open a page in a browser of its own, without animation."""
    return browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    ).new_page()


if __name__ == "__main__":
    main()
