"""Round robin: everyone meets everyone, by the Berger tables.

In each round everyone plays one game, or rests once a leg where the number of participants is odd. In a leg everyone meets
everyone once; in every second leg the seats are swapped, and the two games of a pair are one block. So a single round
robin has one leg, a double one two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from ludus.tournaments.meeting import GameCount, Meeting, Met, check_keys, check_number, describe_count


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everyone meets everyone."""

    is_fixed: ClassVar = True
    keys: tuple[str, ...]
    games: int = 1
    """Games of each pair."""

    def __post_init__(self) -> None:
        check_keys(self.keys)
        check_number("games", self.games)

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List all meetings."""
        return _list_meetings(self)

    def count_games(self) -> GameCount:
        """Count them: they do not depend on results."""
        games = len(self.keys) * (len(self.keys) - 1) // 2 * self.games
        return GameCount(games, games)

    def describe(self) -> str:
        """Describe the form in one line."""
        kind = {1: "single ", 2: "double "}.get(self.games, "")
        return f"{kind}round robin: {len(self.keys)} participants, {describe_count(self.games, 'game')} for each pair"


@lru_cache(maxsize=4)
def _list_meetings(form: RoundRobin) -> tuple[Meeting, ...]:
    table = _make_berger_table(len(form.keys))
    meetings: list[Meeting] = []
    for leg in range(form.games):
        board = leg // 2 * sum(map(len, table))
        for number, pairs in enumerate(table, start=1 + leg * len(table)):
            for pair in pairs:
                first, second = (form.keys[index] for index in (pair[::-1] if leg % 2 else pair))
                meetings.append(Meeting(len(meetings), number, board, (first, second)))
                board += 1
    return tuple(meetings)


def _make_berger_table(count: int) -> list[list[tuple[int, int]]]:
    """List the rounds, each as pairs with whoever moves first in front.

    Everyone but the last of an even number meets where the sum of their numbers says so. The last one, who is only
    imagined where the number is odd, meets whoever would meet himself there.
    """
    last = count - 1 + count % 2
    table: list[list[tuple[int, int]]] = [[] for _ in range(last)]
    for low in range(last) if last < count else ():
        table[2 * low % last].append((low, last) if 2 * low < last else (last, low))
    for low, high in combinations(range(last), 2):
        table[(low + high) % last].append((low, high) if (low + high) % 2 else (high, low))
    return table
