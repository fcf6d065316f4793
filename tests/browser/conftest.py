"""The site and the server on which the games of these tests are played."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ludus.site.build import make_site
from ludus.site.folder import write_folder
from tests.server.browsers import serving
from tests.web.node_core import require_wasm


class QuietHandler(SimpleHTTPRequestHandler):
    """Sends files as any host of static files does."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the library's
        """Say nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the site."""
    require_wasm()
    folder = tmp_path_factory.mktemp("site")
    write_folder(folder, make_site())
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Offer the site over HTTP."""
    with offer(site, QuietHandler) as address:
        yield address


@contextmanager
def offer(site: Path, handler: type[QuietHandler]) -> Iterator[str]:
    """Offer a folder over HTTP; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        # Browsers keep apart what belongs to 127.0.0.1 and to localhost; service workers need one of them.
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server of games."""
    require_wasm()
    with serving(tmp_path_factory.mktemp("server") / "games.store") as port:
        yield f"http://127.0.0.1:{port}/"
