"""Tables of one to eight, as Amazons is played: in every round everyone sits at one table.

There are as few tables as the number of seats allows, and their sizes differ by one at most. At each table as many games
are played as it has seats, so that everyone sits in every seat once; with fewer games, seats are given out so that in the
course of the rounds everyone has had each of them about equally often. Who sits with whom is chosen so that everyone meets
everyone else about equally often. All of it is known before the first game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import ClassVar

from ludus.errors import BadOption
from ludus.tournaments.forms.matching import find_cheapest_pairs
from ludus.tournaments.meeting import GameCount, Meeting, Met, check_keys, check_number, describe_count

_SWEEPS = 6
"""How often two people of different tables are tried in each other's places."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Rounds at tables of more or fewer than two."""

    is_fixed: ClassVar = True
    keys: tuple[str, ...]
    seats: int
    """The most people at a table."""
    rounds: int = 1
    least: int = 1
    """The fewest people at a table."""
    games: int | None = None
    """Games at each table in a round; None: as many as it has seats."""

    def __post_init__(self) -> None:
        check_keys(self.keys, 1)
        check_number("rounds", self.rounds)
        check_number("seats", self.seats)
        check_number("games", 1 if self.games is None else self.games)
        if self.sizes[0] < self.least:
            raise BadOption(
                f"tables: expected {len(self.keys)} participants at tables of {self.least} to {self.seats}, "
                f"found that one of {self.sizes[0]} would be left"
            )

    @property
    def sizes(self) -> list[int]:
        """The number of people at each table, the smallest first."""
        count = -(-len(self.keys) // self.seats)
        small, more = divmod(len(self.keys), count)
        return [small] * (count - more) + [small + 1] * more

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List all meetings."""
        return _list_meetings(self)

    def count_games(self) -> GameCount:
        """Count them: they do not depend on results."""
        games = self.rounds * sum(self.games or size for size in self.sizes)
        return GameCount(games, games)

    def describe(self) -> str:
        """Describe the form in one line."""
        rounds, people = describe_count(self.rounds, "round"), describe_count(len(self.keys), "participant")
        least, most = self.sizes[0], self.sizes[-1]
        sizes = str(most) if least == most else f"{least} or {most}"
        return f"tables: {people}, {rounds}, {describe_count(len(self.sizes), 'table')} of {sizes}"


@lru_cache(maxsize=4)
def _list_meetings(form: Tables) -> tuple[Meeting, ...]:
    plan = _Plan(form.keys)
    meetings: list[Meeting] = []
    block = 0
    for number in range(1, form.rounds + 1):
        for table in plan.seat_round(form.sizes):
            games = form.games or len(table)
            order = plan.choose_seats(table, games)
            for turn in range(games):
                shift = turn % len(table)
                seats = order[shift:] + order[:shift]
                meetings.append(Meeting(len(meetings), number, block + turn // len(table), seats))
            block += -(-games // len(table))
    return tuple(meetings)


class _Plan:
    """Remembers who has met whom and sat where, and plans the next round."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._keys = keys
        self._met = {key: dict.fromkeys(keys, 0) for key in keys}
        self._seated: Counter[tuple[str, int]] = Counter()

    def seat_round(self, sizes: Sequence[int]) -> list[list[str]]:
        """Give everyone a table, the smallest ones to those who have had most opponents."""
        totals = {key: sum(self._met[key].values()) for key in self._keys}
        waiting = sorted(self._keys, key=lambda key: -totals[key])
        tables = [self._fill(waiting, size, totals) for size in sizes]
        for _ in range(_SWEEPS):
            changed = [self._exchange(one, other, totals) for one, other in combinations(tables, 2)]
            if not any(changed):
                break
        for table in tables:
            for one, other in combinations(table, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1
        return tables

    def choose_seats(self, table: list[str], games: int) -> tuple[str, ...]:
        """Choose the order around a table, so that people get seats that they have seldom had."""
        size = len(table)
        wear = [
            [
                sum(self._seated[key, (seat - turn) % size] ** 2 for turn in range(games))
                for seat in range(size)
            ]
            for key in table
        ]
        # The first half are people, the second half seats; two of the same kind are never worth being a pair.
        costs = [[1 + sum(map(sum, wear))] * (2 * size) for _ in range(2 * size)]
        for row, col in product(range(size), repeat=2):
            costs[row][size + col] = costs[size + col][row] = wear[row][col]
        partners = find_cheapest_pairs(costs)
        order = tuple(table[partners[size + seat]] for seat in range(size))
        for turn in range(games):
            for seat, key in enumerate(order):
                self._seated[key, (seat - turn) % size] += 1
        return order

    def _fill(self, waiting: list[str], size: int, totals: dict[str, int]) -> list[str]:
        """Take people for one table: whoever waits first, and those who have met least."""
        table = [waiting.pop(0)]
        while len(table) < size:
            # Those with more opponents so far come first, since the smallest tables are filled first.
            table.append(min(waiting, key=lambda key: (-totals[key], self._count_met(key, table))))
            waiting.remove(table[-1])
        return table

    def _exchange(self, table: list[str], other: list[str], totals: dict[str, int]) -> bool:
        """Exchange people of two tables where old acquaintances become fewer; return whether any were.

        Only those change to a table of another size who have had equally many opponents.
        """
        changed = False
        for here, there in product(range(len(table)), range(len(other))):
            one, two = table[here], other[there]
            if len(table) != len(other) and totals[one] != totals[two]:
                continue
            rest, others = table[:here] + table[here + 1 :], other[:there] + other[there + 1 :]
            stay = self._count_met(one, rest) + self._count_met(two, others)
            if self._count_met(one, others) + self._count_met(two, rest) < stay:
                table[here], other[there] = two, one
                changed = True
        return changed

    def _count_met(self, key: str, others: Sequence[str]) -> int:
        met = self._met[key]
        return sum(met[other] for other in others)
