"""`ludus grade`: play the games by which a course grades a contest program, and print the points."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import closing

from ludus.arena.match import MatchSettings, Pairing
from ludus.arena.record import append
from ludus.arena.workers import InOrder, WorkerDied, play_match
from ludus.cli.arguments import add_quiet, add_seed, add_unsafe
from ludus.cli.match_arguments import (
    INTERRUPTED,
    add_records,
    add_workers,
    check_players,
    loss,
    new_file,
    side_names,
)
from ludus.errors import BadOption
from ludus.exams.grade import (
    GRADINGS,
    GradeSheet,
    Grading,
    Mark,
    grade_pairings,
    grade_terms,
    grading_of,
    mark_of,
)
from ludus.games.registry import find_game
from ludus.players.base import BadPlayer
from ludus.terminal.progress import Progress
from ludus.terminal.sheet import sheet_as_json, sheet_line, sheet_text

EXAMPLES = """\
  ludus grade pente my-agent
  ludus grade pente my-agent --workers 2 --seed 7 --records games.jsonl
  ludus grade pente my-agent --json > grades.json

exit codes: 0 all games were played without misconduct, 1 not so, 2 wrong usage"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which program, and how its games are played."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GRADINGS)}")
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
    add_unsafe(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games and print the grades."""
    game = find_game(options.game, ())
    grading = grading_of(game)
    clock = options.clock or grading.clock
    if options.workers < 0:
        raise BadOption(f"--workers: expected 0 or more, found {options.workers}")
    terms = grade_terms(game, clock, unsafe=options.unsafe)
    schedule = list(grade_pairings(grading, options.source, clock, options.seed))
    try:
        version = check_players(terms, schedule[0].seats)[0]
    except BadPlayer as error:
        error.hint = shlex.join(["ludus", "check", game.name, options.source])
        raise
    progress = Progress(sys.stderr, options.quiet)
    marks: list[Mark] = []
    interrupted = False
    try:
        _play(schedule, terms, options, marks, grading, progress)
    except KeyboardInterrupt:
        interrupted = True
        progress.note(f"interrupted after {len(marks)} of {len(schedule)} games")
    sheet = GradeSheet(grading, sorted(marks, key=lambda mark: mark.number))
    _print(sheet, side_names(schedule[0], terms), options, version, str(terms.control))
    return INTERRUPTED if interrupted else 0 if sheet.is_clean else 1


def _play(
    schedule: Sequence[Pairing],
    terms: MatchSettings,
    options: argparse.Namespace,
    marks: list[Mark],
    grading: Grading,
    progress: Progress,
) -> None:
    """Play all games and mark them as they end; records are kept in the order of the games."""
    records = new_file(options.records)
    shelf = InOrder(pairing.number for pairing in schedule)
    began = time.monotonic()
    progress.show(
        f"game 1 of {len(schedule)}: a game may take up to {2 * terms.control.game:g} s of CPU time"
    )
    try:
        with closing(play_match(schedule, terms, options.workers)) as events:
            for event in events:
                if isinstance(event, WorkerDied):
                    progress.note(loss(event))
                    if event.again:
                        continue
                result = None if isinstance(event, WorkerDied) else event
                marks.append(mark_of(event.pairing, result, grading))
                for ready in shelf.put(event.pairing.number, result):
                    if records is not None:
                        append(records, ready.record)
                progress.show(sheet_line(GradeSheet(grading, marks), len(schedule), time.monotonic() - began))
    finally:
        for ready in shelf.rest():
            if records is not None:
                append(records, ready.record)
        progress.end()


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
    print(sheet_text(sheet, sides, about_line))
