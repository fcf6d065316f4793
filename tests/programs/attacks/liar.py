"""Burns CPU time and tells the sandbox, on every descriptor that it can find, that all is well and nothing was used."""

import contextlib
import os
import sys
import time
from pathlib import Path

while time.process_time() < float(sys.argv[1]):
    pass
ways = [
    f"/proc/{process.name}/fd/{number}" for process in Path("/proc").glob("[0-9]*") for number in range(64)
]
for word in (b"ended 0 0 0 0", b"failed 2"):
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
