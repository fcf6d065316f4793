"""Counts what the games of a tournament have brought each participant; games can be added one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from ludus.players.base import Absence
from ludus.records.record import MISCONDUCT
from ludus.records.results import GameResult
from ludus.tournaments.meeting import Bye

Key = TypeVar("Key")

ENOUGH = 2
"""How many games are needed before something is said about all of them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """How games ended: the reason that the rules give, or whose misconduct ended them."""

    kind: str
    reason: str
    """Empty for misconduct, where it may quote other output each time."""
    key: str = ""
    """The participant whose misconduct it was."""


@dataclass(slots=True)
class Count:
    """What one participant has brought home."""

    games: int = 0
    points: float = 0.0
    treasure: float = 0.0
    """The sum of what the rules of the game count; nothing for a game in which it was disqualified."""
    offences: int = 0
    """Turns and games that it lost by misconduct."""
    absent: int = 0
    """Games that it lost because it could not sit down."""
    disqualified: int = 0
    seconds: float = 0.0
    by_seat: list[list[int]] = field(default_factory=list)
    """Games won, drawn and lost in each seat. With more than two seats: all others beaten, some, none."""
    against: dict[str, list[float]] = field(default_factory=dict)
    """Points and games against each other participant; at a table of many, each two have met once."""
    rounds: dict[int, list[float]] = field(default_factory=dict)
    """Points and games in each round."""


class Tally:
    """The games of a tournament so far."""

    def __init__(self, names: Mapping[str, str], results: Iterable[GameResult] = ()) -> None:
        """Begin with the keys and the names of all participants; others are added as they appear."""
        self.names = dict(names)
        self.counts = {key: Count() for key in names}
        self.reasons: Counter[Reason] = Counter()
        self.games = 0
        self.seats = 0
        self.plies = 0
        self.drawn = 0
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        """Add a game that counts."""
        self.games += 1
        self.seats = max(self.seats, len(result.keys))
        self.plies += result.plies
        self.drawn += len(result.keys) > 1 and len(set(result.points)) == 1
        for seat, key in enumerate(result.keys):
            self._add_seat(self._find(key), seat, result)
        for seat in result.offences:
            self._find(result.keys[seat]).offences += 1
        for seat in result.out:
            self._find(result.keys[seat]).disqualified += 1
        self._add_reason(result)

    def list_warnings(self) -> list[str]:
        """Say what an organiser should look into before anything else."""
        if self.games < ENOUGH:
            return []
        warnings = []
        if not self.plies:
            warnings.append(f"nobody has made a legal move in any of the {self.games} games")
        if self.drawn == self.games:
            warnings.append(f"all {self.games} games are draws")
        return warnings

    def list_byes(self) -> list[Bye]:
        """List the byes of a Swiss tournament: rounds in which all but one have played, equally many games each."""
        byes = []
        for number in sorted({number for count in self.counts.values() for number in count.rounds}):
            resting = [key for key, count in self.counts.items() if number not in count.rounds]
            games = {count.rounds[number][1] for count in self.counts.values() if number in count.rounds}
            if len(resting) == len(games) == 1:
                byes.append(Bye(number, resting[0], games.pop()))
        return byes

    def _find(self, key: str) -> Count:
        if key not in self.counts:
            self.counts[key] = Count()
            self.names.setdefault(key, key)
        return self.counts[key]

    def _add_seat(self, count: Count, seat: int, result: GameResult) -> None:
        points = result.points[seat]
        count.games += 1
        count.points += points
        if seat not in result.out:
            count.treasure += result.scores[seat] if result.scores else 0.0
        count.seconds += result.seconds[seat] if result.seconds else 0.0
        while len(count.by_seat) <= seat:
            count.by_seat.append([0, 0, 0])
        count.by_seat[seat][0 if points == 1 else 2 if points == 0 else 1] += 1
        _add_game(count.rounds, result.round, points)
        for other, key in enumerate(result.keys):
            if other != seat:
                theirs = result.points[other]
                _add_game(count.against, key, 0.5 if points == theirs else float(points > theirs))

    def _add_reason(self, result: GameResult) -> None:
        if result.kind not in MISCONDUCT or result.culprit is None:
            self.reasons[Reason(result.kind, result.reason)] += 1
            return
        key = result.keys[result.culprit]
        self.reasons[Reason(result.kind, "", key)] += 1
        count = self._find(key)
        if result.kind == Absence.kind:
            count.absent += 1
        else:
            count.offences += 1


def _add_game(sums: dict[Key, list[float]], key: Key, points: float) -> None:
    found = sums.get(key)
    if found is None:
        sums[key] = [points, 1]
    else:
        found[0] += points
        found[1] += 1
