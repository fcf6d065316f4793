"""Whole games on the page without a server: every kind, by mouse, finger and keyboard, without a network, from disk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludus.games import GAMES
from ludus.games.base import Position
from tests.browser.table import NARROW, Table, list_touches, open_page, play_moves

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# One process, because they share the browser and the site.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

PENTE = "10K 1A 10L 1C 10M 1E 10N 1G 10J".split()
"""White makes five in a line."""
CHEZZ = "e2-e3 d7-d6 f1-b5 a7-a6 b5-e8".split()
"""A bishop takes the king."""
CHECKERS_END = "1w6/8/8/2w1w3/1b3b2/8/4b3/8 b"
CHECKERS = (
    "F5-D3 C4-A6 E7-D6 A6-B7 D6-E5 B1-C2 D3-B1 B7-C8 B1-C2 C8-D7 C2-B3 D7-E6 B3-C2 E6-D5 C2-D3 D5-C4 D3-C2 C4-D3 C2-E4"
).split()
"""Jumps, and a tower on each side."""
AMAZONS_START = (
    "100,000,020,000/000,030,000,200/000,010,000,000/300,000,000,000 player1:1:0;player2:2:0 placement:1 1"
)
OPEN_THREE = reduce(lambda position, move: position.play(move), PENTE[:6], GAMES["pente"].start())
"""White is to move and can make an open four."""
AGAINST_ENGINE = {"White (begins)": "me", "Black": "level 1"}
TWO_PEOPLE = {
    "Pente": {"White (begins)": "me", "Black": "me"},
    "Chezz": {"White (begins)": "me", "Black": "me"},
    "Checkers": {"Black (begins)": "me", "White": "me"},
    "Treasure Amazons": {"Player 1 (begins)": "me", "Player 2": "me"},
}


def play_at_random(start: Position, seed: int) -> Iterator[tuple[Position, str]]:
    """Choose moves to the end of a game; yields each with the position before it."""
    rng, position = random.Random(seed), start
    while position.outcome() is None:
        move = rng.choice(position.moves())
        yield position, move
        position = position.play(move)


def test_a_game_of_pente_by_clicks(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Pente", TWO_PEOPLE["Pente"])
        play_moves(table, PENTE, table.click)
        table.wait_for_status("White won: five in a line.")
        assert table.read_record() == PENTE


def test_a_game_of_chezz_by_drags(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Chezz", TWO_PEOPLE["Chezz"])
        play_moves(table, CHEZZ, table.drag)
        table.wait_for_status("White won: Black has lost the king.")


def test_a_game_of_chezz_by_clicks_with_fling_and_shot(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Chezz", TWO_PEOPLE["Chezz"], position="7k/p7/8/8/8/8/1F6/C3K3 w")
        play_moves(table, ["a1^b2-d4", "a7-a6", "d4*e5"], table.click)
        table.wait_for_status("White won: Black has lost the king.")


def test_a_move_that_could_go_on_is_played_by_touching_its_last_square_again(
    browser: Browser, address: str
) -> None:
    """The cannon fires at the flinger beside it, over which it could also be flung."""
    start = GAMES["chezz"].read("7k/p7/8/8/8/8/1F6/C3K3 w")
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Chezz", TWO_PEOPLE["Chezz"], position=str(start))
        table.click(list_touches(start, "a1*b2"))
        table.wait_for_status("White won: Black has lost the king.")


def test_a_game_of_checkers_by_clicks(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Checkers", TWO_PEOPLE["Checkers"], position=CHECKERS_END)
        play_moves(table, CHECKERS, table.click)
        table.wait_for_status("Black won: White cannot move.")


def test_a_game_of_amazons_by_clicks(browser: Browser, address: str) -> None:
    start = GAMES["amazons"].read(AMAZONS_START)
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Treasure Amazons", TWO_PEOPLE["Treasure Amazons"], position=AMAZONS_START)
        for ply, (position, move) in enumerate(play_at_random(start, seed=4), start=1):
            table.click(list_touches(position, move))
            table.wait_for_plies(ply)
        table.wait_for_status("no amazon can move")


def test_a_game_of_amazons_by_fingers_on_a_phone(browser: Browser, address: str) -> None:
    start = GAMES["amazons"].read(AMAZONS_START)
    with open_page(browser, NARROW, has_touch=True) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Treasure Amazons", TWO_PEOPLE["Treasure Amazons"], position=AMAZONS_START)
        for ply, (position, move) in enumerate(play_at_random(start, seed=1), start=1):
            table.tap(list_touches(position, move))
            table.wait_for_plies(ply)
        table.wait_for_status("no amazon can move")


def test_a_game_of_chezz_by_the_keyboard_alone(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        walk_to(page, "[data-game=chezz]", "Tab")
        page.keyboard.press("Enter")
        walk_to(page, "select[data-seat='1']", "Shift+Tab")
        page.keyboard.press("Home")
        walk_to(page, "button[type=submit]", "Tab")
        page.keyboard.press("Enter")
        page.get_by_role("grid").wait_for()
        play_moves(table, CHEZZ[:4], table.press)
        page.keyboard.press("m")
        page.keyboard.type("b5 e8")
        page.keyboard.press("Enter")
        table.wait_for_status("White won: Black has lost the king.")


def test_a_game_against_the_engine_in_the_page_with_the_network_cut(browser: Browser, address: str) -> None:
    with open_page(browser, may_lose_network=True) as page:
        table = Table(page)
        page.goto(address)
        # The service worker has everything once it controls the page; from then on no network is needed.
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.context.set_offline(True)
        page.reload()
        table.begin("Pente", AGAINST_ENGINE, position=str(OPEN_THREE))
        play_against_engine(table)


def test_a_game_against_the_engine_from_a_file(browser: Browser, site: Path) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto((site / "ludus.html").as_uri())
        table.begin("Pente", AGAINST_ENGINE, position=str(OPEN_THREE))
        play_against_engine(table)


def walk_to(page: Page, selector: str, key: str) -> None:
    """Press a key until something has the focus."""
    for _ in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached by {key}")


def play_against_engine(table: Table) -> None:
    """Make an open four, and five whatever the engine answers: it must answer something legal."""
    table.click(["10J"])
    table.wait_for_plies(2)
    position = OPEN_THREE.play("10J").play(table.read_record()[-1])
    five = next(move for move in position.moves() if position.play(move).outcome())
    table.click([five])
    table.wait_for_status("White won: five in a line.")
