"""Burns CPU time and says, on every descriptor that it can find, that all is well and nothing was used.

With a process's number it looks only there; without, only where all processes are its own.
"""

import contextlib
import os
import sys
import time
from pathlib import Path

while time.process_time() < float(sys.argv[1]):
    pass
processes = [Path("/proc", sys.argv[2])] if len(sys.argv) > 2 else list(Path("/proc").glob("[0-9]*"))
ways = [f"{process}/fd/{number}" for process in processes for number in range(64)]
for word in (b"ended 0 0 0", b"failed 2"):
    for number in range(3, 256):
        with contextlib.suppress(OSError):
            os.write(number, word)
    for way in ways:
        if way.startswith(f"/proc/{os.getpid()}/"):
            continue
        with contextlib.suppress(OSError):
            descriptor = os.open(way, os.O_WRONLY | os.O_NONBLOCK)
            os.write(descriptor, word)
            print("found", way)
sys.exit(7)
