"""`ludus season status`: how a season stands, and what comes next; it changes nothing."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.season import make_clock
from ludus.seasons.calendar import find_due, find_next, is_frozen
from ludus.seasons.owner_log import list_troubles
from ludus.seasons.plans.times import write_time
from ludus.seasons.reader import SeasonReader
from ludus.seasons.store import SeasonStore
from ludus.terminal.season import write_season

EXAMPLES = """\
  ludus season status season.toml
  ludus season status season.toml --now 2026-12-01T18:00:00Z   what is due then"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which season."""
    parser.add_argument("plan", metavar="SEASON", help="the plan of the season")
    parser.add_argument(
        "--now", metavar="TIME", help="say what is due at this time, like 2026-12-01T18:00:00Z"
    )


def run(options: argparse.Namespace) -> int:
    """Print how it stands."""
    now = make_clock(options)()
    with SeasonReader(Path(options.plan)) as reader:
        print(write_season(reader.read(), reader.read_scores()))
        plan, rows = reader.plan, SeasonStore(reader.plan.store).read()
    for key, line in list_troubles(rows).items():
        print(f"\n{key}: {line}")
    due = find_due(plan.calendar, rows, now)
    planned = find_next(plan.calendar, rows, now)
    print()
    if is_frozen(plan.calendar, rows):
        print("versions are frozen")
    if due:
        print(f"due now: {due}; the next 'ludus season' holds it, with the versions that it finds")
    print(f"next time in the plan: {write_time(planned) if planned else 'none'}")
    return 0
