"""`ludus match`: play many games between two or more players, and print a table of the results."""

from __future__ import annotations

import argparse
import json
import sys
import time

from ludus.arena.match import round_robin, take_games
from ludus.arena.runner import Finished, Voided
from ludus.arena.summary import Summary
from ludus.arena.workers import make_local_pool
from ludus.cli.arguments import add_game, add_number, open_machine
from ludus.cli.many_games import INTERRUPTED, name_sides, play_in_order, resolve_players
from ludus.cli.match_arguments import add_settings, choose_openings, choose_settings
from ludus.cli.match_records import keep_games
from ludus.errors import BadOption
from ludus.games.registry import find_game
from ludus.terminal.progress import Progress
from ludus.terminal.results import as_json, write_progress, write_table

EXAMPLES = """\
  ludus match checkers greedy random --games 20
  ludus match pente engine greedy --clock nodes=500 --workers 2
  ludus match amazons greedy random first --games 3     three at one board
  ludus match pente program:my-agent minimax --games 10 --clock game=10
  ludus match chezz engine greedy --records games.jsonl   repeat it to resume
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
    add_number(parser, "--games", 100, "games for each pairing of the players")
    add_settings(parser)
    parser.add_argument(
        "--records",
        metavar="FILE",
        help="keep the games in this file of records, or in a store (*.store); if it exists, the match resumes",
    )
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")


def run(options: argparse.Namespace) -> int:
    """Play the games and print the table."""
    if options.games < 1:
        raise BadOption(f"--games: expected 1 or more, found {options.games}")
    settings = choose_settings(options)
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    progress = Progress(sys.stderr, options.quiet)
    participants = resolve_players(settings, machine, options.players, progress)
    endless = round_robin(settings, participants, choose_openings(options), options.seed)
    schedule = take_games(endless, options.games)
    summary = Summary(participants, len(schedule[0].seats))
    if len(schedule) > options.games and not options.quiet:
        pairs = len(schedule) // options.games
        progress.note(
            f"{pairs} pairings, {options.games} {'game' if options.games == 1 else 'games'} each: {len(schedule)} games"
        )
    began = time.monotonic()

    def keep(event: Finished | Voided) -> None:
        if isinstance(event, Finished):
            summary.add(event.result)
        else:
            summary.void += 1

    games = {settings.game: find_game(settings.game, settings.files)}
    with keep_games(options.records, schedule, participants, games) as kept:

        def describe() -> str:
            return write_progress(summary, len(schedule), time.monotonic() - began, len(kept.finished))

        if kept.notice:
            progress.note(kept.notice)
        if kept.finished and not options.quiet:
            progress.note(f"{len(kept.finished)} of {len(schedule)} games are in {options.records} already")
        try:
            pool = make_local_pool(options.workers, machine)
            code = play_in_order(schedule, pool, kept, progress, keep, describe)
        finally:
            progress.end(describe())
    if code == INTERRUPTED:
        progress.note(f"interrupted after {summary.games} of {len(schedule)} games")
    sides = name_sides(schedule[0])
    print(json.dumps(as_json(summary, sides)) if options.json else write_table(summary, sides))
    return code
