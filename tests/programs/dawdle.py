"""Answers well, and takes no notice of its clock."""

import time

from tests.programs.contest import answer, asked, give

reply = answer(asked())
while time.process_time() < 1.2:
    pass
give(reply)
