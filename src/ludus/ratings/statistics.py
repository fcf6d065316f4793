"""What the games of a match say about strength: score, Elo with error bars, and how sure that is.

Games on one opening are not independent: the opening may favour a seat. So they are counted as one *block*, in which
everyone sits in every seat once; with two seats that is a pair of games. A list of counts tells how many blocks had
which score: `counts[i]` blocks scored `i / (len(counts) - 1)`. Pairs give five counts (LL, LD, WL or DD, WD, WW:
the pentanomial), single games three (L, D, W: the trinomial), tables of three seats thirteen.

A match that was won 20-0 says "far stronger", not "infinitely stronger". Therefore every estimate (never the score
itself) takes in one block more than was played, spread evenly over all results: the posterior mean under a Dirichlet
prior of total weight one. It keeps all numbers finite and fades as blocks come in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

NORMAL = NormalDist()
CONFIDENCE = 0.95
BARS = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
SCALE = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated strength of a player relative to its opponents."""

    score: float
    """The mean score as it was played, from 0 to 1; 0.5 where nothing was."""
    elo: float
    error: float
    """Half the width of the 95 % interval, in Elo."""
    superiority: float
    """The probability that it is the stronger player."""


def compute_elo(score: float) -> float:
    """Compute the rating difference at which a player expects this score, which lies between 0 and 1."""
    return SCALE * math.log(score / (1 - score))


def compute_expected_score(difference: float) -> float:
    """Compute the score that a player expects at this rating difference."""
    return 1 / (1 + math.exp(-difference / SCALE))


def estimate(counts: Sequence[int]) -> Estimate:
    """Estimate the strength from the counts of block scores."""
    played = sum(counts)
    values = list_scores(len(counts))
    raw = sum(value * count for value, count in zip(values, counts, strict=True)) / played if played else 0.5
    mean, error = _compute_mean_and_error(values, [count + 1 / len(counts) for count in counts])
    bars = BARS * error * SCALE / (mean * (1 - mean))
    return Estimate(raw, compute_elo(mean), bars, NORMAL.cdf((mean - 0.5) / error))


def list_scores(size: int) -> tuple[float, ...]:
    """List the scores that a list of this many counts stands for."""
    return tuple(number / (size - 1) for number in range(size))


def count_games(scores: Iterable[float], seats: int = 2) -> tuple[int, ...]:
    """Count single games by the points a player made in them (see scoring.py)."""
    return _count(scores, 2 * (seats - 1))


def count_blocks(blocks: Iterable[Sequence[float]], seats: int = 2) -> tuple[int, ...]:
    """Count complete blocks by the mean of the points a player made in them; an incomplete block is left out."""
    complete = (sum(block) / seats for block in blocks if len(block) == seats)
    return _count(complete, 2 * seats * (seats - 1))


def _count(scores: Iterable[float], parts: int) -> tuple[int, ...]:
    counts = [0] * (parts + 1)
    for score in scores:
        counts[round(score * parts)] += 1
    return tuple(counts)


def _compute_mean_and_error(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Compute the mean and its standard error."""
    total = sum(weights)
    mean = sum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    variance = (
        sum(weight * (value - mean) ** 2 for value, weight in zip(values, weights, strict=True)) / total
    )
    return mean, math.sqrt(variance / total)
