"""Starts a program and reports what it leaves: processes that still run, and the most memory that any of them held.

A script for a bare Python, so it imports nothing of ours. It travels on the command line, because no file that lies where
the program can write is safe from it:

    python3 -c SCRIPT COMMAND ...

As a subreaper it becomes the parent of whatever is orphaned below it, so a daemon cannot slip away by forking twice.
The report is the last line on standard error. It can be trusted if the watcher was not killed: it writes when
no process is left below it, no other process can inspect it, and any failure in here ends it by a signal.
"""

import contextlib
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
LONGEST = 5.0
"""Seconds until all that is left must have been killed."""
MOST_NAMES = 20
_SET_DUMPABLE, _SET_CHILD_SUBREAPER = 4, 36


def main(command: list[str]) -> int:
    """Run the command, write the report, and end as the command did."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for option, value in ((_SET_DUMPABLE, 0), (_SET_CHILD_SUBREAPER, 1)):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    code = subprocess.call(command)
    left = _list_survivors()
    deadline = time.monotonic() + PATIENCE
    while left and time.monotonic() < deadline:
        time.sleep(0.01)
        left = _list_survivors()
    names = [_read_name(process) for process in left[:MOST_NAMES]]
    _kill_all()
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    _write(f"\n{json.dumps({'processes': names, 'memory': memory})}\n".encode())
    return code if code >= 0 else 128 - code


def _kill_all() -> None:
    """Kill until there is no child: then there is nothing further below, either."""
    deadline = time.monotonic() + LONGEST
    while time.monotonic() < deadline:
        for process in _list_survivors():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)
    raise TimeoutError


def _write(report: bytes) -> None:
    # The program had the same stream, and may have changed how it behaves.
    os.set_blocking(2, True)
    while report:
        report = report[os.write(2, report) :]


def _list_survivors() -> list[int]:
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


def _read_name(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()[:200].split(b"\0")
    except OSError:
        return "?"
    # Without their folders: those are the arena's, and mean nothing to the program's author.
    return " ".join(word.rpartition(b"/")[2].decode(errors="replace") for word in words).strip()


if __name__ == "__main__":
    try:
        os._exit(main(sys.argv[1:]))
    except BaseException:
        os.kill(os.getpid(), signal.SIGKILL)
        raise
