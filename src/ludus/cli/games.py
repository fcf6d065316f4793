"""`ludus games`: list the games, with the options of their start."""

from __future__ import annotations

import argparse
import sys

from ludus import engine
from ludus.arena.openings import list_start_options
from ludus.cli.arguments import add_game_files
from ludus.games.registry import list_games, read_rules
from ludus.terminal.table import wrap
from ludus.web.game_info import spell_default

EXAMPLES = """\
  ludus games
  ludus games --game my_game.py           include the game in this file
  ludus show pente --option second_stone=free"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which games to list."""
    add_game_files(parser)


def run(options: argparse.Namespace) -> int:
    """List them."""
    games = list_games(tuple(options.files), warn=lambda broken: print(f"warning: {broken}", file=sys.stderr))
    for name, game in games.items():
        title = read_rules(game).partition("\n")[0].rstrip(".")
        kernel = ", native core" if engine.has_kernel(name) else ""
        print(wrap(f"{name}: {title} ({game.seats} seats{kernel})", 4))
        for option, default in list_start_options(game).items():
            print(f"    --option {option}={spell_default(default)}")
    return 0
