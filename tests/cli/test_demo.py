"""`ludus demo`: what it prints and the page that it writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.contests import CONTESTS
from ludus.sandbox.box import RLIMITS

SHORT = {
    name: replace(contest, showcase=replace(contest.showcase, clock="none", ply_cap=2))
    for name, contest in CONTESTS.items()
}


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two moves be a game; the Amazons entry thinks a second a turn, and its first two moves are placements."""
    monkeypatch.setattr("ludus.cli.demo.CONTESTS", SHORT)
    monkeypatch.setenv("LUDUS_TIME", "0.05")


def test_it_prints_a_table_and_writes_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("an older page")
    assert main(["demo", "--games", "2", "--page", str(path), "--color", "never"]) == 0
    told = capsys.readouterr().out
    for name, contest in CONTESTS.items():
        assert f"{name}, the last game" in told
        assert contest.showcase.agent in told
    assert f"the page: {path}" in told
    page = path.read_text(encoding="utf-8")
    assert page.count("<svg") == len(CONTESTS)
    assert "ludus entry" in page
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.usefixtures("no_tools")
def test_without_a_sandbox_it_says_so_and_plays_all_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ludus.cli.demo.CONTESTS", {"checkers": SHORT["checkers"]})
    path = tmp_path / "page.html"
    assert main(["demo", "--games", "1", "--page", str(path)]) == 0
    told = capsys.readouterr().out
    assert "no sandbox here" in told
    assert "Debian's package bubblewrap brings it" in told
    assert f": {RLIMITS}, metered by " in path.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_said_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["demo", "--page", str(tmp_path / "nowhere" / "page.html")]) == 2
    found = capsys.readouterr()
    assert "expected a file in an existing folder" in found.err
    assert "last game" not in found.out
