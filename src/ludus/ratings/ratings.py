"""Ratings: how strong each of many participants is, on the scale of Elo, and how sure that is.

A rating tells the distance from the average of all participants, which is 0. A fit gives natural units (a difference of
1 means odds of e to 1) and the covariance of all estimates; error bars and likelihoods of superiority follow from it.

Without a prior, who has won every game would be infinitely strong, and two groups that have never met could not be
compared. Therefore each participant also plays `PRIOR` games against an imaginary opponent of strength 0, half of it
won and half of it lost. Every real game makes that weigh less.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludus.ratings.newton import Evaluated, Matrix, Vector
from ludus.ratings.statistics import BARS, NORMAL, SCALE

PRIOR = 1.0


@dataclass(frozen=True, slots=True)
class Value:
    """An estimated number."""

    elo: float
    error: float
    """Half the width of the 95 % interval."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all participants of a set of games."""

    players: Mapping[str, Value]
    """By key."""
    covariance: Matrix
    """Of the ratings in the order of `players`, in natural units."""
    first_seat: Value | None = None
    """What it is worth to sit in the first seat; None for more than two seats."""
    drawn: float | None = None
    """The chance that two equally strong participants draw; None for more than two seats."""

    def compute_superiority(self, one: str, other: str) -> float:
        """Compute the probability that one participant is stronger than another."""
        order = list(self.players)
        first, second = order.index(one), order.index(other)
        rows = self.covariance
        variance = rows[first][first] + rows[second][second] - 2 * rows[first][second]
        difference = (self.players[one].elo - self.players[other].elo) / SCALE
        return NORMAL.cdf(difference / math.sqrt(variance)) if variance > 0 else 0.5


def make_ratings(
    keys: Sequence[str],
    strengths: Sequence[float],
    covariance: Matrix,
    first_seat: Value | None = None,
    drawn: float | None = None,
) -> Ratings:
    """Express natural strengths, relative to their average, as ratings."""
    size = len(keys)
    mean = sum(strengths) / max(size, 1)
    centred = _centre([row[:size] for row in covariance[:size]])
    players = {
        key: make_value(strength - mean, centred[number][number])
        for number, (key, strength) in enumerate(zip(keys, strengths, strict=True))
    }
    return Ratings(players, centred, first_seat, drawn)


def make_value(natural: float, variance: float) -> Value:
    """Express an estimate in natural units on the scale of Elo."""
    return Value(SCALE * natural, BARS * SCALE * math.sqrt(max(variance, 0.0)))


def add_prior(evaluated: Evaluated, strengths: Sequence[float], prior: float) -> Evaluated:
    """Add each participant's games against the imaginary opponent of strength 0."""
    value, gradient, curvature = evaluated.value, evaluated.gradient, evaluated.curvature
    for number, strength in enumerate(strengths):
        won = 1 / (1 + math.exp(-strength))
        value += prior * (math.log(won) - strength / 2)
        gradient[number] += prior * (0.5 - won)
        curvature[number][number] += prior * won * (1 - won)
    return Evaluated(value, gradient, curvature)


def _centre(covariance: Matrix) -> Matrix:
    """Compute the covariance of the distances from the average."""
    size = max(len(covariance), 1)
    means: Vector = [sum(row) / size for row in covariance]
    total = sum(means) / size
    return [
        [value - own - mean + total for value, mean in zip(row, means, strict=True)]
        for row, own in zip(covariance, means, strict=True)
    ]
