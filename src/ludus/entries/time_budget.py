"""How an entry spends its time: never the last of it, and always something while there is any.

The clock of the contests is CPU time from the start of the process, so `time.process_time` is the right
watch: the start of the interpreter is in it. Where a contest might watch the wall, that counts too.
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SHARE = 1 / 30
"""What part of the time left one move may take: it never runs out, and early moves get the most."""
RESERVE = 0.02
"""Kept for writing the answer and for the end of the process."""
LAST_MOMENT = 0.1
"""With no more than this left, an answer without search is right."""
LEAST = 0.002
"""A search shorter than this sees nothing."""
PARTING = 0.01
"""What a move costs between its search and the next start, at most, on a quick machine."""
LONGEST = 30.0
"""No move takes longer than this, however much time there is."""
BOLDNESS = 0.1
"""The part of the clock that is shared out even where the starts to come would need all of it."""


def choose_search_seconds(left: float, spent: float, moves_to_come: int) -> float:
    """Say how long to search when `left` was the clock at the start and `spent` is gone; 0 means answer at once.

    Each move starts the interpreter anew, and two hundred starts are seconds: a mere share of what is left
    would lose a long game on time. So the starts of the moves to come are set aside first.
    """
    spare = left - spent - RESERVE
    if left <= LAST_MOMENT and spare * SHARE < LEAST / 2:
        return 0.0
    # Where starting is slow, ending is slow as well.
    free = max(left - (1.25 * spent + PARTING) * moves_to_come, left * BOLDNESS)
    return min(max(LEAST, min(spare, free) * SHARE), LONGEST)


def watch(seconds: float) -> Callable[[], bool]:
    """Start a watch that is out of time after so many seconds of CPU or of wall time, whichever comes first."""
    cpu_end = time.process_time() + seconds
    wall_end = time.monotonic() + seconds
    return lambda: time.process_time() >= cpu_end or time.monotonic() >= wall_end
