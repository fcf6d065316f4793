"""Who meets whom: the pure part of every tournament.

A form of tournament (round robin, Swiss, knockout, …) knows keys of participants and points, nothing else: no players, no
files, no clock. `pairings.py` makes games of its meetings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game that a form of tournament asks for."""

    number: int
    """Tells it from all other games of the tournament, whatever their results and the order in which they end."""
    round: int
    """From 1."""
    block: int
    """Games of one block belong together: the same people in other seats, from the same opening."""
    seats: tuple[str, ...]
    """The key of the participant in each seat."""


@dataclass(frozen=True, slots=True)
class Met:
    """A meeting that is over."""

    meeting: Meeting
    points: tuple[float, ...]
    """The share of its opponents that each seat has beaten: 1, 0.5 and 0 for two."""


class Form(Protocol):
    """A form of tournament."""

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List the meetings that can be held now, given those that are over.

        The answer depends only on which meetings are over and on their points, not on their order. Meetings that were
        listed before may be listed again.
        """
