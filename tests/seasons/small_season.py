"""A season of two contestants and a reference program, small enough for every test."""

from __future__ import annotations

from pathlib import Path

from ludus.cli import main
from tests.seasons.whole_season import Run, Workplace
from tests.tournaments.class_programs import write_program

PLAN = """\
game = "chezz"
ply_cap = 2
clock = "game=8"
workers = 0
quiet = "0s"
look = "1s"
schedule = { kind = "round-robin", games = 1 }
references = ["first"]
sources = [{ inbox = "in" }]
"""


def write_season(folder: Path, more: str = "") -> Path:
    for number, name in enumerate(("anna", "berta")):
        write_program(folder / "in" / name, "chezz", number=number)
    path = folder / "season.toml"
    path.write_text(PLAN + more, encoding="utf-8")
    return path


def hold_small_season(folder: Path, run: Run) -> Workplace:
    """Hold two evaluations, with a new version in between."""
    folder.mkdir()
    place = Workplace(folder)
    write_season(
        folder, 'evaluate = { when = "planned", at = [2026-10-01T12:00:00Z, 2026-10-08T12:00:00Z] }\n'
    )
    run(place.plan, "2026-10-01T12:00:00Z")
    (folder / "in" / "anna" / "data").write_text("second", encoding="ascii")
    run(place.plan, "2026-10-08T12:00:00Z")
    return place


def run(plan: Path, now: str = "2026-10-01T12:00:00Z", *options: str) -> int:
    return main(["season", str(plan), "--quiet", "--unsafe", "--now", now, *options])


def decide(plan: Path, *words: str, reason: str = "because") -> int:
    return main(["season", "decide", str(plan), *words, "--reason", reason])
