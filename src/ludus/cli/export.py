"""`ludus export`: write the games of a store for others, and only what they may see."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from ludus.atomic_file import replace_atomically
from ludus.cli.arguments import add_game_files
from ludus.cli.file_arguments import add_file
from ludus.cli.record_pente_org import tell_left_out
from ludus.errors import BadOption
from ludus.exams.reproduce import make_place
from ludus.games.registry import list_games
from ludus.records.pente_org import write_sheets
from ludus.records.record_json import write
from ludus.records.results import GameFilter
from ludus.records.tabular import write_csv
from ludus.store.sources import GameSource, find_keys, open_source
from ludus.store.views import ORGANISER, PUBLIC, Viewer, view_record, view_result
from ludus.text import make_printable, quote
from ludus.tournaments.contestant_folder import write_contestant_folder

FORMATS = JSON_LINES, CSV, PENTE_ORG = ("jsonl", "csv", "pente-org")
VIEWS = {"public": PUBLIC, "organiser": ORGANISER}

EXAMPLES = """\
  ludus export pente.store > games.jsonl              what everybody may see
  ludus export pente.store --view organiser -o all.jsonl
  ludus export pente.store --format csv -o games.csv
  ludus export pente.store --for ann for-ann          a folder for Ann"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what is written, for whom, and where."""
    add_file(parser, "a store, or a file of records")
    parser.add_argument("folder", metavar="DIR", nargs="?", help="the new folder for --for")
    parser.add_argument(
        "--for", dest="contestant", metavar="NAME", help="write what this participant may see into DIR"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default=JSON_LINES, help=f"the format (default: {JSON_LINES})"
    )
    parser.add_argument("--view", choices=VIEWS, default="public", help="who will read it (default: public)")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to this file, replacing it if it exists"
    )
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Write the games."""
    if (options.contestant is None) != (options.folder is None):
        raise BadOption("expected --for NAME and DIR together, or neither of them")
    source = open_source(options.file)
    if options.contestant is not None:
        return _write_folder(source, options)
    left_out: list[str] = []
    lines = _make_lines(source, options.format, VIEWS[options.view], left_out)
    if options.output is None:
        sys.stdout.writelines(lines)
    else:
        with replace_atomically(Path(options.output)) as file:
            file.writelines(lines)
    return tell_left_out(left_out)


def _write_folder(source: GameSource, options: argparse.Namespace) -> int:
    names = source.list_names()
    keys = find_keys(options.contestant, names)
    if len(keys) > 1:
        raise BadOption(f"--for: expected one participant, found several of that name: {', '.join(keys)}")
    others = [key for key, name in names.items() if name == options.contestant and key not in keys]
    if others:
        # What is private to one must not be sent to another of the same name.
        message = make_printable(f"others are called {quote(options.contestant)}, too: {', '.join(others)}")
        print(f"warning: {message}", file=sys.stderr)
    folder = make_place(Path(options.folder))
    games = list_games(tuple(options.files))
    count = write_contestant_folder(source, keys[0], folder, games, GameFilter(keys))
    print(f"{count} games of {keys[0]!r} in {folder}", file=sys.stderr)
    return 0


def _make_lines(source: GameSource, form: str, viewer: Viewer, left_out: list[str]) -> Iterator[str]:
    if form == CSV:
        yield from write_csv(
            (view_result(result, viewer) for result in source.list_results()), source.list_names()
        )
    elif form == PENTE_ORG:
        yield from write_sheets(source.read_records(), left_out.append)
    else:
        for record in source.read_records():
            yield f"{write(view_record(record, viewer))}\n"
