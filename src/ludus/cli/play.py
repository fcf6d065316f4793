"""`ludus play`: a person at the terminal against a built-in player, or against another person."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_colour, add_command, add_game, add_position, chosen_game, chosen_position
from ludus.errors import BadOption
from ludus.players.base import Player
from ludus.players.named import make_player
from ludus.terminal.board import wants_colour
from ludus.terminal.play import Table

EXAMPLES = """\
  ludus play checkers                         you begin, against 'random'
  ludus play chezz --against greedy --seat 2  the other side begins
  ludus play amazons --against person         everyone at this terminal
  echo '10K' | ludus play pente               moves from a script"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(commands, "play", _play, "play at the terminal, with typed moves", EXAMPLES)
    add_game(parser)
    add_position(parser)
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        default="random",
        help="a player by name (random, greedy, alphabeta, engine ...), or person (default: random)",
    )
    parser.add_argument(
        "--seat", metavar="N", type=int, default=1, help="where you sit, counted from 1 (default: 1)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="what chance players begin from (default: 0)"
    )
    add_colour(parser)


def _play(options: argparse.Namespace) -> int:
    start = chosen_position(options)
    if start.outcome() is None and not 1 <= options.seat <= start.seats:
        raise BadOption(f"--seat: expected 1 to {start.seats}, found {options.seat}")
    colour = wants_colour(sys.stdout, options.color)
    Table(start, _seated(options, start.seats), _ask, print, colour).play()
    return 0


def _seated(options: argparse.Namespace, seats: int) -> list[Player | None]:
    if options.against == "person":
        return [None] * seats
    mine = options.seat - 1
    game = chosen_game(options)
    return [
        None if seat == mine else make_player(options.against, game, options.seed + seat)
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
