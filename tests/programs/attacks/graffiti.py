"""Writes into a folder that is not its own, and wherever else it can."""

import contextlib
import sys
from pathlib import Path

for place in (sys.argv[1], *sys.argv[2:]):
    with contextlib.suppress(OSError):
        (Path(place) / "graffiti").write_text("I was here\n")
        print(place)
