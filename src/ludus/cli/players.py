"""`ludus players`: list the players of a game, with their settings in brackets."""

from __future__ import annotations

import argparse

from ludus.cli.arguments import add_game_files, add_game_name, choose_game
from ludus.players.named import describe_players
from ludus.terminal.table import wrap

EXAMPLES = """\
  ludus players checkers

settings follow the name of a player:
  ludus play checkers --against engine:seconds=2
  ludus match checkers engine:nodes=2000,search=plain reference:depth=3"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game."""
    add_game_name(parser)
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """List the players."""
    described = describe_players(choose_game(options))
    width = max(map(len, described))
    for name, summary in described.items():
        print(wrap(f"{name:{width}}  {summary}", width + 2))
    return 0
