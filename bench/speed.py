"""Speed of the native core on one core, beside other people's engines in the same run, interleaved.

    made      moves made a second by perft, every last one too (half-moves in Amazons)
    search    positions a second of the full search with its tuned evaluation

Yardsticks, where they are installed: OpenSpiel's random rollouts in C++ (checkers, amazons) and Stockfish's perft and
bench (chess, nearest to Chezz). Each figure is the best of several rounds, by CPU time; nothing else should run meanwhile.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ludus import engine
from ludus.cli.bench import make_bench_positions
from ludus.games import GAMES, Position
from ludus.turn import Limits

ROUNDS = 5
ROLLOUTS = 150
STONES = 10_000_000
SEARCHED = 1_000_000
MOST_ROLLED = 20
"""Games from which the average length of OpenSpiel's rollouts is taken."""


@dataclass
class Figure:
    """Something that is measured."""

    name: str
    work: Callable[[], tuple[float, float]]
    """Does it once; tells how much was done, and how many seconds of CPU it took."""
    goal: float = 0.0
    """Millions a second."""
    beside: str = ""
    """The yardstick."""
    rates: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The best of all rounds."""
        return max(self.rates)


def main() -> None:
    """Measure everything in turn, several times, and print the best."""
    figures = [*ours(), *open_spiel(), *stockfish()]
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS} ...", flush=True)
        for figure in figures:
            amount, seconds = figure.work()
            figure.rates.append(amount / seconds / 1e6)
    best = {figure.name: figure.best for figure in figures}
    print(f"\n{'':34}{'M/s':>8}{'goal':>7}   ratio to a yardstick")
    for figure in figures:
        goal = f"{figure.goal:7g}" if figure.goal else " " * 7
        ratio = f"{figure.best / best[figure.beside]:8.2f} x {figure.beside}" if figure.beside in best else ""
        print(f"{figure.name:34}{figure.best:8.2f}{goal}   {ratio}")


# Ours


def ours() -> list[Figure]:
    """Name what the native core is asked to do."""
    return [
        Figure("checkers made", make_work(GAMES["checkers"].start(), 8), 60, "OpenSpiel checkers rollouts"),
        Figure("chezz made", make_work(GAMES["chezz"].start(), 5), 20, "Stockfish perft"),
        Figure("pente board placed and taken", stones(patterns=False), 20),
        Figure("pente with patterns", stones(patterns=True), 5),
        Figure("amazons 10x10 half-moves made", make_work(classic(10), 2), 50, "OpenSpiel amazons rollouts"),
        Figure("amazons 14x14 half-moves made", make_work(classic(14), 2), 30, "OpenSpiel amazons rollouts"),
        Figure("checkers search", search("checkers"), 10, "Stockfish bench"),
        Figure("chezz search", search("chezz"), 2, "Stockfish bench"),
        Figure("pente search", search("pente"), 1, "Stockfish bench"),
        Figure("amazons search half-moves", search("amazons"), 1, "Stockfish bench"),
    ]


def make_work(position: Position, depth: int) -> Callable[[], tuple[float, float]]:
    """Make all moves to a depth."""
    return measure_work(lambda: engine.count_moves(position, depth))


def stones(*, patterns: bool) -> Callable[[], tuple[float, float]]:
    """Place stones on a Pente board and take them back."""

    def work() -> int:
        engine.place_stones(STONES, patterns=patterns)
        return STONES

    return measure_work(work)


def search(name: str) -> Callable[[], tuple[float, float]]:
    """Search the positions of the bench."""
    positions, limits = make_bench_positions(name), Limits(nodes=SEARCHED)
    return measure_work(lambda: sum(engine.think(position, limits).nodes for position in positions))


def measure_work(work: Callable[[], int]) -> Callable[[], tuple[float, float]]:
    """Take the CPU time of a piece of work."""

    def run() -> tuple[float, float]:
        began = time.process_time()
        amount = work()
        return amount, time.process_time() - began

    return run


def classic(size: int) -> Position:
    """Set up Amazons without treasure, four amazons each, on a square board."""
    low, high = size * 3 // 10, size - 1 - size * 3 // 10
    rows = [["000"] * size for _ in range(size)]
    for row, col in ((0, low), (0, high), (low, 0), (low, size - 1)):
        rows[row][col] = "001"
        rows[size - 1 - row][col] = "002"
    text = "/".join(map(",".join, rows))
    return GAMES["amazons"].read(f"{text} white:1:0;black:2:0 movement 1")


# Theirs


def open_spiel() -> list[Figure]:
    """Random games of OpenSpiel, played in its own C++."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("OpenSpiel is not installed: no rollouts beside ours")
        return []
    import random

    def length(name: str) -> float:
        lengths = []
        for seed in range(MOST_ROLLED):
            rng, state, moves = random.Random(seed), pyspiel.load_game(name).new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
            lengths.append(moves)
        return statistics.mean(lengths)

    def rollouts(name: str) -> Figure:
        moves = length(name) * ROLLOUTS
        game = pyspiel.load_game(name)

        def work() -> int:
            # One simulation of its tree search is so many rollouts, all in C++.
            evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
            pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).step(game.new_initial_state())
            return int(moves)

        return Figure(f"OpenSpiel {name} rollouts", measure_work(work))

    return [rollouts("checkers"), rollouts("amazons")]


def stockfish() -> list[Figure]:
    """Chess: the nearest that there is to Chezz."""
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if path is None:
        print("Stockfish is not installed (Debian's package stockfish brings it): no chess beside ours")
        return []

    def perft() -> tuple[float, float]:
        began = time.perf_counter()
        said = _say(path, "position startpos\ngo perft 6\nquit\n")
        seconds = time.perf_counter() - began
        return int(re.findall(r"Nodes searched: (\d+)", said)[0]), seconds

    def bench() -> tuple[float, float]:
        said = _say(path, "bench 16 1 11\nquit\n")
        return int(re.findall(r"Nodes searched\s*: (\d+)", said)[0]), int(
            re.findall(r"Total time \(ms\)\s*: (\d+)", said)[0]
        ) / 1000

    return [Figure("Stockfish perft", perft), Figure("Stockfish bench", bench)]


def _say(path: str, commands: str) -> str:
    done = subprocess.run(
        [path], input=commands, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    return done.stdout


if __name__ == "__main__":
    main()
