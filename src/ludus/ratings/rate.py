"""Rates the participants of games that count, by the model that fits their number of seats."""

from __future__ import annotations

from collections.abc import Iterable

from ludus.players.base import Absence
from ludus.ratings.bradley_terry import rate_pairs
from ludus.ratings.plackett_luce import rate_tables
from ludus.ratings.ratings import Ratings
from ludus.records.results import GameResult


def rate(results: Iterable[GameResult]) -> Ratings:
    """Rate by Bradley and Terry where every game has two seats, otherwise by Plackett and Luce."""
    rated = [result for result in results if is_rated(result)]
    if all(len(result.keys) == 2 for result in rated):
        return rate_pairs((*_get_seats(result), _compare(*result.points)) for result in rated)
    return rate_tables(tuple(zip(result.keys, result.points, strict=True)) for result in rated)


def is_rated(result: GameResult) -> bool:
    """Whether a game says something about strength: at least two were there, each of them once."""
    return len(result.keys) > 1 and len(set(result.keys)) == len(result.keys) and result.kind != Absence.kind


def _get_seats(result: GameResult) -> tuple[str, str]:
    first, second = result.keys
    return first, second


def _compare(own: float, other: float) -> float:
    """Compute the points of a seat against another, whatever the organiser has given both."""
    return 0.5 if own == other else float(own > other)
