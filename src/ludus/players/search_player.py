"""Players that search: how much they may think about one move, and the timer that ends it.

A player that was given limits of its own keeps to them and to nothing else, so it plays the same at any speed.
Else the clock decides: a number of positions where it counts positions, else a share of the time left. Where the game
is not timed, the player has limits of its kind.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from ludus.players.base import Player
from ludus.turn import Choice, Clock, Limits, Thought, Turn

SHARE = 1 / 30
"""What part of the time left for the game one move may take: early moves get the most, and it never runs out."""
MOVE_SHARE = 0.8
"""What part of the time for one move may be used: a search checks its timer only now and then."""
FUSE = 1 / 10
MOVE_FUSE = 0.9
"""The same for wall time: a clock does not say which time it counts, and on a busy machine wall time runs faster."""
LEAST = 0.001

Stop = Callable[[], bool]
"""Tells whether the answer is wanted now."""
OnInfo = Callable[[Thought, tuple[str, ...]], None]
"""Called during a search with what was found so far, and the expected line."""


def make_limits(clock: Clock | None) -> Limits:
    """Turn what a clock shows into limits for one move; none where it does not limit anything."""
    if clock is None:
        return Limits()
    if clock.nodes is not None:
        return Limits(nodes=clock.nodes)
    move = math.inf if clock.move is None else clock.move
    cpu = max(LEAST, min(clock.left * SHARE, move * MOVE_SHARE))
    wall = max(LEAST, min(clock.left * FUSE, move * MOVE_FUSE))
    return Limits(cpu=cpu, wall=wall) if cpu < math.inf else Limits()


def ignore_info(thought: Thought, line: tuple[str, ...]) -> None:
    """Ignore what a search finds on the way."""


class SearchPlayer(Player):
    """A player that searches, can be stopped, and reports what it has found so far."""

    def __init__(self, name: str, own: Limits, usual: Limits) -> None:
        self.name = name
        self._own = own
        self._usual = usual

    def choose(self, turn: Turn) -> Choice:
        """Think within the limits that hold for this turn."""
        thought = self.think(turn, self.choose_limits(turn.clock))
        self.raise_interruption()
        return Choice((thought.move,), None, thought)

    def choose_limits(self, clock: Clock | None) -> Limits:
        """Return the limits of this player for a move under this clock."""
        return self._own or make_limits(clock) or self._usual

    def think(self, turn: Turn, limits: Limits, on_info: OnInfo = ignore_info) -> Thought:
        """Search within these limits, or until it is cancelled; the position must have a move."""
        raise NotImplementedError

    def start_timer(self, limits: Limits) -> Stop:
        """Start a timer in the thread that thinks; it tells whether the time is up or the search is cancelled."""
        cpu_end = math.inf if limits.cpu is None else time.thread_time() + limits.cpu
        wall_end = math.inf if limits.wall is None else time.monotonic() + limits.wall
        stop = self.is_cancelled
        if cpu_end == wall_end == math.inf:
            return stop
        return lambda: time.thread_time() >= cpu_end or time.monotonic() >= wall_end or stop()
