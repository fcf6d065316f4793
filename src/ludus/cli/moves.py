"""`ludus moves`: list the legal moves of a position."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_game, add_position, choose_position

EXAMPLES = """\
  ludus moves checkers
  ludus moves pente --after '10K 9L' --count"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which position."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--count", action="store_true", help="print only how many there are")


def run(options: argparse.Namespace) -> int:
    """List its moves, one per line."""
    moves = choose_position(options).moves()
    if options.count:
        print(len(moves))
    else:
        sys.stdout.writelines(f"{move}\n" for move in moves)
    return 0
