"""Writes the grades of `ludus grade`: one line while it goes on, a table at the end, the same as JSON for scripts."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.exams.grade import WON, GradeSheet, Mark
from ludus.terminal.table import fit_table, set_table, wrap
from ludus.text import make_printable

SCHEMA = 1
"""The version of the JSON; it grows when a key changes its meaning or goes away, not when one is added."""
_HEAD = ("game", "opponent", "seat", "result", "points", "moves", "seconds", "why")
_LEFT = (1, 2, 3, 7)
"""The columns of text, which are aligned to the left."""


def write_sheet_progress(sheet: GradeSheet, games: int, seconds: float) -> str:
    """Write the progress of the grading in one line, with the time it may still take."""
    done = len(sheet.marks)
    left = f", about {_write_duration(seconds / done * (games - done))} to go" if 0 < done < games else ""
    return f"game {done} of {games}: {sheet.points} points{left}"


def write_grade_sheet(sheet: GradeSheet, sides: Sequence[str], about: str) -> str:
    """Write the whole report; `sides` are the displayed names of the seats."""
    rows = fit_table([_HEAD, *(_make_row(mark, sides) for mark in sheet.marks)], flexible=7)
    parts = [
        wrap(make_printable(about), 2),
        set_table(rows, _LEFT),
        *_list_offences(sheet),
        "\n".join(_list_sums(sheet)),
    ]
    return "\n\n".join(parts)


def sheet_as_json(sheet: GradeSheet, sides: Sequence[str]) -> dict[str, object]:
    """Return the marks for scripts; docs/check.md explains the keys."""
    return {
        "schema": SCHEMA,
        "points": sheet.points,
        "most": sheet.grading.most,
        "clean": sheet.is_clean,
        "opponents": [
            {
                "opponent": opponent,
                "won": sum(mark.result == WON for mark in sheet.against(opponent)),
                "games": len(sheet.against(opponent)),
                "points": sum(mark.points for mark in sheet.against(opponent)),
            }
            for opponent in sheet.grading.opponents
        ],
        "games": [
            {
                "game": mark.number,
                "id": mark.id,
                "opponent": mark.opponent,
                "seat": sides[mark.seat],
                "result": mark.result,
                "points": mark.points,
                "moves": mark.moves,
                "seconds": round(mark.seconds, 6),
                "kind": mark.kind or None,
                "reason": mark.reason,
                "misconduct": mark.is_misconduct,
            }
            for mark in sheet.marks
        ],
    }


def _make_row(mark: Mark, sides: Sequence[str]) -> tuple[str, ...]:
    return (
        str(mark.number),
        mark.opponent,
        sides[mark.seat],
        mark.result,
        str(mark.points),
        str(mark.moves),
        f"{mark.seconds:.2f}",
        make_printable(mark.kind if mark.is_misconduct else mark.reason),
    )


def _list_offences(sheet: GradeSheet) -> list[str]:
    """List the reasons of the games lost by misconduct, each once."""
    games: dict[str, list[str]] = {}
    for mark in sheet.marks:
        if mark.is_misconduct:
            games.setdefault(f"{mark.kind}: {mark.reason}", []).append(str(mark.number))
    lines = [
        wrap(f"{'game' if len(numbers) == 1 else 'games'} {', '.join(numbers)}: {make_printable(reason)}", 2)
        for reason, numbers in games.items()
    ]
    return ["\n".join(lines)] if lines else []


def _list_sums(sheet: GradeSheet) -> list[str]:
    lines = []
    for opponent in sheet.grading.opponents:
        marks = sheet.against(opponent)
        won = sum(mark.result == WON for mark in marks)
        lines.append(
            f"{opponent}: {won} of {len(marks)} games won, {sum(mark.points for mark in marks)} points"
        )
    offences = sum(mark.is_misconduct for mark in sheet.marks)
    if offences:
        games = "1 game was" if offences == 1 else f"{offences} games were"
        lines.append(f"{games} lost by misconduct")
    return [*lines, f"total: {sheet.points} of {sheet.grading.most} points"]


def _write_duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
