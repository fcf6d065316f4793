"""`ludus record check`: replay recorded games under the referee, and refuse those that cannot be true."""

from __future__ import annotations

import argparse
import sys

from ludus.arena.replay import check
from ludus.cli.arguments import add_game_files
from ludus.cli.file_arguments import add_file
from ludus.games.registry import list_games
from ludus.records.strict_json import BadRecord
from ludus.store.sources import read_each
from ludus.text import make_printable

EXAMPLES = """\
  ludus record check games.jsonl
  ludus record check games.jsonl --game examples/connect_four.py"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which file."""
    add_file(parser, "a file of records, or a store")
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Check every record of the file."""
    games = list_games(tuple(options.files))
    count = refused = 0
    unknown: set[str] = set()
    for where, found in read_each(options.file):
        count += 1
        try:
            if isinstance(found, BadRecord):
                raise found
            if found.game not in games:
                unknown.add(found.game)
            check(found, games)
        except BadRecord as error:
            refused += 1
            print(f"refused: {make_printable(f'{where}: {error.on(0)}')}", file=sys.stderr)
    print(f"{count} record{'s' * (count != 1)}, {refused} refused")
    if unknown:
        print(f"hint: load {make_printable(', '.join(sorted(unknown)))} with --game FILE", file=sys.stderr)
    return 1 if refused else 0
