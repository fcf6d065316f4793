"""`ludus engine`: a player as a long-running program that speaks the engine protocol (docs/engine-protocol.md)."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_command, add_game_files, chosen_game
from ludus.errors import BadOption
from ludus.players.engine_protocol import MOST
from ludus.players.engine_server import BEST, serve

EXAMPLES = """\
  ludus engine chezz                              the best engine there is for the game
  ludus engine checkers --player minimax          a player of your choice
  ludus engine connect-four --game examples/connect_four.py
  ludus match pente engine "process:command=ludus engine pente" --unsafe   let it play"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(
        commands, "engine", _engine, "serve a player by lines on standard input and output", EXAMPLES
    )
    parser.add_argument("game", metavar="GAME", help="a name from 'ludus games'")
    add_game_files(parser)
    parser.add_argument("--player", metavar="PLAYER", default=BEST, help=f"who thinks (default: {BEST})")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="what is left to chance begins here (default: 0)"
    )


def _engine(options: argparse.Namespace) -> int:
    if not 0 <= options.seed <= MOST:
        raise BadOption(f"--seed: expected 0 to {MOST}, found {options.seed}")
    serve(chosen_game(options), sys.stdin.buffer, _say, options.player, options.seed)
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
