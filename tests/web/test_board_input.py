"""The board under a hand, in a real browser: mouse, finger and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import Pente
from tests.web.board_page import (
    find_cell,
    find_middle,
    list_expected,
    list_pieces,
    open_board,
    wait_for_label,
    wait_for_move,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# One process, because they share the browser.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def test_a_piece_is_dragged_to_where_it_goes(browser: Browser, address: str) -> None:
    with open_board(browser, address, Chezz.start()) as page:
        page.mouse.move(*find_middle(page, "g1"))
        page.mouse.down()
        page.mouse.move(*find_middle(page, "g2"))
        page.mouse.move(*find_middle(page, "f3"))
        page.locator("use.is-lifted").wait_for()
        wait_for_label(page, "f3", "target")
        page.mouse.up()
        wait_for_move(page, "g1-f3")
        assert page.locator("use.is-lifted").count() == 0
        assert list_pieces(page) == list_expected(Chezz.start().play("g1-f3"))


def test_a_piece_dropped_where_it_cannot_go_stays_where_it_was(browser: Browser, address: str) -> None:
    with open_board(browser, address, Chezz.start()) as page:
        page.mouse.move(*find_middle(page, "g1"))
        page.mouse.down()
        page.mouse.move(*find_middle(page, "g5"), steps=3)
        page.mouse.up()
        page.locator("#status", has_text="g5 cannot be played now").wait_for()
        wait_for_label(page, "g1", "can move")
        assert page.locator("use.is-lifted, use.is-lifted-from").count() == 0
        assert list_pieces(page) == list_expected(Chezz.start())


def test_a_finger_taps_and_drags_on_a_small_screen_and_the_page_does_not_scroll(
    browser: Browser, address: str
) -> None:
    with open_board(browser, address, Checkers.start(), by_finger=True) as page:
        find_cell(page, "A6").tap()
        wait_for_label(page, "B5", "target")
        find_cell(page, "B5").tap()
        wait_for_move(page, "A6-B5")
        wait_for_label(page, "B3", "can move")
        finger = page.context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            shown = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})

        touch("touchStart", find_middle(page, "B3"))
        touch("touchMove", find_middle(page, "B4"))
        touch("touchMove", find_middle(page, "A4"))
        page.locator("use.is-lifted").wait_for()
        wait_for_label(page, "A4", "target")
        touch("touchEnd")
        wait_for_move(page, "B3-A4")
        assert page.evaluate("scrollY") == 0


def test_a_finger_that_slides_plays_where_it_is_lifted(browser: Browser, address: str) -> None:
    position = Pente.start().play("10K").play("9K")
    with open_board(browser, address, position, by_finger=True) as page:
        finger = page.context.new_cdp_session(page)
        for kind, square in (("touchStart", "11L"), ("touchMove", "12M")):
            x, y = find_middle(page, square)
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            page.locator(".board-aim path").wait_for(state="attached")
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        wait_for_move(page, "12M")


def test_a_board_is_played_by_keys_alone(browser: Browser, address: str) -> None:
    with open_board(browser, address, Chezz.start()) as page:
        page.keyboard.press("Tab")
        page.locator('[data-square="a8"]:focus').wait_for()
        for key in ["ArrowDown"] * 6 + ["ArrowRight"] * 2:
            page.keyboard.press(key)
        page.locator('[data-square="c2"]:focus').wait_for()
        page.keyboard.press("Enter")
        wait_for_label(page, "c2", "selected")
        page.keyboard.press("Escape")
        wait_for_label(page, "c2", "can move")
        page.keyboard.press(" ")
        wait_for_label(page, "c3", "target")
        page.keyboard.press("Shift+ArrowUp")
        page.keyboard.press("Enter")
        wait_for_move(page, "c2-c3")
        page.locator('[data-square="c3"]:focus').wait_for()


def test_a_turned_board_is_pointed_at_and_walked_as_it_is_seen(browser: Browser, address: str) -> None:
    with open_board(browser, address, Chezz.start(), flip="yes") as page:
        assert find_middle(page, "h1")[0] < find_middle(page, "a1")[0]
        assert find_middle(page, "h1")[1] < find_middle(page, "h8")[1]
        find_cell(page, "b1").click()
        wait_for_label(page, "c3", "target")
        find_cell(page, "c3").click()
        wait_for_move(page, "b1-c3")
        page.keyboard.press("ArrowUp")
        page.locator('[data-square="c2"]:focus').wait_for()
