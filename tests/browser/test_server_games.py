"""Games on a server in real browsers: two people, spectators, lost connections, restarts, hostile names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludus.games.base import squares_of
from tests.browser.table import Table, open_page, play_moves
from tests.browser.test_whole_games import CHEZZ
from tests.server.browsers import serving
from tests.web.node_core import require_wasm

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
BY_LINK = {"White (begins)": "me", "Black": "open"}
HOSTILE = "<img src=x onerror=alert(1)>"


def test_two_browsers_play_each_other_while_a_third_watches(browser: Browser, server: str) -> None:
    with open_page(browser) as first, open_page(browser) as second, open_page(browser) as third:
        white, black, watcher = Table(first), Table(second), Table(third)
        first.goto(server)
        white.begin("Chezz", BY_LINK, name=HOSTILE)
        white.wait_for_status("Waiting for somebody to sit down")
        first.get_by_role("button", name="Copy link").first.wait_for()
        second.goto(first.url)
        second.get_by_role("button", name="Sit here").click()
        black.wait_for_plies(0)
        third.goto(first.url)
        third.get_by_role("grid").wait_for()
        assert not third.locator("[data-action=engine]").is_visible()
        for ply, move in enumerate(CHEZZ):
            mover = (white, black)[ply % 2]
            # A click on a board whose turn it is not yet does nothing.
            mover.wait_for_status("Your turn")
            play_moves(mover, [move], mover.click, before=ply)
            for table in (white, black, watcher):
                table.wait_for_plies(ply + 1)
        for table in (white, black, watcher):
            table.wait_for_status(f"{HOSTILE} (White) won: Black has lost the king.")
        assert third.locator("img").count() == 0
        third.keyboard.press("Home")
        third.keyboard.press("l")
        third.locator(".lines li").first.wait_for()
        for page in (first, second):
            page.get_by_role("button", name="Play again").click()
        black.wait_for_status("Your turn")
        white.wait_for_plies(0)
        assert first.url == second.url != third.url


def test_taking_back_needs_the_other_side(browser: Browser, server: str) -> None:
    with open_page(browser) as first, open_page(browser) as second:
        white, black = Table(first), Table(second)
        first.goto(server)
        white.begin("Chezz", BY_LINK)
        second.goto(first.url)
        second.get_by_role("button", name="Sit here").click()
        white.wait_for_status("Your turn")
        play_moves(white, CHEZZ[:1], white.click)
        first.get_by_role("button", name="Take back").click()
        second.get_by_role("button", name="Decline").click()
        second.get_by_role("button", name="Decline").wait_for(state="detached")
        white.wait_for_plies(1)
        first.get_by_role("button", name="Take back").click()
        second.get_by_role("button", name="Accept").click()
        for table in (white, black):
            table.wait_for_plies(0)


def test_reload_and_restart_of_the_server_lose_no_move(browser: Browser, tmp_path: Path) -> None:
    require_wasm()
    store = tmp_path / "games.store"
    with open_page(browser, may_lose_network=True) as page:
        table = Table(page)
        with serving(store) as port:
            page.goto(f"http://127.0.0.1:{port}/")
            table.begin("Chezz", {"White (begins)": "me", "Black": "me"})
            play_moves(table, CHEZZ[:2], table.click)
            page.reload()
            table.wait_for_plies(2)
            play_moves(table, CHEZZ[2:3], table.click, before=2)
        table.wait_for_status("The connection to the server is lost")
        with serving(store, port=port):
            table.wait_for_status("Black to move")
            play_moves(table, CHEZZ[3:], table.click, before=3)
            table.wait_for_status("White won: Black has lost the king.")
            page.get_by_role("link", name="Ludus").click()
            page.get_by_role("link", name="Chezz").wait_for()


def test_the_engine_of_the_page_plays_on_the_server_at_its_level(browser: Browser, server: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(server)
        table.begin("Checkers", {"Black (begins)": "me", "White": "level 2"})
        table.click(["G6", "F5"])
        table.wait_for_plies(2)
        page.get_by_role("button", name="Take back").click()
        table.wait_for_plies(0)
        page.get_by_role("button", name="Hint").click()
        table.wait_for_status("Hint: ")


def test_a_game_of_somebody_else_is_played_by_what_the_server_says(browser: Browser, server: str) -> None:
    """Connect Four has neither a kernel nor a reader in the page."""
    with open_page(browser) as page:
        table = Table(page)
        page.goto(server)
        table.begin("Connect", {})
        page.get_by_role("gridcell", name="can be played").first.click()
        table.wait_for_plies(2)
        page.keyboard.press("[")
        table.wait_for_status("After move 1 of 2")


def test_an_engine_that_the_page_cannot_run_is_played_by_the_server(browser: Browser, server: str) -> None:
    """The core in the page knows no options of Chezz."""
    with open_page(browser) as page:
        table = Table(page)
        page.goto(server)
        table.begin("Chezz", {"Black": "level 1"}, **{"contagion chains": "true"})
        table.click(squares_of("e2-e3"))
        table.wait_for_plies(2)
