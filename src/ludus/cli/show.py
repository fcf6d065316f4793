"""`ludus show`: draw a position."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_colour, add_game, add_position, choose_position
from ludus.games.base import squares_of
from ludus.terminal.board import draw, wants_colour, write_caption

EXAMPLES = """\
  ludus show pente
  ludus show chezz --after 'e2-e3 b8-c6'
  ludus show checkers '8/8/8/8/8/B1w5/1w6/2b5 b'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which position."""
    add_game(parser)
    add_position(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Draw it, and print its text."""
    position = choose_position(options)
    last = options.after.split()[-1:]
    marked = squares_of(last[0]) if last else ()
    print(draw(position, colour=wants_colour(sys.stdout, options.color), marked=marked))
    print(write_caption(position))
    print(position)
    return 0
