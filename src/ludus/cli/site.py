"""`ludus site`: boards and engine as a static site, without a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludus.site.build import make_site
from ludus.site.folder import write_folder

EXAMPLES = """\
  ludus site play                  write the site into the folder play
  python3 -m http.server -d play   and look at it
  xdg-open play/ludus.html         or without any server"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say where the site goes."""
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="the folder of the site: new, or a site of ours"
    )


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    files = make_site()
    written = write_folder(options.folder, files)
    print(f"{len(files)} files, {written} written: {options.folder / 'index.html'}", file=sys.stderr)
    return 0
