"""`ludus play`: a person at the terminal against a player, or against another person."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_colour, add_game, add_position, add_seed, chosen_game, chosen_position
from ludus.errors import BadOption
from ludus.players.base import Player
from ludus.players.named import make_player
from ludus.terminal.board import wants_colour
from ludus.terminal.play import Table
from ludus.terminal.progress import LongSteps, Progress

EXAMPLES = """\
  ludus play checkers                          you begin, against random moves
  ludus play chezz --against engine --seat 2   the engine begins
  ludus play amazons --against person          all players at this terminal
  echo '10K' | ludus play pente                moves from a script"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which position, and who plays."""
    add_game(parser)
    add_position(parser)
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        default="random",
        help="your opponent, see 'ludus players GAME', or person (default: random)",
    )
    parser.add_argument("--seat", metavar="N", type=int, default=1, help="your seat, from 1 (default: 1)")
    add_seed(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Play until the game ends or the person leaves."""
    start = chosen_position(options)
    if start.outcome() is None and not 1 <= options.seat <= start.seats:
        raise BadOption(f"--seat: expected 1 to {start.seats}, found {options.seat}")
    colour = wants_colour(sys.stdout, options.color)
    Table(start, _make_players(options, start.seats), _ask, print, colour).play()
    return 0


def _make_players(options: argparse.Namespace, seats: int) -> list[Player | None]:
    if options.against == "person":
        return [None] * seats
    mine = options.seat - 1
    game, watch = chosen_game(options), LongSteps(Progress(sys.stderr)).watch
    return [
        None if seat == mine else make_player(options.against, game, options.seed + seat, watch=watch)
        for seat in range(seats)
    ]


def _ask(prompt: str) -> str:
    """Read a line; the prompt is talk, so it is left out where nobody reads it."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline(10_000)
    if not line:
        raise EOFError
    return line
