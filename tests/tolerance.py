"""How exactly a time is known on a machine that others use, too: enough to tell what is charged from what is hidden.

How exact a meter is on an idle machine, `bench/arena.py` measures.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

AGAINST_HANGING = 50.0
"""Seconds within which a machine under load does what takes an idle one a moment; whoever hangs does so for a minute."""

PATIENCE = 120.0
"""Seconds to wait for what surely comes, on the busiest machine."""

LONG_PATIENCE = 1200.0
"""The same for what takes an idle machine a minute by itself: a tournament of a whole class, or a season."""

LITTLE = 0.2
"""Seconds of CPU time above which a program has done something, however slow the machine is."""


def wait_for_work(pid: int, seconds: float) -> None:
    """Wait until a process has used so much CPU time: on a machine under load it may not yet have begun after a second."""
    deadline = time.monotonic() + PATIENCE
    while _read_cpu_time(pid) < seconds:
        assert time.monotonic() < deadline, "it does nothing"
        time.sleep(0.02)


def _read_cpu_time(pid: int) -> float:
    # The name before it, in brackets, may contain anything.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def near(seconds: float) -> object:
    """Compare a metered time with the true one: within a quarter and 50 ms."""
    return pytest.approx(seconds, rel=0, abs=0.05 + seconds / 4)
