"""The page with the board, served once for all who try it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.harness.server import serve_harness


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Serve the page with the board."""
    with serve_harness() as address:
        yield address
