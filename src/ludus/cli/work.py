"""`ludus work`: play one shard of a tournament into a file, on a machine that knows nothing of the others."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from ludus.arena.runner import Finished, Voided
from ludus.arena.workers import make_local_pool
from ludus.cli.arguments import add_quiet, add_sandbox, open_machine
from ludus.cli.many_games import INTERRUPTED, report_void
from ludus.cli.pools import add_workers
from ludus.cli.tournament import UNDECIDED, choose_plan, choose_workers
from ludus.records.files import hold_file
from ludus.terminal.progress import LongSteps, Progress
from ludus.tournaments.plans.plan import Plan
from ludus.tournaments.sharding.shard import Shard, check_schedule, open_shard

EXAMPLES = """\
  ludus work cup.toml --shard 3/16 --output games-3.jsonl
  ludus import cup.toml games-*.jsonl      when all of them are done

The same command resumes after a stop. docs/cluster.md has scripts for Slurm and
HTCondor.

exit codes: 0 all games of the shard are played, 3 a game stayed void: the same
command tries it again, 130 interrupted, 2 wrong usage or nothing was played"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which plan, which part of it, and where the games go."""
    parser.add_argument("plan", metavar="PLAN", help="the plan, a file in TOML")
    parser.add_argument("--shard", metavar="N/OF", required=True, help="which part, like 3/16")
    parser.add_argument(
        "--output",
        metavar="FILE",
        required=True,
        type=Path,
        help="the file for the games, one for each shard",
    )
    add_workers(parser)
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Play the shard."""
    shard = Shard.read(options.shard)
    plan = choose_plan(options)
    check_schedule(plan)
    progress = Progress(sys.stderr, options.quiet)
    try:
        with hold_file(options.output):
            return _work(plan, shard, options, progress)
    except KeyboardInterrupt:
        progress.note("interrupted: the same command resumes")
        return INTERRUPTED


def _work(plan: Plan, shard: Shard, options: argparse.Namespace, progress: Progress) -> int:
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    report = LongSteps(progress).report
    work = open_shard(plan, shard, options.output, machine, progress.note, progress.show, report)
    progress.end()
    done, void = len(work.finished), 0

    def describe() -> str:
        stayed = f", {void} stayed void" if void else ""
        return f"shard {shard}: {done} of {len(work.pairings)} games are in {options.output}{stayed}"

    with closing(work.play(make_local_pool(choose_workers(options, plan), machine))) as events:
        for event in events:
            if isinstance(event, Voided):
                report_void(event, progress.note)
                void += event.is_final
            done += isinstance(event, Finished)
            progress.show(describe())
    progress.end()
    print(describe())
    return UNDECIDED if void else 0
