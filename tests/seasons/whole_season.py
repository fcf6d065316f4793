"""A whole season over real repositories and an inbox, in chapters: what contestants and the organiser do, and what time it is.

Eight sources; new versions in between, one that no longer builds, one under a new name, one rewritten from scratch, one that
joins late, a change of the rules, an exclusion, a version that comes too late, and a frozen final.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludus.cli import main
from ludus.sandbox.removal import remove
from ludus.seasons.reader import SeasonReader
from ludus.seasons.store import SeasonStore
from ludus.tournaments.standings_files import load_store
from tests.intake.entrants import git
from tests.tournaments.class_programs import write_program
from tests.tournaments.interruptions import read_games

GAME = "chezz"
PLAN = """\
title = "A small season"
game = "chezz"
clock = "game=8"
ply_cap = {ply_cap}
workers = 0
quiet = "0s"
schedule = {{ kind = "swiss", rounds = 2, games = 1 }}
evaluate = {{ when = "planned", at = [2026-10-01T12:00:00Z, 2026-10-08T12:00:00Z, 2026-10-15T12:00:00Z] }}
deadline = 2026-10-20T18:00:00Z
final = 2026-10-21T09:00:00Z
weights = [1, 1, 2]
references = ["first"]
sources = [
{sources}
    {{ inbox = "handed-in", names = {{ team-7 = "Seven" }} }},
]
{more}
"""
REPOSITORIES = tuple(f"team-{number}" for number in range(1, 7))
Run = Callable[[Path, str], None]
"""Runs the season of a plan until there is nothing left to do at this time."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """A folder with everything around a season."""

    folder: Path

    @property
    def plan(self) -> Path:
        return self.folder / "season.toml"

    def write_plan(self, ply_cap: int = 4, more: str = "") -> None:
        lines = (f'    {{ key = "{key}", git = "{key}", branch = "work" }},' for key in REPOSITORIES)
        text = PLAN.format(ply_cap=ply_cap, sources="\n".join(lines), more=more)
        self.plan.write_text(text, encoding="utf-8")

    def push(self, key: str, style: str = "good", number: int = 0, name: str = "") -> None:
        """Commit a version to the repository of a contestant."""
        repository = self.folder / key
        is_new = not repository.exists()
        repository.mkdir(exist_ok=True)
        if is_new:
            git("init", "--quiet", "--initial-branch=work", cwd=repository)
        for path in repository.iterdir():
            if path.name != ".git":
                path.unlink()
        write_into(repository, style, number, name or key)
        git("add", "--all", cwd=repository)
        git("commit", "--quiet", "--allow-empty", "--message", style, cwd=repository)

    def rewrite(self, key: str, style: str, number: int) -> None:
        """Throw away the history of a repository, and push another one."""
        remove(self.folder / key)
        self.push(key, style, number)

    def hand_in(self, key: str, style: str = "good", number: int = 0, packed: bool = False) -> None:
        """Put a version into the inbox, as a whole."""
        inbox = self.folder / "handed-in"
        inbox.mkdir(exist_ok=True)
        draft = write_program(self.folder / f"draft-{key}", GAME, style, number, key)
        if packed:
            shutil.make_archive(str(self.folder / key), "zip", draft)
            (self.folder / f"{key}.zip").rename(inbox / f"{key}.zip")
            remove(draft)
        else:
            remove(inbox / key)
            draft.rename(inbox / key)


def write_into(folder: Path, style: str, number: int, name: str) -> None:
    draft = write_program(folder.with_name(f"draft-{folder.name}"), GAME, style, number, name)
    for path in draft.iterdir():
        path.rename(folder / path.name)
    draft.rmdir()


def hold_season(folder: Path, run: Run) -> Workplace:
    """Hold the whole season; every chapter is what people do, then what the season makes of it."""
    place = Workplace(folder)
    folder.mkdir()
    place.write_plan()
    for number, key in enumerate(REPOSITORIES):
        place.push(key, "weak" if number % 2 else "good", number)
    place.hand_in("team-7", "good", 1)
    run(place.plan, "2026-10-01T12:00:00Z")

    place.push("team-2", "good", 8)
    place.push("team-3", "unbuilt")
    place.push("team-4", "weak", 3, name="Renamed")
    place.hand_in("team-8", "good", 2, packed=True)
    place.write_plan(ply_cap=6, more="options = { contagion_chains = true }")
    run(place.plan, "2026-10-08T12:00:00Z")

    decide(place.plan, "2026-10-09T12:00:00Z", "exclude", "team-7", "--reason", "sent by somebody else")
    place.push("team-3", "good", 5)
    place.rewrite("team-5", "weak", 6)
    run(place.plan, "2026-10-15T12:00:00Z")

    place.push("team-6", "good", 9)
    run(place.plan, "2026-10-20T18:00:00Z")

    place.push("team-1", "weak", 9)
    run(place.plan, "2026-10-21T09:00:00Z")
    return place


def decide(plan: Path, now: str, *words: str) -> None:
    assert main(["season", "decide", str(plan), *words, "--now", now]) == 0


def run_undisturbed(plan: Path, now: str) -> None:
    command = [sys.executable, "-m", "ludus", "season", str(plan), "--quiet", "--unsafe", "--now", now]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr


def describe(place: Workplace) -> dict[str, object]:
    """Describe all that must not depend on whether somebody was killed."""
    with SeasonReader(place.plan) as reader:
        season, scores = reader.read(), reader.read_scores()
    rows = SeasonStore(reader.plan.store).read()
    logs = sorted(reader.plan.contestants.glob("*/log.txt"))
    return {
        "scores": scores,
        "members": season.members,
        "decisions": season.decisions,
        "evaluations": [
            (one.number, one.kind, one.began, one.ended, dict(one.rules), dict(one.versions))
            for one in rows.evaluations
        ],
        "standings": [
            [(line.place, line.key, line.points, line.games) for line in load_store(one.store).lines]
            for one in season.evaluations
        ],
        "games": [read_games(one.store) for one in season.evaluations],
        "logs": {path.parent.name: path.read_text(encoding="utf-8") for path in logs},
        "copies": _list_files(reader.plan.folder, "versions/*/*"),
        # What is on them depends on how long the games took.
        "pages": _list_files(reader.plan.folder, "site/**/*.html"),
        "own pages": _list_files(reader.plan.folder, "contestants/**/*.html"),
    }


def _list_files(folder: Path, pattern: str) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.glob(pattern))
