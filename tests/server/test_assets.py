"""The files of the pages: types, copies that are still good, packing."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.server.http.assets import Assets
from tests.server.browsers import Browser, serving

SCRIPT = "/assets/games/view.js"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "games.store") as found:
        yield found


def test_a_script_is_sent_packed_once_and_not_again_while_it_is_the_same(port: int) -> None:
    browser = Browser(port)
    plain = browser.ask("GET", SCRIPT)
    packed = browser.ask("GET", SCRIPT, headers={"accept-encoding": "br, gzip"})
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    again = browser.ask("GET", SCRIPT, headers={"if-none-match": plain.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_who_does_not_want_gzip_gets_none(port: int) -> None:
    answer = Browser(port).ask("GET", SCRIPT, headers={"accept-encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in answer.headers


def test_types_and_changes_of_files(tmp_path: Path) -> None:
    assets = Assets(tmp_path)
    (tmp_path / "core.wasm").write_bytes(b"\0asm")
    (tmp_path / "notes.md").write_text("no page needs this")
    (tmp_path / "away.js").symlink_to("/etc/passwd")
    found = assets.find("core.wasm")
    assert found is not None
    assert found.type == "application/wasm"
    assert assets.find("notes.md") is None
    assert assets.find("away.js") is None
    (tmp_path / "core.wasm").write_bytes(b"\0asm, another")
    changed = assets.find("core.wasm")
    assert changed is not None
    assert changed.tag != found.tag


def test_a_page_and_the_catalogue_are_there(port: int) -> None:
    browser = Browser(port)
    assert browser.ask("GET", "/").body.startswith(b"<!doctype html>")
    game = browser.begin().rpartition("/")[2]
    assert browser.ask("GET", f"/games/{game}").status == 200
    missing = browser.ask("GET", "/games/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert missing.status == 404
    assert b"<script>alert" not in missing.body
    names = [found["name"] for found in browser.get("/api/catalogue")["games"]]
    assert "connect-four" in names
