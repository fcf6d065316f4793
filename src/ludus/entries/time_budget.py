"""How an entry divides its time: it never uses all of it, and always searches while there is any.

The clock of the contests is CPU time from the start of the process, so `time.process_time` is the right
one: the start of the interpreter is in it. Where a contest might count wall-clock time, that counts too.
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SHARE = 1 / 30
"""The share of the time left that one move may take: the time never runs out, and early moves get the most."""
RESERVE = 0.02
"""Reserved for writing the answer and for the end of the process."""
LAST_MOMENT = 0.1
"""With no more than this left, answer without a search."""
LEAST = 0.002
"""A shorter search finds nothing."""
PARTING = 0.01
"""The maximum time between a search and the next start, on a quick machine."""
LONGEST = 30.0
"""The maximum time of a move, however much time there is."""
BOLDNESS = 0.1
"""The share of the clock that is used for searching even if the remaining starts would need all of it."""


def choose_search_seconds(left: float, spent: float, moves_to_come: int) -> float:
    """Choose how long to search when `left` was the clock at the start and `spent` is gone; 0 means answer at once.

    Each move starts the interpreter anew, and two hundred starts are seconds: a mere share of what is left
    would lose a long game on time. So the starts of the moves to come are set aside first.
    """
    spare = left - spent - RESERVE
    if left <= LAST_MOMENT and spare * SHARE < LEAST / 2:
        return 0.0
    # If starting is slow, ending is slow as well.
    free = max(left - (1.25 * spent + PARTING) * moves_to_come, left * BOLDNESS)
    return min(max(LEAST, min(spare, free) * SHARE), LONGEST)


def start_timer(seconds: float) -> Callable[[], bool]:
    """Start a timer for this many seconds of CPU or wall-clock time, whichever comes first."""
    cpu_end = time.process_time() + seconds
    wall_end = time.monotonic() + seconds
    return lambda: time.process_time() >= cpu_end or time.monotonic() >= wall_end
