"""The processes of a worker in which games are played, and how long one is waited for."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dask
from distributed import Status, Worker, get_worker

from ludus.arena.match import Pairing, Result
from ludus.arena.worker_process import READY, WorkerProcess
from ludus.cluster.messages import GameAnswer
from ludus.errors import BadOption, LudusError
from ludus.games.foreign import BadGame
from ludus.intake.cache import Cache
from ludus.records import record_json
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.view import explain_hidden
from ludus.text import quote

UNSAFE = "LUDUS_WORKER_UNSAFE"
"""The variable by which whoever starts a worker allows programs to run there without a sandbox."""
SHOW = "LUDUS_WORKER_SHOW"
"""The variable with the folders that programs may read there besides their own, as in a PATH."""
LOOK = 0.25
"""Seconds between two looks whether the game is still wanted."""
_WANTED = "executing"
"""The state of a task that somebody waits for."""


class Unwanted(Exception):
    """Nobody waits for the game any more."""


class _Died(Exception):
    """The process of a game has died."""


def make_machine() -> Machine:
    """Describe this machine, with what is allowed on it by whoever started the worker."""
    shown = [name for name in os.environ.get(SHOW, "").split(os.pathsep) if name]
    for name in shown:
        reason = explain_hidden(Path(name), Cache().root) or explain_keys(Path(name))
        if reason:
            raise BadOption(f"{SHOW} {quote(name)}: expected a folder that programs may read, {reason}")
    return Machine(bool(os.environ.get(UNSAFE)), tuple(str(Path(name).resolve()) for name in shown))


def explain_keys(folder: Path) -> str:
    """Say why programs may not be shown a folder, if the keys of this worker are in it."""
    key = dask.config.get("distributed.comm.tls.worker.key", None)
    is_inside = key is not None and Path(key).resolve().is_relative_to(folder.resolve())
    return "found the keys of the cluster in it" if is_inside else ""


class IdleProcesses:
    """The processes of this worker that have no game just now, for the next one of the same run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: list[tuple[str, WorkerProcess]] = []
        self._over: set[str] = set()
        """The runs that have ended: what comes back late is ended, too."""

    @contextmanager
    def lend(self, run: str) -> Iterator[WorkerProcess]:
        """Lend a process, if need be a new one; after an error it is ended."""
        process = self._take(run) or WorkerProcess(make_machine(), listens=False)
        try:
            yield process
        except BaseException:
            _end(process)
            raise
        with self._lock:
            self._processes.append((run, process))
        if run in self._over:
            self.end(run)

    def end(self, run: str) -> None:
        """End the processes of a run that is over."""
        self._over.add(run)
        while (process := self._take(run)) is not None:
            _end(process)

    def end_others(self, run: str) -> None:
        """End the processes of all other runs."""
        with self._lock:
            others = {other for other, _ in self._processes} - {run}
        for other in others:
            self.end(other)

    def _take(self, run: str) -> WorkerProcess | None:
        with self._lock:
            for number, (its_run, process) in enumerate(self._processes):
                if its_run == run:
                    del self._processes[number]
                    return process
        return None


def _end(process: WorkerProcess) -> None:
    process.process.terminate()
    process.end()


def play_in_process(game: Pairing, run: str, idle: IdleProcesses) -> GameAnswer:
    """Play one game in a process of its own."""
    try:
        with idle.lend(run) as process:
            process.give(game, 1)
            return _wait_for_end(game, process)
    except _Died as death:
        return GameAnswer(game.id, reason=str(death))


def _wait_for_end(game: Pairing, process: WorkerProcess) -> GameAnswer:
    worker = get_worker()
    key = worker.get_current_task()
    while True:
        while not process.connection.poll(LOOK):
            if not _is_wanted(worker, key):
                raise Unwanted
        answer = process.receive()
        if answer is None:
            raise _Died("its process on the worker has died")
        if answer != READY and not isinstance(answer, list):
            break
    process.game = None
    if isinstance(answer, Result):
        return GameAnswer(game.id, record_json.write(answer.record))
    if isinstance(answer, tuple):
        return GameAnswer(game.id, "", *answer)
    assert isinstance(answer, LudusError)
    is_game_wrong = isinstance(answer, BadGame)
    return GameAnswer(game.id, "", str(answer), answer.hint, is_game_wrong)


def _is_wanted(worker: Worker, key: str) -> bool:
    task = worker.state.tasks.get(key)
    return worker.status in (Status.running, Status.paused) and task is not None and task.state == _WANTED
