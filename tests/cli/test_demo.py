"""`ludus demo`: the commands that it shows, the tournament that it kills, the pages that it writes."""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.cli.demo import NUMBER_KILLED, list_plans
from ludus.records.results import GameResult
from ludus.sandbox.box import RLIMITS
from ludus.store.reader import StoreReader
from tests.publishing.site_reader import PageReader, find_broken_links, read_pages

# One process, because they look at the same demo.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]
PLANS = list_plans()
KILLED = list(PLANS)[NUMBER_KILLED - 1]
SHORT = {game: f"{text}\nply_cap = 2\n" for game, text in PLANS.items() if game != KILLED}
"""The first two moves are a game."""
LONG = """\
game = "checkers"
openings = "suite"
schedule = { games = 4 }
ply_cap = 20
entrants = [{ player = "montecarlo:playouts=30" }, { player = "random" }, { player = "first" }]
"""
"""Games that take a moment without any program, so that there is a middle in which the tournament can be killed."""
ALL_GAMES = 12


@dataclass
class Demo:
    """A demo that was run."""

    folder: Path
    told: str
    results: dict[str, list[GameResult]]
    runs: dict[str, int]
    """How often games were played into the store of each tournament."""


def run_demo(folder: Path, plans: dict[str, str]) -> Demo:
    told = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(told):
        patch.setattr("ludus.cli.demo.list_plans", lambda: plans)
        assert main(["demo", str(folder)]) == 0
    demo = Demo(folder, told.getvalue(), {}, {})
    for game in plans:
        with StoreReader(folder / f"{game}.store") as store:
            demo.results[game], demo.runs[game] = store.list_results(), len(store.list_runs())
    return demo


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory, own_cache: None) -> Demo:
    """Run it once for all tests that look at what has come of it."""
    plans = {game: SHORT.get(game, LONG) for game in PLANS}
    return run_demo(tmp_path_factory.mktemp("demo") / "new folder", plans)


def test_each_command_is_shown_and_prints_its_standings(demo: Demo) -> None:
    for game in PLANS:
        plan = shlex.quote(str(demo.folder / f"{game}.toml"))
        _, _, printed = demo.told.rpartition(f"$ ludus tournament {plan}")
        assert "won-drawn-lost" in printed.partition("$ ludus")[0]


def test_a_tournament_is_killed_in_the_middle_and_the_same_command_ends_it(demo: Demo) -> None:
    assert "killed (kill -9) after " in demo.told
    assert demo.runs[KILLED] == 2
    assert len(demo.results[KILLED]) == ALL_GAMES
    assert demo.runs["pente"] == 1


def test_the_first_page_shows_every_tournament_and_who_could_not_play(demo: Demo) -> None:
    path = demo.folder / "site" / "index.html"
    assert f"the pages: {path}" in demo.told
    page = PageReader(path.read_text(encoding="utf-8"))
    assert page.tags >= {"svg", "use", "table"}
    assert page.words.count("unfinished could not play") == 1
    assert all(game.capitalize() in page.words for game in PLANS)
    assert find_broken_links(demo.folder / "site") == []


def test_the_commands_to_try_next_work(demo: Demo, capsys: pytest.CaptureFixture[str]) -> None:
    commands = [line for line in demo.told.splitlines() if line.startswith("  ludus ")]
    assert len(commands) == 3
    for command in commands:
        assert main(shlex.split(command)[1:]) == 0


def test_given_again_it_shows_the_same_results_and_plays_nothing(demo: Demo) -> None:
    again = run_demo(demo.folder, dict.fromkeys(PLANS, "a plan that is there is kept"))
    assert "killed" not in again.told
    assert "won-drawn-lost" in again.told
    assert again.results == demo.results


@pytest.mark.usefixtures("no_tools")
def test_without_a_sandbox_it_says_so_and_plays_all_the_same(tmp_path: Path) -> None:
    plan = 'game = "checkers"\nply_cap = 2\nentrants = ["entries/checkers", { player = "first" }]\n'
    demo = run_demo(tmp_path, {"checkers": plan})
    assert "no sandbox here" in demo.told
    assert "Debian's package bubblewrap" in demo.told
    assert f"$ ludus tournament {tmp_path}/checkers.toml --unsafe\n" in demo.told
    pages = read_pages(tmp_path / "site")
    assert any(f": {RLIMITS}, metered by " in page.words for page in pages.values())


def test_a_folder_that_cannot_be_written_is_said_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = tmp_path / "file"
    place.write_text("not a folder")
    assert main(["demo", str(place)]) == 2
    found = capsys.readouterr()
    assert f"{place}: expected a folder that can be written" in found.err
    assert found.out == ""
