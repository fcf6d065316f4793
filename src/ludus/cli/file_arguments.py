"""Arguments that are files; apart from arguments.py, because commands that only read files load no games."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_file(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the argument for a file to read."""
    parser.add_argument("file", metavar="FILE", type=check_readable, help=what)


def add_recorded_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument for one game of such a file."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="the game: its number from 1, its id or the start of its id; 'ludus record show FILE' lists them",
    )


def check_readable(text: str) -> Path:
    """Check that an argument names a file that can be read."""
    path = Path(text)
    try:
        path.open("rb").close()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be read: {error.strerror}") from None
    return path
