"""Writes megabytes to both streams, then answers well."""

import sys

from tests.programs.contest import answer, asked, give

reply = answer(asked())
for stream in (sys.stdout, sys.stderr):
    stream.write("blah " * 1_000_000)
    stream.flush()
give(reply)
