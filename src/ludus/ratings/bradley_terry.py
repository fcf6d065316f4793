"""Rates participants by all games of two seats at once: the model of Bradley and Terry, with draws after Davidson.

With strengths a and b, the advantage f of the first seat, and d = a + f - b, the first seat

    wins with the probability    exp(d/2) / z
    draws                        v / z               z = exp(d/2) + v + exp(-d/2)
    loses                        exp(-d/2) / z

where v tells how often equals draw. The strengths, f and v are fitted together, by maximum likelihood under a weak prior
(ratings.py); v also gets one imaginary game of equals that nobody drew. The likelihood is concave in all of them (in v by its
logarithm), so there is one best fit, and the order of the games does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ludus.ratings.newton import Evaluated, Vector, maximise
from ludus.ratings.ratings import PRIOR, Ratings, add_prior, make_ratings, make_value

Game = tuple[str, str, float]
"""The participants in the first and in the second seat, and the points of the first: 1, 0.5 or 0."""
Pair = tuple[int, int, float, float, float]
"""The numbers of two participants in their seats, the points of the first, the draws, and the games."""
_NEVER = -60.0
"""The logarithm of v where nobody has drawn."""


def rate_pairs(games: Iterable[Game], prior: float = PRIOR) -> Ratings:
    """Rate the participants of games between two."""
    keys, pairs = _sum_up(games)
    size = len(keys)
    has_draws = any(draws for _, _, _, draws, _ in pairs)
    start = [*_guess(pairs, size), 0.0, 0.0 if has_draws else _NEVER]
    found, covariance = maximise(lambda point: _add_priors(_evaluate(pairs, point), point, prior), start)
    v = math.exp(found[-1])
    first_seat = make_value(found[size], covariance[size][size])
    return make_ratings(keys, found[:size], covariance, first_seat, v / (2 + v))


def _sum_up(games: Iterable[Game]) -> tuple[list[str], list[Pair]]:
    """Sum up the games of each two in the same seats; participants are numbered in the order of their keys."""
    sums: dict[tuple[str, str], list[float]] = {}
    for first, second, points in games:
        found = sums.setdefault((first, second), [0.0, 0.0, 0.0])
        found[0] += points
        found[1] += points == 0.5
        found[2] += 1
    keys = sorted({key for seats in sums for key in seats})
    numbers = {key: number for number, key in enumerate(keys)}
    return keys, [
        (numbers[first], numbers[second], points, draws, games)
        for (first, second), (points, draws, games) in sorted(sums.items())
    ]


def _guess(pairs: Sequence[Pair], size: int) -> Vector:
    """Guess the strengths from the share of points: a good place to start from."""
    points, played = [0.5] * size, [1.0] * size
    for first, second, scored, _, games in pairs:
        points[first] += scored
        points[second] += games - scored
        played[first] += games
        played[second] += games
    return [math.log(own / (games - own)) for own, games in zip(points, played, strict=True)]


def _evaluate(pairs: Sequence[Pair], point: Vector) -> Evaluated:
    """Compute the log-likelihood and its derivatives by the strengths, f and the logarithm of v."""
    f, log_v = len(point) - 2, len(point) - 1
    advantage, v = point[f], math.exp(point[log_v])
    value, gradient, curvature = 0.0, [0.0] * len(point), [[0.0] * len(point) for _ in point]
    by_f, by_v = curvature[f], curvature[log_v]
    for first, second, points, draws, games in pairs:
        difference = point[first] + advantage - point[second]
        root = math.exp(difference / 2)
        z = root + v + 1 / root
        draw = v / z
        expected = root / z + draw / 2
        value += (points - games / 2) * difference + draws * point[log_v] - games * math.log(z)
        surplus = points - games * expected
        gradient[first] += surplus
        gradient[second] -= surplus
        gradient[f] += surplus
        gradient[log_v] += draws - games * draw
        # The variances of points and draws, and their covariance.
        spread = games * (expected - draw / 4 - expected * expected)
        curvature[first][first] += spread
        curvature[second][second] += spread
        curvature[max(first, second)][min(first, second)] -= spread
        by_f[first] += spread
        by_f[second] -= spread
        by_f[f] += spread
        common = games * draw * (0.5 - expected)
        by_v[first] += common
        by_v[second] -= common
        by_v[f] += common
        by_v[log_v] += games * draw * (1 - draw)
    return Evaluated(value, gradient, curvature)


def _add_priors(evaluated: Evaluated, point: Vector, prior: float) -> Evaluated:
    """Add what is imagined: games of each participant and of the first seat, and one game that was not drawn."""
    evaluated = add_prior(evaluated, point[:-1], prior)
    if point[-1] == _NEVER:
        # Nobody has drawn, so the best v is 0: it is not fitted.
        evaluated.gradient[-1], evaluated.curvature[-1][-1] = 0.0, 1.0
        return evaluated
    half = math.exp(point[-1]) / 2
    evaluated.gradient[-1] -= prior * half / (1 + half)
    evaluated.curvature[-1][-1] += prior * half / (1 + half) ** 2
    return Evaluated(evaluated.value - prior * math.log1p(half), evaluated.gradient, evaluated.curvature)
