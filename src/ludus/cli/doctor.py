"""`ludus doctor`: report what this machine offers, what is missing, and what that means."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_colour, open_machine
from ludus.exams.doctor import GOOD, MISSING, examine
from ludus.terminal.board import wants_colour

EXAMPLES = """\
  ludus doctor"""
_COLOURS = {GOOD: "32", MISSING: "31"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Choose colour or not."""
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Print what was found."""
    colour = wants_colour(sys.stdout, options.color)
    for reading in examine(open_machine()):
        state = f"{reading.state:8}"
        if colour:
            state = f"\x1b[{_COLOURS.get(reading.state, '33')}m{state}\x1b[0m"
        print(f"{state} {reading.topic}: {reading.found}")
        if reading.meaning:
            print(f"{'':8} -> {reading.meaning}")
    return 0
