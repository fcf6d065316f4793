"""The files of a site without a server: complete, small, whole, and never over somebody else's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.errors import BadOption
from ludus.site.build import make_site, read_script
from ludus.site.folder import LIST, write_folder
from ludus.site.scripts import BadScript, bundle, list_modules, shrink
from tests.web.node_core import require_wasm

Captured = pytest.CaptureFixture[str]


def test_modules_are_put_together_in_the_order_in_which_they_need_each_other() -> None:
    scripts = {
        "a/main.js": 'import { add as plus } from "../b/add.js";\nimport * as all from "./all.js";\nplus(1, all.ONE);\n',
        "a/all.js": "/** One. */\nexport const ONE = 1;\n",
        "b/add.js": 'import { ONE } from "../a/all.js";\nexport function add(a, b) {\n  return a + b * ONE;\n}\n',
    }
    assert list_modules("a/main.js", scripts.__getitem__) == ["a/all.js", "b/add.js", "a/main.js"]
    script = bundle("a/main.js", scripts.__getitem__)
    assert "const {add: plus } = module1;" in script.replace("{ ", "{")
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    assert "/**" not in script


@pytest.mark.parametrize(
    "line",
    [
        'import x from "./x.js";',
        "export default 1;",
        "const here = import.meta.url;",
        "export * from './x.js';",
    ],
)
def test_a_form_that_cannot_be_put_together_is_refused(line: str) -> None:
    with pytest.raises(BadScript, match=r"main\.js: expected an import or export in one of our forms"):
        bundle("main.js", {"main.js": f"{line}\n"}.__getitem__)


def test_modules_in_a_circle_are_refused() -> None:
    scripts = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(BadScript, match="in a circle"):
        list_modules("a.js", scripts.__getitem__)


def test_shrinking_keeps_code_behind_a_comment() -> None:
    text = (
        "/** Two\n * lines. */\nconst a = /** @type {any} */ (1);\n  /** @type {any} */ (a).b();\n  // why\n"
    )
    assert shrink(text) == "const a = (1);\n(a).b();\n"


def test_all_files_that_the_site_names_are_there() -> None:
    require_wasm()
    site = make_site()
    named = re.search(rb"FILES = (\[.*?\])", site["service-worker.js"])
    assert named is not None
    assert {*json.loads(named[1])} - {"./"} == {*site} - {"service-worker.js", "ludus.html"}
    for path in list_modules("site/main.js", read_script):
        assert f"assets/{path}" in site
    page = site["index.html"].decode()
    for link in re.findall(r'(?:src|href)="([^"#]+)"', page):
        assert link in site
    assert json.loads(site["manifest.webmanifest"])["icons"][0]["src"] in site


def test_the_page_from_disk_loads_nothing() -> None:
    require_wasm()
    page = make_site()["ludus.html"].decode()
    assert re.findall(r'<script[^>]*\bsrc=|<link rel="(?!icon)', page) == []
    assert "connect-src" not in page
    assert "default-src 'none'" in page or "default-src &#x27;none&#x27;" in page


def test_a_folder_of_somebody_else_is_refused_and_left_alone(tmp_path: Path, capsys: Captured) -> None:
    require_wasm()
    (tmp_path / "thesis.txt").write_text("years of work")
    assert main(["site", str(tmp_path)]) == 2
    assert "expected an empty folder or a site of ours, found 'thesis.txt' in it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_site_is_brought_up_to_date_and_what_others_have_added_stays(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert write_folder(folder, {"index.html": b"1", "old/page.html": b"1"}) == 2
    (folder / "CNAME").write_text("games.example.org")
    assert write_folder(folder, {"index.html": b"1", "new.html": b"2"}) == 1
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {
        "index.html",
        "new.html",
        "CNAME",
        LIST,
    }


def test_a_list_of_files_that_leads_elsewhere_deletes_nothing_there(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / LIST).write_text(json.dumps(["../precious", str(tmp_path / "precious")]))
    write_folder(folder, {"index.html": b"1"})
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file")
    with pytest.raises(BadOption, match="expected a folder that can be written"):
        write_folder(tmp_path / "site", {"index.html": b"1"})
