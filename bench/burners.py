"""Processes that only burn time, so that measurements can be taken on a busy machine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def keep_cores_busy(count: int) -> Iterator[None]:
    """Burn the time of so many cores."""
    burners = [subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
