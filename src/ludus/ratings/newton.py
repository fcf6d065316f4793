"""Finds the maximum of a concave function by Newton's method, in plain Python.

Ratings need this for a few hundred unknowns at most; a matrix is a list of rows. Only the lower triangle of a symmetric
matrix is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import mul

Vector = list[float]
Matrix = list[Vector]

_CLOSE = 1e-6
"""A step this short, in every coordinate, is the last one: what is missing after it is about its square."""
_LONGEST = 3.0
"""No step goes further, in any coordinate: where a likelihood is almost flat, Newton's method would jump too far."""
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A function at one point."""

    value: float
    gradient: Vector
    curvature: Matrix
    """The matrix of second derivatives, with the opposite sign: positive definite."""


def maximise(evaluate: Callable[[Vector], Evaluated], start: Vector) -> tuple[Vector, Matrix]:
    """Find the maximum, and the inverse of the curvature there: the covariance if the function is a log-likelihood."""
    point, here = start, evaluate(start)
    factor = factorise(here.curvature)
    for _ in range(_STEPS):
        step = solve(factor, here.gradient)
        if max(map(abs, step), default=0.0) < _CLOSE:
            point = [old + change for old, change in zip(point, step, strict=True)]
            break
        point, here = _advance(evaluate, point, here, step)
        factor = factorise(here.curvature)
    return point, invert(factor)


def _advance(
    evaluate: Callable[[Vector], Evaluated], point: Vector, here: Evaluated, step: Vector
) -> tuple[Vector, Evaluated]:
    """Go along a step, half as far each time the function would not rise."""
    length = min(1.0, _LONGEST / max(map(abs, step)))
    while True:
        following = [old + length * change for old, change in zip(point, step, strict=True)]
        there = evaluate(following)
        # Close to the maximum the values differ by rounding only.
        if there.value >= here.value - 1e-9 * (1 + abs(here.value)):
            return following, there
        length /= 2


def factorise(matrix: Sequence[Sequence[float]]) -> Matrix:
    """Compute the lower triangle whose product with its transpose is the matrix (Cholesky)."""
    factor: Matrix = []
    for number, row in enumerate(matrix):
        line: Vector = []
        # `map` stops at the shorter of the two, which is the line so far.
        for column in range(number):
            other = factor[column]
            line.append((row[column] - sum(map(mul, line, other))) / other[column])
        line.append(math.sqrt(row[number] - sum(map(mul, line, line))))
        factor.append(line)
    return factor


def solve(factor: Matrix, right: Sequence[float]) -> Vector:
    """Solve the equations of a factorised matrix."""
    found: Vector = []
    for row, value in zip(factor, right, strict=True):
        found.append((value - sum(map(mul, row, found))) / row[-1])
    for number in range(len(factor) - 1, -1, -1):
        row = factor[number]
        value = found[number] = found[number] / row[number]
        for column in range(number):
            found[column] -= row[column] * value
    return found


def invert(factor: Matrix) -> Matrix:
    """Invert a factorised matrix."""
    size = len(factor)
    # Column by column, and each from its diagonal on: what is above it is zero.
    columns: Matrix = []
    for begin in range(size):
        column = [1 / factor[begin][begin]]
        for number in range(begin + 1, size):
            row = factor[number]
            column.append(-sum(map(mul, row[begin:number], column)) / row[number])
        columns.append(column)
    inverse = [[0.0] * size for _ in range(size)]
    for number, column in enumerate(columns):
        for other in range(number + 1):
            value = sum(map(mul, column, columns[other][number - other :]))
            inverse[number][other] = inverse[other][number] = value
    return inverse
