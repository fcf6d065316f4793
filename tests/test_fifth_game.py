"""A made-up fifth built-in game, in a copy of the package: shared tests find it, and ask for nothing but its golden game.

Not every test is run on the copy, only a selection: everywhere but in the folders of `APART` those that know the game by its
name or look at all games at once (`SHARED`), and at night those of `FACES` and the tests of `WHOLE` one and all, too; slow
ones are left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.games.every_game import EXAMPLES

NAME = "fifth-game"
SHARED = f"{NAME} or every_contest or every_kernel or built_in_games or games_lists or signature"
"""The tests that know the game by its name, and those that look at all games at once."""
APART = (
    "entries",
    "exams",
    "intake",
    "sandbox",
    "store",
    "ratings",
    "tournaments",
    "cluster",
    "seasons",
    "test_fifth_game.py",
    "test_package.py",
    "test_pages.py",
    "test_strength.py",
)
"""Tests about programs, packages, results and measurements, which need not even be collected."""
FACES = ("cli", "server", "web", "browser", "publishing", "site")
"""Tests of what people see, which only look at the fifth game at night."""
WHOLE = (
    "contests",
    "terminal",
    "arena/test_openings.py",
    "arena/test_referee.py",
    "arena/test_scoring.py",
    "games/test_examples.py",
    "games/test_registry.py",
    "test_packages.py",
)
"""Tests that take a few seconds, and would notice that a package treats a new game unlike the others."""


def add_game(package: Path) -> None:
    """Do what CONTRIBUTING.md says: one file with one class, and the class in the tuple."""
    source = Path(EXAMPLES["othello"]).read_text(encoding="utf-8")
    (package / "games" / "fifth_game.py").write_text(
        source.replace('"othello"', f'"{NAME}"'), encoding="utf-8"
    )
    games = package / "games" / "__init__.py"
    text = games.read_text(encoding="utf-8")
    text = text.replace(", Amazons)", ", Amazons, Othello)")
    text = text.replace("    built_in: ", "    from ludus.games.fifth_game import Othello\n\n    built_in: ")
    games.write_text(text, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("apart", "whole", "least"),
    [
        pytest.param((*APART, *FACES), (), 30, id="by day"),
        pytest.param(APART, WHOLE, 50, id="whole", marks=pytest.mark.nightly),
    ],
)
def test_a_fifth_built_in_game_lacks_nothing_but_its_golden_game(
    tmp_path: Path, apart: tuple[str, ...], whole: tuple[str, ...], least: int
) -> None:
    for folder in ("src", "tests", "examples"):
        # With the bytecode, which spares most of the start.
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    add_game(tmp_path / "src" / "ludus")
    shared = run_tests(tmp_path, "-k", SHARED, *(f"--ignore=tests/{name}" for name in apart), "tests")
    failed = re.findall(r"^(?:FAILED|ERROR) \S*::(\S+)", shared, re.MULTILINE)
    assert failed == [f"test_the_golden_game_is_still_played_the_same_way[{NAME}]"], shared
    (passed,) = re.findall(r"(\d+) passed", shared)
    assert int(passed) > least
    if whole:
        said = run_tests(tmp_path, *(f"tests/{name}" for name in whole))
        assert re.search(r"^\d+ passed", said.splitlines()[-1]), said


def run_tests(folder: Path, *words: str) -> str:
    """Run tests of the copy in a folder; return what pytest says."""
    path = (str(folder / "src"), str(folder), sysconfig.get_path("purelib"))
    # Without site-packages' own start-up (-S), so that the copy is imported and not what is installed for editing.
    command = [sys.executable, "-S", "-m", "pytest", "-q", "-o", "addopts=--import-mode=importlib"]
    done = subprocess.run(
        [*command, "-m", "not slow and not nightly", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout
