"""Writes so many MiB into a folder that can be listed and not entered; waits for a while."""

import os
import sys
import time
from pathlib import Path

folder = Path("locked")
folder.mkdir()
files = [os.open(folder / str(number), os.O_CREAT | os.O_WRONLY) for number in range(int(sys.argv[1]))]
folder.chmod(0o400)
for file in files:
    os.write(file, b"x" * (1 << 20))
time.sleep(float(sys.argv[2]))
print(sum(os.fstat(file).st_size for file in files) >> 20)
