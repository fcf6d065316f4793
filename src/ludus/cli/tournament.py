"""`ludus tournament`: play the tournament of a plan, or resume it; write a new plan; show what would be played."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from ludus.arena.runner import Event, Finished, Pool, Voided
from ludus.cli.arguments import add_quiet, add_sandbox, open_machine
from ludus.cli.many_games import INTERRUPTED, report_void
from ludus.cli.pools import add_pool, choose_pool
from ludus.errors import BadOption
from ludus.players.named import runs_own_code
from ludus.store.store import Store
from ludus.store.stored import VoidAttempt
from ludus.terminal.live import LiveView
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.standings import write_standings
from ludus.text import quote
from ludus.tournaments.coordinator import Tell, Tournament, open_tournament
from ludus.tournaments.dry_run import describe_plan
from ludus.tournaments.plans.new_plan import write_new_plan
from ludus.tournaments.plans.plan import Plan, list_courses, read_plan
from ludus.tournaments.progress import TournamentProgress
from ludus.tournaments.standings_files import load_store

UNDECIDED = 3
EXAMPLES = """\
  ludus tournament --new pente-course cup.toml
  ludus tournament cup.toml --dry-run
  ludus tournament cup.toml             the same command resumes after a stop
  ludus tournament decide cup.toml 00012 1-0 --reason 'the disk was full'
  ludus tournament cup.toml --cluster tls://192.0.2.1:8786 --keys keys

exit codes: 0 all games are played, 3 a game stayed void and must be decided,
130 interrupted: the same command resumes, 2 wrong usage"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which plan, and what to do with it."""
    parser.add_argument(
        "plan",
        metavar="PLAN",
        nargs="?",
        help="the plan, a file in TOML; with --new the file to write (default: COURSE.toml)",
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--new",
        metavar="COURSE",
        help=f"write a new plan with comments, for one of {', '.join(list_courses())}",
    )
    chosen.add_argument(
        "--dry-run",
        action="store_true",
        help="show entrants, pairings and an estimate of the time, and play nothing",
    )
    add_pool(parser)
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Play the tournament."""
    if options.new is not None:
        path = Path(options.plan or f"{options.new}.toml")
        write_new_plan(options.new, path)
        print(f"wrote {path}")
        return 0
    plan = choose_plan(options)
    if options.dry_run:
        print(describe_plan(plan, choose_workers(options, plan)))
        return 0
    return play(plan, options)


def choose_plan(options: argparse.Namespace) -> Plan:
    """Read the plan that was named."""
    if options.plan is None:
        error = BadOption("expected PLAN, the file of a plan")
        error.hint = f"to write a new one: ludus tournament --new {next(iter(list_courses()))}"
        raise error
    return read_plan(Path(options.plan))


def choose_workers(options: argparse.Namespace, plan: Plan) -> int:
    """Find the number of games at a time."""
    workers: int = plan.workers if options.workers is None else options.workers
    if workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {workers}")
    return workers


def play(plan: Plan, options: argparse.Namespace, again: Collection[str] = (), **more: str) -> int:
    """Play what is left of a tournament, and print the standings; return the exit code."""
    progress = Progress(sys.stderr, options.quiet)
    try:
        with Store.open(plan.store) as store:
            undecided = _play_on(plan, store, options, progress, again, more)
    except KeyboardInterrupt:
        progress.note("interrupted: the same command resumes")
        return INTERRUPTED
    standings = load_store(plan.store)
    print(write_standings(standings, standings.lines))
    for void in undecided:
        print(
            f"game {void.game.id} ({', '.join(void.game.keys)}) stayed void: {void.reason}", file=sys.stderr
        )
    if undecided:
        what = f"ludus tournament decide {plan.path} {undecided[0].game.id} 1-0 --reason ..."
        print(f"hint: decide each of them, or have it played again: {what}", file=sys.stderr)
    return UNDECIDED if undecided else 0


def _play_on(
    plan: Plan,
    store: Store,
    options: argparse.Namespace,
    progress: Progress,
    again: Collection[str],
    more: Mapping[str, str],
) -> list[VoidAttempt]:
    """Import the entrants or find them again, and play; return the games that are to be decided."""
    choice = choose_pool(options)
    own = next((entrant.text for entrant in plan.entrants if runs_own_code(entrant.text)), None)
    if choice.cluster and own:
        raise BadOption(f"--cluster: {quote(own)} is a file of this machine, and runs on no other")
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    if store.notice:
        progress.note(store.notice)
    report = LongSteps(progress).report
    tournament = open_tournament(plan, store, machine, progress.note, progress.show, report, **more)
    progress.end()
    title = f"{plan.path.name}: {tournament.form.describe()}"
    play_shown(tournament, partial(choice.make, plan.workers, machine), title, options.quiet, again)
    return tournament.list_undecided()


def play_shown(
    tournament: Tournament,
    make_pool: Callable[[Tell], Pool],
    title: str,
    quiet: bool,
    again: Collection[str] = (),
) -> None:
    """Play what is left of a tournament, and show how far it is and what the pool tells."""
    undecided = sum(void.game.id not in again for void in tournament.list_undecided())
    results = tournament.store.list_results()
    played = TournamentProgress(tournament.players, tournament.form.count_games(), results, undecided)
    view = LiveView(sys.stderr, title, quiet)
    view.show(played)
    try:
        with closing(tournament.play(make_pool(view.note), again)) as events:
            for event in events:
                played.add(event)
                _show(event, view, played)
    finally:
        view.end(played)


def _show(event: Event, view: LiveView, progress: TournamentProgress) -> None:
    if isinstance(event, Voided):
        report_void(event, view.note)
    if isinstance(event, Finished | Voided):
        view.show(progress)
