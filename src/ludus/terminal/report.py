"""Writes the report of `ludus check`: a line for each check, then the details of failures; the same as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludus.exams.check import FAILURE, GOOD, STATES, WARNING, Finding
from ludus.terminal.table import WIDTH, shorten, wrap
from ludus.text import make_printable

SCHEMA = 1
"""The version of the JSON; it grows when a key changes its meaning or goes away, not when one is added."""
_COLOURS = {GOOD: "32", WARNING: "33", FAILURE: "31"}
_KEYS = 23


@dataclass(frozen=True, slots=True)
class Report:
    """The findings about one program."""

    game: str
    source: str
    version: str
    """The beginning of the hash of its content."""
    tier: str
    meter: str
    """How it was contained and metered."""
    findings: Sequence[Finding]
    untried: Sequence[str]
    """The keys of the checks that were not run."""
    lines: Mapping[str, str]
    """The shell command that repeats a finding, by its key."""

    @property
    def is_passed(self) -> bool:
        """Whether no check has failed."""
        return all(finding.state != FAILURE for finding in self.findings)


def write_report(report: Report, *, colour: bool = False) -> str:
    """Write the whole report."""
    about = f"{report.game} program {report.source} (run by {report.tier}, metered by {report.meter})"
    lines = [wrap(make_printable(about), 2), ""]
    lines += [_write_line(finding, colour) for finding in report.findings]
    for finding in report.findings:
        if finding.state != GOOD:
            lines += ["", *_list_details(finding, report.lines.get(finding.key, ""), colour)]
    return "\n".join([*lines, "", _sum_up(report)])


def as_json(report: Report) -> dict[str, object]:
    """Return the report for scripts; docs/check.md explains the keys."""
    counts = Counter(finding.state for finding in report.findings)
    return {
        "schema": SCHEMA,
        "game": report.game,
        "source": report.source,
        "version": report.version,
        "tier": report.tier,
        "meter": report.meter,
        "passed": report.is_passed,
        "counts": {state: counts[state] for state in STATES},
        "untried": list(report.untried),
        "checks": [_as_json(finding, report.lines.get(finding.key)) for finding in report.findings],
    }


def _write_line(finding: Finding, colour: bool) -> str:
    answer = make_printable(finding.answer) if finding.state == GOOD else make_printable(finding.problem)
    took = f"{finding.seconds:7.3f} s" if finding.seconds is not None else " " * 9
    line = shorten(f"{finding.state:7}  {finding.key:{_KEYS}}{took}  {answer}", WIDTH).rstrip()
    return f"{_colour_state(finding.state, colour)}{line[7:]}"


def _list_details(finding: Finding, line: str, colour: bool) -> list[str]:
    """List the details of one finding for a student."""
    parts = (
        ("check", finding.title),
        ("problem", finding.problem),
        ("answer", finding.answer if finding.answer != finding.problem else ""),
        ("rule", finding.rule),
    )
    head = f"{_colour_state(finding.state, colour).rstrip()}: {finding.key}"
    # Commands and tracebacks are not wrapped, so that they can be copied and read.
    whole = [("by hand", line)]
    whole += [("" if number else "stderr", text) for number, text in enumerate(finding.stderr.splitlines())]
    return [
        head,
        *(wrap(f"  {name:9}  {make_printable(text)}", 13) for name, text in parts if text),
        *(f"  {name:9}  {make_printable(text)}" for name, text in whole if text),
    ]


def _sum_up(report: Report) -> str:
    counts = Counter(finding.state for finding in report.findings)
    words = [f"{counts[GOOD]} of {len(report.findings)} checks passed"]
    words += [
        f"{counts[state]} {state}{'s' if counts[state] != 1 else ''}"
        for state in (WARNING, FAILURE)
        if counts[state]
    ]
    if report.untried:
        words.append(f"{len(report.untried)} not run")
    return ", ".join(words)


def _colour_state(state: str, colour: bool) -> str:
    text = f"{state:7}"
    return f"\x1b[{_COLOURS[state]}m{text}\x1b[0m" if colour else text


def _as_json(finding: Finding, line: str | None) -> dict[str, object]:
    return {
        "key": finding.key,
        "state": finding.state,
        "kind": finding.kind or None,
        "tried": finding.title,
        "problem": finding.problem or None,
        "answer": finding.answer,
        "rule": finding.rule,
        "exit_code": finding.exit_code,
        "cpu_seconds": None if finding.seconds is None else round(finding.seconds, 6),
        "stderr": finding.stderr,
        "by_hand": line,
    }
