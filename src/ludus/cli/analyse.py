"""`ludus analyse`: let the engine go over a recorded game, and show where it was lost."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ludus.arena.replay import read_start
from ludus.atomic_file import write_atomically
from ludus.cli.arguments import add_game_files, add_quiet, check_bounds, run_interruptibly
from ludus.cli.file_arguments import add_file, add_recorded_game
from ludus.errors import BadOption
from ludus.exams.analysis import (
    NODES,
    NODES_IN_PYTHON,
    Analyst,
    Assessment,
    add_analysis,
    analyse,
)
from ludus.games.base import Game, Position
from ludus.games.registry import list_games
from ludus.records.files import replace_record
from ludus.records.record import Record
from ludus.store.file import is_store
from ludus.store.sources import choose_record, open_source
from ludus.store.store import Store
from ludus.terminal.progress import Progress
from ludus.terminal.recorded.analysis import (
    draw_graph,
    list_shares,
    sum_up_mistakes,
    write_head,
    write_mistake,
)
from ludus.terminal.recorded.game_text import sum_up
from ludus.turn import Limits, Thought
from ludus.web.evaluation_graph import draw_evaluations

EXAMPLES = """\
  ludus analyse games.jsonl 3                     where was the third game lost?
  ludus analyse pente.store 00012 --time 1        a second for each move
  ludus analyse games.jsonl 3 --keep              then 'ludus replay' shows it
  ludus analyse games.jsonl 3 --svg game-3.svg    the evaluation as a drawing
  ludus analyse games.jsonl 3 --json | jq '.moves[] | select(.is_mistake)'
  ludus analyse c4.jsonl 1 --game examples/connect_four.py

Each row is a move that left its player worse off than a better one would have.
'lost' is a share of the whole game: 100 % is a win thrown away, ! marks 30 % or
more. Scores are for the player of the move: +1.00 is a piece ahead.
To ask your own program about a move again: 'ludus ask --help'."""
MOST = {"time": 10**6, "nodes": 10**15}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game, how long to think, and what to make of it."""
    add_file(parser, "a file of records, or a store")
    add_recorded_game(parser)
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=int,
        help=f"positions to search for each move (default: {NODES}, or {NODES_IN_PYTHON} for a game without a native core)",
    )
    parser.add_argument("--time", metavar="S", type=float, help="seconds for each move, instead of positions")
    parser.add_argument("--keep", action="store_true", help="keep the analysis in the file or the store")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw the evaluation into this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_game_files(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Go over the game."""
    check_bounds(options, MOST)
    if options.nodes is not None and options.time is not None:
        raise BadOption("expected --nodes or --time, not both")
    games = list_games(tuple(options.files))
    record = choose_record(open_source(options.file), options.game)
    if options.keep and is_store(options.file) and not record.id:
        raise BadOption("--keep: expected a game with an id")
    start = read_start(record, games)
    limits = Limits(nodes=options.nodes, wall=options.time)
    found = run_interruptibly(lambda: _go_over(record, games, limits, options, start))
    by = Analyst(limits).describe(start)
    if options.json:
        print(json.dumps(_make_json(record, found, by)))
    else:
        _print_summary(record, found, by, start)
    if options.svg is not None:
        write_atomically(options.svg, _draw(record, found, start))
    if options.keep:
        _keep(options.file, record, found, by)
    return 0


def _go_over(
    record: Record, games: Mapping[str, Game], limits: Limits, options: argparse.Namespace, start: Position
) -> list[Assessment]:
    """Judge the moves; print each mistake as soon as it is found."""
    progress = Progress(sys.stderr, options.quiet)
    if not options.json:
        print(f"{sum_up(record)}\n\n{write_head()}", flush=True)
    found: list[Assessment] = []

    def show_depth(thought: Thought, _line: tuple[str, ...]) -> None:
        move = f"move {len(found) + 1} of {len(record.moves)}"
        progress.show(f"{move}: depth {thought.depth}, {thought.move} {thought.score}")

    try:
        for each in analyse(record, games, Analyst(limits, show_depth)):
            found.append(each)
            if each.is_mistake and not options.json:
                progress.end()
                print(write_mistake(each, record, start), flush=True)
    finally:
        progress.end()
    return found


def _print_summary(record: Record, found: Sequence[Assessment], by: str, start: Position) -> None:
    if not any(each.is_mistake for each in found):
        print("      no mistakes")
    print()
    if found:
        print(f"{draw_graph(found, start)}\n")
    print("\n".join(sum_up_mistakes(found, record, start)))
    print(f"({by})")


def _draw(record: Record, found: Sequence[Assessment], start: Position) -> str:
    first, second = (start.seat_name(0), start.seat_name(1)) if start.seats == 2 else ("ahead", "behind")
    mistakes = {
        each.ply: f"{each.ply}. {each.move}: {each.worth}; {' '.join(each.line)}: {each.best}"
        for each in found
        if each.is_mistake
    }
    label = f"Evaluation of the game over {len(found)} moves; {len(mistakes)} mistakes"
    return draw_evaluations(list_shares(found, start.seats), (first, "even", second), mistakes, label)


def _make_json(record: Record, found: Sequence[Assessment], by: str) -> dict[str, object]:
    verdict = record.verdict
    return {
        "schema": 1,
        "id": record.id,
        "game": record.game,
        "by": by,
        "players": [seated.name for seated in record.players],
        "verdict": {
            "kind": verdict.kind,
            "scores": verdict.scores,
            "reason": verdict.reason,
            "seat": verdict.seat,
        },
        "moves": [
            {
                "ply": each.ply,
                "seat": each.seat,
                "move": each.move,
                "worth": {each.worth.unit: each.worth.value},
                "is_bound": each.is_bound,
                "best": {each.best.unit: each.best.value},
                "line": each.line,
                "lost": round(each.lost, 4),
                "is_mistake": each.is_mistake,
                "is_only": each.is_only,
                "depth": each.thought.depth,
                "nodes": each.thought.nodes,
            }
            for each in found
        ],
    }


def _keep(path: Path, record: Record, found: list[Assessment], by: str) -> None:
    analysed = add_analysis(record, found, by)
    if not is_store(path):
        replace_record(path, record, analysed)
    elif analysed.analysis is not None:
        with Store.open(path) as store:
            store.add_analysis(record.id, analysed.analysis, variations=analysed.variations)
    print(f"kept in {path}", file=sys.stderr)
