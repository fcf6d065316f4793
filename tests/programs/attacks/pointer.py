"""Answers with a link to somebody else's file."""

import sys
from pathlib import Path

Path("output.txt").unlink(missing_ok=True)
Path("output.txt").symlink_to(sys.argv[1])
