"""Takes the pictures of the documentation from the site that `make demo` has written, in the Chromium of the system.

make demo && .venv/bin/python docs/pictures/take.py demo/site
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(__file__).parent


def main() -> None:
    """Take all pictures."""
    site = Path(sys.argv[1]).resolve()
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        game = max((site / "chezz" / "games").glob("0*.html"))
        take(browser, site / "index.html", "demo.png", "light", 1280, 960)
        take(browser, site / "pente" / "index.html", "standings.png", "light", 1120, 900)
        take(browser, game, "game.png", "dark", 1120, 900)
        browser.close()


def take(
    browser: Browser, page: Path, name: str, scheme: Literal["light", "dark"], width: int, height: int
) -> None:
    """Take a picture of the top of a page."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    opened = context.new_page()
    opened.goto(page.as_uri())
    opened.screenshot(path=FOLDER / name)
    context.close()


if __name__ == "__main__":
    main()
