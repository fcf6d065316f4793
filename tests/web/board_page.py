"""Opens a board in the browser and reads it, for the tests of the board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

from ludus.games import Position

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

WIDE, NARROW = {"width": 1000, "height": 900}, {"width": 390, "height": 844}


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
    page.locator("[data-ready] .board.is-active").wait_for(state="attached")
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


def wait_for_rest(page: Page) -> None:
    """Wait until nothing moves or fades any more."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
    page.locator(".board-effects:not(:has(*))").wait_for(state="attached")


def find_middle(page: Page, square: str) -> tuple[float, float]:
    box = find_cell(page, square).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
