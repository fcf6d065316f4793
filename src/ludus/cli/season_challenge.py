"""`ludus season challenge`: a few games between contestants of a season that count for nothing."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.arguments import add_number, add_quiet, add_sandbox, open_machine
from ludus.cli.many_games import INTERRUPTED
from ludus.cli.pools import add_pool
from ludus.cli.season import choose_season, make_clock, make_services
from ludus.cli.tournament import UNDECIDED
from ludus.errors import BadOption
from ludus.seasons.challenges import hold_challenge
from ludus.terminal.progress import Progress
from ludus.terminal.standings import write_standings
from ludus.tournaments.plans.forms import MOST_GAMES
from ludus.tournaments.standings_files import load_store

EXAMPLES = """\
  ludus season challenge season.toml team-1 team-3
  ludus season challenge season.toml team-1 randomlegal --games 10

The current versions meet under the current rules. The games do not count; they
are kept in the folder 'challenges' of the season."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say who plays against whom."""
    parser.add_argument("plan", metavar="SEASON", help="the plan of the season")
    parser.add_argument(
        "contestants",
        metavar="KEY",
        nargs="+",
        help="two or more contestants or reference programs, by their keys",
    )
    add_number(parser, "--games", 2, "games per pair")
    parser.add_argument(
        "--now", metavar="TIME", help="act as if it were this time, like 2026-12-01T18:00:00Z"
    )
    add_pool(parser)
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Play the challenge."""
    keys = tuple(dict.fromkeys(options.contestants))
    if len(keys) < 2:
        raise BadOption(f"KEY: expected two or more contestants, found {len(keys)}")
    if not 1 <= options.games <= MOST_GAMES:
        raise BadOption(f"--games: expected 1 to {MOST_GAMES}, found {options.games}")
    plan = choose_season(options)
    progress = Progress(sys.stderr, options.quiet)
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    services = make_services(options, machine, progress)
    try:
        store, undecided = hold_challenge(plan, keys, options.games, services, make_clock(options))
    except KeyboardInterrupt:
        progress.note("interrupted: the same command resumes")
        return INTERRUPTED
    standings = load_store(store)
    print(write_standings(standings, standings.lines))
    print(f"the games: ludus records {store}", file=sys.stderr)
    return UNDECIDED if undecided else 0
