"""`ludus demo`: our contest programs meet the contests' reference agents in the sandbox, and a page shows the results."""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

from ludus.arena.match import MatchSettings, Result, round_robin
from ludus.arena.openings import START, load_built_in_suite
from ludus.arena.replay import check
from ludus.arena.runner import Finished
from ludus.arena.summary import Summary
from ludus.arena.workers import make_local_pool
from ludus.atomic_file import write_atomically
from ludus.cli.arguments import add_colour, add_number, open_machine
from ludus.cli.many_games import play_games, resolve_players
from ludus.contests import CONTESTS
from ludus.entries.export import write_folder
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.games.base import squares_of
from ludus.records.time_control import TimeControl
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.owned_folder import OwnedFolder
from ludus.terminal.board import draw, wants_colour
from ludus.terminal.progress import Progress
from ludus.terminal.results import write_progress
from ludus.terminal.table import set_table
from ludus.web.page import Shown, page

EXAMPLES = """\
  ludus demo
  ludus demo --games 10 --page results.html"""
OURS = "ludus entry"
TITLE = "Ludus: our entries against the reference agents"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say how many games, and where the page goes."""
    add_number(parser, "--games", 4, "games per contest, each side begins in turn")
    parser.add_argument(
        "--page",
        metavar="FILE",
        default="ludus-demo.html",
        help="write the HTML page to this file (default: ludus-demo.html)",
    )
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games, print a table and write the page."""
    if options.games < 1:
        raise BadOption(f"--games: expected 1 or more, found {options.games}")
    path = Path(options.page)
    if not path.parent.is_dir():
        raise BadOption(f"--page {options.page}: expected a file in an existing folder")
    colour = wants_colour(sys.stdout, options.color)
    # Without a sandbox this is acceptable, because these are our own programs.
    machine = open_machine(unsafe=True)
    note = _describe_conditions(machine)
    print(note)
    with closing(OwnedFolder("ludus-demo-")) as place:
        shown = [_show(name, machine, place.path, options.games, colour) for name in CONTESTS]
    rows = [["game", "agent", "points", "of"]]
    for match in shown:
        ours, agent = match.summary.lines
        rows.append([match.title, agent.name, f"{ours.points:g}", str(ours.games)])
    print(f"\n{TITLE}\n{set_table(rows, left=(0, 1))}")
    try:
        write_atomically(path, page(TITLE, note, shown))
    except OSError as error:
        raise BadOption(f"--page {path}: the page cannot be written: {error.strerror}") from error
    print(f"\nthe page: {path.resolve()}")
    return 0


def _describe_conditions(machine: Machine) -> str:
    """Describe how programs run on this machine."""
    missing = machine.explain_no_containment()
    if missing is None:
        box = machine.best_box
        return f"Programs run in the sandbox ({box.tier}), their CPU time is metered by {box.meter}."
    return f"There is no sandbox here, so our own entries run with limits alone; untrusted programs would be refused. {missing}."


def _show(name: str, machine: Machine, place: Path, games: int, colour: bool) -> Shown:
    show = CONTESTS[name].showcase
    folder = place / name
    write_folder(name, folder)
    settings = MatchSettings(
        name, options=show.options, control=TimeControl.read(show.clock), ply_cap=show.ply_cap
    )
    results, summary = _play(settings, machine, (f"program:folder={folder}", show.agent), games)
    last = results[-1].record
    position = check(last, GAMES)
    print(f"\n{name}, the last game: {' against '.join(seat.name for seat in last.players)}")
    print(draw(position, colour=colour, marked=squares_of(last.moves[-1]) if last.moves else ()))
    print(f"{last.verdict.reason}, {len(last.moves)} moves")
    return Shown(name, summary, last, position)


def _play(
    settings: MatchSettings, machine: Machine, players: tuple[str, str], games: int
) -> tuple[list[Result], Summary]:
    """Play the games; omit void ones, with a note."""
    suite = None if settings.options else load_built_in_suite(GAMES[settings.game])
    progress, began = Progress(sys.stderr), time.monotonic()
    participants = resolve_players(settings, machine, players, progress)
    endless = round_robin(settings, participants, suite.openings if suite else (START,), 0)
    summary, results = Summary(participants, 2), []
    summary.lines[0].name = OURS
    pool = make_local_pool(min(2, os.cpu_count() or 1), machine)
    with closing(play_games(list(islice(endless, games)), pool, progress)) as events:
        for event in events:
            if isinstance(event, Finished):
                summary.add(event.result)
                results.append(event.result)
                line = write_progress(summary, games, time.monotonic() - began)
                progress.show(f"{settings.game}: {line}")
    progress.end("")
    if not results:
        raise BadOption(f"{settings.game}: no game could be played")
    return sorted(results, key=lambda result: result.pairing.number), summary
