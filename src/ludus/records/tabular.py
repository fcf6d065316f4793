"""Games as CSV: one line for each game, for spreadsheets.

A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, and names come from strangers: such a text
gets an apostrophe before it, which spreadsheets do not show.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from ludus.records.results import GameResult
from ludus.text import make_printable

HEAD = ("game", "round", "block", "kind", "reason", "culprit", "plies")
PER_SEAT = ("player", "name", "points", "score", "seconds")
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def write_csv(results: Iterable[GameResult], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a CSV file, its head first; seats count from 1."""
    listed = list(results)
    seats = max((len(result.keys) for result in listed), default=2)
    head = [*HEAD, *(f"{what} {seat + 1}" for seat in range(seats) for what in PER_SEAT)]
    yield _write_line(head)
    for result in listed:
        cells: list[object] = [result.id, result.round, result.block, result.kind, result.reason]
        cells += ["" if result.culprit is None else result.culprit + 1, result.plies]
        for seat, key in enumerate(result.keys):
            cells += [key, names.get(key, key)]
            cells += [values[seat] if seat < len(values) else "" for values in _list_figures(result)]
        yield _write_line(cells)


def guard_cell(value: object) -> object:
    """Make a text one that no spreadsheet takes for a formula; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    text = make_printable(value)
    return f"'{text}" if text.startswith(_FORMULAS) else text


def _list_figures(result: GameResult) -> tuple[tuple[float, ...], ...]:
    return result.points, result.scores, result.seconds


def _write_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([guard_cell(cell) for cell in cells])
    return line.getvalue()
