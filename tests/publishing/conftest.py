"""The browser for the tests of pages: Chromium of the system, started once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium; without it the tests are skipped."""
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("Chromium is not here (Debian's package chromium)")
    from playwright.sync_api import sync_playwright

    # Chromium refuses to have its own sandbox under root, where some of our tests run; the pages are ours.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=options)
        yield started
        started.close()
