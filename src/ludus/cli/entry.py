"""`ludus entry`: write our own contest program to a folder that can be handed in and runs by itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.entries.export import NAMED, SCRIPTS, write_folder

EXAMPLES = """\
  ludus entry pente my-agent
  ludus entry chezz tournament/ludus --name 'Ludus the second'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which contest, and where to write."""
    parser.add_argument("contest", metavar="GAME", help=f"one of {', '.join(SCRIPTS)}")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new or empty folder")
    parser.add_argument(
        "--name", default="", help=f"the program's name, in {' and '.join(NAMED)} (default: Ludus)"
    )


def run(options: argparse.Namespace) -> int:
    """Write the folder."""
    names = write_folder(options.contest, options.folder, options.name)
    print(f"wrote {options.folder}: {', '.join(names)}")
    return 0
