"""`ludus entry`: write a contest folder that can be handed in."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.arguments import add_command
from ludus.entries.export import NAMED, SCRIPTS, write_folder

EXAMPLES = """\
  ludus entry pente my-agent
  ludus entry chezz tournament/ludus --name 'Ludus the second'"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(
        commands, "entry", _entry, "write our program for a contest into a self-contained folder", EXAMPLES
    )
    parser.add_argument("contest", metavar="GAME", help=f"one of {', '.join(SCRIPTS)}")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new or an empty folder")
    parser.add_argument(
        "--name", default="", help=f"the program's name, for {' and '.join(NAMED)} (default: Ludus)"
    )


def _entry(options: argparse.Namespace) -> int:
    names = write_folder(options.contest, options.folder, options.name)
    print(f"wrote {options.folder}: {', '.join(names)}")
    return 0
