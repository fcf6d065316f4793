"""`ludus record show`: list recorded games, or show one of them."""

from __future__ import annotations

import argparse
import sys

from ludus.arena.inputs import trace_turns
from ludus.arena.replay import replay
from ludus.cli.arguments import add_colour, add_game_files
from ludus.cli.file_arguments import add_file, add_recorded_game
from ludus.errors import BadOption
from ludus.games.base import squares_of
from ludus.games.registry import list_games
from ludus.store.sources import choose_record, open_source
from ludus.terminal.board import draw, wants_colour, write_caption
from ludus.terminal.recorded.game_text import describe_game, sum_up

EXAMPLES = """\
  ludus record show games.jsonl             one line for each game
  ludus record show games.jsonl 3           the moves and the end of the third
  ludus record show games.jsonl 3 --ply 12  the board after twelve moves
  ludus record show pente.store 00012       a game by the beginning of its id"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which file, and which game of it."""
    add_file(parser, "a file of records, or a store")
    add_recorded_game(parser)
    parser.add_argument("--ply", metavar="K", type=int, help="show the board after the first K moves")
    add_game_files(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """List the games, or show the one that was chosen."""
    source = open_source(options.file)
    if options.game is None:
        if options.ply is not None:
            raise BadOption("--ply: expected the number of a game before it")
        for number, record in enumerate(source.read_records(), start=1):
            print(f"{number:>4}  {sum_up(record)}")
        return 0
    record, games = choose_record(source, options.game), list_games(tuple(options.files))
    positions = list(replay(record, games))
    ply = len(record.moves) if options.ply is None else options.ply
    if not 0 <= ply <= len(record.moves):
        raise BadOption(f"--ply: expected 0 to {len(record.moves)}, found {ply}")
    if options.ply is None:
        print(f"{describe_game(record, trace_turns(record, games)[1], positions[0])}\n")
    marked = squares_of(record.moves[ply - 1])[-1:] if ply else ()
    colour = wants_colour(sys.stdout, options.color)
    print(draw(positions[ply], colour=colour, marked=marked))
    print(write_caption(positions[ply]))
    print(positions[ply])
    return 0
