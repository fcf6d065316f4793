"""Writes an answer of so many MiB."""

import sys
from pathlib import Path

with Path("output.txt").open("wb") as file:
    for _ in range(int(sys.argv[1])):
        file.write(b"10K\n" * (1 << 18))
