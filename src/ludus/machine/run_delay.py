"""Measures how long a program has waited for a core that others used: the kernel's run delay, read while it runs.

A wait counts once, however many threads of the program share it, and time in which the program itself kept the core busy
is no wait: a program cannot buy time by competing with itself. What happens between the last sample and a program's end is
missed. Where the kernel keeps no such figures, the wait is 0.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LEAST_SHARE = 0.1
"""This much of the time is always the program's own, however busy the machine is, so that every run ends."""
INTERVAL = 0.05
"""Seconds between two samples; more where many threads make one of them long."""


class _Mark(NamedTuple):
    """What was known of a thread when it was last seen to have waited, in seconds."""

    ran: float
    waited: float
    cpu: float
    """What the whole program had used."""
    program_waited: float


class RunDelay:
    """What a process and all below it have waited for a core since this was made."""

    def __init__(self, process: int, cpu: float = 0.0) -> None:
        self._process = process
        self._began = time.monotonic()
        self._before = self._cpu = cpu
        self._waited = 0.0
        self._next = 0.0
        self._marks = {thread: _Mark(ran, waited, cpu, 0.0) for thread, ran, waited in _read_threads(process)}

    def count_own_seconds(self) -> float:
        """Tell how long the program has taken, without the time in which it waited."""
        elapsed = time.monotonic() - self._began
        return max(elapsed - self._waited, LEAST_SHARE * elapsed)

    def sample(self, cpu: float) -> None:
        """Read the figures again if it is time; `cpu` are the seconds that the program has used, 0 if unknown."""
        now = time.monotonic()
        if now >= self._next:
            self._compare(cpu)
            # Not all figures are of the same moment; but on its core a program has run or waited, never both.
            self._waited = max(0.0, min(self._waited, now - self._began - (cpu - self._before)))
            self._next = now + max(INTERVAL, 10 * (time.monotonic() - now))

    def _compare(self, cpu: float) -> None:
        """Find the longest chain of waits, one after the other."""
        unchanged: dict[int, _Mark] = {}
        changed: dict[int, tuple[float, float]] = {}
        # A new thread was started since the last sample; thread ids are reused.
        new = _Mark(0.0, 0.0, self._cpu, self._waited)
        for thread, ran, waited in _read_threads(self._process):
            mark = self._marks.get(thread, new)
            mark = new if ran < mark.ran or waited < mark.waited else mark
            if waited == mark.waited:
                unchanged[thread] = mark
            else:
                changed[thread] = ran, waited
                self._waited = max(self._waited, _add_wait(mark, ran, waited, cpu))
        # A wait is reported when it is over, so the next wait of such a thread comes after all that has been counted.
        self._marks = unchanged | {
            thread: _Mark(*seen, cpu, self._waited) for thread, seen in changed.items()
        }
        self._cpu = cpu


def _add_wait(mark: _Mark, ran: float, waited: float, cpu: float) -> float:
    """Add what a thread has waited since a mark, less what the rest of the program may have kept it waiting."""
    rest = max(0.0, (cpu - mark.cpu) - (ran - mark.ran))
    return mark.program_waited + waited - mark.waited - rest


def _read_threads(process: int) -> Iterator[tuple[int, float, float]]:
    """Yield each thread of a process and of all below it: its number, how long it ran, how long it waited to run."""
    processes = [process]
    while processes:
        # A process or thread that ends meanwhile may be left out.
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{processes.pop()}/task").iterdir():
                with contextlib.suppress(OSError):
                    processes += map(int, _read(thread / "children").split())
                    ran, waited, _ = map(int, _read(thread / "schedstat").split())
                    yield int(thread.name), ran / 1e9, waited / 1e9


def _read(path: Path) -> str:
    return path.read_text(encoding="ascii")
