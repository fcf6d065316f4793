"""How far a tournament has come: a fold over its events, cheap for each of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ludus.arena.runner import Event, Finished, Started, Voided
from ludus.players.participant import Participant
from ludus.records.results import GameResult, extract_result
from ludus.tournaments.meeting import GameCount
from ludus.tournaments.tally import Tally

SUSPICIOUS = 6
"""From this many games on it is said that nobody has moved, or that all were drawn."""


@dataclass(frozen=True, slots=True)
class Leader:
    """One of the best so far."""

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
        self.running = 0
        self.voided = self.failed = undecided
        """How often a game was void, and how many games stay so."""
        self._now = now
        self._began = now()
        self._tally = Tally({player.key: player.name for player in players}, results)
        self._before = self.done

    def add(self, event: Event) -> None:
        """Add an event."""
        if isinstance(event, Started):
            self.running += 1
        elif isinstance(event, Finished):
            self.running -= 1
            self._tally.add(extract_result(event.result.record))
        elif isinstance(event, Voided):
            self.running -= 1
            self.voided += 1
            self.failed += event.is_final

    @property
    def done(self) -> int:
        """How many games are over."""
        return self._tally.games

    @property
    def warning(self) -> str:
        """What is wrong with the tournament as a whole; empty if nothing is known to be."""
        return "; ".join(self._tally.list_warnings()) if self.done >= SUSPICIOUS else ""

    def estimate_seconds_left(self) -> float | None:
        """Estimate from this run how long the rest takes; None where that cannot be known."""
        played = self.done - self._before
        if self.count.most is None or not played:
            return None
        left = max(0, self.count.most - self.done - self.failed)
        return (self._now() - self._began) / played * left

    def list_best(self, most: int) -> list[Leader]:
        """List the best by their share of points in games so far, then by the number of games."""
        names, counts = self._tally.names, self._tally.counts
        ranked = sorted(counts, key=lambda key: (-counts[key].points, counts[key].games, names[key], key))
        return [Leader(names[key], counts[key].points, counts[key].games) for key in ranked[:most]]
