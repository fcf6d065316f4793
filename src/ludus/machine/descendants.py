"""What the kernel tells about a process and all those below it."""

from __future__ import annotations

import contextlib
from pathlib import Path


def children_of(process: int) -> list[int]:
    """List the children of all threads of a process."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in _text(f"{task}/children").split()]


def bytes_written(process: int) -> int:
    """Sum the bytes that a process and all below it have put on the disk: files without a name fill it, too."""
    written, waiting = 0, [process]
    while waiting:
        current = waiting.pop()
        with contextlib.suppress(OSError):
            waiting += children_of(current)
            counts = dict(line.split(": ") for line in _text(f"/proc/{current}/io").splitlines())
            written += int(counts["write_bytes"]) - int(counts["cancelled_write_bytes"])
    return written


def _text(path: str) -> str:
    return Path(path).read_text(encoding="ascii")
