"""`ludus perft`: count the move sequences of a given length, by the rules or by the native core."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial

from ludus import engine
from ludus.cli.arguments import add_game, add_position, choose_position, run_interruptibly
from ludus.errors import BadOption
from ludus.games.base import perft
from ludus.terminal.progress import Progress

EXAMPLES = """\
  ludus perft chezz 3
  ludus perft checkers 9 --native
  ludus perft pente 2 --after 10K --divide"""

DEEPEST = 99
"""The maximum depth, because recursion is limited."""
SILENT = 2.0
"""Seconds before progress is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say from which position, and how deep."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=int, help="number of moves in a sequence")
    add_position(parser)
    parser.add_argument(
        "--native", action="store_true", help="count with the native core, not with the Python rules"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count after each first move")


def run(options: argparse.Namespace) -> int:
    """Count, first move by first move."""
    position = choose_position(options)
    if not 0 <= options.depth <= DEEPEST:
        raise BadOption(f"DEPTH: expected 0 to {DEEPEST}, found {options.depth}")
    if options.native and not engine.supports(position):
        raise BadOption(f"--native: the native core does not support this position of {position.name}")
    count = engine.perft if options.native else perft
    if options.depth == 0:
        print(1)
        return 0
    progress = Progress(sys.stderr, quiet=not sys.stderr.isatty())
    moves, total, began = position.moves(), 0, time.monotonic()
    for number, move in enumerate(moves, start=1):
        leaves = run_interruptibly(partial(count, position.play(move), options.depth - 1))
        total += leaves
        if options.divide:
            print(f"{move} {leaves}")
        if time.monotonic() - began > SILENT:
            progress.show(f"first move {number} of {len(moves)}: {total:,} so far")
    progress.end()
    print(total)
    return 0
