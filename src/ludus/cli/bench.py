"""`ludus bench`: how fast the engine is, and a signature of its play."""

from __future__ import annotations

import argparse

from ludus import engine
from ludus.arena.openings import START, load_built_in_suite
from ludus.games import GAMES
from ludus.games.base import Position
from ludus.turn import Limits

EXAMPLES = """\
  ludus bench

The signature is the number of positions searched. It changes only when the
engine plays differently."""

BENCH_OPENINGS = 4
"""The first openings of a game's suite are its positions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add none, because all runs must be comparable."""


def run(options: argparse.Namespace) -> int:
    """Search fixed positions to a fixed depth."""
    print(f"{'game':10}{'depth':>6}{'signature':>13}{'M nodes/s':>11}")
    for name in engine.list_kernels():
        depth = engine.choose_bench_depth(name)
        found = [engine.think(position, Limits(depth=depth)) for position in make_bench_positions(name)]
        nodes = sum(thought.nodes for thought in found)
        speed = nodes / sum(thought.seconds for thought in found) / 1e6
        print(f"{name:10}{depth:>6}{nodes:>13,}{speed:>11.2f}", flush=True)
    return 0


def make_bench_positions(name: str) -> list[Position]:
    """Set up the fixed positions of a game."""
    suite = load_built_in_suite(GAMES[name])
    openings = suite.openings[:BENCH_OPENINGS] if suite is not None else (START,)
    return [opening.make_position(GAMES[name]) for opening in openings]
