"""Answers well, uses next to nothing of its clock, and sleeps for as long as it is let."""

import time

from tests.programs.contest import answer, asked, give

turn = asked()
assert turn.clock is not None
time.sleep(2 * turn.clock.left + 1.6)
give(answer(turn))
