"""`ludus record pente-org`: write Pente games as pente.org does, and read them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ludus.cli.file_arguments import add_file
from ludus.records.pente_org import BadSheet, make_record, read_sheets, write_sheets
from ludus.records.record_json import write
from ludus.store.sources import open_source
from ludus.text import make_printable

LARGEST_TEXT = 64 << 20
"""The maximum number of bytes of a file of pente.org."""

EXAMPLES = """\
  ludus record pente-org to games.jsonl > games.txt
  ludus record pente-org from games.txt > games.jsonl"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which way, and which file."""
    parser.add_argument("direction", choices=("to", "from"), help="to pente.org's format, or from it")
    add_file(parser, "a file of records, a store, or a file of games from pente.org")


def run(options: argparse.Namespace) -> int:
    """Convert the file to standard output."""
    if options.direction == "to":
        left_out: list[str] = []
        sys.stdout.writelines(write_sheets(open_source(options.file).read_records(), left_out.append))
        return tell_left_out(left_out)
    for number, sheet in enumerate(read_sheets(_read_text(options.file)), start=1):
        try:
            print(write(make_record(sheet)))
        except BadSheet as error:
            raise BadSheet(f"game {number}: {error}") from error
    return 0


def tell_left_out(games: Sequence[str]) -> int:
    """Tell which games could not be written; return the exit code."""
    for game in games:
        print(f"left out: {make_printable(game)}", file=sys.stderr)
    return 1 if games else 0


def _read_text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise BadSheet(f"{path}: expected at most {LARGEST_TEXT} bytes, found more")
    return data.decode(errors="replace")
