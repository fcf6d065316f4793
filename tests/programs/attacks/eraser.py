"""Deletes the request, itself, and whatever else is in its folder."""

import contextlib
import shutil
from pathlib import Path

shutil.rmtree(Path.cwd(), ignore_errors=True)
with contextlib.suppress(OSError):
    print(sorted(path.name for path in Path.cwd().iterdir()))
