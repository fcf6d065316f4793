"""`ludus check` finds wrong programs of the kind that students write, and passes the right ones that they are made from.

Two kinds of tests share the work. All mutants, with all choosers, are judged quickly: by all situations and all code of
the check, but without the sandbox (`quick_judge.py` says what that leaves out). This proves that the situations show
each bug and that the report names its rule. A fixed sample of each contest goes through the whole check, sandbox and
all: this proves that a program fares there as it does with the quick judge. `make test` takes a small share of both.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ludus.contests import CONTESTS
from ludus.exams.check import FOLDER, check
from ludus.exams.finding import FAILURE, Finding
from ludus.games import GAMES
from ludus.intake.entrant import import_entrant
from tests.exams.mutants import amazons, checkers, chezz, pente
from tests.exams.mutants.further import amazons as more_amazons
from tests.exams.mutants.further import checkers as more_checkers
from tests.exams.mutants.further import chezz as more_chezz
from tests.exams.mutants.further import pente as more_pente
from tests.exams.mutants.mutant import CHOOSERS, Mutant, write_program
from tests.exams.mutants.quick_judge import UNSEEN, ForkingInterpreter, judge_quickly
from tests.machines import MACHINE

MUTANTS = {
    "amazons": (*amazons.MUTANTS, *more_amazons.MUTANTS),
    "checkers": (*checkers.MUTANTS, *more_checkers.MUTANTS),
    "chezz": (*chezz.MUTANTS, *more_chezz.MUTANTS),
    "pente": (*pente.MUTANTS, *more_pente.MUTANTS),
}
FILES = {"amazons": "game", "checkers": "checkers", "chezz": "run", "pente": "homework.py"}
CHOOSING = ("amazons", "chezz", "pente")
"""The contests in which a program chooses its answer."""
QUICK_STEP, WHOLE_STEP, REPEATED_STEP = 50, 20, 50
"""Every so manieth mutant is judged quickly by `make test`, and checked in the sandbox, or ten times, by `make nightly`."""
EVERY_CASE = [
    (game, mutant, chooser)
    for game, mutants in MUTANTS.items()
    for mutant in mutants
    for chooser in (mutant.choosers if game in CHOOSING else CHOOSERS[:1])
]
QUICK_CASES = [case for case in EVERY_CASE if not case[1].needs_sandbox]


def take_every(step: int) -> list[tuple[str, Mutant, str]]:
    """Take every so manieth mutant of each contest, the choosers by turns."""
    return [
        (game, mutant, mutant.choosers[number % len(mutant.choosers)])
        for game, mutants in MUTANTS.items()
        for number, mutant in enumerate(mutants[::step])
    ]


WHOLE_CASES = [*take_every(WHOLE_STEP), *(case for case in EVERY_CASE if case[1].needs_sandbox)]


@pytest.fixture(scope="module")
def interpreter() -> Iterator[ForkingInterpreter]:
    with contextlib.closing(ForkingInterpreter()) as interpreter:
        yield interpreter


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


def list_failures(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.state == FAILURE]


def expect_found(findings: Iterable[Finding], mutant: Mutant) -> None:
    """Check until a failure names the rule."""
    failures = []
    for finding in findings:
        if finding.state == FAILURE:
            failures.append((finding.key, finding.rule))
            if mutant.rule.lower() in finding.rule.lower():
                return
    raise AssertionError(f"{mutant} was not found by its rule, {mutant.rule!r}: {failures}")


# Judged quickly


@pytest.mark.slow
@pytest.mark.parametrize("game", MUTANTS)
def test_the_right_program_passes(tmp_path: Path, interpreter: ForkingInterpreter, game: str) -> None:
    text = write_program(game, None, "random")
    assert list_failures(judge_quickly(game, text, tmp_path, interpreter)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "mutant", "chooser"),
    [case for case in take_every(QUICK_STEP) if not case[1].needs_sandbox],
    ids=str,
)
def test_a_wrong_program_is_found_by_its_rule(
    tmp_path: Path, interpreter: ForkingInterpreter, game: str, mutant: Mutant, chooser: str
) -> None:
    text = write_program(game, mutant, chooser)
    expect_found(judge_quickly(game, text, tmp_path, interpreter), mutant)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "mutant", "chooser"), QUICK_CASES, ids=str)
def test_every_wrong_program_is_found_by_its_rule(
    tmp_path: Path, interpreter: ForkingInterpreter, game: str, mutant: Mutant, chooser: str
) -> None:
    text = write_program(game, mutant, chooser)
    expect_found(judge_quickly(game, text, tmp_path, interpreter), mutant)


def take_verdicts(
    game: str, text: str, place: Path, interpreter: ForkingInterpreter
) -> list[tuple[str, ...]]:
    place.mkdir()
    # How much of a slow program's check fits into the usual budget depends on the machine.
    findings = judge_quickly(game, text, place, interpreter, budget=math.inf)
    return [(each.key, each.state, each.rule) for each in findings]


def expect_equal_runs(
    place: Path, interpreter: ForkingInterpreter, game: str, mutant: Mutant, chooser: str, runs: int
) -> None:
    text = write_program(game, mutant, chooser)
    first, *others = (take_verdicts(game, text, place / str(run), interpreter) for run in range(runs))
    assert all(other == first for other in others)


@pytest.mark.slow
def test_two_runs_give_the_same_verdicts(tmp_path: Path, interpreter: ForkingInterpreter) -> None:
    expect_equal_runs(tmp_path, interpreter, "pente", MUTANTS["pente"][0], "random", 2)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "mutant", "chooser"),
    [case for case in take_every(REPEATED_STEP) if not case[1].needs_sandbox],
    ids=str,
)
def test_ten_runs_in_a_row_give_the_same_verdicts(
    tmp_path: Path, interpreter: ForkingInterpreter, game: str, mutant: Mutant, chooser: str
) -> None:
    expect_equal_runs(tmp_path, interpreter, game, mutant, chooser, 10)


# In the sandbox


@pytest.mark.slow
def test_the_whole_check_finds_what_the_quick_judge_finds(
    tmp_path: Path, interpreter: ForkingInterpreter
) -> None:
    """One program is enough here: it fails in many situations, in several ways."""
    game, mutant = "pente", MUTANTS["pente"][0]
    folder = write_entrant(tmp_path / "wrong", game, mutant, "last")
    whole = {finding.key: (finding.state, finding.rule) for finding in run_check(folder, game)}
    findings = judge_quickly(game, write_program(game, mutant, "last"), tmp_path, interpreter)
    quick = {finding.key: (finding.state, finding.rule) for finding in findings}
    missing = {key: whole[key] for key in (FOLDER, *UNSEEN)}
    assert {**quick, **missing} == whole
    assert FAILURE in {state for state, _ in quick.values()}


@pytest.mark.nightly
@pytest.mark.parametrize("chooser", CHOOSERS)
@pytest.mark.parametrize("game", MUTANTS)
def test_the_whole_check_passes_the_right_program(tmp_path: Path, game: str, chooser: str) -> None:
    assert list_failures(run_check(write_entrant(tmp_path / "right", game, None, chooser), game)) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "mutant", "chooser"), WHOLE_CASES, ids=str)
def test_the_whole_check_finds_a_wrong_program_by_its_rule(
    tmp_path: Path, game: str, mutant: Mutant, chooser: str
) -> None:
    expect_found(run_check(write_entrant(tmp_path / "wrong", game, mutant, chooser), game), mutant)
