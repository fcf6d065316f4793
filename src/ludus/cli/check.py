"""`ludus check`: test a contest program, and report what would go wrong in the contest."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from ludus.cli.arguments import add_colour, add_list, add_number, add_quiet, add_sandbox, open_machine
from ludus.contests import CONTESTS, find_contest
from ludus.errors import BadOption
from ludus.exams.check import BUDGET, check, list_checks
from ludus.exams.finding import GOOD, UNTRIED, Finding
from ludus.exams.reproduce import Case, check_place, make_new_place, make_place, write_case
from ludus.games.base import Game
from ludus.games.registry import find_game
from ludus.intake.entrant import Entrant, import_entrant
from ludus.players.program import choose_box, list_answer_files
from ludus.sandbox.box import Box
from ludus.terminal.board import wants_colour
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.report import Report, as_json, write_report

EXAMPLES = """\
  ludus check pente my-agent
  ludus check chezz my-bot.tar.gz --json > report.json
  ludus check pente my-agent --only first-stone --only memory

exit codes: 0 all checks were tried and none failed, 1 a check failed,
2 wrong usage, 3 none failed, but the program is too slow to try all"""
INCOMPLETE = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which program, and what to test."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(CONTESTS)}")
    parser.add_argument(
        "source", metavar="SOURCE", help="the folder or archive to hand in, or ADDRESS#COMMIT"
    )
    parser.add_argument(
        "--cases",
        metavar="FOLDER",
        type=Path,
        help="write the input of each failed check to this folder (default: a new one, check-GAME)",
    )
    add_list(parser, "--only", "KEY", "run only the check with this key")
    add_number(
        parser,
        "--budget",
        BUDGET,
        "try no further situations once answers have taken this many seconds; 0: no limit",
        "SECONDS",
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    add_sandbox(parser)
    add_quiet(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Test the program and print the report."""
    game = find_game(options.game, ())
    keys = list_checks(game, options.only)
    if not options.budget >= 0:
        raise BadOption(f"--budget: expected 0 or more seconds, found {options.budget:g}")
    if options.cases is not None:
        check_place(options.cases)
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    box = choose_box(options.source, machine)
    progress = Progress(sys.stderr, options.quiet)
    with LongSteps(progress).report(options.source, "importing"):
        entrant = import_entrant(options.source, box)
    findings = _run_checks(options, entrant, game, box, progress)
    tried = {finding.key for finding in findings if finding.state != UNTRIED}
    report = Report(
        game.name,
        options.source,
        entrant.version,
        box.tier,
        box.meter,
        findings,
        [key for key in keys if key not in tried],
        _write_cases(options.cases, findings, entrant, game),
    )
    if options.json:
        print(json.dumps(as_json(report)))
    else:
        print(write_report(report, colour=wants_colour(sys.stdout, options.color)))
    return (0 if report.is_complete else INCOMPLETE) if report.is_passed else 1


def _run_checks(
    options: argparse.Namespace, entrant: Entrant, game: Game, box: Box, progress: Progress
) -> list[Finding]:
    """Run all checks, and show the progress."""
    report = LongSteps(progress).report
    total = len(list_checks(game, options.only))
    findings: list[Finding] = []
    try:
        budget = options.budget or math.inf
        for finding in check(entrant, game, only=options.only, box=box, budget=budget, on_step=report):
            findings.append(finding)
            progress.show(f"check {len(findings)} of {total}: {finding.key}, {finding.state}")
    finally:
        progress.end()
    return findings


def _write_cases(
    chosen: Path | None, findings: Sequence[Finding], entrant: Entrant, game: Game
) -> dict[str, str]:
    """Write the input of each failed check; return the shell command that repeats it, by key."""
    wrong = [each for each in findings if each.state not in (GOOD, UNTRIED) and each.request]
    if not wrong:
        return {}
    contest = find_contest(game.name)
    recipe = contest.make_recipe(entrant.folder, entrant.source)
    try:
        place = make_place(chosen) if chosen else make_new_place(f"check-{game.name}")
        own = Path(entrant.source)
        # A folder cannot be copied into itself.
        is_apart = own.is_dir() and not place.resolve().is_relative_to(own.resolve())
        folder = own if is_apart else entrant.folder
        return {
            each.key: write_case(
                place,
                each.key,
                each.request,
                folder,
                recipe,
                list_answer_files(contest, each.request),
                _make_case(game, each),
            )
            for each in wrong
            if each.request
        }
    except OSError as error:
        # The report is more important than the cases.
        print(f"warning: the cases cannot be written: {error}", file=sys.stderr)
        return {}


def _make_case(game: Game, finding: Finding) -> Case | None:
    """Say how the answer is judged, where a single situation was tried."""
    if not finding.situation:
        return None
    return Case(game.name, finding.situation, finding.own_name, finding.expected)
