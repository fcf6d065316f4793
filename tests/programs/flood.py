"""Writes to standard output until somebody stops it."""

import sys

while True:
    sys.stdout.write("blah " * 10_000)
