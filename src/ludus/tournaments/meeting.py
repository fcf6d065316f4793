"""Who meets whom: the pure part of every tournament.

A form of tournament (round robin, Swiss, knockout, …) knows keys of participants and points, nothing else: no players, no
files, no clock. `pairings.py` makes games of its meetings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from ludus.errors import BadOption
from ludus.text import quote


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


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which a participant had no opponent."""

    round: int
    key: str
    points: float
    """What it is worth."""


@dataclass(frozen=True, slots=True)
class GameCount:
    """How many games a tournament will have."""

    least: int
    most: int | None
    """None: it has no end."""


class Form(Protocol):
    """A form of tournament."""

    is_fixed: ClassVar[bool]
    """Whether all meetings are known before the first of them is over."""

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List the meetings that can be held now, given those that are over.

        The answer depends only on which meetings are over and on their points, not on their order. Meetings that were
        listed before may be listed again.
        """

    def count_games(self) -> GameCount:
        """Tell how many games there will be, before any is played."""

    def describe(self) -> str:
        """Describe the form in one line."""


def check_keys(keys: Sequence[str], least: int = 2) -> None:
    """Refuse too few participants, and two with the same key."""
    if len(keys) < least:
        raise BadOption(f"participants: expected {least} or more, found {len(keys)}")
    for key in keys:
        if keys.count(key) > 1:
            raise BadOption(f"participants: expected each key once, found {quote(key)} twice")


def describe_count(number: int, word: str) -> str:
    """Write a number with its word: 1 game, 2 games."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def check_number(name: str, value: int, least: int = 1) -> None:
    """Refuse a number that is too small."""
    if value < least:
        raise BadOption(f"{name}: expected {least} or more, found {value}")
