"""`ludus tournament decide`: settle a game that stayed void, or have it played again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ludus.cli.arguments import add_quiet, add_sandbox
from ludus.cli.pools import add_pool
from ludus.cli.tournament import choose_plan, play
from ludus.errors import BadOption
from ludus.store.store import Store
from ludus.text import make_printable, quote
from ludus.tournaments.decisions import read_points

REPLAY = "replay"
EXAMPLES = """\
  ludus tournament decide cup.toml 00012 1-0 --reason 'the disk was full'
  ludus tournament decide cup.toml 00012 1,0.5,0 --reason 'treasure by hand'
  ludus tournament decide cup.toml 00012 replay --reason 'room on the disk'

The decision is kept with its reason. 'replay' plays the game and what is left
of the tournament; after other decisions, continue with 'ludus tournament PLAN'."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game, and how it ends."""
    parser.add_argument("plan", metavar="PLAN", help="the plan of the tournament")
    parser.add_argument("game", metavar="GAME", help="the id of the game, or the start of its id")
    parser.add_argument(
        "result", metavar="RESULT", help="1-0, 0-1, 1/2-1/2, points for each seat like 1,0.5,0, or replay"
    )
    parser.add_argument(
        "--reason", metavar="TEXT", required=True, help="the reason, which is kept with the decision"
    )
    add_pool(parser)
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Settle the game."""
    reason = make_printable(options.reason.strip())
    if not reason:
        raise BadOption(f"--reason: expected a reason, found {quote(options.reason)}")
    plan = choose_plan(options)
    if not plan.store.exists():
        raise BadOption(f"{plan.store}: expected the store of a tournament that has begun, found none")
    points: Sequence[float] = () if options.result == REPLAY else read_points(options.result)
    with Store.open(plan.store) as store:
        game = store.find_id(options.game)
        if points:
            store.add_decision(game, points, reason)
        elif game not in store.count_attempts():
            raise BadOption(f"game {game} has a result, and only games without one are played again")
    if points:
        print(f"game {game} is decided {options.result}: {reason}")
        return 0
    return play(plan, options, {game}, replay=f"{game}: {reason}")
