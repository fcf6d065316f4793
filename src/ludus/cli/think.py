"""`ludus think`: watch the engine find a move. `ludus bench`: how fast it is, and a signature of its play."""

from __future__ import annotations

import argparse

from ludus import engine
from ludus.arena.openings import START, built_in_suite
from ludus.cli.arguments import add_command, add_game, add_position, chosen_position
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.games.base import Position
from ludus.turn import Limits, Thought

EXAMPLES = """\
  ludus think chezz --time 5
  ludus think checkers --depth 15 --lines 3
  ludus think pente --after '10K 9L' --nodes 100000"""
USUAL = 3.0
MOST = {"time": 10**6, "depth": 99, "nodes": 10**15, "lines": 1000}
BENCH_DEPTHS = {"pente": 9, "chezz": 10, "checkers": 15, "amazons": 5}
"""How deep the bench looks: less than a second for each game."""
BENCH_DEPTH = 4
"""The same for games that are not listed."""
BENCH_OPENINGS = 4
"""So many openings of a game's suite are its bench positions."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this file."""
    think = add_command(commands, "think", _think, "let the engine look for a move, depth by depth", EXAMPLES)
    add_game(think)
    add_position(think)
    think.add_argument(
        "--time", metavar="S", type=float, help=f"seconds to think (default: {USUAL:g} if no limit is given)"
    )
    think.add_argument(
        "--depth",
        metavar="N",
        type=int,
        help="how many plies to look ahead (in Amazons a step and its shot are two)",
    )
    think.add_argument("--nodes", metavar="N", type=int, help="how many positions to look at")
    think.add_argument(
        "--lines", metavar="K", type=int, default=1, help="how many moves to compare (default: 1)"
    )
    add_command(
        commands,
        "bench",
        _bench,
        "measure the engine: positions a second, and a signature of its play",
        "  ludus bench      the signature is the number of positions looked at: it changes only when play changes",
    )


def _think(options: argparse.Namespace) -> int:
    position = chosen_position(options)
    if not position.moves():
        raise BadOption("the game is over; there is no move to look for")
    if not engine.has_kernel(position.name):
        raise BadOption(f"the native core knows {', '.join(engine.kernels())}, not {position.name}")
    if not engine.supports(position):
        raise BadOption(f"the native core does not know this position of {position.name}")
    shown: list[Thought] = []

    def show_depth(found: list[Thought]) -> None:
        shown[:] = found
        _print_lines(f"depth {found[0].depth:2}", found)

    found = engine.analyse(position, _limits(options), options.lines, on_info=show_depth)
    if shown and found[0].move != shown[0].move:
        # A depth that was not finished has found a better move.
        _print_lines("further", found)
    print(f"best {found[0].move}")
    return 0


def _limits(options: argparse.Namespace) -> Limits:
    for name, most in MOST.items():
        value = getattr(options, name)
        if value is not None and not 0 < value <= most:
            raise BadOption(f"--{name}: expected a number above 0 and up to {most}, found {value}")
    if options.time is options.depth is options.nodes is None:
        return Limits(wall=USUAL)
    return Limits(nodes=options.nodes, depth=options.depth, wall=options.time)


def _print_lines(title: str, found: list[Thought]) -> None:
    for number, thought in enumerate(found):
        head = f"{'' if number else title:8}"
        speed = thought.nodes / max(thought.seconds, 1e-6) / 1e6
        print(
            f"{head}  {shown_score(thought.score):>8}  {thought.nodes:>12,} nodes  {thought.seconds:7.2f} s  {speed:5.2f} M/s  "
            f"{' '.join(thought.line[:8])}",
            flush=True,
        )


def shown_score(score: float) -> str:
    """Show a score in pieces, or the plies to the end where it is sure."""
    if abs(score) > engine.WIN - 1000:
        return f"{'win' if score > 0 else 'loss'} in {engine.WIN - abs(score):g}"
    return f"{score / 100:+.2f}"


def _bench(options: argparse.Namespace) -> int:
    print(f"{'game':10}{'depth':>6}{'signature':>13}{'M nodes/s':>11}")
    for name in engine.kernels():
        depth = BENCH_DEPTHS.get(name, BENCH_DEPTH)
        found = [engine.think(position, Limits(depth=depth)) for position in bench_positions(name)]
        nodes = sum(thought.nodes for thought in found)
        speed = nodes / sum(thought.seconds for thought in found) / 1e6
        print(f"{name:10}{depth:>6}{nodes:>13,}{speed:>11.2f}", flush=True)
    return 0


def bench_positions(name: str) -> list[Position]:
    """Set up the fixed positions of a game."""
    suite = built_in_suite(GAMES[name])
    openings = suite.openings[:BENCH_OPENINGS] if suite is not None else (START,)
    return [opening.position(GAMES[name]) for opening in openings]
