"""The pages in a real browser: readable for everybody, without errors, on any screen, also without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from ludus.games import GAMES
from ludus.publishing.publish import publish_tournament
from ludus.publishing.season import publish_season
from tests.publishing.seasons import make_season
from tests.publishing.stores import make_private_store, make_store

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# One process, because they share the browser and the sites.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
GAME = f"games/{1:05}-{1:012x}.html"


@pytest.fixture(scope="module", params=[40, pytest.param(200, marks=pytest.mark.nightly)])
def contestants(request: pytest.FixtureRequest) -> int:
    """Tell how many take part in a season: fewer by day."""
    count: int = request.param
    return count


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory, contestants: int) -> Path:
    """Publish a season."""
    path = make_season(tmp_path_factory.mktemp("season"), contestants, evaluations=1, opponents=1)
    publish_season(path)
    return path.with_suffix("")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Publish a small tournament."""
    folder = tmp_path_factory.mktemp("cup")
    publish_tournament(make_store(folder / "cup.store", 4, game="pente"), folder / "site", GAMES)
    return folder / "site"


@contextmanager
def open_page(
    browser: Browser, scheme: Literal["light", "dark"] = "light", scripts: bool = True
) -> Iterator[Page]:
    """Open a page; at the end nothing may have gone wrong on it."""
    context = browser.new_context(
        viewport=WIDE,  # type: ignore[arg-type]  # a plain dictionary is what it takes
        color_scheme=scheme,
        java_script_enabled=scripts,
    )
    page, troubles = context.new_page(), list[str]()
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("requestfailed", lambda request: troubles.append(f"{request.url}: {request.failure}"))
    page.on(
        "request", lambda request: None if request.url.startswith("file:") else troubles.append(request.url)
    )
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    yield page
    context.close()
    # Whoever leaves a page early does not wait for its icon.
    assert [trouble for trouble in troubles if "ERR_ABORTED" not in trouble] == []


def list_violations(page: Page, *, only_contrast: bool = False) -> list[str]:
    """Ask axe what keeps people from using a page."""
    from axe_playwright_python.sync_playwright import Axe

    options: dict[str, object] = {"preload": False, "resultTypes": ["violations"]}
    if only_contrast:
        options["runOnly"] = {"type": "rule", "values": ["color-contrast"]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{page.url}: {each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


PAGES = (
    "site/index.html",
    "site/contestants/student-000.html",
    "site/evaluations/001/index.html",
    "site/evaluations/001/cross.html",
    "site/evaluations/001/contestants/student-000.html",
    "site/evaluations/001/games/index.html",
    f"site/evaluations/001/{GAME}",
    "contestants/student-001/index.html",
)
IN_DARK = (PAGES[0], PAGES[1], PAGES[4], PAGES[6])
"""Pages that have all colours between them."""


def test_a_season_of_many_contestants_can_be_used_by_everybody_in_light_and_dark(
    browser: Browser, season: Path
) -> None:
    found: list[str] = []
    with open_page(browser) as page:
        for path in PAGES:
            page.goto((season / path).as_uri())
            found += list_violations(page)
    with open_page(browser, "dark") as page:
        for path in IN_DARK:
            page.goto((season / path).as_uri())
            found += list_violations(page, only_contrast=True)
    assert found == []


def test_no_page_is_wider_than_a_phone(browser: Browser, season: Path, cup: Path) -> None:
    places = [*(season / path for path in PAGES), cup / "index.html", cup / GAME]
    with open_page(browser) as page:
        page.set_viewport_size(NARROW)  # type: ignore[arg-type]  # a plain dictionary is what it takes
        wide = {}
        for place in places:
            page.goto(place.as_uri())
            wide[place.name] = page.locator("html").evaluate("page => page.scrollWidth")
    assert {name: width for name, width in wide.items() if width > NARROW["width"]} == {}


def test_a_game_is_stepped_through_by_keys_buttons_slider_and_links(browser: Browser, cup: Path) -> None:
    with open_page(browser) as page:
        page.goto((cup / GAME).as_uri())
        status, stones = page.get_by_role("status"), page.locator(".pieces use")
        last = stones.count()
        assert last == page.locator(".moves li").count() == 14
        page.keyboard.press("ArrowUp")
        assert (stones.count(), status.text_content()) == (0, "the beginning (0 of 14)")
        page.keyboard.press("ArrowRight")
        page.get_by_role("button", name="One move forward").click()
        assert stones.count() == 2
        assert "(2 of 14)" in (status.text_content() or "")
        page.get_by_role("slider").fill("5")
        assert stones.count() == 5
        page.keyboard.press("ArrowLeft")
        assert stones.count() == 4
        text = page.locator(".board-side pre").text_content() or ""
        assert sum(text.count(stone) for stone in "wb") == 4
        page.keyboard.press("End")
        assert stones.count() == last
        page.goto(f"{(cup / GAME).as_uri()}#move-3")
        page.reload()
        assert stones.count() == 3
        page.get_by_role("button", name="Flip").click()
        assert stones.count() == 3


def test_the_script_draws_the_same_last_board_as_is_there_without_it(browser: Browser, cup: Path) -> None:
    found = []
    for scripts in (True, False):
        with open_page(browser, scripts=scripts) as page:
            page.goto((cup / GAME).as_uri())
            uses = page.locator(".pieces use").all()
            pieces = {
                (use.get_attribute("x"), use.get_attribute("y"), use.get_attribute("href")) for use in uses
            }
            text = page.locator(".board-side pre").text_content()
            found.append((pieces, text, page.locator(".controls").is_visible()))
    (with_script, text, is_shown), (without, same, is_hidden) = found
    assert with_script == without
    assert text == same
    assert (is_shown, is_hidden) == (True, False)


def test_hostile_names_do_nothing_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    publish_tournament(make_private_store(tmp_path / "a.store"), tmp_path / "site", GAMES)
    with open_page(browser) as page:
        for place in sorted((tmp_path / "site").rglob("*.html")):
            page.goto(place.as_uri())
            assert page.locator("img").count() == 0


def test_a_long_table_can_be_searched(browser: Browser, season: Path, contestants: int) -> None:
    """Who begins with the last ten's number are they and one more, and the last has joined late."""
    with open_page(browser) as page:
        page.goto((season / "site/evaluations/001/index.html").as_uri())
        page.get_by_role("searchbox").fill(f"nick{contestants // 10 - 1}")
        assert page.locator("#standings tbody tr:visible").count() == 10
