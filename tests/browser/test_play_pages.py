"""The pages around the boards: usable by everybody, small, helpful; hints, threats, evaluation, replay, keys."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludus.cli import main
from tests.browser.conftest import QuietHandler, offer
from tests.browser.table import NARROW, Scheme, Table, open_page, play_moves
from tests.browser.test_whole_games import AGAINST_ENGINE, CHECKERS_END, CHEZZ, PENTE, TWO_PEOPLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response, Route

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
ROOT = Path(__file__).resolve().parents[2]
MOST_BEFORE_PAINT, MOST_BEFORE_MOVE = 100_000, 300_000
RECORD = {"game": "pente", "start": "/".join(["19"] * 19) + " 0,0 w", "moves": PENTE}


def list_violations(page: Page, scheme: Scheme) -> list[str]:
    """Ask axe what keeps people from using a page; in the dark only colours are different."""
    from axe_playwright_python.sync_playwright import Axe

    options: dict[str, object] = {"preload": False, "resultTypes": ["violations"]}
    if scheme == "dark":
        options["runOnly"] = {"type": "rule", "values": ["color-contrast"]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{page.url}: {each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_every_page(browser: Browser, address: str, server: str, scheme: Scheme) -> None:
    found: list[str] = []
    with open_page(browser, scheme=scheme) as page:
        page.goto(address)
        page.get_by_text("More options").click()
        found += list_violations(page, scheme)
        for link in ("Rules", "Replay"):
            page.get_by_role("link", name=link).click()
            page.get_by_role("heading", name=link).first.wait_for()
            found += list_violations(page, scheme)
        for title, seats in TWO_PEOPLE.items():
            page.get_by_role("link", name="Ludus").click()
            Table(page).begin(title, seats)
            found += list_violations(page, scheme)
        page.get_by_text("What the signs mean").click()
        page.get_by_text("Share, save and settings").click()
        page.keyboard.press("l")
        page.locator(".lines li").first.wait_for()
        found += list_violations(page, scheme)
        page.keyboard.press("?")
        found += list_violations(page, scheme)
        page.goto(server)
        found += list_violations(page, scheme)
        Table(page).begin("Chezz", {"White (begins)": "me", "Black": "open"})
        found += list_violations(page, scheme)
    assert found == []


def test_no_page_is_wider_than_a_phone_and_the_board_comes_first(browser: Browser, address: str) -> None:
    with open_page(browser, NARROW) as page:
        page.goto(address)
        widths = [page.locator("html").evaluate("page => page.scrollWidth")]
        for title, seats in TWO_PEOPLE.items():
            page.get_by_role("link", name="Ludus").click()
            Table(page).begin(title, seats)
            widths.append(page.locator("html").evaluate("page => page.scrollWidth"))
            board = page.get_by_role("grid").bounding_box()
            assert board is not None
            assert board["y"] + board["height"] <= NARROW[1]
        page.get_by_text("Share, save and settings").click()
        page.get_by_role("button", name="Save record").scroll_into_view_if_needed()
    assert max(widths) <= NARROW[0]


def count_weights() -> int:
    """Count what the weights of networks take in a page as base64: the bound is for everything else."""
    headers = (ROOT / "native" / "games").glob("*_weights.hpp")
    texts = (re.findall(r'^ +"(.*)"', header.read_text(), re.MULTILINE) for header in headers)
    return sum(map(len, chain.from_iterable(texts)))


def test_little_is_loaded_before_the_first_paint_and_before_the_first_move(
    browser: Browser, address: str, site: Path
) -> None:
    with open_page(browser) as page:
        sizes: dict[str, int] = {}

        def count(response: Response) -> None:
            sizes[response.url] = len(response.body())

        page.on("response", count)
        # The service worker keeps everything for later; that is not what the first move waits for.
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        # The page is there before the board, whose scripts are held back until then.
        held: list[Route] = []
        is_there = False

        def hold(route: Route) -> None:
            if is_there:
                route.continue_()
            else:
                held.append(route)

        page.route("**/board/*.js", hold)
        page.goto(address, wait_until="commit")
        page.get_by_role("button", name="Play", exact=True).wait_for()
        before_board = sum(sizes.values())
        is_there = True
        for route in held:
            route.continue_()
        Table(page).begin("Checkers", {"Black (begins)": "me", "White": "level 1"})
        page.locator(".moves").wait_for()
        Table(page).click(["G6", "F5"])
        Table(page).wait_for_plies(2)
    assert 0 < before_board < MOST_BEFORE_PAINT
    assert sum(sizes.values()) < MOST_BEFORE_MOVE
    assert (site / "ludus.html").stat().st_size - count_weights() < MOST_BEFORE_MOVE


def test_a_pasted_record_is_stepped_through_and_played_on(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(f"{address}#replay")
        page.get_by_label("A record").click()
        page.keyboard.insert_text(json.dumps(RECORD))
        page.get_by_role("button", name="Show the game").click()
        table.wait_for_plies(len(PENTE))
        page.keyboard.press("Home")
        table.wait_for_status("At the start")
        page.keyboard.press("ArrowRight")
        table.wait_for_status("After move 1 of 9: 10K")
        page.keyboard.press("End")
        page.keyboard.press("[")
        page.get_by_role("button", name="Play on").click()
        table.wait_for_status("Your turn")
        assert table.read_record() == []


def test_a_text_that_is_no_record_is_refused_in_words(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        page.goto(f"{address}#replay")
        page.get_by_label("A record").click()
        page.keyboard.insert_text('{"game": "go", "start": "", "moves": ["<b>"]}')
        page.get_by_role("button", name="Show the game").click()
        page.get_by_text('expected one of pente, chezz, checkers, amazons, found "go"').wait_for()


def test_a_learner_is_helped(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Checkers", {"Black (begins)": "me", "White": "level 1"}, position=CHECKERS_END)
        page.get_by_role("button", name="Threats").click()
        table.wait_for_status("in danger")
        page.get_by_role("button", name="Hint").click()
        table.wait_for_status("Hint: ")
        table.click(["C4"])
        table.wait_for_status("No move: C4 holds a piece of the opponent.")
        table.click(["B5", "B4"])
        table.wait_for_status("No move: a piece steps one square diagonally, or jumps over one enemy.")
        page.get_by_label("Type a move").click()
        page.keyboard.type("b5 h1")
        page.keyboard.press("Enter")
        table.wait_for_status("No move: a piece steps one square diagonally")
        page.get_by_role("button", name="Engine").click()
        page.locator(".lines li").first.wait_for()


def test_a_game_is_still_there_after_a_reload_and_its_record_is_true(
    browser: Browser, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Chezz", TWO_PEOPLE["Chezz"])
        play_moves(table, CHEZZ[:3], table.click)
        page.reload()
        table.wait_for_plies(3)
        page.keyboard.press("u")
        table.wait_for_plies(2)
        play_moves(table, CHEZZ[2:], table.click, before=2)
        page.get_by_text("Share, save and settings").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save record").click()
        download.value.save_as(tmp_path / "game.jsonl")
        page.get_by_role("link", name="Ludus").click()
        page.get_by_role("link", name="Chezz: a person – a person, 5 moves").wait_for()
    assert main(["record", "check", str(tmp_path / "game.jsonl")]) == 0, capsys.readouterr().err


def test_a_clock_that_runs_out_ends_the_game(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.clock.install()
        page.goto(address)
        page.get_by_label("Clock").select_option("60")
        table.begin("Pente", AGAINST_ENGINE | {"Black": "me"})
        play_moves(table, PENTE[:2], table.click)
        page.clock.run_for(61_000)
        table.wait_for_status("Black won: White ran out of time.")


def test_resigning_takes_two_presses_and_then_one_can_play_again(browser: Browser, address: str) -> None:
    with open_page(browser) as page:
        table = Table(page)
        page.goto(address)
        table.begin("Pente", AGAINST_ENGINE)
        page.locator("[data-action=resign]").click()
        table.wait_for_status("Press again to resign.")
        page.locator("[data-action=resign]").click()
        table.wait_for_status("Engine (Black) won: White resigned.")
        page.get_by_role("button", name="Play again").click()
        # Everybody moves one seat on: the engine begins.
        table.wait_for_plies(1)
        table.wait_for_status("Your turn.")


def test_what_is_kept_for_times_without_a_network_comes_from_the_host(browser: Browser, site: Path) -> None:
    """A file that the browser still has may belong to an older version of the site."""
    asked: list[str] = []

    class CachedFiles(QuietHandler):
        def end_headers(self) -> None:
            asked.append(self.path)
            self.send_header("Cache-Control", "max-age=86400")
            super().end_headers()

    with offer(site, CachedFiles) as address, open_page(browser) as page:
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        assert asked.count("/assets/app.css") == 2
        names = page.evaluate("caches.keys()")
        assert len(names) == 1
        assert address in names[0], "another site on the same host keeps its own files"
