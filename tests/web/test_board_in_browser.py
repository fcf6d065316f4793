"""The board in a real browser: by mouse, finger and keys, in every game; what it shows is what the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

import pytest

from ludus.games import Position
from ludus.games.amazons import Amazons
from ludus.games.base import spell
from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import Pente
from tests.games.every_game import EVERY_GAME, random_game
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


def test_labels_say_what_a_cell_holds_and_what_can_be_done(browser: Browser, address: str) -> None:
    with open_board(browser, address, Chezz.start()) as page:
        wait_for_label(page, "g1", "g1, white knight, can move")
        assert find_cell(page, "g8").get_attribute("aria-label") == "g8, black knight"
        assert find_cell(page, "e5").get_attribute("aria-label") == "e5, empty"
        find_cell(page, "g1").click()
        wait_for_label(page, "g1", "g1, white knight, selected")
        wait_for_label(page, "f3", "f3, empty, target")
        find_cell(page, "f3").click()
        wait_for_label(page, "f3", "f3, white knight, last move")
        wait_for_label(page, "g8", "can move")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_after_a_fast_replay_with_animation_every_board_equals_its_position_and_takes_a_move_by_clicks(
    browser: Browser, address: str, name: str
) -> None:
    played = list(islice(random_game(EVERY_GAME[name].start(), seed=7), 20))
    replay = ",".join(move for _, move in played[:-1] if move)
    position, touched = played[-1][0], list[str]()
    with open_board(browser, address, EVERY_GAME[name].start(), replay=replay) as page:
        wait_for_rest(page)
        assert list_pieces(page) == list_expected(position)
        while following := position.targets(touched):
            touched.append(following[0])
            if len(touched) > 1:
                wait_for_label(page, touched[-1], "target")
            find_cell(page, touched[-1]).click()
        move = spell(position, touched)
        wait_for_move(page, move)
        wait_for_rest(page)
        assert list_pieces(page) == list_expected(position.play(move))
        assert page.locator(".board-pieces > use.is-away, .board-pieces > use.is-gone").count() == 0


def test_a_move_is_animated_unless_the_reader_wants_no_motion(browser: Browser, address: str) -> None:
    for still, animation in ((False, "on"), (True, "on"), (False, "off")):
        with open_board(browser, address, Chezz.start(), still=still, animation=animation) as page:
            page.evaluate(
                "document.counted = 0; const animate = Element.prototype.animate;"
                "Element.prototype.animate = function (...args) {"
                " document.counted += 1; return animate.apply(this, args); }; null"
            )
            find_cell(page, "g1").click()
            wait_for_label(page, "f3", "target")
            find_cell(page, "f3").click()
            wait_for_label(page, "f3", "last move")
            assert (page.evaluate("document.counted") > 0) == (not still and animation == "on")


def test_a_piece_that_falls_ill_changes_where_it_stands(browser: Browser, address: str) -> None:
    position = Chezz.read("4k3/8/8/3p4/2Z5/8/8/4K3 w")
    with open_board(browser, address, position) as page:
        page.evaluate(
            "const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...args) { const running = animate.apply(this, args);"
            " running.pause(); running.currentTime = 350; return running; }; null"
        )
        find_cell(page, "c4").click()
        wait_for_label(page, "d4", "target")
        find_cell(page, "d4").click()
        wait_for_label(page, "d5", "white zombie")
        for shown in ('.board-pieces > [data-square="d5"]', ".board-fallen > use", ".board-effects > circle"):
            box = page.locator(shown).bounding_box()
            assert box
            middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            assert middle == pytest.approx(find_middle(page, "d5"), abs=4)


def test_only_changed_cells_are_drawn_again(browser: Browser, address: str) -> None:
    position = Amazons.start(size="40x40")
    with open_board(browser, address, position) as page:
        page.locator(".board-pieces > use").evaluate_all(
            "pieces => pieces.forEach(piece => (piece.isOld = true))"
        )
        square = next(
            s for s, c in zip(*map(flatten, (position.squares(), position.rows())), strict=True) if c == "."
        )
        find_cell(page, square).click()
        wait_for_move(page, square)
        redrawn = page.locator(".board-pieces > use").evaluate_all(
            "pieces => pieces.filter(piece => !piece.isOld).map(piece => piece.dataset.square)"
        )
        assert redrawn == [square]


def test_a_large_board_is_zoomed_and_shows_the_last_move(browser: Browser, address: str) -> None:
    position = Amazons.start(size="60x60")
    with open_board(browser, address, position, by_finger=True, last="bd57") as page:
        before = find_cell(page, "bd57").bounding_box()
        assert before
        assert 0 < before["x"] < 390
        page.get_by_role("button", name="Zoom in").click()
        after = find_cell(page, "bd57").bounding_box()
        assert after
        assert after["width"] > before["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_a_hostile_name_is_only_text(browser: Browser, address: str) -> None:
    position = Amazons.start(size="5x5", players=["<img/src=x>", "ann"]).play("a1")
    with open_board(browser, address, position) as page:
        assert find_cell(page, "a1").get_attribute("aria-label") == "a1, amazon of <img/src=x>"
        assert page.locator("#legend", has_text="amazon of <img/src=x>").count() == 1
        assert page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["chezz", "amazons"])
def test_nobody_is_kept_from_using_the_board(
    browser: Browser, address: str, name: str, scheme: Literal["light", "dark"]
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    position = EVERY_GAME[name].start()
    with open_board(browser, address, position, scheme) as page:
        find_cell(page, position.targets()[0]).click()
        page.locator("#legend").wait_for(state="attached")
        wait_for_rest(page)
        results = Axe().run(page)
        assert not results.response["violations"], results.generate_report()


def flatten(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    return [cell for row in rows for cell in row]
