"""`ludus ask`: ask a contest program for one move as the referee did, and show everything that comes of it."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.cli.arguments import add_colour, add_quiet, add_sandbox, open_machine
from ludus.cli.file_arguments import check_readable
from ludus.contests import CONTESTS, find_conduct, find_contest
from ludus.errors import BadOption
from ludus.exams.analysis import Analyst
from ludus.exams.ask import Answer, Question, ask, choose_asked, make_question
from ludus.exams.debug_script import write_debug_script
from ludus.exams.reproduce import FILES, STDIN, check_place, make_new_place, make_place, write_case
from ludus.games.base import Game, squares_of
from ludus.games.registry import find_game
from ludus.intake.build import OnStep, build
from ludus.intake.entrant import Entrant, import_entrant
from ludus.players.base import BadPlayer
from ludus.players.program import GAME, choose_box, list_answer_files, seat_entrant
from ludus.records.record import Record
from ludus.records.time_control import TimeControl
from ludus.sandbox.box import RLIMITS, Box
from ludus.sandbox.capabilities import Machine
from ludus.store.sources import choose_record, open_source
from ludus.terminal.board import draw, wants_colour, write_caption
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.recorded.answer import (
    compare_moves,
    describe_answer,
    describe_judgement,
    describe_request,
)
from ludus.terminal.recorded.game_text import name_seat
from ludus.terminal.recorded.replay import describe_assessment
from ludus.text import make_printable
from ludus.turn import Clock, Request, Turn

CASE = "."
EXAMPLES = """\
  ludus ask my-bot --record games.jsonl --game 17 --ply 21
  ludus ask my-bot --record games.jsonl --game 17    the last misconduct
  ludus ask my-bot --record chezz.store --game 00012 --ply 30 --from-start
  ludus ask my-bot --contest pente --after '10K 9L'   any position
  ludus ask my-bot --contest chezz --position '4k3/8/8/8/8/8/8/4K2R w' --left 2

The program gets the same input as in the game: position, moves and clock. It
runs in the sandbox; --no-sandbox runs it without a sandbox or a time limit, so
that a debugger can be attached. The last lines say how to repeat the move by
hand: 'again.sh' runs it, 'debug.sh' runs it under a debugger.

exit codes: 0 a legal answer in time, 1 misconduct, 2 wrong usage"""


@dataclass(frozen=True, slots=True)
class _AskedTurn:
    """The turn that the program is asked for, and its game."""

    title: str
    game: Game
    question: Question
    files: str
    """What is known about the files that it finds."""
    played: Sequence[str] = ()
    """What was played there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which program, and which move."""
    parser.add_argument(
        "source", metavar="PROGRAM", help="the folder or archive to hand in, or ADDRESS#COMMIT"
    )
    parser.add_argument("--record", metavar="FILE", type=check_readable, help="a file of records, or a store")
    parser.add_argument("--game", metavar="GAME", help="the game: its number, its id or the start of its id")
    parser.add_argument(
        "--ply", metavar="K", type=int, help="the number of the move (default: the last misconduct)"
    )
    parser.add_argument(
        "--seat", metavar="N", type=int, help="whose turn, from 1, if several seats were asked for that move"
    )
    parser.add_argument(
        "--from-start",
        action="store_true",
        help="ask for its earlier turns first, so that it finds the files that it wrote then",
    )
    parser.add_argument("--contest", metavar="NAME", help=f"without a record: {', '.join(CONTESTS)}")
    parser.add_argument(
        "--position", metavar="TEXT", help="without a record: this position (default: the start)"
    )
    parser.add_argument(
        "--after", metavar="MOVES", default="", help="without a record: play these moves first"
    )
    parser.add_argument(
        "--left",
        metavar="S",
        type=float,
        help="seconds that are left on its clock (default: as in the record)",
    )
    parser.add_argument(
        "--case",
        metavar="FOLDER",
        type=Path,
        help="write the input and the scripts to this folder (default: a new one, ask-CONTEST)",
    )
    add_sandbox(parser)
    parser.add_argument(
        "--no-sandbox",
        action="store_true",
        help="run it without a sandbox or a time limit, so that a debugger can be attached: it can then do everything that you can do",
    )
    add_quiet(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Ask the program, and show what comes of it."""
    if (options.record is None) == (options.contest is None):
        raise BadOption("expected --record FILE or --contest NAME, one of them")
    if options.left is not None and not 0 < options.left < 1e6:
        raise BadOption(f"--left: expected a number of seconds above 0, found {options.left:g}")
    if options.case is not None:
        check_place(options.case)
    record = choose_record(open_source(options.record), options.game) if options.record else None
    contest = find_contest(record.game if record else options.contest)
    game = find_game(contest.game, ())
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    box = _choose_bare_box(machine) if options.no_sandbox else choose_box(options.source, machine)
    report = LongSteps(Progress(sys.stderr, options.quiet)).report
    with report(options.source, "importing"):
        entrant = import_entrant(options.source, box)
    asked = _find_turn(options, record, game, entrant) if record else _set_up(options, game)
    answer = _run_program(asked, entrant, box, report, unhurried=options.no_sandbox)
    _print_turn(asked, box, colour=wants_colour(sys.stdout, options.color))
    _print_answer(asked, answer)
    _write_case(options.case, asked, entrant, box, answer.request)
    return 1 if answer.misconduct else 0


def _choose_bare_box(machine: Machine) -> Box:
    """Choose the box that contains nothing."""
    box = next((box for box in machine.boxes if box.tier == RLIMITS), None)
    if box is None:
        raise BadPlayer("programs cannot be run here without a sandbox")
    return box


def _find_turn(options: argparse.Namespace, record: Record, game: Game, entrant: Entrant) -> _AskedTurn:
    """Find the turn of a recorded game."""
    seat = None if options.seat is None else options.seat - 1
    asked = choose_asked(record, game, options.ply, seat, entrant.version)
    question = make_question(record, game, asked, from_start=options.from_start)
    seated, start = record.players[asked.seat], question.turn.start
    is_same = "this very program" if seated.version == entrant.version else "another program or version"
    name = name_seat(record, asked.seat, start)
    made = [] if asked.kind else _list_turn(record, asked.ply, question.turn)
    asked_again = question if options.left is None else _set_clock(question, options.left)
    return _AskedTurn(
        make_printable(f"game {record.id or '?'}, move {asked.ply}: {name}; {is_same} played it then"),
        game,
        asked_again,
        _describe_files(len(question.earlier), is_first=asked.ply <= len(record.players)),
        made or [f"{asked.kind}"],
    )


def _list_turn(record: Record, ply: int, turn: Turn) -> list[str]:
    """List the moves of a whole turn."""
    moves, position, seat = list[str](), turn.position, turn.position.to_move
    for move in record.moves[ply - 1 :]:
        moves.append(move)
        position = position.play(move)
        if position.to_move != seat or not position.is_within_turn:
            break
    return moves


def _describe_files(earlier: int, *, is_first: bool) -> str:
    if earlier:
        return f"files: those that it has just written in its earlier turns ({earlier} of them)"
    if is_first:
        return "files: fresh, as before its first move"
    return "files: fresh, as before its first move, as a record keeps none (--from-start lets it write them again)"


def _set_up(options: argparse.Namespace, game: Game) -> _AskedTurn:
    """Set up any position."""
    contest = CONTESTS[game.name]
    start = game.start() if options.position is None else game.read(options.position)
    left = options.left or contest.game_seconds or 60.0
    turn = Turn(start, tuple(options.after.split()), Clock(0, left))
    if turn.position.outcome() is not None:
        raise BadOption("the game is over: there is no move to ask for")
    question = Question(turn, TimeControl(game=left), find_conduct(game.name))
    return _AskedTurn(f"{game.name}, move {turn.ply + 1}", game, question, _describe_files(0, is_first=True))


def _set_clock(question: Question, left: float) -> Question:
    turn = question.turn.with_clock(Clock(0, left))
    return Question(turn, TimeControl(game=left), question.conduct, question.earlier)


def _run_program(
    asked: _AskedTurn, entrant: Entrant, box: Box, on_step: OnStep, *, unhurried: bool
) -> Answer:
    player = seat_entrant(entrant, asked.game, box, persist=GAME, on_step=on_step)
    try:
        with on_step(entrant.name, "thinking"):
            return ask(player, CONTESTS[asked.game.name], asked.question, unhurried=unhurried)
    finally:
        player.close()


def _print_turn(asked: _AskedTurn, box: Box, *, colour: bool) -> None:
    turn = asked.question.turn
    marked = squares_of(turn.moves[-1]) if turn.moves else ()
    print(
        f"{asked.title}\n{draw(turn.position, colour=colour, marked=marked)}\n{write_caption(turn.position)}"
    )
    clock = turn.clock
    if clock is not None and clock.left < 1e9:
        print(f"clock: {clock.left:.3f} s left of {clock.total:g} s")
    contained = (
        f"in the sandbox ({box.tier})" if box.is_contained else "without a sandbox, without a time limit"
    )
    print(f"run {contained}, time by {box.meter}\n{asked.files}")


def _print_answer(asked: _AskedTurn, answer: Answer) -> None:
    for line in (*describe_request(answer.request), *describe_answer(answer), *describe_judgement(answer)):
        print(line)
    if asked.played:
        print(compare_moves(answer.moves, asked.played))
    if answer.moves and answer.misconduct is None:
        found = Analyst().assess(asked.question.turn, answer.moves[0])
        print(describe_assessment(found))


def _write_case(chosen: Path | None, asked: _AskedTurn, entrant: Entrant, box: Box, request: Request) -> None:
    """Write the input with scripts that repeat the move, and say how to start them."""
    contest = CONTESTS[asked.game.name]
    recipe = contest.make_recipe(entrant.folder, entrant.source)
    built = build(entrant, contest.make_recipe, box)
    try:
        folder = make_place(chosen) if chosen else make_new_place(f"ask-{asked.game.name}")
        own = Path(entrant.source)
        # A folder cannot be copied into itself.
        is_apart = own.is_dir() and not folder.resolve().is_relative_to(own.resolve())
        program = own if is_apart else entrant.folder
        again = write_case(folder, CASE, request, program, recipe, list_answer_files(contest, request))
        debug = write_debug_script(folder / CASE, request, program, recipe, built.folder)
    except OSError as error:
        print(f"warning: the case cannot be written: {error}", file=sys.stderr)
        return
    print(f"repeat it by hand, outside the sandbox: {again}")
    print(f"under a debugger: {shlex.join(['sh', str(debug)])}")
    source = f" < {folder / STDIN}" if request.stdin else ""
    command = shlex.join((*recipe.starting, *request.arguments))
    print(make_printable(f"its command line, beside the files of {folder / FILES}: {command}{source}"))
