"""`ludus think`: search for the best move of a position, and show what each depth finds."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
import time
from typing import TYPE_CHECKING

from ludus import engine
from ludus.cli.arguments import add_game, add_number, add_position, check_bounds, choose_position
from ludus.errors import BadOption
from ludus.games.base import Position
from ludus.players.alphabeta import EnginePlayer
from ludus.players.endgame_tables import TableFiles
from ludus.search.native import has_native
from ludus.turn import Limits, Thought, Turn

if TYPE_CHECKING:
    from ludus.engine import OnInfo

EXAMPLES = """\
  ludus think chezz --time 5
  ludus think checkers --depth 15 --lines 3
  ludus think pente --after '10K 9L' --nodes 100000

Each line tells what a depth has found: the score for the side to move, the
positions and seconds so far, and the best line of play. A last line 'partial'
comes from a depth that was not finished."""
USUAL = 3.0
MOST = {"time": 10**6, "depth": 99, "nodes": 10**15, "lines": 1000}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which position, and when to stop."""
    add_game(parser)
    add_position(parser)
    parser.add_argument(
        "--time",
        metavar="S",
        type=float,
        help=f"stop after this many seconds (default: {USUAL:g} if no limit is given)",
    )
    parser.add_argument(
        "--depth",
        metavar="N",
        type=int,
        help="stop after this many plies (in Amazons a step and its shot are two)",
    )
    parser.add_argument("--nodes", metavar="N", type=int, help="stop after this many positions")
    add_number(
        parser,
        "--lines",
        1,
        "show the best K moves (in Amazons: the best steps, each with its best shot)",
        "K",
    )


def run(options: argparse.Namespace) -> int:
    """Search."""
    position = choose_position(options)
    moves = position.moves()
    if not moves:
        raise BadOption("the game is over: there is no move to search for")
    analyse = _analyse_natively if has_native(position) else _analyse_in_python
    shown: list[Thought] = []

    def show_depth(found: list[Thought]) -> None:
        shown[:] = found
        _print_lines(f"depth {found[0].depth:2}", found)

    found = analyse(position, _make_limits(options).for_analysis(), options.lines, show_depth)
    if not shown or found[0].move != shown[0].move:
        # An unfinished depth has found a better move, or the first one was not finished at all.
        _print_lines("partial", found)
    print(f"best {found[0].move}{' (the only move)' if len(moves) == 1 else ''}")
    return 0


def _analyse_natively(position: Position, limits: Limits, lines: int, on_info: OnInfo) -> list[Thought]:
    native, tables = engine.Engine(position.name), TableFiles(position.name)
    tables.offer(native, position)
    if note := tables.take_note():
        print(f"note: {note}", file=sys.stderr)
    return native.analyse(position, limits, lines, on_info=on_info)


def _analyse_in_python(position: Position, limits: Limits, lines: int, on_info: OnInfo) -> list[Thought]:
    """Search a position without a native kernel; a point of its standing counts as a piece."""
    if lines > 1:
        raise BadOption(
            f"--lines: expected 1, as only the search in Python knows this position of {position.name}"
        )
    began = time.monotonic()

    def complete(thought: Thought) -> Thought:
        seconds = time.monotonic() - began
        return Thought(thought.move, thought.score, thought.depth, thought.nodes, seconds, (thought.move,))

    player = EnginePlayer(limits)
    found = player.think(Turn(position), limits, on_info=lambda thought, _: on_info([complete(thought)]))
    return [complete(found)]


def _make_limits(options: argparse.Namespace) -> Limits:
    check_bounds(options, MOST)
    if options.time is options.depth is options.nodes is None:
        return Limits(wall=USUAL)
    return Limits(nodes=options.nodes, depth=options.depth, wall=options.time)


def _print_lines(title: str, found: list[Thought]) -> None:
    for number, thought in enumerate(found):
        head = f"{'' if number else title:8}"
        speed = thought.nodes / max(thought.seconds, 1e-6) / 1e6
        line = (
            f"{head}  {thought.score!s:>8}  {thought.nodes:>12,} nodes  {thought.seconds:7.2f} s  "
            f"{speed:5.2f} M/s  {' '.join(thought.line[:8])}"
        )
        if sys.stdout.isatty():
            # Whole moves only, as many as fit on the line.
            line = textwrap.wrap(line, shutil.get_terminal_size().columns, break_on_hyphens=False)[0]
        print(line, flush=True)
