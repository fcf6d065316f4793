"""Fills so many MiB of files without a name, each written by a child that nobody waits for; prints how many it got.

unlinked   the files have lost their names
nameless   they never had one (O_TMPFILE)
"""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

way, size, pause = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def open_file() -> int:
    """Open a file that nobody can find."""
    if way == "nameless":
        return os.open(".", os.O_TMPFILE | os.O_RDWR)
    file = os.open("file", os.O_CREAT | os.O_RDWR)
    Path("file").unlink()
    return file


def fill(file: int) -> None:
    """Write a MiB in another process, and have its end ignored."""
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.write(file, b"x" * (1 << 20))
        os._exit(0)
    with contextlib.suppress(ChildProcessError):
        os.wait()


files = []
with contextlib.suppress(OSError):
    for _ in range(size):
        files.append(open_file())
        fill(files[-1])
time.sleep(pause)
print(sum(os.fstat(file).st_blocks for file in files) * 512 >> 20)
