"""Checks the promises on a game: plays random games, checks their positions, and reports what broke and where."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random

from ludus.games.base import Position
from ludus.games.promises import PROMISES, Broken, Promise, check_listing, check_reached
from ludus.text import make_printable

LONGEST = 300
"""The maximum length of a random game, because the rules need not end every game."""
PLAYED = f"random games can be played, each to its end or to move {LONGEST}"


class TookTooLong(BaseException):
    """Raised into a game by whoever limits its time; no `Exception`, so that a game does not catch it by accident."""


Start = Callable[[], Position]
Guard = Callable[[], AbstractContextManager[object]]
"""Makes what limits the time of one promise: it raises `TookTooLong` into the game."""


@dataclass(frozen=True, slots=True)
class Visited:
    """A position of a random game, and the moves that led to it."""

    position: Position
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of random games, game by game; the same seed gives the same ones."""

    seed: int
    games: list[list[Visited]] = field(default_factory=list)

    def take(self, every: int) -> list[Visited]:
        """Take every n-th position of each game, and the last."""
        return [visited for game in self.games for visited in (*game[::every], *game[-1:])]

    def moves(self) -> list[str]:
        """List the moves that were made in the games."""
        return sorted({move for game in self.games for visited in game[-1:] for move in visited.moves})


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one promise; `broken` is empty if it was kept, otherwise the position and its moves are given."""

    promise: str
    broken: str = ""
    position: str = ""
    moves: tuple[str, ...] = ()
    took_too_long: bool = False


def try_promises(start: Start, games: int, seed: int, guard: Guard = nullcontext) -> Iterator[Finding]:
    """Play random games and check every promise on them, up to the first that takes too long."""
    sample = Sample(seed)
    finding = play_games(start, games, sample, guard)
    yield finding
    for promise in PROMISES if sample.games else ():
        if finding.took_too_long:
            return
        finding = try_promise(promise, sample, guard)
        yield finding


def play_games(start: Start, games: int, sample: Sample, guard: Guard = nullcontext) -> Finding:
    """Play the games of the sample, as far as they can be played."""
    try:
        with guard():
            for number in range(games):
                position = start()
                sample.games.append([Visited(position, ())])
                sample.games[-1].extend(_play_on(position, Random(f"{sample.seed} {number}")))
    except (Exception, SystemExit, TookTooLong) as error:
        return _report(PLAYED, error, sample.games[-1][-1] if sample.games else None)
    return Finding(PLAYED)


def _play_on(position: Position, rng: Random) -> Iterator[Visited]:
    moves: list[str] = []
    while len(moves) < LONGEST:
        listed = position.moves()
        check_listing(listed)
        if not listed:
            return
        moves.append(rng.choice(listed))
        position = position.play(moves[-1])
        check_reached(moves[-1], position)
        yield Visited(position, tuple(moves))


def try_promise(promise: Promise, sample: Sample, guard: Guard = nullcontext) -> Finding:
    """Check one promise on positions of the sample, up to the first that breaks it."""
    rng = Random(f"{sample.seed} {promise.words}")
    visited = None
    try:
        with guard():
            moves = sample.moves()
            for visited in sample.take(promise.every):
                promise.check(visited.position, moves, rng)
    except (Exception, SystemExit, TookTooLong) as error:
        return _report(promise.words, error, visited)
    return Finding(promise.words)


def _report(promise: str, error: BaseException, visited: Visited | None) -> Finding:
    took_too_long = isinstance(error, TookTooLong)
    if visited is None:
        return Finding(promise, _describe(error), took_too_long=took_too_long)
    try:
        text = str(visited.position)
    except (Exception, SystemExit) as other:
        text = f"str() raised {_describe(other)}"
    return Finding(promise, _describe(error), make_printable(text), visited.moves, took_too_long)


def _describe(error: BaseException) -> str:
    """Describe what was raised and where; our own errors need no place."""
    said = make_printable(str(error))
    if isinstance(error, Broken):
        return said
    frames = traceback.extract_tb(error.__traceback__)
    # The last frame of a `TookTooLong` is that of the alarm; the game is interrupted in the one before.
    place = frames[-2 if isinstance(error, TookTooLong) else -1]
    return f"{type(error).__name__}: {said[:500]} ({place.filename}, line {place.lineno})"
