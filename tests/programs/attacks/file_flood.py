"""Writes so many files of so many KiB."""

import sys
from pathlib import Path

for number in range(int(sys.argv[1])):
    Path(f"file{number}").write_bytes(b"x" * (int(sys.argv[2]) << 10))
