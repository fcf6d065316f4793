"""The board in a real browser: by mouse, finger and keys, in every game; what it shows is what the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

import pytest

from ludus.games import Position
from tests.games.every_game import EVERY_GAME
from tests.web.harness.server import serve_harness

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

# One process, because they share the browser.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
WIDE, NARROW = {"width": 1000, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the page with the board."""
    with serve_harness() as address:
        yield address


@contextmanager
def open_board(
    browser: Browser,
    address: str,
    position: Position,
    scheme: Literal["light", "dark"] = "light",
    by_finger: bool = False,
    still: bool = False,
    **query: str,
) -> Iterator[Page]:
    """Open a board with a position; at the end nothing may have gone wrong on the page."""
    context = browser.new_context(
        viewport=NARROW if by_finger else WIDE,  # type: ignore[arg-type]  # a plain dictionary is what it takes
        color_scheme=scheme,
        has_touch=by_finger,
        reduced_motion="reduce" if still else "no-preference",
    )
    page, troubles = context.new_page(), list[str]()
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{address}?{urlencode({'game': position.name, 'text': str(position), **query})}")
    page.locator(".board.is-active").wait_for(state="attached")
    yield page
    assert not troubles
    context.close()


def find_cell(page: Page, square: str) -> Locator:
    return page.locator(f'[role=gridcell][data-square="{square}"]')


def wait_for_label(page: Page, square: str, words: str) -> None:
    page.locator(f'[data-square="{square}"][aria-label*="{words}"]').wait_for(state="attached")


def wait_for_move(page: Page, move: str) -> None:
    page.locator("#move", has_text=move).wait_for()


def list_pieces(page: Page) -> dict[str, str]:
    """List what stands on the board, by square."""
    found: list[tuple[str, str]] = page.locator(".board-pieces > use").evaluate_all(
        "pieces => pieces.map(piece => [piece.dataset.square, piece.dataset.cell])"
    )
    return dict(found)


def list_expected(position: Position) -> dict[str, str]:
    return {
        square: cell
        for names, cells in zip(position.squares(), position.rows(), strict=True)
        for square, cell in zip(names, cells, strict=True)
        if cell != "."
    }


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_shows_its_start_and_takes_a_first_move(browser: Browser, address: str, name: str) -> None:
    position = EVERY_GAME[name].start()
    touched: list[str] = []
    with open_board(browser, address, position) as page:
        assert list_pieces(page) == list_expected(position)
        while following := position.targets(touched):
            touched.append(following[0])
            wait_for_label(page, touched[-1], "target" if len(touched) > 1 else "can ")
            find_cell(page, touched[-1]).click()
        move = "".join(touched) if len(touched) == 1 else "-".join(touched)
        wait_for_move(page, move)
        assert list_pieces(page) == list_expected(position.play(move))
