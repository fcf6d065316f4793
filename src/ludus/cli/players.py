"""`ludus players`: who plays a game, and what can be set about each."""

from __future__ import annotations

import argparse

from ludus.cli.arguments import add_command, add_game_files, chosen_game
from ludus.players.named import describe_players

EXAMPLES = """\
  ludus players checkers
  ludus play checkers --against engine:seconds=2
  ludus match checkers engine:nodes=2000,search=plain reference:depth=3 --games 4"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(
        commands, "players", _players, "list who plays a game, with settings in brackets", EXAMPLES
    )
    parser.add_argument("game", metavar="GAME", help="a name from 'ludus games'")
    add_game_files(parser)


def _players(options: argparse.Namespace) -> int:
    described = describe_players(chosen_game(options))
    width = max(map(len, described))
    for name, summary in described.items():
        print(f"{name:{width}}  {summary}")
    return 0
