"""`ludus record`: check files of recorded games, look at them, and exchange Pente games with pente.org."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ludus.arena.pente_org import BadSheet, read_sheets, record_of, sheet_of, write_sheet
from ludus.arena.record import BadRecord, Record, check, read_file, read_lines, replay, write
from ludus.cli.arguments import add_colour, add_command, add_game_files
from ludus.errors import BadOption
from ludus.games.base import squares_of
from ludus.games.registry import all_games
from ludus.terminal.board import caption, draw, wants_colour
from ludus.text import make_printable

LARGEST_TEXT = 64 << 20
"""Bytes of a text of pente.org; more is not read."""

CHECK = """\
  ludus record check games.jsonl"""
SHOW = """\
  ludus record show games.jsonl              one line for each game
  ludus record show games.jsonl 3            the third game: its moves and its end
  ludus record show games.jsonl 3 --ply 12   the board after twelve moves"""
PENTE_ORG = """\
  ludus record pente-org to games.jsonl > games.txt
  ludus record pente-org from games.txt > games.jsonl"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this file."""
    parser = commands.add_parser(
        "record",
        help="check, show and exchange recorded games",
        epilog=f"examples:\n{CHECK}\n{SHOW}\n{PENTE_ORG}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    topics = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    checking = add_command(topics, "check", _check, "play recorded games again and judge them", CHECK)
    _add_file(checking, "a file of records")
    add_game_files(checking)
    showing = add_command(topics, "show", _show, "show recorded games", SHOW)
    _add_file(showing, "a file of records")
    showing.add_argument("number", metavar="N", type=int, nargs="?", help="which game, counted from 1")
    showing.add_argument("--ply", metavar="K", type=int, help="show the board after so many moves")
    add_game_files(showing)
    add_colour(showing)
    exchange = add_command(
        topics, "pente-org", _pente_org, "write and read Pente games as pente.org does", PENTE_ORG
    )
    exchange.add_argument("direction", choices=("to", "from"), help="to pente.org's text, or from it")
    _add_file(exchange, "a file of records, or of pente.org's text")
    for topic in (checking, showing, exchange):
        topic.set_defaults(hint=f"{topic.prog} --help")


def _add_file(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("file", metavar="FILE", type=_readable, help=what)


def _readable(text: str) -> Path:
    """Take the name of a file that can be read."""
    path = Path(text)
    try:
        path.open("rb").close()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be read: {error.strerror}") from None
    return path


def _check(options: argparse.Namespace) -> int:
    games = all_games(tuple(options.files))
    count = refused = 0
    for number, found in read_lines(options.file):
        count += 1
        try:
            if isinstance(found, BadRecord):
                raise found
            check(found, games)
        except BadRecord as error:
            refused += 1
            print(f"refused: {make_printable(str(error.on(number)))}", file=sys.stderr)
    print(f"{count} record{'s' * (count != 1)}, {refused} refused")
    return 1 if refused else 0


def _show(options: argparse.Namespace) -> int:
    records = read_file(options.file)
    if options.number is None:
        if options.ply is not None:
            raise BadOption("--ply: expected the number of a game before it")
        for number, record in enumerate(records, start=1):
            print(f"{number:>4}  {_summary(record)}")
        return 0
    record = _chosen(records, options.number)
    positions = list(replay(record, all_games(tuple(options.files))))
    ply = len(record.moves) if options.ply is None else options.ply
    if not 0 <= ply <= len(record.moves):
        raise BadOption(f"--ply: expected 0 to {len(record.moves)}, found {ply}")
    if options.ply is None:
        print(f"{_summary(record)}\n\n{' '.join(record.moves)}\n")
    marked = squares_of(record.moves[ply - 1])[-1:] if ply else ()
    colour = wants_colour(sys.stdout, options.color)
    print(draw(positions[ply], colour=colour, marked=marked))
    print(caption(positions[ply]))
    print(positions[ply])
    return 0


def _chosen(records: Iterator[Record], number: int) -> Record:
    found = next(islice(records, number - 1, None), None) if number > 0 else None
    if found is None:
        raise BadOption(f"N: expected the number of a game in the file, found {number}")
    return found


def _summary(record: Record) -> str:
    """Tell a game in one line; names and reasons are foreign text."""
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


def _pente_org(options: argparse.Namespace) -> int:
    if options.direction == "to":
        for number, record in enumerate(read_file(options.file)):
            print("\n" * (number > 0) + write_sheet(sheet_of(record)), end="")
        return 0
    for number, sheet in enumerate(read_sheets(_text(options.file)), start=1):
        try:
            print(write(record_of(sheet)))
        except BadSheet as error:
            raise BadSheet(f"game {number}: {error}") from error
    return 0


def _text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise BadSheet(f"{path}: expected at most {LARGEST_TEXT} bytes, found more")
    return data.decode(errors="replace")
