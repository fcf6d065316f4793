"""Asks the kernel to take another process first should memory run out, and to spare this one. Prints its own score."""

import contextlib
import sys
from pathlib import Path

for process, value in [(sys.argv[1], 1000), *(("self", value) for value in (999, 500, 0, -1000))]:
    with contextlib.suppress(OSError):
        Path(f"/proc/{process}/oom_score_adj").write_text(str(value))
print(Path("/proc/self/oom_score_adj").read_text(), end="")
