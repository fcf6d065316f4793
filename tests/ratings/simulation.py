"""Made-up tournaments between participants whose true strengths are known."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import permutations

from ludus.ratings.bradley_terry import Game
from ludus.ratings.plackett_luce import TablePoints
from ludus.ratings.ratings import Ratings
from ludus.ratings.statistics import SCALE

ADVANTAGE, DRAWS = 0.3, 0.6


def draw_strengths(rng: random.Random, size: int) -> dict[str, float]:
    """Draw natural strengths: two thirds of them lie within 140 Elo of the average."""
    return {f"player-{number:03}": rng.gauss(0, 0.8) for number in range(size)}


def play_pairs(rng: random.Random, strengths: dict[str, float], rounds: int) -> list[Game]:
    """Let everybody meet everybody else in both seats, as Davidson's model says."""
    return [
        (first, second, _play_pair(rng, strengths[first] - strengths[second] + ADVANTAGE))
        for first, second in permutations(strengths, 2)
        for _ in range(rounds)
    ]


def _play_pair(rng: random.Random, difference: float) -> float:
    root = math.exp(difference / 2)
    return rng.choices((1.0, 0.5, 0.0), (root, DRAWS, 1 / root))[0]


def play_tables(rng: random.Random, strengths: dict[str, float], games: int, seats: int) -> list[TablePoints]:
    """Seat some participants at a time, and rank them as Plackett and Luce say."""
    return [_play_table(rng, strengths, rng.sample(list(strengths), seats)) for _ in range(games)]


def _play_table(rng: random.Random, strengths: dict[str, float], seated: Sequence[str]) -> TablePoints:
    # The order of exponential times with these rates is the order of the model.
    times = {key: rng.expovariate(math.exp(strengths[key])) for key in seated}
    return [(key, -time) for key, time in times.items()]


def count_held(
    seed: int, tournaments: int, rate: Callable[[random.Random, dict[str, float]], Ratings]
) -> int:
    """Count the tournaments in which the bar of the first participant holds its true rating."""
    rng, held = random.Random(seed), 0
    for _ in range(tournaments):
        strengths = draw_strengths(rng, 6)
        found = rate(rng, strengths).players["player-000"]
        truth = SCALE * (strengths["player-000"] - sum(strengths.values()) / len(strengths))
        held += abs(found.elo - truth) <= found.error
    return held


def is_nineteen_in_twenty(held: int, tournaments: int) -> bool:
    """Whether so many of so many are 95 %, within four standard deviations of the binomial distribution."""
    return abs(held - 0.95 * tournaments) <= 4 * math.sqrt(0.95 * 0.05 * tournaments)
