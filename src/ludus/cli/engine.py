"""`ludus engine`: run a player as a program that speaks the engine protocol (docs/engine-protocol.md)."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import (
    add_game_files,
    add_game_name,
    add_sandbox,
    add_seed,
    choose_game,
    open_machine,
)
from ludus.engine_server import BEST, serve
from ludus.errors import BadOption
from ludus.protocols.engine import MOST

EXAMPLES = """\
  ludus engine chezz                              our best engine for the game
  ludus engine checkers --player minimax          another player
  ludus engine connect-four --game examples/connect_four.py"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game, and who plays it."""
    add_game_name(parser)
    add_game_files(parser)
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        default=BEST,
        help=f"the player that chooses the moves (default: {BEST})",
    )
    add_seed(parser)
    add_sandbox(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until the input ends."""
    if not 0 <= options.seed <= MOST:
        raise BadOption(f"--seed: expected 0 to {MOST}, found {options.seed}")
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    serve(choose_game(options), machine, sys.stdin.buffer, _say, options.player, options.seed)
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
