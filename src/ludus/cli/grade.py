"""`ludus grade`: grade a contest program, or those of a whole class, as its course does."""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import sys
from pathlib import Path

from ludus.arena.match import MatchSettings
from ludus.cli.arguments import add_list, add_quiet, add_sandbox, add_seed, open_machine
from ludus.cli.grade_class import grade_class
from ludus.cli.grade_program import Candidate, GradingSetup
from ludus.cli.match_arguments import add_workers
from ludus.errors import BadOption
from ludus.exams.grading.cases import take_suite
from ludus.exams.grading.games import make_grade_settings
from ludus.exams.grading.sheet import GradeSheet, find_grading, list_gradings
from ludus.games.registry import find_game
from ludus.players.base import BadPlayer
from ludus.terminal.progress import Progress
from ludus.terminal.sheet import sheet_as_json, write_grade_sheet

EXAMPLES = """\
  ludus grade pente my-agent
  ludus grade pente my-agent --workers 2 --seed 7 --records games.jsonl
  ludus grade checkers my-checkers --suite cases.jsonl
  ludus grade chezz my-bot --against program:other-bot --against greedy
  ludus grade amazons handed-in --csv grades.csv   a class; repeat it to resume

exit codes: 0 nothing went wrong, 1 misconduct or a wrong case, 2 wrong usage;
for a class: 0 everybody has been graded, 1 somebody has not"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which program, and how its games are played."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(list_gradings())}")
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="the folder or archive to grade, or ADDRESS#COMMIT; with --csv a folder with one for each student",
    )
    parser.add_argument(
        "--csv",
        metavar="FILE",
        type=Path,
        help="grade a class: a table in this file, sheets in a folder beside it",
    )
    parser.add_argument(
        "--clock",
        metavar="TEXT",
        help="the time for a game, like game=10 (default: the course's)",
    )
    add_list(parser, "--against", "PLAYER", "a further opponent, where the course allows others")
    parser.add_argument(
        "--suite",
        metavar="FILE",
        type=Path,
        help="use these cases instead of our own: JSON lines, or NAME.txt and NAME-out.txt",
    )
    add_workers(parser)
    add_seed(parser)
    parser.add_argument(
        "--records",
        metavar="FILE",
        help="keep the games in this file of records; if it exists, the grading resumes",
    )
    parser.add_argument("--json", action="store_true", help="print the grades as one JSON object")
    add_sandbox(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Grade the program or the class, and print the grades."""
    setup = _make_setup(options)
    if options.csv is not None:
        if options.records or options.json:
            raise BadOption(
                "--csv cannot be given with --records or --json: each student gets both files anyway"
            )
        return grade_class(setup, Path(options.source), options.csv)
    try:
        candidate = setup.resolve(options.source)
        if candidate.program.absence:
            raise BadPlayer(candidate.program.absence)
    except BadPlayer as error:
        error.hint = shlex.join(["ludus", "check", setup.game.name, options.source])
        raise
    sheet, code = candidate.grade(options.records)
    print(_write(candidate, sheet, as_json=options.json))
    return code or (0 if sheet.is_clean else 1)


def _make_setup(options: argparse.Namespace) -> GradingSetup:
    game = find_game(options.game, ())
    grading = find_grading(game)
    if options.workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {options.workers}")
    if options.clock and grading.games is None:
        raise BadOption("--clock: this course plays no games")
    if options.against and grading.games is None:
        raise BadOption("--against: this course plays no games")
    settings = MatchSettings(game.name)
    if grading.games is not None:
        settings = make_grade_settings(game, grading.games, options.clock)
    suite = ""
    if options.suite is not None:
        grading = take_suite(grading, options.suite)
        cases = [case for part in grading.cases for case in part.make_cases(options.seed)]
        suite = hashlib.sha256(repr(cases).encode()).hexdigest()
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    progress = Progress(sys.stderr, options.quiet)
    return GradingSetup(
        game, grading, settings, options.against, options.seed, options.workers, machine, progress, suite
    )


def _write(candidate: Candidate, sheet: GradeSheet, *, as_json: bool) -> str:
    sides = candidate.name_sides()
    if as_json:
        return json.dumps({**candidate.describe(), **sheet_as_json(sheet, sides)})
    return write_grade_sheet(sheet, sides, candidate.write_head())
