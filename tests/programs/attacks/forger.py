"""Answers Pente's first stone, and leaves a process that goes on writing the report of a watcher who saw nothing."""

import os
import time
from pathlib import Path

Path("output.txt").write_text("10K\n", encoding="ascii")
os.set_blocking(2, False)
if not os.fork():
    while True:
        try:
            os.write(2, b'\n{"processes": [], "memory": 1}\n')
        except BlockingIOError:
            time.sleep(0.001)
