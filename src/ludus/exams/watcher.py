"""Starts a program and sees what it leaves: processes that still run, and the most memory that any of them held.

A script of its own, laid beside the program and run by a bare Python, so it imports nothing of ours:

    python3 watcher.py REPORT COMMAND ...

As a subreaper it becomes the parent of whatever is orphaned below it, so a daemon cannot slip away by forking twice.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 0.3
"""Seconds for children that are just ending."""
_SET_CHILD_SUBREAPER = 36


def main(report: str, command: list[str]) -> int:
    """Run the command, write the report, and end as the command did."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    code = subprocess.call(command)
    left = _survivors()
    deadline = time.monotonic() + PATIENCE
    while left and time.monotonic() < deadline:
        time.sleep(0.01)
        left = _survivors()
    names = [_name(process) for process in left]
    for process in left:
        os.kill(process, signal.SIGKILL)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    Path(report).write_text(json.dumps({"processes": names, "memory": memory}), encoding="utf-8")
    return code if code >= 0 else 128 - code


def _survivors() -> list[int]:
    """List the running processes below this one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_bytes().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if state not in (b"Z", b"X"):
            parents[int(path.parent.name)] = int(parent)
    return [process for process in parents if _is_below(process, parents)]


def _is_below(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False


def _name(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()[:200].split(b"\0")
    except OSError:
        return "?"
    # Without their folders: those are the arena's, and mean nothing to the program's author.
    return " ".join(word.rpartition(b"/")[2].decode(errors="replace") for word in words).strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
