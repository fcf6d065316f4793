"""`ludus board`: make a random board file for the Amazons contest."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludus.contests import CONTESTS
from ludus.entries.files import write_atomically
from ludus.errors import BadOption
from ludus.games.amazons_board import (
    ARTIFACTS,
    TREASURE,
    generate,
    read_frequencies,
    read_number,
    read_size,
)
from ludus.protocols.amazons_file import State, write_state
from ludus.text import quote

EXAMPLES = """\
  ludus board amazons --size 14x14 --seed 3
  ludus board amazons --treasure 1 1 0 0 0 0 --artifacts 1 0 0 0
  ludus board amazons --size 20x20 --output board.txt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the board is like."""
    parser.add_argument("contest", metavar="GAME", help="amazons, the only contest with random boards")
    parser.add_argument("--size", metavar="RxC", default="14x14", help="rows and columns (default: 14x14)")
    parser.add_argument("--seed", metavar="N", default="0", help="the random seed (default: 0)")
    parser.add_argument(
        "--treasure", metavar="F", nargs=6, default=TREASURE, help="relative frequencies of treasure 0 to 5"
    )
    parser.add_argument(
        "--artifacts",
        metavar="F",
        nargs=4,
        default=ARTIFACTS,
        help="relative frequencies of no artifact, horse, broken arrow, spear",
    )
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="write to this file (default: standard output)"
    )


def run(options: argparse.Namespace) -> int:
    """Write the board."""
    games = [name for name, contest in CONTESTS.items() if contest.has_random_boards]
    if options.contest not in games:
        raise BadOption(f"GAME: expected {', '.join(games)}, found {quote(options.contest)}")
    rows, cols = read_size(options.size)
    seed = read_number("seed", options.seed, 0, 2**64 - 1)
    treasure = read_frequencies("treasure", options.treasure, 6)
    artifacts = read_frequencies("artifacts", options.artifacts, 4)
    data = write_state(State(generate(rows, cols, seed, treasure, artifacts), cols, ()))
    if options.output is None:
        sys.stdout.write(data.decode())
    else:
        write_atomically(str(options.output), data)
        print(f"wrote {options.output}")
    return 0
