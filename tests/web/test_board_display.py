"""What the board shows and says, in a real browser: the position and nothing else, to everybody."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Literal

import pytest

from ludus.games.amazons import Amazons
from ludus.games.base import spell
from ludus.games.chezz import Chezz
from tests.games.every_game import EVERY_GAME, random_game
from tests.web.board_page import (
    NARROW,
    find_cell,
    find_middle,
    list_expected,
    list_pieces,
    open_board,
    wait_for_label,
    wait_for_move,
    wait_for_rest,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# One process, because they share the browser.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


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


def test_the_page_draws_arrows_and_marks_and_chooses_the_theme(browser: Browser, address: str) -> None:
    arrows = '[{"from": "b1", "to": "c3", "weight": 1, "label": "+0.3"}, {"from": "b1", "to": "nowhere"}]'
    marks = '[{"square": "e7", "kind": "threat"}, {"square": "b1", "kind": "hint"}]'
    fields = []
    for theme in ("light", "dark"):
        with open_board(browser, address, Chezz.start(), arrows=arrows, marks=marks, theme=theme) as page:
            assert page.locator("path.arrow").count() == 1
            assert page.locator(".arrow-label").all_text_contents() == ["+0.3"]
            assert page.locator(".mark-threat, .mark-hint").count() == 2
            fields.append(page.locator(".board-field").evaluate("field => getComputedStyle(field).fill"))
    assert fields[0] != fields[1]


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
