"""`ludus tables`: make the endgame tables of a game, for all engines on this machine."""

from __future__ import annotations

import argparse
import sys

from ludus import engine
from ludus.cli.arguments import add_game_name, add_quiet, run_interruptibly
from ludus.errors import BadOption
from ludus.players.endgame_tables import keep_tables
from ludus.terminal.progress import Progress
from ludus.text import quote

EXAMPLES = """\
  ludus tables checkers               up to 4 pieces: a few seconds
  ludus tables checkers --pieces 5    up to 5 pieces: a minute, and 86 MB

Engines find them by themselves; a level never uses them. The tables say how
each position ends and in how many moves, so engines play it perfectly."""
USUAL, MOST = 4, 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say of which game, and how far."""
    add_game_name(parser)
    parser.add_argument(
        "--pieces",
        metavar="N",
        type=int,
        default=USUAL,
        help=f"pieces of both sides together, 2 to {MOST} (default: {USUAL})",
    )
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Make the tables and write them to the cache."""
    if not engine.can_make_tables(options.game):
        raise BadOption(
            f"GAME: expected checkers, the only game with endgame tables, found {quote(options.game)}"
        )
    if not 2 <= options.pieces <= MOST:
        raise BadOption(f"--pieces: expected 2 to {MOST}, found {options.pieces}")
    progress = Progress(sys.stderr, options.quiet)

    def show(done: int, total: int) -> None:
        progress.show(f"{done:,} of {total:,} positions solved")

    data = run_interruptibly(lambda: engine.make_tables(options.game, options.pieces, show))
    progress.end()
    path = keep_tables(options.game, options.pieces, data)
    print(f"{path}  {len(data):,} bytes")
    return 0
