"""`ludus record show`: list recorded games, or show one of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice

from ludus.arena.replay import replay
from ludus.cli.arguments import add_colour, add_file, add_game_files
from ludus.errors import BadOption
from ludus.games.base import squares_of
from ludus.games.registry import list_games
from ludus.records.files import read_file
from ludus.records.record import Record
from ludus.terminal.board import caption, draw, wants_colour
from ludus.text import make_printable

EXAMPLES = """\
  ludus record show games.jsonl             one line for each game
  ludus record show games.jsonl 3           the moves and the end of the third
  ludus record show games.jsonl 3 --ply 12  the board after twelve moves"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which file, and which game of it."""
    add_file(parser, "a file of records")
    parser.add_argument("number", metavar="N", type=int, nargs="?", help="the number of a game, from 1")
    parser.add_argument("--ply", metavar="K", type=int, help="show the board after the first K moves")
    add_game_files(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """List the games, or show the one that was chosen."""
    records = read_file(options.file)
    if options.number is None:
        if options.ply is not None:
            raise BadOption("--ply: expected the number of a game before it")
        for number, record in enumerate(records, start=1):
            print(f"{number:>4}  {_sum_up(record)}")
        return 0
    record = _select(records, options.number)
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


def _select(records: Iterator[Record], number: int) -> Record:
    found = next(islice(records, number - 1, None), None) if number > 0 else None
    if found is None:
        raise BadOption(f"N: expected the number of a game in the file, found {number}")
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
