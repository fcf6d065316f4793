"""Asks for more memory than there may be; answers well if it does not get it."""

import mmap

from tests.programs.contest import answer, asked, give

reply = answer(asked())
try:
    room = mmap.mmap(-1, 8 << 30)
except OSError:
    give(reply)
