"""The plan of an evaluation says all that the plan of the season says about its games."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.seasons.plans.plan import read_season_plan
from ludus.seasons.plans.plan_text import Entry, write_plan_text
from ludus.tournaments.plans.plan import Plan, list_courses, read_plan
from tests.conftest import ROOT

SOURCES = 'sources = [{ inbox = "in" }]\n'
ENTRIES = [Entry(f"team-{number}", f'No. {number} "✓" \\', Path("x") / str(number)) for number in range(8)]
RULES = [f'contest = "{course}"' for course in list_courses()] + [
    'game = "chezz"\noptions = { contagion_chains = true }\nanonymous = true\nseed = 7\nabsent = "lose"',
    'game = "pente"\nclock = { from = 60, to = 300, step = 60 }\nopenings = "suite"\nworkers = 3',
    'game = "checkers"\nclock = ["game=5", "move=2"]\nopenings = "mine.txt"',
    'game = "othello"\nfiles = ["othello.py"]\nschedule = { kind = "swiss", rounds = 3 }',
]


def compare(plan: Plan) -> Plan:
    """Leave out where a plan lies and who takes part."""
    return replace(plan, path=Path(), text="", store=Path(), entrants=())


@pytest.mark.parametrize("text", RULES)
def test_what_was_written_is_read_as_the_same_rules(text: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "othello.py", tmp_path)
    shutil.copy(ROOT / "src" / "ludus" / "arena" / "suites" / "checkers.txt", tmp_path / "mine.txt")
    path = tmp_path / "season.toml"
    path.write_text(f"{text}\n{SOURCES}", encoding="utf-8")
    rules = read_season_plan(path).rules
    folder = tmp_path / "season" / "evaluations" / "001"
    folder.mkdir(parents=True)
    written = folder / "plan.toml"
    written.write_text(write_plan_text("x", rules, ENTRIES, folder, "games.store"), encoding="utf-8")
    plan = read_plan(written)
    assert compare(plan) == compare(rules)
    assert [(one.key, one.name) for one in plan.entrants] == [(one.key, one.name) for one in ENTRIES]
