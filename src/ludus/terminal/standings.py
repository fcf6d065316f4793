"""Writes standings: tables that fit a terminal, and CSV for spreadsheets.

Participants go by their names; where two have the same name, by their keys.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from ludus.terminal.table import GAP, WIDTH, fit_table, measure, set_table, shorten, wrap
from ludus.text import make_printable
from ludus.tournaments.standings import BUCHHOLZ, ROUND, SCORE, TREASURE, Standing, Standings, describe_end

SMALL = 10
"""The longest section, in lines, that is shown without being asked for."""
CROSS_NAME = 20
"""Columns of a name beside the cross table."""
MARKS = (
    "place",
    "key",
    "name",
    "games",
    "points",
    "score",
    "won",
    "drawn",
    "lost",
    "rating",
    "error",
    "superiority",
    "buchholz",
    "treasure",
    "out_in_round",
    "offences",
    "absent",
    "disqualified",
    "seconds",
    "byes",
)
"""The columns of the CSV."""
_NAMES = {SCORE: "points per game", BUCHHOLZ: "Buchholz"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_standings(standings: Standings, lines: Sequence[Standing]) -> str:
    """Write the table of these lines, under what everybody should know first."""
    warnings = [wrap(f"warning: {warning}", 9) for warning in standings.warnings]
    more = len(standings.lines) - len(lines)
    parts = ["\n".join(warnings), _write_table(standings, lines), f"{more} more" if more > 0 else ""]
    return "\n\n".join(part for part in (*parts, _describe(standings)) if part)


def write_cross(standings: Standings, lines: Sequence[Standing]) -> str:
    """Write the points of each line against each other, in blocks of as many columns as fit."""
    labels = _label(standings)
    games = {met for line in standings.lines for _, met in line.against.values()}
    cells = [[_write_meeting(line, other, shows_games=len(games) > 1) for other in lines] for line in lines]
    width = max(len(cell) for row in cells for cell in row)
    left = [["", ""], *([str(n), shorten(labels[line.key], CROSS_NAME)] for n, line in enumerate(lines, 1))]
    room = WIDTH - max(measure(name) for _, name in left) - len(str(len(lines))) - len(GAP)
    columns = max(room // (max(width, len(str(len(lines)))) + len(GAP)), 1)
    blocks = []
    for begin in range(0, len(lines), columns):
        shown = range(begin, min(begin + columns, len(lines)))
        rows = [[str(number + 1) for number in shown], *([row[number] for number in shown] for row in cells)]
        blocks.append(set_table([[*head, *row] for head, row in zip(left, rows, strict=True)]))
    title = (
        "points and games"
        if len(games) > 1
        else f"points in {max(games, default=0):g} game{'s' * (games != {1})}"
    )
    return "\n\n".join((f"{title} against each other", *blocks))


def write_seats(standings: Standings, lines: Sequence[Standing]) -> str:
    """Write how often each line has won, drawn and lost in each seat."""
    labels, seats = _label(standings), range(standings.seats)
    rows = [["", "by seat", *(str(seat + 1) for seat in seats)]]
    for line in lines:
        results = [line.by_seat[seat] if seat < len(line.by_seat) else [0, 0, 0] for seat in seats]
        rows.append([str(line.place), labels[line.key], *("-".join(map(str, each)) for each in results)])
    return set_table(fit_table(rows, 1))


def write_reasons(standings: Standings) -> str:
    """Write how games ended."""
    labels = _label(standings)
    lines = [
        wrap(f"{each.games:6}  {make_printable(describe_end(each, labels))}", 8) for each in standings.reasons
    ]
    return "\n".join(["endings", *lines])


def write_csv(lines: Sequence[Standing]) -> str:
    """Write the table for a spreadsheet."""
    return _write_rows([MARKS, *([_write_cell(getattr(line, mark)) for mark in MARKS] for line in lines)])


def write_cross_csv(lines: Sequence[Standing]) -> str:
    """Write the points of each line against each other for a spreadsheet."""
    head = ["key", *(_write_cell(line.key) for line in lines)]
    points = (
        [_write_cell(line.against[other.key][0] if other.key in line.against else None) for other in lines]
        for line in lines
    )
    return _write_rows(
        [head, *([_write_cell(line.key), *row] for line, row in zip(lines, points, strict=True))]
    )


def _write_table(standings: Standings, lines: Sequence[Standing]) -> str:
    labels = _label(standings)
    extra = _choose_columns(standings)
    head = ["", "player", "points", "won-drawn-lost", "Elo ± 95 %", "> next", *extra, "seconds"]
    rows = [[*_make_row(line, labels[line.key]), *_make_extra(line, extra)] for line in lines]
    rows = [[*row, f"{line.seconds:.4g}"] for row, line in zip(rows, lines, strict=True)]
    optional = [[len(head) - 1], [5], [3]]
    return set_table(fit_table([head, *rows], 1, optional))


def _make_row(line: Standing, label: str) -> list[str]:
    rating = "-" if line.rating is None else f"{round(line.rating):+d} ± {line.error:.0f}"
    return [
        str(line.place),
        label,
        f"{line.points:.6g}/{line.games + line.byes:.6g}",
        f"{line.won}-{line.drawn}-{line.lost}",
        rating,
        "-" if line.superiority is None else f"{line.superiority:.1%}",
    ]


def _choose_columns(standings: Standings) -> dict[str, str]:
    """Choose the columns that tell something: the criteria of the order, and what has happened at all."""
    lines, columns = standings.lines, dict[str, str]()
    for criterion, title in (
        (SCORE, "score"),
        (ROUND, "out in"),
        (BUCHHOLZ, "Buchholz"),
        (TREASURE, "treasure"),
    ):
        if criterion in standings.order:
            columns[title] = criterion
    for title in ("byes", "offences", "absent"):
        if any(getattr(line, title) for line in lines):
            columns[title] = title
    if any(line.disqualified for line in lines):
        columns["disqualified"] = "disqualified"
    return columns


def _make_extra(line: Standing, columns: dict[str, str]) -> list[str]:
    cells = []
    for field in columns.values():
        if field == ROUND:
            cells.append("-" if line.out_in_round is None else f"round {line.out_in_round}")
        else:
            cells.append(f"{getattr(line, field):.6g}")
    return cells


def _describe(standings: Standings) -> str:
    """Describe how the table is to be read."""
    order = ", then ".join(_NAMES.get(criterion, criterion) for criterion in standings.order)
    text = f"{standings.games} games; ordered by {order}"
    if standings.first_seat is not None:
        elo, error = standings.first_seat
        text += f"; the first seat is worth {round(elo):+d} ± {error:.0f} Elo"
    return wrap(text, 2)


def _label(standings: Standings) -> dict[str, str]:
    return {key: make_printable(label) for key, label in standings.list_labels().items()}


def _write_meeting(line: Standing, other: Standing, *, shows_games: bool) -> str:
    if other.key not in line.against:
        return "-"
    points, games = line.against[other.key]
    return f"{points:g}/{games:g}" if shows_games else f"{points:g}"


def _write_rows(rows: Sequence[Sequence[object]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().rstrip("\n")


def _write_cell(value: object) -> object:
    """Keep a spreadsheet from reading a name as a formula."""
    if isinstance(value, str):
        text = make_printable(value)
        return f"'{text}" if text.startswith(_FORMULA) else text
    return value
