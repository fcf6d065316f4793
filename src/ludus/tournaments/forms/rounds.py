"""One round of a tournament in which results decide who meets whom next (Swiss, knockout)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from ludus.tournaments.meeting import Meeting, Met

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Round:
    """A round, as far as it has been held."""

    number: int
    before: int
    """The number of pairs in all rounds before it."""
    games: int
    """Games of each pair."""
    people: tuple[str, ...]
    """Who takes part in it."""
    over: tuple[Met, ...]
    """The meetings that are over."""

    @property
    def is_over(self) -> bool:
        """Whether all its games are over."""
        return len(self.over) == len(self.people) // 2 * self.games

    @property
    def bye(self) -> str | None:
        """Who had no opponent, in a round that is over."""
        seated = {key for met in self.over for key in met.meeting.seats}
        return next((key for key in self.people if key not in seated), None)

    def add_points(self) -> dict[str, float]:
        """Add up the points of each pair's games."""
        points = dict.fromkeys(self.people, 0.0)
        for met in self.over:
            for key, gained in zip(met.meeting.seats, met.points, strict=True):
                points[key] += gained
        return points

    def list_meetings(self, pair: Callable[[tuple[str, ...]], Pairs]) -> Sequence[Meeting]:
        """List the games of the round, which `pair` puts into pairs.

        When an earlier result was corrected after this round had begun, pairs that have played stay as they are, and the
        others are paired anew.
        """
        planned = self._seat(dict(enumerate(pair(self.people), start=self.before)))
        if {met.meeting for met in self.over} <= set(planned):
            return planned
        held = {met.meeting.number // self.games: self._find_pair(met.meeting) for met in self.over}
        busy = {key for one in held.values() for key in one}
        places = (place for place in count(self.before) if place not in held)
        anew = pair(tuple(key for key in self.people if key not in busy))
        return self._seat(held | dict(zip(places, anew, strict=False)))

    def _seat(self, boards: dict[int, tuple[str, str]]) -> list[Meeting]:
        meetings = []
        for place, (first, second) in sorted(boards.items()):
            for game in range(self.games):
                seats = (second, first) if game % 2 else (first, second)
                block = place * ((self.games + 1) // 2) + game // 2
                meetings.append(Meeting(place * self.games + game, self.number, block, seats))
        return meetings

    def _find_pair(self, meeting: Meeting) -> tuple[str, str]:
        """Find out who moved first in the first game of a pair."""
        first, second = meeting.seats
        return (second, first) if meeting.number % self.games % 2 else (first, second)


def read_round(met: Sequence[Met], number: int, before: int, games: int, people: tuple[str, ...]) -> Round:
    """Find what has been held of a round; games of others, who were out after a correction, do not count."""
    here = set(people)
    over = [one for one in met if one.meeting.round == number and here.issuperset(one.meeting.seats)]
    return Round(
        number, before, games, people, tuple(sorted(over, key=lambda one: (one.meeting.number, one.points)))
    )
