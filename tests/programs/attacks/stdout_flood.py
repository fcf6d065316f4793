"""Writes so many MiB to standard output."""

import os
import sys

for _ in range(int(sys.argv[1])):
    os.write(1, b"blah" * (1 << 18))
