"""Answers, and leaves a daemon behind that rewrites the answer again and again for a while."""

import os
import sys
import time
from pathlib import Path

Path("output.txt").write_text("10K\n")
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(int(sys.argv[1]) * 100):
            Path("output.txt").write_text(f"{number}\n")
            time.sleep(0.01)
        Path("gone").touch()
    os._exit(0)
os.wait()
