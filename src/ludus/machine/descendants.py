"""What the kernel reports about a process and its descendants."""

from __future__ import annotations

import contextlib
from pathlib import Path


def list_children(process: int) -> list[int]:
    """List the children of all threads of a process."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in _read(f"{task}/children").split()]


def count_bytes_written(process: int) -> int:
    """Sum the bytes that a process and its descendants have written to disk, unnamed files included."""
    written, waiting = 0, [process]
    while waiting:
        current = waiting.pop()
        with contextlib.suppress(OSError):
            waiting += list_children(current)
            counts = dict(line.split(": ") for line in _read(f"/proc/{current}/io").splitlines())
            written += int(counts["write_bytes"]) - int(counts["cancelled_write_bytes"])
    return written


def _read(path: str) -> str:
    return Path(path).read_text(encoding="ascii")
