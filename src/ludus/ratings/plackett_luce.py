"""Rates participants by all games of more than two seats at once: the model of Plackett and Luce.

A game is read as a ranking that is made from the top: of those who are not yet ranked, each comes next with a probability
in proportion to exp(strength). With two seats and no draws that is the model of Bradley and Terry.

Those who share a place could have come in any order. Their tie counts as each rotation of them in equal shares: a tie of two
is half a game in each order, one of three a third of a game in each of three orders in which everyone comes first once.
The bars are a little too wide where there are many ties.

A game is therefore a list of choices: somebody was chosen out of a set. Its log-likelihood is the sum of the strengths
of the chosen, less the logarithm of the sum of exp(strength) over each set. Equal sets of all games are counted together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ludus.ratings.newton import Evaluated, Vector, maximise
from ludus.ratings.ratings import PRIOR, Ratings, add_prior, make_ratings

TablePoints = Sequence[tuple[str, float]]
"""The participants of one game with their points: more points are a better place, equal ones the same."""
Choices = dict[tuple[int, ...], float]
"""How often somebody was chosen out of which set; parts of games count, too."""


def rate_tables(games: Iterable[TablePoints], prior: float = PRIOR) -> Ratings:
    """Rate the participants of games between any number."""
    tables = Counter(tuple(sorted(game)) for game in games)
    keys = sorted({key for table in tables for key, _ in table})
    numbers = {key: number for number, key in enumerate(keys)}
    chosen: Vector = [0.0] * len(keys)
    sets: Choices = {}
    for table, times in tables.items():
        _add_table([(points, numbers[key]) for key, points in table], times, chosen, sets)
    found, covariance = maximise(
        lambda point: add_prior(_evaluate(chosen, sets, point), point, prior), [0.0] * len(keys)
    )
    return make_ratings(keys, found, covariance)


def _add_table(table: Sequence[tuple[float, int]], times: float, chosen: Vector, sets: Choices) -> None:
    """Add the choices of equal games, from the last place up."""
    below: tuple[int, ...] = ()
    for points in sorted({points for points, _ in table}):
        tied = sorted(number for own, number in table if own == points)
        for number in tied:
            chosen[number] += times
        for part in _list_parts(tied):
            members = tuple(sorted((*below, *part)))
            sets[members] = sets.get(members, 0.0) + times / len(tied)
        below = (*below, *tied)


def _list_parts(tied: Sequence[int]) -> Iterator[Sequence[int]]:
    """List who of the tied is still to be chosen, at each choice, for each rotation of them."""
    twice = [*tied, *tied]
    for begin in range(len(tied)):
        for size in range(1, len(tied) + 1):
            yield twice[begin : begin + size]


def _evaluate(chosen: Sequence[float], sets: Choices, point: Vector) -> Evaluated:
    """Compute the log-likelihood and its derivatives by the strengths."""
    weights = list(map(math.exp, point))
    gradient, curvature = list(chosen), [[0.0] * len(point) for _ in point]
    value = sum(times * strength for times, strength in zip(chosen, point, strict=True))
    for members, times in sets.items():
        total = sum(weights[number] for number in members)
        value -= times * math.log(total)
        shares = [weights[number] / total for number in members]
        for place, (number, share) in enumerate(zip(members, shares, strict=True)):
            gradient[number] -= times * share
            row = curvature[number]
            row[number] += times * share
            # The members are sorted, so this is the lower triangle.
            for other, part in zip(members[: place + 1], shares, strict=False):
                row[other] -= times * share * part
    return Evaluated(value, gradient, curvature)
