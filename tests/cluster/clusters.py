"""Small clusters on this machine: a real scheduler and real workers, each a process that is known by its number."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ludus.cluster.keys import make_keys
from tests.tolerance import PATIENCE

QUIET = ("--no-dashboard",)


class Cluster:
    """A scheduler and its workers, with keys of their own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.keys = folder / "keys"
        self.address = ""
        self.workers: list[subprocess.Popen[bytes]] = []
        self.coordinators: list[subprocess.Popen[str]] = []
        """They are killed with it, if a test has not waited for them."""
        self._started: list[subprocess.Popen[bytes]] = []
        make_keys(self.keys)

    def start_scheduler(self, *options: str, port: int = 0, **variables: str) -> None:
        """Start the scheduler, and wait until it can be reached."""
        said = self.folder / "scheduler.json"
        words = (
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--scheduler-file",
            str(said),
            *(options or QUIET),
        )
        process = self._start("scheduler", *words, **variables)
        wait_until(lambda: _read_address(said) != "" or process.poll() is not None)
        self.scheduler = process
        self.address = _read_address(said)
        assert self.address, self.read_log("scheduler")

    def start_worker(self, *options: str, nanny: bool = False, **variables: str) -> subprocess.Popen[bytes]:
        """Start a worker with one thread."""
        words = () if nanny else ("--no-nanny",)
        number = len(self.workers)
        place = ("--local-directory", str(self.folder / f"worker-{number}"), "--nthreads", "1")
        process = self._start("worker", *words, *place, *(options or QUIET), self.address, **variables)
        self.workers.append(process)
        return process

    def read_log(self, name: str) -> str:
        """Read what the scheduler or the workers have said."""
        return "\n".join(
            path.read_text(errors="replace") for path in sorted(self.folder.glob(f"{name}*.log"))
        )

    def close(self) -> None:
        """Kill everybody, and wait until the processes that they have started have noticed."""
        children = [child for process in self._started for child in list_all_below(process.pid)]
        for coordinator in self.coordinators:
            if coordinator.poll() is None:
                coordinator.kill()
                coordinator.communicate()
        for process in self._started:
            process.kill()
            process.wait()
        wait_until(lambda: not any(is_playing(child) for child in children))

    def _start(self, what: str, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        log = self.folder / f"{what}-{len(self._started)}.log"
        environment = {**os.environ, "DASK_CONFIG": str(self.keys), **variables}
        command = [str(Path(sys.executable).with_name("dask")), what, *words]
        with log.open("wb") as file:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment
            )
        self._started.append(process)
        return process


@contextmanager
def open_cluster(folder: Path, workers: int = 0) -> Iterator[Cluster]:
    """Start a cluster; nothing of it is left afterwards."""
    with closing(Cluster(folder)) as cluster:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster


def list_children(pid: int) -> list[int]:
    """List the processes that a process has started."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def list_all_below(pid: int) -> list[int]:
    """List the processes that a process has started, and those that they have."""
    return [found for child in list_children(pid) for found in (child, *list_all_below(child))]


def is_playing(pid: int) -> bool:
    """Tell whether a process is one in which games are played."""
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def list_playing(worker: int) -> list[int]:
    """List the processes of a worker in which games are played."""
    return [child for child in list_children(worker) if is_playing(child)]


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker as a power cut would."""
    worker.send_signal(signal.SIGKILL)
    worker.wait()


def wait_until(is_done: Callable[[], bool]) -> None:
    """Wait for something."""
    deadline = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < deadline, "nothing happens any more"
        time.sleep(0.05)


def _read_address(path: Path) -> str:
    with suppress(OSError, ValueError):
        return str(json.loads(path.read_text())["address"])
    return ""
