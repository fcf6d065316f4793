"""How an entry divides its time: it never uses all of it, and always searches while there is any.

The clock of the contests is CPU time from the start of the process, so `time.process_time` is the right
one: the start of the interpreter is in it. Where a contest might count wall-clock time, that counts too.

Each move starts the interpreter anew, and two hundred starts are seconds: a mere share of what is left would
lose a long game on time. So the starts of a long game are set aside first, and the rest is divided by how many
moves are usually to come. Where the clock is too short for the starts of a long game, searches get `SPARE` of it
in all: no game is lost on time whose starts take less than the rest, if those to come cost about as much as those
so far (`SLOW`). A search may end sooner where the best move has not changed for a while, and go on where it has
just changed or become worse.
"""

from __future__ import annotations

import time

from ludus.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludus.engine import StopFlag
    from ludus.entries.game_lengths import MovesToCome
    from ludus.turn import Clock, Thought

LEAST = 0.002
"""A shorter search finds nothing."""
PARTING = 0.006
"""What a move costs beyond its search after the time has been planned: loading the native core, the answer, the end."""
OVERHEAD = 3.0
"""A start costs at most this multiple of what the program itself has measured. Where the clock seems to say more, it counts
something else: the wall-clock time of searches on a busy machine."""
CHEAPEST = 0.5
"""Nor less than this share of it: a clock that seems to say less leaves something out which it may count on other moves."""
LONGEST = 30.0
"""The maximum time of a usual move, however much time there is."""
AFFORDABLE = 0.1
"""If the starts of the longest possible game cost no more than this share of the whole clock, all of them are set aside."""
PACE = 0.9
"""About what share of a long clock is left after each move."""
PACED_MOVES = 1000
"""Further moves do not make that share of the first clock smaller: it would become 0."""
SLOW = 1.3
"""The starts to come may cost more than those so far: a hundred as much as 113, where it is 1.3."""
UNSURE = 1.3
"""Where nothing is remembered of the starts before, this one counts as this multiple: it may have been a quick one."""
FORGOTTEN = 0.5
"""Where less is left than this share of what is set aside, on a clock that hardly holds the starts of a long game, it was
not spent by this plan."""
FEW_STARTS = 14
"""On a clock that was not spent by this plan there is no more search when it holds fewer starts than this: one may cost
twice as much as another."""
SPARE = 0.15
"""This share of the whole clock is for searches even if the starts of a long game need all of it."""
SPARE_UNKNOWN = 0.13
"""The same where it is not known what the searches so far have taken: it may have been more than their share."""
STRETCH = 2.0
"""The multiple of the usual time that a difficult move may take, but never more than `GREED` of what is left."""
GREED = 0.25

STEADY, SHAKEN = 0.4, 1.5
"""How much of the usual time a search takes whose best move is steady, and one whose best move is not."""
STEADY_DEPTHS, SHAKEN_DEPTHS = 5, 1
"""The depths after which an unchanged best move is steady, and those up to which it still counts as shaken."""
DROP = 0.5
"""A score that has fallen by this many pieces shakes a move, too."""


class Budget(Value):
    """What one move may take, in seconds: usually, and at most."""

    usual: float
    most: float


class Spending(Value):
    """What a side has used of its clock before this move, in seconds."""

    total: float
    """On the clock when the game began."""
    left: float
    made: int
    """How many moves it has made."""
    searches: float | None
    """What the searches of those moves took; None if that is not known."""

    def estimate_start(self, measured: float) -> float:
        """Estimate what a move costs without its search, from what this one has cost so far and what is gone from the clock."""
        own = measured + PARTING
        if self.searches is None:
            return own
        mean = (own + self.total - self.left - self.searches) / (self.made + 1)
        return min(max(own * CHEAPEST, mean), own * OVERHEAD)

    def add_starts(self, start: float) -> float:
        """Sum what the starts so far have cost, each about `start`: no more than is gone from the clock."""
        cost = start * self.made
        return cost if self.searches is None else max(0.0, min(cost, self.total - self.left - self.searches))


def guess_spending(left: float, made: int, measured: float, to_come: MovesToCome) -> Spending:
    """Guess what the clock showed at first, where that or what the searches took is not known."""
    start = measured + PARTING
    usual = left / PACE ** min(made, PACED_MOVES)
    if start * to_come.most <= min(usual * AFFORDABLE, left):
        return Spending(usual, left, made, None)
    # A short clock: what the starts took, and a part of what there was for searches.
    searches = SPARE * made / (made + max(to_come.usual, 1))
    return Spending((left + made * start) / (1 - searches), left, made, None)


def plan_search(spending: Spending, measured: float, spent: float, to_come: MovesToCome) -> Budget | None:
    """Plan one search; None means answer at once.

    `measured` is what the start of the process has cost, and `spent` what of the clock is gone since the move began.
    """
    start = spending.estimate_start(measured)
    return _divide(spending.left - spent - PARTING - _set_aside(spending, start, to_come), to_come)


def plan_search_without_memory(
    clock: Clock, made: int, measured: float, spent: float, to_come: MovesToCome
) -> Budget | None:
    """Plan one search where the whole clock is known, but not what of it the searches before have taken.

    One start says little about those before: all of the longest game get equal shares of what a short clock has for them.
    """
    start = measured + PARTING
    if start * to_come.most <= clock.total * AFFORDABLE:
        reserve = least = _add_slow(start * UNSURE, to_come.most)
    else:
        share = _add_slow(1, to_come.most) / _add_slow(1, made + to_come.most)
        late, fitting = _add_slow(start * UNSURE, to_come.late), clock.total * (1 - SPARE_UNKNOWN) * share
        # Where the whole clock hardly holds the starts of a long game, this plan itself comes to less than it sets aside
        # when they are slow, and then there is nothing left for searches.
        reserve, least = (late, late) if late <= fitting else (fitting, fitting * FORGOTTEN)
    free = clock.left - spent - PARTING
    if free - least < LEAST:
        # A plan of ours leaves so little only at the end of a long game; otherwise somebody else has used the clock.
        if clock.left < FEW_STARTS * start or free < LEAST:
            return None
        share = SPARE * clock.left / to_come.most
        rest = free - _add_slow(start, to_come.most) / (1 - SPARE)
        return _divide(max(rest, share * to_come.usual, LEAST), to_come)
    return _divide(free - reserve, to_come)


def _divide(free: float, to_come: MovesToCome) -> Budget | None:
    """Divide what is free for searches by the moves to come."""
    if free < LEAST:
        return None
    usual = min(max(LEAST, free / max(to_come.usual, 1)), LONGEST)
    return Budget(usual, max(usual, min(STRETCH * usual, free * GREED)))


def _set_aside(spending: Spending, start: float, to_come: MovesToCome) -> float:
    """Choose how much to keep for the starts of moves to come, each of which costs `start`."""
    if start * to_come.most <= spending.total * AFFORDABLE:
        return _add_slow(start, to_come.most)
    fitting = spending.total * (1 - SPARE) - spending.add_starts(start)
    if fitting <= 0:
        # The game is longer than the clock is for, so that each start may be the last.
        return spending.left
    return min(_add_slow(start, to_come.late), fitting)


def _add_slow(start: float, moves: float) -> float:
    """Sum the starts of these moves, some of which are slower than usual."""
    return start * (moves + SLOW * float(moves**0.5))


class Patience:
    """Ends a search in time: is called after each finished depth, and raises the flag when another is not worth it."""

    def __init__(self, budget: Budget, flag: StopFlag, now: Callable[[], float] = time.process_time) -> None:
        self._budget = budget
        self._flag = flag
        self._now = now
        self._began = now()
        self._best: Thought | None = None
        self._since = 0

    def take_depth(self, found: Sequence[Thought]) -> None:
        """Compare what a depth has found with the depth before."""
        best, before = found[0], self._best
        has_dropped = before is not None and best.score.rank < before.score.rank - DROP
        if before is None or best.move != before.move or has_dropped:
            self._since = best.depth
        self._best = best
        if self.measure() >= self._budget.usual * self._choose_share(best.depth - self._since):
            self._flag.raise_()

    def measure(self) -> float:
        """Measure how long the search has taken."""
        return self._now() - self._began

    def _choose_share(self, depths: int) -> float:
        if depths >= STEADY_DEPTHS:
            return STEADY
        return SHAKEN if depths <= SHAKEN_DEPTHS else 1.0


def start_timer(seconds: float, wall: float | None = None) -> Callable[[], bool]:
    """Start a timer for some seconds of CPU time, and as many of wall-clock time unless others are given, whichever is over first."""
    cpu_end = time.process_time() + seconds
    wall_end = time.monotonic() + (seconds if wall is None else wall)
    return lambda: time.process_time() >= cpu_end or time.monotonic() >= wall_end
