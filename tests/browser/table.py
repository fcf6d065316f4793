"""A person at a page: sets up games and enters moves by clicks, drags, taps and keys, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from ludus.games.base import Position, squares_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

Scheme = Literal["light", "dark"]
WIDE, NARROW = (1280, 900), (390, 844)
PATIENCE = 40_000.0
"""How long a page may take, in milliseconds: only a page that hangs takes so long."""
EXPECTED_TROUBLE = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|INCOMPLETE|NETWORK_CHANGED|ABORTED)"
)
"""What a browser says by itself when a test has cut the network."""


@contextmanager
def open_page(
    browser: Browser,
    size: tuple[int, int] = WIDE,
    scheme: Scheme = "light",
    *,
    has_touch: bool = False,
    may_lose_network: bool = False,
) -> Iterator[Page]:
    """Open a page in a browser of its own; at the end nothing may have gone wrong on it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        has_touch=has_touch,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page, troubles = context.new_page(), list[str]()
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    yield page
    context.close()
    if may_lose_network:
        troubles = [trouble for trouble in troubles if not EXPECTED_TROUBLE.search(trouble)]
    assert troubles == [], troubles


class Table:
    """A page with a game."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def status(self) -> str:
        """What the line below the board says."""
        return self.page.get_by_role("status").inner_text()

    def begin(
        self, title: str, seats: Mapping[str, str], position: str = "", name: str = "", **options: str
    ) -> None:
        """Set up a game on the home page; seats by their labels."""
        page = self.page
        page.get_by_role("button", name=re.compile(f"^{title}")).click()
        if position or options or name:
            page.get_by_text("More options").click()
        for label, value in options.items():
            page.get_by_label(label, exact=True).select_option(value)
        for label, who in seats.items():
            page.get_by_label(label).select_option(who)
        for label, text in {"Position": position, "Your name": name}.items():
            if text:
                page.get_by_label(label, exact=True).click()
                page.keyboard.insert_text(text)
        page.get_by_role("button", name="Play", exact=True).click()
        self.page.get_by_role("grid").wait_for()

    def cell(self, square: str) -> Locator:
        """Find a cell of the board."""
        return self.page.locator(f'[role=gridcell][data-square="{square}"]')

    def wait_for_plies(self, plies: int) -> None:
        """Wait until so many moves are listed."""
        from playwright.sync_api import expect

        expect(self.page.locator(".moves button")).to_have_count(plies, timeout=PATIENCE)

    def wait_for_status(self, words: str) -> None:
        """Wait until the line below the board says something."""
        from playwright.sync_api import expect

        expect(self.page.get_by_role("status")).to_contain_text(words, timeout=PATIENCE)

    def click(self, squares: Sequence[str]) -> None:
        """Click one square after the other."""
        for square in squares:
            self.cell(square).click()

    def tap(self, squares: Sequence[str]) -> None:
        """Tap one square after the other."""
        for square in squares:
            self.cell(square).tap()

    def drag(self, squares: Sequence[str]) -> None:
        """Drag from the first square to the second, and click the rest."""
        mouse = self.page.mouse
        # A piece can be picked up once the board knows that it can move.
        self.page.locator(f'[data-square="{squares[0]}"][aria-label*="can move"]').wait_for(state="attached")
        mouse.move(*self._find_middle(squares[0]))
        mouse.down()
        for square in squares[1:2]:
            mouse.move(*self._find_middle(square), steps=3)
        mouse.up()
        self.click(squares[2:])

    def press(self, squares: Sequence[str]) -> None:
        """Walk over the board with the arrow keys, and touch the squares."""
        self.page.keyboard.press("b")
        for square in squares:
            self._walk_to(square)
            self.page.keyboard.press("Enter")

    def read_record(self) -> list[str]:
        """List the moves that the page shows."""
        return self.page.locator(".moves button").all_inner_texts()

    def _walk_to(self, square: str) -> None:
        names = self.page.get_by_role("grid").get_by_role("row").all()
        rows = [
            row.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => cell.dataset.square)")
            for row in names
        ]
        places = {name: (row, col) for row, cells in enumerate(rows) for col, name in enumerate(cells)}
        at = self.page.locator("[role=gridcell]:focus").get_attribute("data-square") or ""
        down, right = (places[square][axis] - places[at][axis] for axis in (0, 1))
        turned = -1 if "is-flipped" in (self.page.locator(".board").get_attribute("class") or "") else 1
        for steps, keys in (
            (down * turned, ("ArrowDown", "ArrowUp")),
            (right * turned, ("ArrowRight", "ArrowLeft")),
        ):
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[0] if steps > 0 else keys[1])

    def _find_middle(self, square: str) -> tuple[float, float]:
        box = self.cell(square).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_moves(
    table: Table, moves: Sequence[str], enter: Callable[[Sequence[str]], None], before: int = 0
) -> None:
    """Enter moves, and wait after each until the page has it."""
    for ply, move in enumerate(moves, start=before + 1):
        enter(squares_of(move))
        table.wait_for_plies(ply)


def list_touches(position: Position, move: str) -> tuple[str, ...]:
    """List the squares to touch for a move; one that could go on is played by touching its last square again."""
    squares = squares_of(move)
    return (*squares, squares[-1]) if position.targets(squares) else squares
