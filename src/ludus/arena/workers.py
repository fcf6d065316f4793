"""Pools that play games on this machine: in this process, or on worker processes.

Each worker is a fresh interpreter at the other end of a pipe, with one game at a time and, while there are enough, a core
of its own, on which its programs run too. When one dies, its game is void and another takes its place. Whatever ends
the games early (Ctrl-C, an error, a consumer that stops reading), no worker outlives the pool.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import FrameType

from ludus.arena.match import Pairing, Result, play
from ludus.arena.runner import Finished, Moved, Voided
from ludus.errors import BadOption, LudusError, MachineFault
from ludus.games.foreign import BadGame
from ludus.machine.cores import claim_core
from ludus.records.events import Offence, Played
from ludus.sandbox.capabilities import Machine

PATIENCE = 5.0
"""Seconds for a worker to close its players when the pool is closed."""
FALSE_STARTS = 3
"""So many workers in a row that die before they can play are a fault of the machine or ours; one may just have been killed."""
SENDING_INTERVAL = 0.25
"""So many seconds apart a worker sends the moves of its game; most quick games are over before anybody could look."""
_READY = "ready"
_STDOUT, _STDERR = 1, 2

_Failure = tuple[str, str]
"""A fault of the machine or of Ludus: one line, and the traceback if there is one."""
_Answer = str | list[Played | Offence] | Result | LudusError | _Failure
"""A message of a worker: ready, some events, a result, an error that ends the match, or a fault."""


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

        event = _make_event(pairing, attempt, _play(pairing, self._machine, tell))
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
        self._workers: dict[Connection, _Worker] = {}
        self._false_starts = 0
        """How many workers in a row have died before they could play."""

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Hand a game to a worker that has none, or to a new one."""
        worker = next((worker for worker in self._workers.values() if worker.game is None), None)
        if worker is None:
            worker = _Worker(self._machine, listens=self._listens)
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
            worker.end(PATIENCE)
        self._workers.clear()

    def _receive(self, worker: _Worker) -> Sequence[Moved | Finished | Voided]:
        answer = worker.receive()
        if answer is None:
            return self._remove_dead(worker)
        if answer == _READY:
            worker.is_ready, self._false_starts = True, 0
            return ()
        assert worker.game is not None, "only a worker with a game sends messages"
        pairing, attempt = worker.game
        if isinstance(answer, list):
            return [Moved(pairing, attempt, what) for what in answer]
        worker.game = None
        return (_make_event(pairing, attempt, answer),)

    def _remove_dead(self, worker: _Worker) -> Sequence[Voided]:
        """Remove a dead worker; its game is void."""
        del self._workers[worker.connection]
        code = worker.end(PATIENCE)
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


class _Worker:
    """A process and the game it plays."""

    def __init__(self, machine: Machine, *, listens: bool) -> None:
        context = get_context("spawn")
        self.connection, its_end = context.Pipe()
        told = (its_end, machine.unsafe, machine.shown, listens)
        self.process = context.Process(target=_work, args=told, daemon=True)
        self.game: tuple[Pairing, int] | None = None
        self.is_ready = False
        # Blocked during the start, because the worker inherits the mask: Ctrl-C must reach this process alone.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        its_end.close()

    def give(self, pairing: Pairing, attempt: int) -> None:
        """Send a game; if the worker has died, reading its pipe will show it."""
        self.game = pairing, attempt
        with suppress(BrokenPipeError):
            self.connection.send(pairing)

    def receive(self) -> _Answer | None:
        """Read a message of the worker; None if it has died."""
        try:
            answer: _Answer = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return None
        return answer

    def end(self, patience: float) -> int | None:
        """Wait for the process to end, kill it if that takes too long, and return its exit code."""
        self.connection.close()
        self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        code = self.process.exitcode
        self.process.close()
        return code


def _make_event(pairing: Pairing, attempt: int, answer: _Answer) -> Finished | Voided:
    if isinstance(answer, Result):
        return Finished(answer)
    if isinstance(answer, tuple):
        return Voided(pairing, attempt, *answer)
    assert isinstance(answer, LudusError)
    if isinstance(answer, BadGame):
        return Voided(pairing, attempt, str(answer), answer.hint, answer)
    raise answer


def _play(
    pairing: Pairing, machine: Machine, tell: Callable[[Played | Offence], None]
) -> Result | LudusError | _Failure:
    """Play a game; return errors instead of raising them."""
    try:
        return play(pairing, machine, tell)
    except MachineFault as error:
        return str(error), ""
    except LudusError as error:
        return error
    except Exception as error:
        lines = traceback.format_exception(error)
        return lines[-1].strip(), "".join(lines)


# In the worker process


def _work(connection: Connection, unsafe: bool, shown: tuple[str, ...], listens: bool) -> None:
    """Play the games that come through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    # Standard output carries the data of the match, so what a player prints goes to standard error.
    with suppress(OSError):
        os.dup2(_STDERR, _STDOUT)
    claim_core()
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    messages = _Messages(connection, listens=listens)
    with (
        closing(Machine(unsafe, shown)) as machine,
        suppress(EOFError, BrokenPipeError, ConnectionResetError),
    ):
        messages.send(_READY)
        while True:
            messages.send(_play(connection.recv(), machine, messages.add_move))


class _Messages:
    """What a worker sends: answers at once, moves a few at a time, as long as their game goes on."""

    def __init__(self, connection: Connection, *, listens: bool) -> None:
        self._connection = connection
        self._listens = listens
        self._lock = threading.Lock()
        self._moves: list[Played | Offence] = []
        if listens:
            threading.Thread(target=self._send_moves, daemon=True).start()

    def send(self, answer: _Answer) -> None:
        """Send an answer; moves that have not been sent are in its record."""
        with self._lock:
            self._moves.clear()
            self._connection.send(answer)

    def add_move(self, what: Played | Offence) -> None:
        """Let a move be sent soon, if somebody listens."""
        if self._listens:
            with self._lock:
                self._moves.append(what)

    def _send_moves(self) -> None:
        while True:
            time.sleep(SENDING_INTERVAL)
            with self._lock, suppress(OSError):
                if self._moves:
                    self._connection.send(self._moves)
                    self._moves.clear()


def _leave_with_parent() -> None:
    """End this process when its parent ends: nobody wants the game any more."""
    parent = parent_process()
    assert parent is not None, "a worker has a parent process"
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    # As an exception, so that the players are closed on the way out.
    raise SystemExit(0)
