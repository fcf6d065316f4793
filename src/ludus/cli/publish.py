"""`ludus publish`: a tournament as a static site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludus.cli.arguments import add_game_files
from ludus.cli.file_arguments import add_file
from ludus.errors import BadOption
from ludus.games.registry import list_games
from ludus.publishing.publish import publish_tournament
from ludus.store.file import is_store

EXAMPLES = """\
  ludus publish course.store site    write the pages, or bring them up to date
  ludus publish course.store site --title "Pente, autumn\""""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what is published, and where."""
    add_file(parser, "the store of a tournament")
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="the folder of the site; open index.html in it"
    )
    parser.add_argument(
        "--title", metavar="TEXT", default="", help="the title of the site (default: the file's name)"
    )
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    if not is_store(options.file):
        raise BadOption(f"{options.file}: expected the store of a tournament, found another kind of file")
    done = publish_tournament(options.file, options.folder, list_games(tuple(options.files)), options.title)
    print(f"{done.pages} pages, {done.written} written: {options.folder / 'index.html'}", file=sys.stderr)
    return 0
