"""Ladder: a tournament without end, in which whoever has had the fewest games plays next.

The opponent is whom he has met least, then who has had the fewest games. So a newcomer gets games first. The sequence of
meetings follows from the participants alone, never from results or from the order in which games end; as many are listed
as are over, and some more ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from ludus.tournaments.meeting import GameCount, Meeting, Met, check_keys, check_number, describe_count


class Ladder:
    """A ladder without end."""

    is_fixed: ClassVar = False

    def __init__(
        self,
        keys: Sequence[str],
        games: int = 2,
        ahead: int = 64,
        played: Mapping[str, int] | None = None,
        first: int = 0,
    ) -> None:
        """Games of each meeting, and how many are listed ahead.

        When newcomers join, the ladder is begun anew: `played` are the games that each has had already, and `first` is
        the number of the first game, beyond all numbers that were used.
        """
        check_keys(keys)
        check_number("games", games)
        check_number("ahead", ahead)
        self._keys, self._games, self._ahead, self._first = tuple(keys), games, ahead, first
        self._played = dict.fromkeys(keys, 0) | {key: dict(played or {}).get(key, 0) for key in keys}
        self._known: list[Meeting] = []
        self._sequence = self._make_sequence()

    def next(self, met: Sequence[Met]) -> Sequence[Meeting]:
        """List as many meetings as are over, and some ahead; a game that stays void takes one of those places."""
        over = sum(one.meeting.number >= self._first for one in met)
        count = over + self._ahead
        self._known += islice(self._sequence, max(0, count - len(self._known)))
        return self._known[:count]

    def count_games(self) -> GameCount:
        """There is no end."""
        return GameCount(0, None)

    def describe(self) -> str:
        """Describe the form in one line."""
        games = describe_count(self._games, "game")
        return f"ladder without end: {len(self._keys)} participants, {games} for each meeting, fewest games first"

    def _make_sequence(self) -> Iterator[Meeting]:
        counts = dict(self._played)
        meetings: Counter[frozenset[str]] = Counter()
        ahead: Counter[str] = Counter()
        rounds: Counter[str] = Counter()
        number, block = self._first, self._first
        while True:
            one = min(self._keys, key=lambda key: counts[key])
            other = min(
                (key for key in self._keys if key != one),
                key=lambda key, one=one: (meetings[frozenset((one, key))], counts[key]),  # type: ignore[misc]  # a default binds the one of this turn
            )
            meetings[frozenset((one, other))] += 1
            rounds[one] += 1
            rounds[other] += 1
            # Who has moved first more often than the other moves second.
            pair = (other, one) if ahead[one] > ahead[other] else (one, other)
            for game in range(self._games):
                first, second = pair[::-1] if game % 2 else pair
                yield Meeting(number, max(rounds[one], rounds[other]), block + game // 2, (first, second))
                number += 1
                counts[first] += 1
                counts[second] += 1
                ahead[first] += 1
                ahead[second] -= 1
            block += (self._games + 1) // 2
