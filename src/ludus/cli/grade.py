"""`ludus grade`: play the games by which a course grades a contest program, and print the points."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence

from ludus.arena.runner import Finished, Voided
from ludus.arena.workers import make_local_pool
from ludus.cli.arguments import add_quiet, add_sandbox, add_seed, open_machine
from ludus.cli.many_games import INTERRUPTED, check_new_file, name_sides, play_in_order, resolve_players
from ludus.cli.match_arguments import add_records, add_workers
from ludus.cli.match_records import KeptInFile, NotKept
from ludus.errors import BadOption
from ludus.exams.grade import (
    GradeSheet,
    Mark,
    find_grading,
    list_gradings,
    make_grade_pairings,
    make_grade_settings,
    mark_game,
)
from ludus.games.registry import find_game
from ludus.players.base import BadPlayer
from ludus.terminal.progress import Progress
from ludus.terminal.sheet import sheet_as_json, write_grade_sheet, write_sheet_progress

EXAMPLES = """\
  ludus grade pente my-agent
  ludus grade pente my-agent --workers 2 --seed 7 --records games.jsonl
  ludus grade pente my-agent --json > grades.json

exit codes: 0 all games were played without misconduct, 1 not so, 2 wrong usage"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which program, and how its games are played."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(list_gradings())}")
    parser.add_argument("source", metavar="SOURCE", help="the folder or archive to grade, or ADDRESS#COMMIT")
    parser.add_argument(
        "--clock",
        metavar="TEXT",
        help="the time for a game, like game=10 (default: the course's)",
    )
    add_workers(parser)
    add_seed(parser)
    add_records(parser)
    parser.add_argument("--json", action="store_true", help="print the grades as one JSON object")
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games and print the grades."""
    game = find_game(options.game, ())
    grading = find_grading(game)
    clock = options.clock or grading.clock
    if options.workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {options.workers}")
    settings = make_grade_settings(game, clock)
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    progress = Progress(sys.stderr, options.quiet)
    try:
        (program,) = resolve_players(settings, machine, [f"program:{options.source}"], progress)
        opponents = resolve_players(settings, machine, grading.opponents, progress)
    except BadPlayer as error:
        error.hint = shlex.join(["ludus", "check", game.name, options.source])
        raise
    schedule = list(make_grade_pairings(grading, settings, program, opponents, options.seed))
    records = check_new_file(options.records)
    kept = NotKept() if records is None else KeptInFile(records)
    marks: list[Mark] = []
    began = time.monotonic()
    seconds = 2 * settings.control.game
    progress.show(f"game 1 of {len(schedule)}: a game may take up to {seconds:g} s of CPU time")

    def keep(event: Finished | Voided) -> None:
        marks.append(mark_game(event, program, grading))

    def describe() -> str:
        return write_sheet_progress(GradeSheet(grading, marks), len(schedule), time.monotonic() - began)

    try:
        pool = make_local_pool(options.workers, machine)
        code = play_in_order(schedule, pool, kept, progress, keep, describe)
    finally:
        progress.end()
    if code == INTERRUPTED:
        progress.note(f"interrupted after {len(marks)} of {len(schedule)} games")
    sheet = GradeSheet(grading, marks)
    _print(sheet, name_sides(schedule[0]), options, program.version, str(settings.control))
    return code or (0 if sheet.is_clean else 1)


def _print(
    sheet: GradeSheet, sides: Sequence[str], options: argparse.Namespace, version: str, clock: str
) -> None:
    if options.json:
        about = {
            "game": options.game,
            "source": options.source,
            "version": version,
            "clock": clock,
            "seed": options.seed,
        }
        print(json.dumps({**about, **sheet_as_json(sheet, sides)}))
        return
    about_line = f"{options.game} grading of {options.source}, clock {clock}, seed {options.seed}"
    print(write_grade_sheet(sheet, sides, about_line))
