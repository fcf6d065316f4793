"""Answers in a form that no contest knows."""

from __future__ import annotations

import sys
from pathlib import Path

sys.stderr.write("I meant well\n")
print("\x1b[31mI play where I like\n")
Path("output.txt" if sys.argv[1] == "pente" else sys.argv[-1]).write_text("10k please\n")
