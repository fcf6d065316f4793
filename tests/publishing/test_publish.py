"""The site of a tournament: what is on it, what is not, and that only what changed is written."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.publishing.pages import game_list
from ludus.publishing.publish import Published, open_identities, publish_tournament
from ludus.publishing.site_folder import PAGES
from ludus.publishing.tournament_pages import compute_game_origin, list_sources
from ludus.publishing.tournament_view import read_names, read_tournament
from ludus.store.store import Store
from tests.conftest import ROOT
from tests.publishing.site_reader import find_broken_links, read_pages, read_site
from tests.publishing.stores import HOSTILE, SECRET, make_private_store, make_store, play_one, seat

ANONYMOUS = "anonymous = true\n"


def publish(store: Path, site: Path) -> Published:
    return publish_tournament(store, site, GAMES)


def list_states(folder: Path) -> dict[str, tuple[int, int]]:
    found = {path: path.stat() for path in folder.rglob("*") if path.is_file()}
    return {str(path.relative_to(folder)): (state.st_ino, state.st_mtime_ns) for path, state in found.items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_tournament_is_there_and_all_links_lead_somewhere(game: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(make_store(tmp_path / "a.store", 4, game=game), site)
    assert find_broken_links(site) == []
    pages = read_pages(site)
    assert {"index.html", "contestants/entrant-000.html", "games/index.html"} <= pages.keys()
    assert sum(bool(re.match(r"games/\d", path)) for path in pages) == 8
    game_page = next(page for path, page in pages.items() if re.match(r"games/\d", path))
    assert {"svg", "use", "pre"} <= game_page.tags


@pytest.mark.parametrize(
    ("opponents", "per_page"), [(2, 50), pytest.param(12, game_list.PER_PAGE, marks=pytest.mark.nightly)]
)
def test_a_large_tournament_has_its_cross_table_on_a_page_of_its_own_and_games_on_several(
    opponents: int, per_page: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_list, "PER_PAGE", per_page)
    site = tmp_path / "site"
    publish(make_store(tmp_path / "a.store", 42, opponents=opponents), site)
    assert find_broken_links(site) == []
    assert {"cross.html", "cross.csv", "games/list-1.html", "games/list-2.html"} <= read_site(site).keys()


def test_nothing_private_is_anywhere_on_the_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(make_private_store(tmp_path / "a.store"), site)
    assert [path for path, text in read_site(site).items() if SECRET in text or str(tmp_path) in text] == []
    text = "".join(page.words for page in read_pages(site).values())
    assert "Bob Builder: ended with an error" in text
    assert "gave an answer that the contest cannot read" in text
    assert "Cid Absent" in text


def test_what_others_have_written_is_text_and_never_markup(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(make_private_store(tmp_path / "a.store"), site)
    pages = read_pages(site)
    assert [path for path, page in pages.items() if "img" in page.tags or page.handlers] == []
    shown = f"Ann {HOSTILE}".replace("\u202e", "\\u202e")
    assert all(shown in page.words for path, page in pages.items() if path == "index.html")
    assert "Ann cheated" in pages["index.html"].words


def test_every_page_may_load_only_its_own_style_and_scripts(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(make_private_store(tmp_path / "a.store"), site)
    for path, text in read_site(site).items():
        assert "://" not in text.replace("http://www.w3.org/2000/svg", ""), path
        if path.endswith(".html"):
            assert "default-src 'none'; style-src 'self' file:; script-src 'self' file:" in text.replace(
                "&#x27;", "'"
            )


def test_on_an_anonymous_site_nobody_can_be_told_and_everybody_stays_the_same(tmp_path: Path) -> None:
    site, store = tmp_path / "site", make_private_store(tmp_path / "a.store", ANONYMOUS)
    publish(store, site)
    files = read_site(site)
    real = re.compile(r"(?i)\b(ann|bob|cid)\b|-key|builder|00000-|game-\d")
    assert [path for path, text in files.items() if real.search(path) or real.search(text)] == []
    assert find_broken_links(site) == []
    with Store.open(store) as opened:
        opened.add_game(seat(play_one(), 3, ("ann-key", "bob-key")))
    publish(store, site)
    assert {path for path in files if path.startswith("contestants/")} == {
        path for path in read_site(site) if path.startswith("contestants/")
    }


def test_the_secret_behind_the_pseudonyms_is_its_owners_alone_and_no_part_of_the_site(tmp_path: Path) -> None:
    publish(make_private_store(tmp_path / "a.store", ANONYMOUS), tmp_path / "site")
    secret = tmp_path / "a.store.pseudonyms"
    assert secret.stat().st_mode & 0o077 == 0
    assert all(secret.read_text() not in text for text in read_site(tmp_path / "site").values())
    secret.write_text("")
    with pytest.raises(BadOption, match="random letters"):
        publish(tmp_path / "a.store", tmp_path / "site")


def test_the_list_of_pages_of_an_anonymous_site_does_not_tell_the_order_of_games(tmp_path: Path) -> None:
    """Whoever reads a hash may try what it was made from: the rows of the store are few."""
    store, site = make_private_store(tmp_path / "a.store", ANONYMOUS), tmp_path / "site"
    publish(store, site)
    names = open_identities(read_names([store]), True, tmp_path / "a.store.pseudonyms")
    view = read_tournament(store, "A", "", names)
    origins = json.loads((site / PAGES).read_text()).values()
    assert {compute_game_origin(view, names, result) for result in view.results} <= set(origins)
    others = open_identities(read_names([store]), True, tmp_path / "guessed.pseudonyms")
    others.call = names.call  # type: ignore[method-assign]  # what everybody can read on the site
    assert not {compute_game_origin(view, others, result) for result in view.results} & set(origins)


def test_names_go_from_the_site_when_it_becomes_anonymous(tmp_path: Path) -> None:
    site, store = tmp_path / "site", make_private_store(tmp_path / "a.store")
    publish(store, site)
    assert (site / "contestants" / "bob-key.html").exists()
    with Store.open(store) as opened:
        opened.add_run({}, ANONYMOUS)
    publish(store, site)
    assert [path for path in read_site(site) if "-key" in path or "Bob" in (site / path).read_text()] == []


def test_pages_that_have_not_changed_are_not_written_again(tmp_path: Path) -> None:
    site, store = tmp_path / "site", make_store(tmp_path / "a.store", 4)
    publish(store, site)
    before = list_states(site)
    assert publish(store, site).written == 0
    assert list_states(site) == before
    with Store.open(store) as opened:
        opened.add_game(seat(play_one(), 77, ("entrant-000", "entrant-001")))
    publish(store, site)
    changed = {path for path, state in list_states(site).items() if before.get(path) != state}
    assert changed == {
        "index.html",
        "games/index.html",
        f"games/{77:05}-{77:012x}.html",
        *(f"contestants/entrant-00{number}.html" for number in range(4)),
        PAGES,
    }


def test_pages_are_written_again_when_any_module_that_writes_them_has_changed() -> None:
    folder = ROOT / "src" / "ludus" / "publishing"
    assert set(list_sources(folder)) == set(folder.rglob("*.py"))


def test_killed_half_way_and_run_again_it_writes_the_same_site(tmp_path: Path) -> None:
    store, site = make_store(tmp_path / "a.store", 40, opponents=6), tmp_path / "killed"
    for pages in (3, 30, 200):
        command = [sys.executable, "-P", "-m", "ludus", "publish", str(store), str(site)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and sum(1 for _ in site.rglob("*.html")) < pages:
                time.sleep(0.01)
            process.kill()
    publish(store, site)
    publish(store, tmp_path / "whole")
    assert not list(site.rglob(".*.new"))
    assert {path: text for path, text in read_site(site).items() if PAGES not in path} == {
        path: text for path, text in read_site(tmp_path / "whole").items() if path != PAGES
    }


def test_what_somebody_else_has_put_into_the_folder_stays(tmp_path: Path) -> None:
    site, store = tmp_path / "site", make_store(tmp_path / "a.store", 3)
    publish(store, site)
    (site / "own.html").write_text("mine")
    (site / PAGES).write_text('{"../a.store": "", "games/gone.html": ""}')
    publish(store, site)
    assert (site / "own.html").read_text() == "mine"
    assert store.exists()


def test_a_game_whose_rules_are_not_known_here_is_shown_without_a_board(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish_tournament(make_store(tmp_path / "a.store", 3), site, {})
    page = next(page for path, page in read_pages(site).items() if re.match(r"games/\d", path))
    assert page.words.count(" ms") >= 14
    assert "use" not in page.tags


def test_a_tournament_without_games_has_a_page(tmp_path: Path) -> None:
    publish(make_store(tmp_path / "a.store", 3, opponents=0), tmp_path / "site")
    assert find_broken_links(tmp_path / "site") == []


def test_the_command_says_what_it_wrote_and_refuses_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = make_store(tmp_path / "pente-cup.store", 3)
    assert main(["publish", str(store), str(tmp_path / "site")]) == 0
    assert f"{tmp_path}/site/index.html" in capsys.readouterr().err
    assert "<h1>Pente cup</h1>" in (tmp_path / "site" / "index.html").read_text()
    (tmp_path / "other").write_text("no store")
    assert main(["publish", str(tmp_path / "other"), str(tmp_path / "site")]) == 2
    assert "expected the store of a tournament" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["publish", str(store), str(tmp_path / "file")]) == 2
    assert "expected a folder that can be written" in capsys.readouterr().err


def test_each_contestant_finds_its_own_secrets_in_a_folder_beside_the_site(tmp_path: Path) -> None:
    store, own = make_private_store(tmp_path / "a.store"), tmp_path / "own"
    publish_tournament(store, tmp_path / "site", GAMES, contestants=own)
    assert find_broken_links(own / "bob-key") == []
    bob = read_pages(own / "bob-key")
    crashed = next(page for page in bob.values() if f"exit code 1: {SECRET}" in page.words)
    assert "Bob Builder" in crashed.words
    assert any(f"exit code 0: {SECRET}" in page.words for page in bob.values())
    ann = read_pages(own / "ann-key")
    assert not any(f"exit code 1: {SECRET}" in page.words for page in ann.values())
    assert any("Build log" in page.words for page in read_pages(own / "cid-key").values())
    assert not any(
        "contestants" in link
        for page in read_pages(tmp_path / "site").values()
        for link in page.links
        if "own" in link
    )


def test_private_folders_are_refused_inside_the_site(tmp_path: Path) -> None:
    store = make_store(tmp_path / "a.store", 3)
    with pytest.raises(BadOption, match="outside the site"):
        publish_tournament(store, tmp_path / "site", GAMES, contestants=tmp_path / "site" / "own")
