"""Starts tournaments in processes of their own, and kills them or their workers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ludus.records.record import Record
from ludus.store.reader import StoreReader
from ludus.store.schema import BadStore
from tests.tolerance import LONG_PATIENCE, PATIENCE


class RunningTournament:
    """A tournament in a process of its own."""

    def __init__(self, plan: Path, *options: str) -> None:
        self._store = plan.with_suffix(".store")
        command = [sys.executable, "-m", "ludus", "tournament", str(plan), "--quiet", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for_games(self, count: int) -> bool:
        """Wait until so many games are stored; False if it has ended before."""
        return self._wait(lambda: count_games(self._store) >= count)

    def kill(self) -> None:
        """Kill the coordinator, and wait until its workers have noticed."""
        workers = self.list_workers()
        self.process.kill()
        self.process.communicate()
        self._wait_for_end(workers)

    def kill_worker(self, number: int) -> None:
        """Kill one of the workers, if there is any just now."""
        workers = self.list_workers()
        if workers:
            with suppress(ProcessLookupError):
                os.kill(workers[number % len(workers)], signal.SIGKILL)

    def finish(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what was said."""
        out, told = self.process.communicate(timeout=LONG_PATIENCE)
        return self.process.returncode, out + told

    def list_workers(self) -> list[int]:
        """List the worker processes."""
        found = []
        for path in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(OSError):
                found += [
                    pid for pid in map(int, path.read_text().split()) if b"spawn_main" in _read_command(pid)
                ]
        return sorted(found)

    def _wait(self, is_done: Callable[[], bool]) -> bool:
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if is_done():
                return True
            assert time.monotonic() < deadline, "nothing happens any more"
            time.sleep(0.05)
        return False

    def _wait_for_end(self, workers: list[int]) -> None:
        deadline = time.monotonic() + PATIENCE
        while any(b"spawn_main" in _read_command(pid) for pid in workers):
            assert time.monotonic() < deadline, "a worker outlives its coordinator"
            time.sleep(0.05)


def count_games(store: Path) -> int:
    """Count the games that are stored."""
    # It may just be being made.
    with suppress(BadStore), StoreReader(store) as reader:
        return len(reader.list_results())
    return 0


def read_games(plan: Path) -> dict[str, tuple[object, ...]]:
    """Read what must be the same in every run: moves, verdict, points and who sat where, by id.

    How much time was used is told in the reason of a verdict, and is never the same.
    """
    with StoreReader(plan.with_suffix(".store")) as store:
        return {record.id: _describe(record) for record in store.read_records()}


def _describe(record: Record) -> tuple[object, ...]:
    reason = re.sub(r"used [\d.]+ s", "used too many s", record.verdict.reason)
    verdict = replace(record.verdict, reason=reason)
    return record.moves, verdict, record.points, tuple(seated.key for seated in record.players)


def _read_command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
