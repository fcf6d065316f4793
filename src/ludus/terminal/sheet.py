"""Writes the grades of `ludus grade`: one line while it goes on, a table at the end, the same as JSON for scripts."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.contests.base import CasesPart
from ludus.exams.grading.games import WON, Mark
from ludus.exams.grading.sheet import GradeSheet
from ludus.terminal.table import fit_table, set_table, wrap
from ludus.text import make_printable

SCHEMA = 1
"""The version of the JSON; it grows when a key changes its meaning or goes away, not when one is added."""
_HEAD = ("game", "opponent", "seat", "result", "points", "moves", "seconds", "why")
_LEFT = (1, 2, 3, 7)
"""The columns of text, which are aligned to the left."""


def write_sheet_progress(sheet: GradeSheet, seconds: float) -> str:
    """Write the progress of the games in one line, with the time they may still take."""
    done, games = len(sheet.marks), sheet.games
    left = f", about {_write_duration(seconds / done * (games - done))} to go" if 0 < done < games else ""
    return f"game {done} of {games}: {write_points(sheet.points)} points{left}"


def write_points(points: float) -> str:
    """Write points with three decimals at most."""
    return f"{round(points, 3):g}"


def write_grade_sheet(sheet: GradeSheet, sides: Sequence[str], about: str) -> str:
    """Write the whole report; `sides` are the displayed names of the seats."""
    parts = [wrap(make_printable(about), 2)]
    if sheet.problem or sheet.fault:
        parts.append(wrap(make_printable(f"not graded: {sheet.problem or sheet.fault}"), 2))
    if sheet.marks:
        rows = fit_table([_HEAD, *(_make_row(mark, sides) for mark in sheet.marks)], flexible=7)
        parts.append(set_table(rows, _LEFT))
    reasons = _list_reasons(sheet)
    parts += ["\n".join(reasons)] if reasons else []
    return "\n\n".join([*parts, "\n".join(_list_sums(sheet))])


def sheet_as_json(sheet: GradeSheet, sides: Sequence[str]) -> dict[str, object]:
    """Return the marks for scripts; docs/grading.md explains the keys."""
    return {
        "schema": SCHEMA,
        "points": round(sheet.points, 6),
        "most": sheet.grading.most,
        "clean": sheet.is_clean,
        "complete": sheet.is_complete,
        "failures": sum(mark.is_misconduct for mark in sheet.marks)
        + sum(not case.is_passed for case in sheet.cases),
        "problem": sheet.problem or sheet.fault or None,
        "parts": [
            {"part": part.name, "points": round(sheet.sum_points(part), 6), "most": part.most}
            for part in sheet.grading.parts
        ],
        "cases": [
            {
                "part": case.part,
                "case": case.case,
                "passed": case.is_passed,
                "kind": case.kind or None,
                "problem": case.problem or None,
            }
            for case in sheet.cases
        ],
        "opponents": [_sum_up(sheet, opponent) for opponent in sheet.list_opponents()],
        "games": [_describe_game(mark, sides) for mark in sheet.marks],
    }


def _sum_up(sheet: GradeSheet, opponent: str) -> dict[str, object]:
    marks = sheet.list_games(opponent)
    return {
        "opponent": opponent,
        "won": sum(mark.result == WON for mark in marks),
        "games": len(marks),
        "points": round(sum(mark.points for mark in marks), 6),
    }


def _describe_game(mark: Mark, sides: Sequence[str]) -> dict[str, object]:
    return {
        "game": mark.number,
        "id": mark.id,
        "opponent": mark.opponent,
        "seat": sides[mark.seat],
        "result": mark.result,
        "points": round(mark.points, 6),
        "moves": mark.moves,
        "seconds": round(mark.seconds, 6),
        "kind": mark.kind or None,
        "reason": mark.reason,
        "misconduct": mark.is_misconduct,
    }


def _make_row(mark: Mark, sides: Sequence[str]) -> tuple[str, ...]:
    return (
        str(mark.number),
        mark.opponent,
        sides[mark.seat],
        mark.result,
        write_points(mark.points),
        str(mark.moves),
        f"{mark.seconds:.2f}",
        make_printable(mark.kind if mark.is_misconduct else mark.reason),
    )


def _list_reasons(sheet: GradeSheet) -> list[str]:
    """List what was wrong in cases and games, each reason once."""
    places: dict[str, list[str]] = {}
    for case in sheet.cases:
        if not case.is_passed:
            places.setdefault(case.problem, []).append(case.case)
    for mark in sheet.marks:
        if mark.is_misconduct:
            places.setdefault(f"{mark.kind}: {mark.reason}", []).append(f"game {mark.number}")
    return [wrap(make_printable(f"{', '.join(where)}: {why}"), 2) for why, where in places.items()]


def _list_sums(sheet: GradeSheet) -> list[str]:
    lines = []
    for part in sheet.grading.parts:
        if isinstance(part, CasesPart):
            cases = sheet.list_cases(part)
            passed = sum(case.is_passed for case in cases)
            given = f"{write_points(sheet.sum_points(part))} of {write_points(part.most)} points"
            lines.append(f"{part.name}: {passed} of {len(cases)} cases right, {given}")
    for opponent in sheet.list_opponents():
        marks = sheet.list_games(opponent)
        won = sum(mark.result == WON for mark in marks)
        points = write_points(sum(mark.points for mark in marks))
        lines.append(f"{opponent}: {won} of {len(marks)} games won, {points} points")
    offences = sum(mark.is_misconduct for mark in sheet.marks)
    if offences:
        lines.append(f"misconduct in {'1 game' if offences == 1 else f'{offences} games'}")
    most = write_points(sheet.grading.most)
    return [*lines, f"total: {write_points(sheet.points)} of {most} points"]


def _write_duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
