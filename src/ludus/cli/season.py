"""`ludus season`: look for new versions, hold evaluations, publish; once, or again and again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from pathlib import Path

from ludus.cli.arguments import add_quiet, add_sandbox, open_machine
from ludus.cli.many_games import INTERRUPTED
from ludus.cli.pools import add_pool, choose_pool
from ludus.cli.tournament import UNDECIDED, play_shown
from ludus.errors import BadOption, LudusError
from ludus.publishing.season import publish_season
from ludus.sandbox.capabilities import Machine
from ludus.seasons.calendar import find_next
from ludus.seasons.evaluations import Services
from ludus.seasons.plans.new_plan import make_new_season
from ludus.seasons.plans.plan import SeasonPlan, read_season_plan
from ludus.seasons.plans.times import get_now, parse_time, write_time
from ludus.seasons.reader import SeasonReader
from ludus.seasons.run import SeasonRun
from ludus.seasons.store import SeasonStore
from ludus.store.file import WriterLock
from ludus.store.schema import BadStore
from ludus.store.stored import VoidAttempt
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.season import write_scores
from ludus.tournaments.coordinator import Tournament
from ludus.tournaments.plans.new_plan import write_new_plan
from ludus.tournaments.plans.plan import list_courses

SHORTEST = 1.0
"""Seconds of sleep between two looks, at least."""
EXAMPLES = """\
  ludus season --new chezz-course season.toml
  ludus season season.toml            collect, evaluate, publish once; for cron
  ludus season season.toml --watch    the same, repeatedly
  ludus season season.toml --now 2026-12-01T18:00:00Z   as if it were that time
  ludus season status season.toml

After any interruption, the same command resumes. For each contestant, the file
contestants/KEY/log.txt of the season says what became of each version.

exit codes: 0 done, or another process runs this season, 3 a game stayed void
and must be decided, 130 interrupted, 2 wrong usage"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which season, and how it is run."""
    parser.add_argument(
        "plan",
        metavar="SEASON",
        nargs="?",
        help="the plan of the season, a file in TOML; with --new the file to write (default: season.toml)",
    )
    parser.add_argument(
        "--new",
        metavar="COURSE",
        help=f"write a new plan with comments, for one of {', '.join(list_courses())}",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="keep running, and look for new versions as often as the plan says",
    )
    parser.add_argument(
        "--now",
        metavar="TIME",
        help="act as if it were this time, to rehearse a season, like 2026-12-01T18:00:00Z",
    )
    parser.add_argument(
        "--retry",
        action="store_true",
        help="try refused versions again, after something that was missing here has been installed",
    )
    add_pool(parser)
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Run the season."""
    if options.new is not None:
        path = Path(options.plan or "season.toml")
        write_new_plan(options.new, path, make_new_season)
        print(f"wrote {path}")
        return 0
    plan = choose_season(options)
    if options.now is not None and options.watch:
        raise BadOption("--now cannot be given with --watch: time would stand still")
    clock = make_clock(options)
    progress = Progress(sys.stderr, options.quiet)
    plan.folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = WriterLock(plan.folder / "season")
    except BadStore as error:
        progress.note(f"this season is running already: {error}")
        return 0
    try:
        machine = open_machine(unsafe=options.unsafe, show=options.show)
        work = SeasonRun(plan.path, make_services(options, machine, progress), clock, publish)
        return _watch(work, progress) if options.watch else _run_once(work, options, progress)
    except KeyboardInterrupt:
        progress.note("interrupted: the same command resumes")
        return INTERRUPTED
    finally:
        lock.release()


def publish(path: Path) -> None:
    """Write the pages of a season, or bring them up to date."""
    publish_season(path)


def choose_season(options: argparse.Namespace) -> SeasonPlan:
    """Read the plan that was named."""
    if options.plan is None:
        error = BadOption("expected SEASON, the plan of a season")
        error.hint = f"to write a new one: ludus season --new {next(iter(list_courses()))}"
        raise error
    return read_season_plan(Path(options.plan))


def make_clock(options: argparse.Namespace) -> Callable[[], datetime]:
    """Make the clock of a season: that of the machine, or one that stands still."""
    if options.now is None:
        return get_now
    now = parse_time(options.now, "--now")
    return lambda: now


def make_services(options: argparse.Namespace, machine: Machine, progress: Progress) -> Services:
    """Give the season what it needs: who plays the games and shows them, and whom to tell."""
    choice = choose_pool(options)

    def play_on(tournament: Tournament, again: Collection[str]) -> None:
        progress.end()
        plan = tournament.plan
        title = f"{plan.path.parent.name}: {tournament.form.describe()}"
        play_shown(tournament, partial(choice.make, plan.workers, machine), title, options.quiet, again)

    return Services(machine, play_on, progress.note, progress.show, LongSteps(progress).report)


def _run_once(work: SeasonRun, options: argparse.Namespace, progress: Progress) -> int:
    undecided = work.run(retries=options.retry)
    progress.end()
    with SeasonReader(work.path) as reader:
        print(write_scores(reader.read(), reader.read_scores()))
    return _tell_undecided(work, undecided, progress)


def _tell_undecided(work: SeasonRun, undecided: list[VoidAttempt], progress: Progress) -> int:
    for void in undecided:
        progress.note(f"game {void.game.id} ({', '.join(void.game.keys)}) stayed void: {void.reason}")
    if undecided:
        what = f"ludus season decide {work.path} correct N {undecided[0].game.id} 1-0 --reason ..."
        progress.note(f"hint: the next run plays them again; or decide each of them: {what}")
    return UNDECIDED if undecided else 0


def _watch(work: SeasonRun, progress: Progress) -> int:
    """Run again and again; what is wrong with the plan or the machine is reported, and may be put right meanwhile."""
    while True:
        try:
            _tell_undecided(work, work.run(), progress)
        except LudusError as error:
            progress.note(f"error: {error}")
            if error.hint:
                progress.note(f"hint: {error.hint}")
        except OSError as error:
            progress.note(f"error: {error.filename or work.path}: {error.strerror or error}")
        _sleep(work, progress)


def _sleep(work: SeasonRun, progress: Progress) -> None:
    now = get_now()
    try:
        plan = read_season_plan(work.path)
        planned = find_next(plan.calendar, SeasonStore(plan.store).read(), now)
        wanted = min(filter(None, (now + plan.look, planned)))
    except (LudusError, OSError):
        # It was reported above.
        time.sleep(60)
        return
    progress.show(f"sleeping until {write_time(wanted)}")
    time.sleep(max(SHORTEST, (wanted - now).total_seconds()))
    progress.end()
