"""Tactics in Pente: of positions from games of people whose win is proven, how many the engine proves in a short time.

    .venv/bin/python bench/tactics.py DATA/pente/games.txt.gz                 300 positions, 0.1 s and 1 s of CPU each
    .venv/bin/python bench/tactics.py DATA/pente/games.txt.gz --count 30

Each game gives one position at most: the winner is to move and cannot win at once, and a search of 2,000,000 positions
proves the win. Those are made once, kept in build/tactics.txt and added to as need be, so a run can be stopped. A position
is solved when the engine claims the win; its claims are proven, too (tests/test_pente_proofs.py).
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from ludus import engine
from ludus.games import GAMES, Position
from ludus.turn import Limits

PROOF = Limits(nodes=2_000_000)
GOALS = {1.0: 0.95, 0.1: 0.80}
"""How many should be solved in so many seconds of CPU."""
LATEST, EARLIEST = 5, 15
"""How many moves before the end a position is taken from; the winner is to move at odd ones."""


def main() -> None:
    """Make the positions that are missing, solve all, and tell how many of them met the goals."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path, help="games of people, one a line, packed by gzip")
    parser.add_argument("--count", type=int, default=300, help="positions (default: 300)")
    parser.add_argument(
        "--positions", type=Path, default=Path("build/tactics.txt"), help="where they are kept"
    )
    options = parser.parse_args()
    positions = collect(options.games, options.positions, options.count)
    missed = False
    for seconds, goal in GOALS.items():
        solved = sum(prove(position, Limits(cpu=seconds)) is not None for position in positions)
        missed |= solved < goal * len(positions)
        print(f"{seconds:g} s: {solved} of {len(positions)} solved, goal {goal:.0%}", flush=True)
    sys.exit(missed)


def collect(games: Path, kept: Path, count: int) -> list[Position]:
    """Read the positions that are kept, and find more where there are too few."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    lines = kept.read_text().splitlines() if kept.exists() else []
    with kept.open("a") as file:
        for number, moves in shuffle(games):
            if len(lines) >= count:
                break
            if any(line.startswith(f"{number} ") for line in lines):
                continue
            position = cut(moves, random.Random(number))
            if position is not None:
                lines.append(f"{number} {position}")
                print(lines[-1], file=file, flush=True)
    return [GAMES["pente"].read(line.partition(" ")[2]) for line in lines[:count]]


def shuffle(games: Path) -> Iterator[tuple[int, list[str]]]:
    """Give the games in an order that is always the same, with their numbers and moves."""
    with gzip.open(games, "rt") as file:
        lines = file.read().splitlines()
    for number in random.Random(1).sample(range(len(lines)), len(lines)):
        yield number, [re.sub(r"([A-T])(\d+)", r"\2\1", word) for word in lines[number].split()[3:]]


def cut(moves: list[str], chance: random.Random) -> Position | None:
    """Cut a game some moves before its end, where the winner has a proven win that is not the next move."""
    before = chance.randrange(LATEST, EARLIEST + 1, 2)
    if len(moves) < before:
        return None
    position: Position = GAMES["pente"].start(second_stone="free")
    reached = []
    for move in moves:
        reached.append(position)
        position = position.play(move)
    if position.outcome() is None:
        return None
    chosen = reached[-before]
    plies = prove(chosen, PROOF)
    return chosen if plies is not None and plies > 1 else None


def prove(position: Position, limits: Limits) -> float | None:
    """Return in how many plies the side to move wins, if the engine proves that."""
    score = engine.think(position, limits).score
    return score.value if score.unit == "win" and score.value > 0 else None


if __name__ == "__main__":
    main()
