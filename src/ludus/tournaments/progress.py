"""How far a tournament has come: a fold over its events, cheap for each of them."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ludus.arena.runner import Event, Finished, Started, Voided
from ludus.players.participant import Participant
from ludus.records.results import GameResult
from ludus.tournaments.meeting import GameCount

SUSPICIOUS = 6
"""From so many games on it is said that nobody has moved, or that all were drawn."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    name: str
    points: float
    games: int


class TournamentProgress:
    """What is done, what runs, what has failed, and who leads."""

    def __init__(
        self,
        players: Sequence[Participant],
        count: GameCount,
        results: Iterable[GameResult],
        undecided: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.count = count
        self.done = self.running = 0
        self.voided = self.failed = undecided
        """How often a game was void, and how many games stay so."""
        self._now = now
        self._began = now()
        self._names = {player.key: player.name for player in players}
        self._points: defaultdict[str, float] = defaultdict(float)
        self._games: Counter[str] = Counter()
        self._draws = 0
        self._has_moves = False
        for result in results:
            self._add(result.keys, result.points, has_moves=result.plies > 0)
        self._before = self.done

    def add(self, event: Event) -> None:
        """Add an event."""
        if isinstance(event, Started):
            self.running += 1
        elif isinstance(event, Finished):
            self.running -= 1
            result = event.result
            self._add(event.pairing.keys, result.points, has_moves=any(result.turns))
        elif isinstance(event, Voided):
            self.running -= 1
            self.voided += 1
            self.failed += event.is_final

    def _add(self, keys: Sequence[str], points: Sequence[float], *, has_moves: bool) -> None:
        self.done += 1
        self._has_moves = self._has_moves or has_moves
        self._draws += len(points) > 1 and len(set(points)) == 1
        for key, gained in zip(keys, points, strict=True):
            self._points[key] += gained
            self._games[key] += 1

    @property
    def warning(self) -> str:
        """What is wrong with the tournament as a whole; empty if nothing is known to be."""
        if self.done < SUSPICIOUS:
            return ""
        if not self._has_moves:
            return f"in {self.done} games nobody has made a legal move"
        return f"all {self.done} games were drawn" if self._draws == self.done else ""

    def estimate_seconds_left(self) -> float | None:
        """Estimate from this run how long the rest takes; None where that cannot be known."""
        played = self.done - self._before
        if self.count.most is None or not played:
            return None
        left = max(0, self.count.most - self.done - self.failed)
        return (self._now() - self._began) / played * left

    def list_best(self, most: int) -> list[Line]:
        """List the best by their share of points in games so far, then by the number of games."""
        ranked = sorted(
            self._names, key=lambda key: (-self._points[key], self._games[key], self._names[key], key)
        )
        return [Line(self._names[key], self._points[key], self._games[key]) for key in ranked[:most]]
