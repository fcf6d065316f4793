"""Writes the report of `ludus check`: a line for each check, then the details of failures; the same as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludus.exams.finding import FAILURE, GOOD, STATES, UNTRIED, WARNING, Finding
from ludus.terminal.table import WIDTH, shorten, wrap
from ludus.text import make_printable

SCHEMA = 1
"""The version of the JSON; it grows when a key changes its meaning or goes away, not when one is added."""
_COLOURS = {GOOD: "32", WARNING: "33", FAILURE: "31"}
_KEYS = 23
LIBRARY = ("/lib/python", "<frozen ")
"""What the places in a traceback have in common that are in libraries."""


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

    @property
    def is_complete(self) -> bool:
        """Whether all checks were tried, or one has failed already."""
        return not self.untried or not self.is_passed


def write_report(report: Report, *, colour: bool = False) -> str:
    """Write the whole report."""
    about = f"{report.game} program {report.source} (run by {report.tier}, metered by {report.meter})"
    lines = [wrap(make_printable(about), 2), ""]
    lines += [_write_line(finding, colour) for finding in report.findings if finding.state != UNTRIED]
    lines += _list_untried(report)
    for finding, *others in group_by_cause(report.findings):
        details = _list_details(finding, [other.key for other in others], report.lines, colour)
        lines += ["", *details]
    lines += ["", _sum_up(report)]
    if not report.is_complete:
        advice = "nothing has failed, but not everything was tried, so nobody can say that the program is right: --budget 0 tries it all, however long that takes"
        lines.append(wrap(advice, 2))
    return "\n".join(lines)


def _list_untried(report: Report) -> list[str]:
    """List what was not tried, and why, where that is known."""
    reasons = {each.key: f": {each.answer}" for each in report.findings if each.state == UNTRIED}
    return [
        shorten(f"{'-':7}  {key:{_KEYS}}{'':9}  not tried{reasons.get(key, '')}", WIDTH)
        for key in report.untried
    ]


def group_by_cause(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Put together what has failed for the same reason: by the same rule, or with the same words."""
    groups: list[list[Finding]] = []
    for finding in findings:
        if finding.state in (GOOD, UNTRIED):
            continue
        same = next((group for group in groups if _has_same_cause(group[0], finding)), None)
        if same is None:
            groups.append([finding])
        else:
            same.append(finding)
    return groups


def _has_same_cause(one: Finding, other: Finding) -> bool:
    is_alike = (one.state, one.kind) == (other.state, other.kind)
    return is_alike and (one.rule == other.rule or one.problem == other.problem)


def as_json(report: Report) -> dict[str, object]:
    """Return the report for scripts; docs/check.md explains the keys."""
    counts = Counter(finding.state for finding in report.findings)
    first = {other.key: one.key for one, *others in group_by_cause(report.findings) for other in others}
    return {
        "schema": SCHEMA,
        "game": report.game,
        "source": report.source,
        "version": report.version,
        "tier": report.tier,
        "meter": report.meter,
        "passed": report.is_passed,
        "complete": not report.untried,
        "counts": {state: counts[state] for state in STATES},
        "untried": list(report.untried),
        "checks": [
            _as_json(finding, first.get(finding.key), report.lines.get(finding.key))
            for finding in report.findings
        ],
    }


def _write_line(finding: Finding, colour: bool) -> str:
    answer = make_printable(finding.answer) if finding.state == GOOD else make_printable(finding.problem)
    took = f"{finding.seconds:7.3f} s" if finding.seconds is not None else " " * 9
    line = shorten(f"{finding.state:7}  {finding.key:{_KEYS}}{took}  {answer}", WIDTH).rstrip()
    return f"{_colour_state(finding.state, colour)}{line[7:]}"


def _list_details(
    finding: Finding, others: Sequence[str], commands: Mapping[str, str], colour: bool
) -> list[str]:
    """List the details of one finding for a student, and where else the same was found."""
    parts = (
        ("check", finding.title),
        ("problem", finding.problem),
        ("answer", finding.answer if finding.answer != finding.problem else ""),
        ("rule", finding.rule),
        ("also in", ", ".join(others)),
    )
    head = f"{_colour_state(finding.state, colour).rstrip()}: {finding.key}"
    # Commands and tracebacks are not wrapped, so that they can be copied and read.
    whole = [("by hand", commands.get(finding.key, ""))]
    said = _shorten_traceback(finding.stderr.splitlines())
    whole += [("" if number else "stderr", text) for number, text in enumerate(said)]
    return [
        head,
        *(wrap(f"  {name:9}  {make_printable(text)}", 13) for name, text in parts if text),
        *(f"  {name:9}  {make_printable(text)}" for name, text in whole if text),
    ]


def _shorten_traceback(lines: list[str]) -> list[str]:
    """Leave of a traceback its last line, and the last place before it that is in the program, not in a library."""
    # Of a long one only the end was kept, without its first line.
    places = [line.strip() for line in lines if line.startswith('  File "')]
    if not places:
        return lines
    own = [place for place in places if not any(mark in place for mark in LIBRARY)]
    return [(own or places)[-1], lines[-1]]


def _sum_up(report: Report) -> str:
    counts = Counter(finding.state for finding in report.findings)
    words = [f"{counts[GOOD]} of {sum(counts[state] for state in STATES)} checks passed"]
    words += [
        f"{counts[state]} {state}{'s' if counts[state] != 1 else ''}"
        for state in (WARNING, FAILURE)
        if counts[state]
    ]
    if report.untried:
        words.append(f"{len(report.untried)} not tried")
    return ", ".join(words)


def _colour_state(state: str, colour: bool) -> str:
    text = f"{state:7}"
    return f"\x1b[{_COLOURS[state]}m{text}\x1b[0m" if colour else text


def _as_json(finding: Finding, same_as: str | None, line: str | None) -> dict[str, object]:
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
        "same_as": same_as,
        "by_hand": line,
    }
