"""The site of a season: its table, its evaluations, each contestant over versions, and the folders beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.publishing.pages.season_pages import compute_error
from ludus.publishing.season import publish_season
from tests.publishing.seasons import make_season
from tests.publishing.site_reader import PageReader, find_broken_links, read_pages, read_site
from tests.publishing.stores import SECRET


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Publish a season once for those who only look at it."""
    path = make_season(tmp_path_factory.mktemp("season"), 5)
    publish_season(path)
    return path.with_suffix("")


def read(season: Path, page: str) -> PageReader:
    return PageReader((season / "site" / page).read_text(encoding="utf-8"))


def test_all_links_of_the_site_lead_somewhere_and_none_into_the_folders_of_contestants(season: Path) -> None:
    assert find_broken_links(season / "site") == []
    for folder in (season / "contestants").iterdir():
        assert find_broken_links(folder) == []


def test_the_first_page_has_the_final_the_table_and_what_was_decided(season: Path) -> None:
    words = read(season, "index.html").words
    assert "Autumn <b>term</b>" in words
    for text in ("Final", "Table of the season", "Evaluation 3", "options: capture=forced", "copied from"):
        assert text in words
    table = words.partition("Table of the season")[2].partition("Evaluations")[0]
    assert "Renamed" in table
    assert "Nick2" not in table
    assert "random" not in table


def test_a_contestant_keeps_its_page_over_versions_and_names(season: Path) -> None:
    page = read(season, "contestants/student-000.html")
    assert "Renamed" in page.words
    assert "Nick0" not in page.words
    rows = re.findall(r"(Evaluation \d|Final)(\d) 0000", page.words)
    assert rows == [("Final", "2"), ("Evaluation 3", "2"), ("Evaluation 2", "2"), ("Evaluation 1", "1")]
    late = read(season, "contestants/student-004.html")
    assert "Joined inEvaluation 2" in late.words


def test_nothing_private_is_on_the_site_of_a_season(season: Path) -> None:
    files = read_site(season / "site")
    assert [path for path, text in files.items() if SECRET in text or str(season) in text] == []
    assert "Excluded from the season" in files["contestants/student-002.html"]


def test_the_folder_of_a_contestant_tells_why_a_version_was_refused_and_nobody_elses(season: Path) -> None:
    own = PageReader((season / "contestants" / "student-001" / "index.html").read_text(encoding="utf-8"))
    assert f"refused: {SECRET}" in own.words
    other = PageReader((season / "contestants" / "student-003" / "index.html").read_text(encoding="utf-8"))
    assert SECRET not in other.words


def test_an_anonymous_season_shows_reference_programs_by_name_and_nobody_else(tmp_path: Path) -> None:
    publish_season(make_season(tmp_path, 5, anonymous=True))
    site = tmp_path / "season" / "site"
    real = re.compile(r"(?i)student-|nick\d|renamed|sha256|0000000\d|copied")
    assert [path for path, text in read_site(site).items() if real.search(path) or real.search(text)] == []
    assert find_broken_links(site) == []
    assert "random" in read_pages(site)["index.html"].words


def test_a_season_that_has_not_changed_is_not_written_again(season: Path) -> None:
    assert publish_season(season.with_suffix(".toml")).written == 0


def test_the_command_publishes_a_season_where_its_plan_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_season(tmp_path, 3, evaluations=1)
    assert main(["publish", str(path)]) == 0
    assert f"{tmp_path}/season/site/index.html" in capsys.readouterr().err
    assert main(["publish", str(path), "--title", "x"]) == 2
    assert "--title: the plan of a season says this itself" in capsys.readouterr().err


def test_a_season_without_evaluations_has_a_page(tmp_path: Path) -> None:
    path = tmp_path / "season.toml"
    path.write_text('game = "checkers"\nsources = [{ inbox = "inbox" }]\n')
    (tmp_path / "inbox").mkdir()
    publish_season(path)
    assert "No evaluation yet" in (tmp_path / "season" / "site" / "index.html").read_text()


def test_the_error_of_a_score_shrinks_with_games_and_follows_the_weights() -> None:
    few, many = [1.0, 0.0] * 5, [1.0, 0.0] * 500
    assert compute_error([(1, few)]) > 5 * compute_error([(1, many)]) > 0
    assert compute_error([(1, few), (0, many)]) == compute_error([(1, few)])
    assert compute_error([(1, [])]) == 0
