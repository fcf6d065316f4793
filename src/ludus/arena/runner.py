"""Plays the games of a schedule on a worker pool, and yields events.

    Started     a game was handed to a worker
    Moved       a move or an offence in a game that goes on, where somebody listens
    Finished    a game is over; its result counts
    Voided      the machine or we have failed: the game counts for nobody and is played again, twice at most

`match`, `sprt`, `grade` and `tournament` are folds over these events. Games are finished in any order; `InOrder` puts them back
into that of the schedule.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from ludus.arena.match import Pairing, Result
from ludus.errors import LudusError
from ludus.records.events import Offence, Played

ATTEMPTS = 3
"""How often a game is tried before it stays void."""


@dataclass(frozen=True, slots=True)
class Started:
    """A game was handed to a worker."""

    pairing: Pairing
    attempt: int
    """From 1."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Something happened in a game that goes on."""

    pairing: Pairing
    attempt: int
    what: Played | Offence


@dataclass(frozen=True, slots=True)
class Finished:
    """A game is over."""

    result: Result

    @property
    def pairing(self) -> Pairing:
        """The game that was played."""
        return self.result.pairing


@dataclass(frozen=True, slots=True)
class Voided:
    """A game could not be finished because of a fault of the machine or of Ludus."""

    pairing: Pairing
    attempt: int
    reason: str
    """The fault, in one line."""
    details: str = ""
    """The traceback, if the fault is in Ludus."""
    error: LudusError | None = None
    """What is wrong with the class of the game, if that was the fault: a match ends with it, a tournament goes on."""

    @property
    def is_final(self) -> bool:
        """Whether the game will not be tried again."""
        return self.attempt >= ATTEMPTS


@dataclass(frozen=True, slots=True)
class Scored:
    """What a schedule needs to know of a finished game."""

    pairing: Pairing
    points: tuple[float, ...]


Event = Started | Moved | Finished | Voided


class Schedule(Protocol):
    """Decides which games are played."""

    @property
    def is_fixed(self) -> bool:
        """Whether the first answer lists all games, so that nobody needs to ask again."""

    def next(self, finished: Sequence[Scored]) -> Sequence[Pairing]:
        """List games that can be played now, given the finished ones; games already listed are ignored."""


class Pool(Protocol):
    """Plays games, several at a time."""

    @property
    def size(self) -> int:
        """The number of games played at a time."""

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Play this game as soon as possible."""

    def wait(self) -> Iterable[Moved | Finished | Voided]:
        """Wait for events, and return them."""

    def close(self) -> None:
        """End all games that are under way."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A schedule whose games are all known in advance."""

    pairings: Sequence[Pairing]
    is_fixed: ClassVar = True

    def next(self, finished: Sequence[Scored]) -> Sequence[Pairing]:
        """List all games."""
        return self.pairings


def play_schedule(
    schedule: Schedule,
    pool: Pool,
    finished: Sequence[Scored] = (),
    attempts: Mapping[str, int] | None = None,
) -> Generator[Event, None, None]:
    """Play games until the schedule lists no more; close the pool at the end.

    To go on where an earlier run has stopped: `finished` are the games that are over, `attempts` how often a game has
    been void already; those that have been so too often are not tried again.
    """
    try:
        yield from _Runner(schedule, pool, finished, attempts or {}).run()
    finally:
        pool.close()


class InOrder:
    """Delays finished and finally void games until all games before them in the schedule are done."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        self._awaited = deque(pairing.id for pairing in pairings)
        self._held: dict[str, Finished | Voided] = {}

    def put(self, event: Finished | Voided) -> Iterator[Finished | Voided]:
        """Add an event and yield those that are now in order."""
        self._held[event.pairing.id] = event
        while self._awaited and self._awaited[0] in self._held:
            yield self._held.pop(self._awaited.popleft())

    def flush(self) -> Iterator[Finished | Voided]:
        """Yield the remaining events in order, when no more will come."""
        for name in self._awaited:
            if name in self._held:
                yield self._held.pop(name)


class _Runner:
    def __init__(
        self, schedule: Schedule, pool: Pool, finished: Sequence[Scored], attempts: Mapping[str, int]
    ) -> None:
        self._schedule = schedule
        self._pool = pool
        self._attempts = attempts
        self._waiting: deque[tuple[Pairing, int]] = deque()
        self._known = {scored.pairing.id for scored in finished}
        self._running = 0
        self._finished = list(finished)
        self._has_news = True

    def run(self) -> Iterator[Event]:
        while True:
            yield from self._hand_out()
            if not self._running:
                return
            for event in self._pool.wait():
                self._note(event)
                yield event

    def _hand_out(self) -> Iterator[Started]:
        while self._running < self._pool.size:
            if not self._waiting:
                self._ask()
            if not self._waiting:
                return
            pairing, attempt = self._waiting.popleft()
            self._pool.submit(pairing, attempt)
            self._running += 1
            yield Started(pairing, attempt)

    def _ask(self) -> None:
        """Ask the schedule for more games, if anything has changed since it was asked last."""
        if not self._has_news:
            return
        self._has_news = False
        for pairing in self._schedule.next(self._finished):
            if pairing.id not in self._known:
                self._known.add(pairing.id)
                attempt = self._attempts.get(pairing.id, 0) + 1
                if attempt <= ATTEMPTS:
                    self._waiting.append((pairing, attempt))

    def _note(self, event: Moved | Finished | Voided) -> None:
        if isinstance(event, Moved):
            return
        self._running -= 1
        if isinstance(event, Finished):
            if not self._schedule.is_fixed:
                self._finished.append(Scored(event.pairing, event.result.points))
                self._has_news = True
        elif not event.is_final:
            self._waiting.appendleft((event.pairing, event.attempt + 1))
