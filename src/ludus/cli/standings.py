"""`ludus standings`: who stands where, from a store or from files of records."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ludus.cli.file_arguments import check_readable
from ludus.errors import BadOption
from ludus.store.file import is_store
from ludus.terminal.standings import (
    SMALL,
    write_cross,
    write_cross_csv,
    write_csv,
    write_reasons,
    write_seats,
    write_standings,
)
from ludus.tournaments.standings import POINTS, RATING, Standing, Standings
from ludus.tournaments.standings_files import load_records, load_store

EXAMPLES = """\
  ludus standings course.store                the table of a tournament
  ludus standings course.store --top 10 --order rating
  ludus standings monday.jsonl tuesday.jsonl  all games of two matches
  ludus standings course.store --csv > marks.csv"""

ORDERS: dict[str, tuple[str, ...]] = {"contest": (), "points": (POINTS,), "rating": (RATING,)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which games, in what order, and what is shown."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=check_readable,
        help="the store of a tournament, or one or more files of records",
    )
    parser.add_argument(
        "--order",
        metavar="BY",
        choices=ORDERS,
        default="contest",
        help="order by points, by rating, or as the contest does (default: contest)",
    )
    parser.add_argument("--top", metavar="N", type=int, help="show only the first N participants")
    for name, what in (
        ("--cross", "show the points of each pairing"),
        ("--seats", "show the results by seat"),
        ("--reasons", "show how the games ended"),
    ):
        parser.add_argument(name, action="store_true", help=f"{what}, however long")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print everything as one JSON object")
    form.add_argument(
        "--csv", action="store_true", help="print the table for a spreadsheet, with --cross the cross table"
    )


def run(options: argparse.Namespace) -> int:
    """Print the standings."""
    if options.top is not None and options.top < 1:
        raise BadOption(f"--top: expected 1 or more, found {options.top}")
    standings = _load(options.files, options.order)
    lines = standings.lines[: options.top]
    if options.json:
        print(json.dumps(replace(standings, lines=lines).as_json()))
    elif options.csv:
        print(write_cross_csv(lines) if options.cross else write_csv(lines))
    else:
        print("\n\n".join(_write_sections(standings, lines, options)))
    return 0


def _load(files: list[Path], order: str) -> Standings:
    stores = [path for path in files if is_store(path)]
    if stores and len(files) > 1:
        raise BadOption(f"FILE: expected one store alone, or files of records, found {len(files)} files")
    return load_store(files[0], ORDERS[order]) if stores else load_records(files, ORDERS[order])


def _write_sections(
    standings: Standings, lines: list[Standing], options: argparse.Namespace
) -> Iterator[str]:
    """Write the table, and of the other sections those that were asked for and those that are small."""
    yield write_standings(standings, lines)
    if not standings.games:
        return
    is_small = 1 < len(lines) <= SMALL
    if options.cross or (is_small and len(lines) > 2):
        yield write_cross(standings, lines)
    if options.seats or is_small:
        yield write_seats(standings, lines)
    if options.reasons or len(standings.reasons) <= SMALL:
        yield write_reasons(standings)
