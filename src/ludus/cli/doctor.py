"""`ludus doctor`: what this machine offers, what is missing, and what that means."""

from __future__ import annotations

import argparse
import sys

from ludus.arena.doctor import GOOD, MISSING, examine
from ludus.cli.arguments import add_colour, add_command
from ludus.terminal.board import wants_colour

_COLOURS = {GOOD: "32", MISSING: "31"}


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(
        commands,
        "doctor",
        _doctor,
        "look over this machine: cores, compiler, meters, sandbox",
        "  ludus doctor",
    )
    add_colour(parser)


def _doctor(options: argparse.Namespace) -> int:
    colour = wants_colour(sys.stdout, options.color)
    for reading in examine():
        state = f"{reading.state:8}"
        if colour:
            state = f"\x1b[{_COLOURS.get(reading.state, '33')}m{state}\x1b[0m"
        print(f"{state} {reading.topic}: {reading.found}")
        if reading.meaning:
            print(f"{'':8} -> {reading.meaning}")
    return 0
