"""`ludus publish`: a tournament as a static site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludus.cli.arguments import add_game_files
from ludus.cli.file_arguments import add_file
from ludus.errors import BadOption
from ludus.games.registry import list_games
from ludus.publishing.publish import Published, publish_tournament
from ludus.publishing.season import publish_season
from ludus.store.file import is_store

EXAMPLES = """\
  ludus publish course.store site    write the pages, or bring them up to date
  ludus publish course.store site --title "Pente, autumn\""""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what is published, and where."""
    add_file(parser, "the store of a tournament, or the plan of a season")
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        help="the folder of the site (default: as the plan of a season says)",
    )
    parser.add_argument(
        "--title", metavar="TEXT", default="", help="the title of the site (default: the file's name)"
    )
    parser.add_argument(
        "--contestants",
        metavar="DIR",
        type=Path,
        help="write what only each contestant may see to this folder",
    )
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    if options.file.suffix == ".toml":
        return _publish_season(options)
    if not is_store(options.file):
        raise BadOption(
            f"{options.file}: expected the store of a tournament or the plan of a season, found another kind of file"
        )
    if options.folder is None:
        raise BadOption("DIR: expected a folder for the site, found none")
    games = list_games(tuple(options.files))
    done = publish_tournament(options.file, options.folder, games, options.title, options.contestants)
    return _report(done)


def _publish_season(options: argparse.Namespace) -> int:
    given = {"--title": options.title, "--contestants": options.contestants, "--game": options.files}
    for name, value in given.items():
        if value:
            raise BadOption(f"{name}: the plan of a season says this itself")
    return _report(publish_season(options.file, options.folder))


def _report(done: Published) -> int:
    print(f"{done.pages} pages, {done.written} files written: {done.page}", file=sys.stderr)
    return 0
