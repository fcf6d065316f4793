"""Gauntlet: one challenger, or several, against all others; challengers do not meet each other, nor do the others.

Nobody plays twice in a round. In every second leg the seats are swapped, and the two games of a pair are one block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ludus.tournaments.meeting import GameCount, Meeting, Met, check_keys, check_number, describe_count


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Challengers against all others."""

    is_fixed: ClassVar = True
    challengers: tuple[str, ...]
    others: tuple[str, ...]
    games: int = 2
    """Games of each pair."""

    def __post_init__(self) -> None:
        check_number("challengers", len(self.challengers))
        check_number("other participants", len(self.others))
        check_keys(self.challengers + self.others)
        check_number("games", self.games)

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List all meetings."""
        return _list_meetings(self)

    def count_games(self) -> GameCount:
        """Count them: they do not depend on results."""
        games = len(self.challengers) * len(self.others) * self.games
        return GameCount(games, games)

    def describe(self) -> str:
        """Describe the form in one line."""
        counted = (
            describe_count(len(self.challengers), "challenger"),
            describe_count(len(self.others), "other"),
        )
        return f"gauntlet: {', '.join(counted)}, {describe_count(self.games, 'game')} for each pair"


@lru_cache(maxsize=4)
def _list_meetings(form: Gauntlet) -> tuple[Meeting, ...]:
    rounds = max(len(form.challengers), len(form.others))
    pairs = len(form.challengers) * len(form.others)
    meetings: list[Meeting] = []
    for leg in range(form.games):
        block = leg // 2 * pairs
        for turn in range(rounds):
            for index, challenger in enumerate(form.challengers):
                place = (index + turn) % rounds
                if place < len(form.others):
                    pair = (challenger, form.others[place])
                    # Neighbours differ, so that everyone moves first in half of the games of a leg.
                    swapped = (index + place + leg) % 2
                    number = 1 + leg * rounds + turn
                    meetings.append(Meeting(len(meetings), number, block, pair[::-1] if swapped else pair))
                    block += 1
    return tuple(meetings)
