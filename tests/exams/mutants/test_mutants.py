"""`ludus check` finds wrong programs of the kind that students write, and passes the right ones that they are made from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.contests import CONTESTS
from ludus.exams.check import check
from ludus.exams.finding import FAILURE, Finding
from ludus.games import GAMES
from ludus.intake.entrant import import_entrant
from tests.exams.mutants import amazons, checkers, chezz, pente
from tests.exams.mutants.mutant import CHOOSERS, Mutant, write_program
from tests.machines import MACHINE

MUTANTS = {
    "amazons": amazons.MUTANTS,
    "checkers": checkers.MUTANTS,
    "chezz": chezz.MUTANTS,
    "pente": pente.MUTANTS,
}
FILES = {"amazons": "game", "checkers": "checkers", "chezz": "run", "pente": "homework.py"}
CHOOSING = ("amazons", "chezz", "pente")
"""The contests in which a program chooses its answer."""
SAMPLE = 25
"""Every so manieth mutant is tried by `make test`, each with one chooser; all of them by `make nightly`."""
EVERY_CASE = [
    (game, mutant, chooser)
    for game, mutants in MUTANTS.items()
    for mutant in mutants
    for chooser in (mutant.choosers if game in CHOOSING else CHOOSERS[:1])
]
SAMPLE_CASES = [
    (game, mutant, mutant.choosers[number % len(mutant.choosers)])
    for game, mutants in MUTANTS.items()
    for number, mutant in enumerate(mutants[::SAMPLE])
]


def write_entrant(folder: Path, game: str, mutant: Mutant | None, chooser: str) -> Path:
    """Write a program as its author would hand it in."""
    folder.mkdir()
    program = folder / FILES[game]
    program.write_text(write_program(game, mutant, chooser), encoding="utf-8")
    program.chmod(0o755)
    for name in CONTESTS[game].behaviour.needed:
        (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


def run_check(folder: Path, game: str) -> Iterator[Finding]:
    return check(import_entrant(folder, MACHINE.best_box), GAMES[game], box=MACHINE.best_box)


def expect_passed(folder: Path, game: str, chooser: str) -> None:
    findings = run_check(write_entrant(folder, game, None, chooser), game)
    assert [finding for finding in findings if finding.state == FAILURE] == []


def expect_found(folder: Path, game: str, mutant: Mutant, chooser: str) -> None:
    """Check until a failure names the rule."""
    failures = []
    for finding in run_check(write_entrant(folder, game, mutant, chooser), game):
        if finding.state == FAILURE:
            failures.append((finding.key, finding.rule))
            if mutant.rule.lower() in finding.rule.lower():
                return
    raise AssertionError(f"{mutant} was not found by its rule, {mutant.rule!r}: {failures}")


@pytest.mark.slow
@pytest.mark.parametrize("game", MUTANTS)
def test_the_right_program_passes(tmp_path: Path, game: str) -> None:
    expect_passed(tmp_path / "right", game, "random")


@pytest.mark.nightly
@pytest.mark.parametrize("chooser", CHOOSERS)
@pytest.mark.parametrize("game", MUTANTS)
def test_the_right_program_passes_however_it_chooses(tmp_path: Path, game: str, chooser: str) -> None:
    expect_passed(tmp_path / "right", game, chooser)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "mutant", "chooser"), SAMPLE_CASES, ids=str)
def test_a_wrong_program_is_found_by_its_rule(
    tmp_path: Path, game: str, mutant: Mutant, chooser: str
) -> None:
    expect_found(tmp_path / "wrong", game, mutant, chooser)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "mutant", "chooser"), EVERY_CASE, ids=str)
def test_every_wrong_program_is_found_by_its_rule(
    tmp_path: Path, game: str, mutant: Mutant, chooser: str
) -> None:
    expect_found(tmp_path / "wrong", game, mutant, chooser)
