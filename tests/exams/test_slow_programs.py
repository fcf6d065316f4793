"""`ludus check` of a slow program: it takes a bounded time, shows every rule first, and tells what was not tried."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.cli.check import INCOMPLETE
from ludus.contests import CONTESTS
from ludus.exams.check import order_situations
from ludus.exams.finding import FAILURE, UNTRIED
from ludus.terminal.report import Report, write_report
from tests.exams.mutants.mutant import write_program
from tests.exams.mutants.quick_judge import ForkingInterpreter, judge_quickly

BUDGET = 2.0
PAUSE = 0.5


@pytest.mark.parametrize("game", CONTESTS)
def test_every_rule_and_clock_is_shown_once_before_any_is_shown_again(game: str) -> None:
    situations = CONTESTS[game].situations
    ordered = order_situations(situations)
    subjects = [(each.rule, getattr(each.wants, "left", 0)) for each in ordered]
    number = len(set(subjects))
    assert set(subjects[:number]) == set(subjects)
    assert sorted(each.key for each in ordered) == sorted(each.key for each in situations)


@pytest.mark.slow
def test_a_slow_program_is_tried_as_far_as_the_budget_goes_and_the_rest_is_told(tmp_path: Path) -> None:
    text = write_program("pente", None, "first")
    slow = text.replace("\nmain()\n", f"\nimport time\ntime.sleep({PAUSE})\nmain()\n")
    assert slow != text
    with contextlib.closing(ForkingInterpreter()) as interpreter:
        findings = list(judge_quickly("pente", slow, tmp_path, interpreter, BUDGET))
    situations = findings[: len(CONTESTS["pente"].situations)]
    tried = [finding.state != UNTRIED for finding in situations]
    assert 1 <= tried.count(True) <= BUDGET / PAUSE
    assert tried == sorted(tried, reverse=True)
    assert not any(finding.state == FAILURE for finding in findings)
    assert findings[-1].state != UNTRIED
    untried = [finding.key for finding in findings if finding.state == UNTRIED]
    report = Report("pente", "slow", "1", "none", "none", findings, untried, {})
    text = write_report(report)
    assert "s are used up" in text
    assert f"{len(untried)} not tried" in text
    assert "--budget 0" in text
    assert (report.is_passed, report.is_complete) == (True, False)


def test_what_was_not_tried_is_not_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow" / "homework.py").write_text(write_program("pente", None, "first"))
    words = [
        "check",
        "pente",
        "slow",
        "--only",
        "first-stone",
        "--only",
        "last-square",
        "--unsafe",
        "--quiet",
    ]
    assert main([*words, "--budget", "0.0001"]) == INCOMPLETE
    assert main([*words, "--budget", "0"]) == 0
