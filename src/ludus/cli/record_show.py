"""`ludus record show`: list recorded games, or show one of them."""

from __future__ import annotations

import argparse
import sys
from itertools import islice

from ludus.arena.replay import replay
from ludus.cli.arguments import add_colour, add_game_files
from ludus.cli.file_arguments import add_file
from ludus.errors import BadOption
from ludus.games.base import squares_of
from ludus.games.registry import list_games
from ludus.records.record import Record
from ludus.store.sources import GameSource, open_source
from ludus.terminal.board import caption, draw, wants_colour
from ludus.text import make_printable, quote

EXAMPLES = """\
  ludus record show games.jsonl             one line for each game
  ludus record show games.jsonl 3           the moves and the end of the third
  ludus record show games.jsonl 3 --ply 12  the board after twelve moves
  ludus record show pente.store 00012       a game by the beginning of its id"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which file, and which game of it."""
    add_file(parser, "a file of records, or a store")
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="the number of a game, from 1, or the beginning of its id"
    )
    parser.add_argument("--ply", metavar="K", type=int, help="show the board after the first K moves")
    add_game_files(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """List the games, or show the one that was chosen."""
    source = open_source(options.file)
    if options.game is None:
        if options.ply is not None:
            raise BadOption("--ply: expected the number of a game before it")
        for number, record in enumerate(source.records(), start=1):
            print(f"{number:>4}  {_sum_up(record)}")
        return 0
    record = _select(source, options.game)
    positions = list(replay(record, list_games(tuple(options.files))))
    ply = len(record.moves) if options.ply is None else options.ply
    if not 0 <= ply <= len(record.moves):
        raise BadOption(f"--ply: expected 0 to {len(record.moves)}, found {ply}")
    if options.ply is None:
        print(f"{_sum_up(record)}\n\n{' '.join(record.moves)}\n")
    marked = squares_of(record.moves[ply - 1])[-1:] if ply else ()
    colour = wants_colour(sys.stdout, options.color)
    print(draw(positions[ply], colour=colour, marked=marked))
    print(caption(positions[ply]))
    print(positions[ply])
    return 0


def _select(source: GameSource, game: str) -> Record:
    # The ids of matches begin with zeros.
    if game.isdecimal() and not game.startswith("0"):
        found = next(islice(source.records(), int(game) - 1, None), None)
    else:
        found = source.record(source.find_id(game))
    if found is None:
        raise BadOption(f"GAME: expected the number or the id of a recorded game, found {quote(game)}")
    return found


def _sum_up(record: Record) -> str:
    """Sum up a game in one line; names and reasons are untrusted text."""
    names = " - ".join(seat.name for seat in record.players)
    scores = "-".join(f"{score:g}" for score in record.verdict.scores)
    verdict = record.verdict
    words = (
        record.id,
        record.game,
        names,
        scores,
        f"{len(record.moves)} moves",
        f"{verdict.kind}: {verdict.reason}",
    )
    return make_printable("  ".join(word for word in words if word))
