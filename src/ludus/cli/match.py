"""`ludus match`: play many games between two or more players, and print a table of the results."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from ludus.arena.match import MatchSettings, Pairing, Result, pairings, take_games
from ludus.arena.record import append
from ludus.arena.summary import Summary
from ludus.arena.workers import InOrder, WorkerDied, play_match
from ludus.cli.arguments import add_game
from ludus.cli.match_arguments import (
    INTERRUPTED,
    add_terms,
    check_players,
    chosen_openings,
    chosen_terms,
    loss,
    new_file,
    side_names,
)
from ludus.errors import BadOption
from ludus.terminal.progress import Progress
from ludus.terminal.results import as_json, progress_line, table

EXAMPLES = """\
  ludus match checkers greedy random --games 20
  ludus match pente engine greedy --clock nodes=500 --workers 2
  ludus match amazons greedy random first --games 3     three at one board
  ludus match pente program:my-agent minimax --games 10 --clock game=10
  ludus match connect-four random greedy --game examples/connect_four.py"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say who plays, how many games, and how."""
    add_game(parser)
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help="two or more players, see 'ludus players GAME'; program:FOLDER is a contest program",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        default=100,
        help="games for each pairing of the players (default: 100)",
    )
    add_terms(parser)
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")


def run(options: argparse.Namespace) -> int:
    """Play the games and print the table."""
    if options.games < 1:
        raise BadOption(f"--games: expected 1 or more, found {options.games}")
    terms = chosen_terms(options)
    endless = pairings(terms, options.players, chosen_openings(options), options.seed)
    schedule = take_games(endless, options.games, len(options.players))
    check_players(terms, options.players)
    summary = Summary(options.players, len(schedule[0].seats))
    keep = _keeper(summary, new_file(options.records))
    progress = Progress(sys.stderr, options.quiet)
    if len(schedule) > options.games and not options.quiet:
        pairs = len(schedule) // options.games
        progress.note(f"{pairs} pairings, {options.games} games each: {len(schedule)} games")
    interrupted = False
    try:
        _play(schedule, terms, options.workers, summary, keep, progress)
    except KeyboardInterrupt:
        interrupted = True
        progress.note(f"interrupted after {summary.games} of {len(schedule)} games")
    sides = side_names(schedule[0], terms)
    print(json.dumps(as_json(summary, sides)) if options.json else table(summary, sides))
    return INTERRUPTED if interrupted else 0


def _play(
    schedule: Sequence[Pairing],
    terms: MatchSettings,
    workers: int,
    summary: Summary,
    keep: Callable[[Result], None],
    progress: Progress,
) -> None:
    """Play all games; whatever stops that, what was finished is kept, in the order of the schedule."""
    shelf = InOrder(pairing.number for pairing in schedule)
    began = time.monotonic()
    try:
        with closing(play_match(schedule, terms, workers)) as events:
            for event in events:
                if isinstance(event, WorkerDied):
                    progress.note(loss(event))
                    if event.again:
                        continue
                    summary.given_up += 1
                for result in shelf.put(
                    event.pairing.number, None if isinstance(event, WorkerDied) else event
                ):
                    keep(result)
                progress.show(progress_line(summary, len(schedule), time.monotonic() - began))
    finally:
        for result in shelf.rest():
            keep(result)
        progress.end(progress_line(summary, len(schedule), time.monotonic() - began))


def _keeper(summary: Summary, records: Path | None) -> Callable[[Result], None]:
    """Make what takes in a finished game."""

    def keep(result: Result) -> None:
        summary.add(result)
        if records is not None:
            append(records, result.record)

    return keep
