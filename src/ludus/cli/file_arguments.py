"""Arguments that are files; apart from arguments.py, because commands that only read files load no games."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_file(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the argument for a file to read."""
    parser.add_argument("file", metavar="FILE", type=check_readable, help=what)


def check_readable(text: str) -> Path:
    """Check that an argument names a file that can be read."""
    path = Path(text)
    try:
        path.open("rb").close()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be read: {error.strerror}") from None
    return path
