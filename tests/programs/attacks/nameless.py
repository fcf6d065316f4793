"""Fills so many files of a MiB that nobody can find, because they have lost their names; keeps them for a while."""

import os
import sys
import time
from pathlib import Path

files = []
for _ in range(int(sys.argv[1])):
    files.append(os.open("file", os.O_CREAT | os.O_WRONLY))
    Path("file").unlink()
    os.write(files[-1], b"x" * (1 << 20))
time.sleep(float(sys.argv[2]))
print(sum(os.fstat(file).st_size for file in files) >> 20)
