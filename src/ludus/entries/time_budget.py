"""How an entry divides its time: it never uses all of it, and always searches while there is any.

The clock of the contests is CPU time from the start of the process, so `time.process_time` is the right
one: the start of the interpreter is in it. Where a contest might count wall-clock time, that counts too.

Each move starts the interpreter anew, and two hundred starts are seconds: a mere share of what is left would lose a
long game on time. So the starts of the moves to come are set aside first, and the rest is divided by how many moves are usually
to come. A search may end sooner where the best move has not changed for a while, and go on where it has just changed or
become worse.
"""

from __future__ import annotations

import time

from ludus.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.engine import StopFlag
    from ludus.entries.game_lengths import MovesToCome
    from ludus.turn import Thought

RESERVE = 0.01
"""Reserved for writing the answer and for the end of the process."""
LAST_MOMENT = 0.1
"""With no more than this left, answer without a search."""
LEAST = 0.002
"""A shorter search finds nothing."""
PARTING = 0.006
"""What a move costs beyond its search after the time has been planned: loading the native core, the answer, the end."""
LONGEST = 30.0
"""The maximum time of a usual move, however much time there is."""
AFFORDABLE = 0.1
"""If the starts of the longest possible game cost no more than this share of the whole clock, all of them are set aside."""
HOPE = 2.5
"""Where the clock is too short for a long game, one of so many times the usual length is planned for."""
STRETCH = 2.0
"""So many times the usual time a difficult move may take, but never more than `GREED` of what is left."""
GREED = 0.25

STEADY, SHAKEN = 0.4, 1.5
"""How much of the usual time a search takes whose best move is steady, and one whose best move is not."""
STEADY_DEPTHS, SHAKEN_DEPTHS = 5, 1
"""A best move is steady after so many depths, and shaken until it has been the best of more than so many."""
DROP = 0.5
"""A score that has fallen by so many pieces shakes a move, too."""


class Budget(Value):
    """What one move may take, in seconds: usually, and at most."""

    usual: float
    most: float


def plan_search(left: float, total: float, start: float, spent: float, to_come: MovesToCome) -> Budget | None:
    """Plan one search; None means answer at once.

    `left` was on the clock when the move began and `total` when the game did; `start` is what the start of the process
    has cost, and `spent` what of the clock is gone since.
    """
    spare = left - spent - RESERVE
    if left <= LAST_MOMENT and spare / max(to_come.usual, 1) < LEAST:
        return None
    free = max(0.0, spare - _set_aside(spare, total, start + PARTING + LEAST, to_come))
    usual = min(max(LEAST, free / max(to_come.usual, 1)), LONGEST)
    return Budget(usual, max(usual, min(STRETCH * usual, free * GREED)))


def _set_aside(spare: float, total: float, cost: float, to_come: MovesToCome) -> float:
    """Choose how much to keep for the starts of moves to come, each of which costs so much."""
    if cost * to_come.most <= total * AFFORDABLE:
        return cost * to_come.most
    if cost * to_come.late <= spare:
        return cost * to_come.late
    # A long game is lost on time however little is searched; then a usual one is to be won.
    return cost * min(HOPE * to_come.usual, to_come.late)


class Patience:
    """Ends a search in time: hears of each finished depth, and raises the flag when another is not worth it."""

    def __init__(self, budget: Budget, flag: StopFlag, now: Callable[[], float] = time.process_time) -> None:
        self._budget = budget
        self._flag = flag
        self._now = now
        self._began = now()
        self._best: Thought | None = None
        self._since = 0

    def hear(self, found: Sequence[Thought]) -> None:
        """Compare what a depth has found with the depth before."""
        best, before = found[0], self._best
        has_dropped = before is not None and best.score.rank < before.score.rank - DROP
        if before is None or best.move != before.move or has_dropped:
            self._since = best.depth
        self._best = best
        if self._now() - self._began >= self._budget.usual * self._choose_share(best.depth - self._since):
            self._flag.raise_()

    def _choose_share(self, depths: int) -> float:
        if depths >= STEADY_DEPTHS:
            return STEADY
        return SHAKEN if depths <= SHAKEN_DEPTHS else 1.0


def start_timer(seconds: float, wall: float | None = None) -> Callable[[], bool]:
    """Start a timer for so many seconds of CPU time, and as many or others of wall-clock time, whichever is over first."""
    cpu_end = time.process_time() + seconds
    wall_end = time.monotonic() + (seconds if wall is None else wall)
    return lambda: time.process_time() >= cpu_end or time.monotonic() >= wall_end
