"""The score of a season: the weighted mean of what each contestant had in the evaluations, from 0 to 1.

In one evaluation a contestant has its points per game. Who takes no part in an evaluation has nothing in it. Who joins late
is averaged from its first evaluation on (`first`), or as if it had lost everything before (`zero`). Reference programs and
contestants that were excluded are not in the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ludus.seasons.history import Member, SeasonScore

FIRST, ZERO = LATE = ("first", "zero")
DIGITS = 6
"""Scores that differ by less are equal."""


def compute_scores(
    members: Sequence[Member], shares: Sequence[Mapping[str, float]], weights: Sequence[float], late: str
) -> tuple[SeasonScore, ...]:
    """Make the table, given for each evaluation that has ended the points per game by key, and its weight."""
    lines = []
    for member in members:
        own = tuple(evaluation.get(member.key) for evaluation in shares)
        if not member.exclusion and any(share is not None for share in own):
            lines.append(SeasonScore(0, member.key, member.name, average(own, weights, late), own))
    lines.sort(key=lambda line: (-line.score, line.key))
    placed: list[SeasonScore] = []
    for number, line in enumerate(lines, start=1):
        is_equal = placed and placed[-1].score == line.score
        placed.append(replace(line, place=placed[-1].place if is_equal else number))
    return tuple(placed)


def average(shares: Sequence[float | None], weights: Sequence[float], late: str) -> float:
    """Average the evaluations of one contestant; 0 where none of them counts."""
    first = next((number for number, share in enumerate(shares) if share is not None), len(shares))
    begin = first if late == FIRST else 0
    counted = [(share or 0.0, weight) for share, weight in zip(shares[begin:], weights[begin:], strict=True)]
    total = sum(weight for _, weight in counted)
    return round(sum(share * weight for share, weight in counted) / total, DIGITS) if total else 0.0
