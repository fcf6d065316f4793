"""Pools that play games on this machine: in this process, or on worker processes.

When a worker process dies, its game is void and another takes its place. Whatever ends the games early (Ctrl-C, an
error, a consumer that stops reading), no worker outlives the pool.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait

from ludus.arena.match import Pairing, Result
from ludus.arena.runner import Finished, Moved, Voided
from ludus.arena.worker_process import READY, WorkerMessage, WorkerProcess, try_to_play
from ludus.errors import BadOption, LudusError, MachineFault
from ludus.games.foreign import BadGame
from ludus.records.events import Offence, Played
from ludus.sandbox.capabilities import Machine

FALSE_STARTS = 6
"""How many workers in a row may die before they can play until the match ends; a few may just have been killed."""


def make_local_pool(workers: int, machine: Machine, *, listens: bool = False) -> InProcess | WorkerPool:
    """Make a pool on this machine; 0 workers play in this process.

    Moves of games that go on are sent only if somebody listens, a few at a time. Once a game is over, its record has them.
    """
    if workers < 0:
        raise BadOption(f"workers: expected 0 or more, found {workers}")
    return WorkerPool(workers, machine, listens=listens) if workers else InProcess(machine, listens=listens)


class InProcess:
    """Plays one game after the other in this process."""

    size = 1

    def __init__(self, machine: Machine, *, listens: bool = False) -> None:
        self._waiting: deque[tuple[Pairing, int]] = deque()
        self._machine = machine
        self._listens = listens

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Add a game to the queue."""
        self._waiting.append((pairing, attempt))

    def wait(self) -> Iterable[Moved | Finished | Voided]:
        """Play the next game of the queue."""
        pairing, attempt = self._waiting.popleft()
        moved: list[Moved] = []

        def tell(what: Played | Offence) -> None:
            if self._listens:
                moved.append(Moved(pairing, attempt, what))

        event = _make_event(pairing, attempt, try_to_play(pairing, self._machine, tell))
        return [*moved, event]

    def close(self) -> None:
        """Remove the files that programs have kept."""
        self._machine.close_kept()


class WorkerPool:
    """Plays games on worker processes."""

    def __init__(self, size: int, machine: Machine, *, listens: bool = False) -> None:
        self.size = size
        self._machine = machine
        self._listens = listens
        self._workers: dict[Connection, WorkerProcess] = {}
        self._false_starts = 0
        """How many workers in a row have died before they could play."""

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Hand a game to a worker that has none, or to a new one."""
        worker = next((worker for worker in self._workers.values() if worker.game is None), None)
        if worker is None:
            worker = WorkerProcess(self._machine, listens=self._listens)
            self._workers[worker.connection] = worker
        worker.give(pairing, attempt)

    def wait(self) -> Iterable[Moved | Finished | Voided]:
        """Receive the messages that have arrived."""
        for connection in wait(list(self._workers)):
            assert isinstance(connection, Connection)
            yield from self._receive(self._workers[connection])

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers.values():
            worker.process.terminate()
        for worker in self._workers.values():
            worker.end()
        self._workers.clear()

    def _receive(self, worker: WorkerProcess) -> Sequence[Moved | Finished | Voided]:
        answer = worker.receive()
        if answer is None:
            return self._remove_dead(worker)
        if answer == READY:
            worker.is_ready, self._false_starts = True, 0
            return ()
        assert worker.game is not None, "only a worker with a game sends messages"
        pairing, attempt = worker.game
        if isinstance(answer, list):
            return [Moved(pairing, attempt, what) for what in answer]
        worker.game = None
        return (_make_event(pairing, attempt, answer),)

    def _remove_dead(self, worker: WorkerProcess) -> Sequence[Voided]:
        """Remove a dead worker; its game is void."""
        del self._workers[worker.connection]
        code = worker.end()
        if worker.game is None:
            return ()
        pairing, attempt = worker.game
        if not worker.is_ready:
            self._false_starts += 1
            if self._false_starts >= FALSE_STARTS:
                raise MachineFault(f"a worker process ended with {code} before it could play")
            # The game has not begun, so another worker can have it.
            self.submit(pairing, attempt)
            return ()
        return (Voided(pairing, attempt, f"its worker process ended with {code}"),)


def _make_event(pairing: Pairing, attempt: int, answer: WorkerMessage) -> Finished | Voided:
    if isinstance(answer, Result):
        # With our own pairing, not the copy that the worker has sent back: whoever keeps results keeps the pairings, too.
        return Finished(replace(answer, pairing=pairing))
    if isinstance(answer, tuple):
        return Voided(pairing, attempt, *answer)
    assert isinstance(answer, LudusError)
    if isinstance(answer, BadGame):
        return Voided(pairing, attempt, str(answer), answer.hint, answer)
    # Any other game would end like that here, so a void one would only hide the mistake. On a cluster it is void:
    # there it may be what this one worker lacks.
    raise answer
