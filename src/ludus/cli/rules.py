"""`ludus rules`: print the rule text of a game, which is the docstring of its module."""

from __future__ import annotations

import argparse

from ludus.cli.arguments import add_game_files, add_game_name, choose_game
from ludus.errors import BadOption
from ludus.games.registry import read_rules
from ludus.terminal.table import reflow

EXAMPLES = """\
  ludus rules pente
  ludus rules connect-four --game examples/connect_four.py"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game."""
    add_game_name(parser)
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """Print its rules."""
    game = choose_game(options)
    text = read_rules(game)
    if not text:
        raise BadOption(f"{game.name} has no rule text: its module has no docstring")
    print(reflow(text))
    return 0
