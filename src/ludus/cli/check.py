"""`ludus check`: try a would-be contestant's program, and say what would go wrong in the contest."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ludus.cli.arguments import add_colour, add_command
from ludus.exams.check import GOOD, Finding, check, checks
from ludus.exams.reproduce import check_place, write_case
from ludus.exams.situations import SITUATIONS
from ludus.games.base import Game
from ludus.games.registry import find_game
from ludus.intake.build import recipe_for
from ludus.intake.entrant import Entrant, import_entrant
from ludus.players.program import box_for
from ludus.sandbox.box import Box
from ludus.terminal.board import wants_colour
from ludus.terminal.progress import Progress
from ludus.terminal.report import Report, as_json, report_text

EXAMPLES = """\
  ludus check pente my-agent
  ludus check chezz my-program --json > report.json
  ludus check amazons my-program --cases cases"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this file."""
    parser = add_command(commands, "check", _check, "try a contest program in many situations", EXAMPLES)
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(SITUATIONS)}")
    parser.add_argument(
        "source", metavar="SOURCE", help="the folder or archive that would be handed in, or ADDRESS#COMMIT"
    )
    parser.add_argument(
        "--cases",
        metavar="FOLDER",
        type=Path,
        help="where the input of what went wrong is written (default: check-GAME)",
    )
    parser.add_argument(
        "--only",
        metavar="KEY",
        action="append",
        default=[],
        help="try only what has this key in the report; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.add_argument(
        "--unsafe", action="store_true", help="run the program even where there is no sandbox"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    add_colour(parser)


def _check(options: argparse.Namespace) -> int:
    game = find_game(options.game, ())
    keys = checks(game, options.only)
    place = options.cases or Path(f"check-{game.name}")
    check_place(place)
    box = box_for(options.source, unsafe=options.unsafe)
    entrant = import_entrant(options.source)
    findings = _found(options, game, box)
    tried = {finding.key for finding in findings}
    report = Report(
        game.name,
        options.source,
        entrant.version,
        box.tier,
        box.meter,
        findings,
        [key for key in keys if key not in tried],
        _kept(place, findings, entrant, game),
    )
    if options.json:
        print(json.dumps(as_json(report)))
    else:
        print(report_text(report, colour=wants_colour(sys.stdout, options.color)))
    return 0 if report.is_passed else 1


def _found(options: argparse.Namespace, game: Game, box: Box) -> list[Finding]:
    """Run all checks, and show how far they are."""
    progress = Progress(sys.stderr, options.quiet)
    total = len(checks(game, options.only))
    findings: list[Finding] = []
    try:
        for finding in check(options.source, game, only=options.only, box=box):
            findings.append(finding)
            progress.show(f"check {len(findings)} of {total}: {finding.key}, {finding.state}")
    finally:
        progress.end()
    return findings


def _kept(place: Path, findings: Sequence[Finding], entrant: Entrant, game: Game) -> dict[str, str]:
    """Write the input of what went wrong, and give by key the lines that repeat it."""
    own = Path(entrant.source)
    folder = own if own.is_dir() else entrant.folder
    lines: dict[str, str] = {}
    for finding in findings:
        if finding.state != GOOD and finding.request is not None:
            recipe = recipe_for(entrant.folder, game.name, entrant.source)
            lines[finding.key] = write_case(place, finding.key, finding.request, folder, recipe)
    return lines
