"""`ludus season decide`: exclude a contestant, correct a game, have an evaluation played again; always with a reason."""

from __future__ import annotations

import argparse
import sys

from ludus.cli.season import choose_season, make_clock
from ludus.errors import BadOption
from ludus.seasons.decisions import NEEDED, apply_corrections, make_decision
from ludus.seasons.plans.times import write_time
from ludus.seasons.store import SeasonStore
from ludus.text import make_printable, quote

EXAMPLES = """\
  ludus season decide season.toml exclude team-3 --reason 'a copy of team-2'
  ludus season decide season.toml readmit team-3 --reason 'team-2 did'
  ludus season decide season.toml correct 2 00012 1-0 --reason 'full disk'
  ludus season decide season.toml rerun 2 --reason 'wrong board'

A decision is kept with its reason, and earlier results are kept, too.
Corrections count at once; exclusions and re-runs with the next 'ludus season'."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what is decided."""
    parser.add_argument("plan", metavar="SEASON", help="the plan of the season")
    parser.add_argument("kind", metavar="WHAT", choices=tuple(NEEDED), help=f"one of {', '.join(NEEDED)}")
    parser.add_argument(
        "words",
        metavar="ABOUT",
        nargs="+",
        help="the key of the contestant; or the number of the evaluation, and the game with its result",
    )
    parser.add_argument(
        "--reason", metavar="TEXT", required=True, help="the reason, which is kept with the decision"
    )
    parser.add_argument(
        "--now", metavar="TIME", help="act as if it were this time, like 2026-12-01T18:00:00Z"
    )


def run(options: argparse.Namespace) -> int:
    """Decide."""
    reason = make_printable(options.reason.strip())
    if not reason:
        raise BadOption(f"--reason: expected a reason, found {quote(options.reason)}")
    plan = choose_season(options)
    store = SeasonStore(plan.store)
    now = write_time(make_clock(options)())
    store.add_decision(make_decision(plan, store.read(), options.kind, options.words, reason, now))
    print(f"decided: {options.kind} {' '.join(options.words)}: {reason}")
    for line in apply_corrections(plan, store.read()):
        print(f"warning: {line}", file=sys.stderr)
    return 0
