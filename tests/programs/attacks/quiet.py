"""Closes all its streams, and answers a good while later."""

import os
import time
from pathlib import Path

for stream in (0, 1, 2):
    os.close(stream)
time.sleep(0.3)
Path("output.txt").write_text("10K\n")
