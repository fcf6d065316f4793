"""Plays the games of a match on worker processes.

Each worker is a fresh interpreter at the other end of a pipe, with one game at a time and, while there are enough, a core
of its own, on which its programs run too. When one dies, another takes its place: the game it was playing is tried once
more, then given up. Whatever ends the match early (Ctrl-C, an error, a reader who has seen enough), no worker outlives
it.

Results come as they are finished; `InOrder` puts them back into the order of the pairings.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import FrameType

from ludus.arena.match import MatchSettings, Pairing, Result, play
from ludus.errors import BadOption, LudusError
from ludus.players.workspaces import forget_kept
from ludus.sandbox.cores import claim_core

PATIENCE = 5.0
"""Seconds for a worker to close its players when the match is over."""
_READY = "ready"
_STDOUT, _STDERR = 1, 2

# What a worker says: that it is there, a result, a complaint about the match, or the traceback of a fault of ours.
_Answer = str | Result | LudusError | list[str]


class WorkerFault(Exception):
    """A fault of our own inside a worker, told by its traceback."""


@dataclass(frozen=True, slots=True)
class WorkerDied:
    """A worker died over a game."""

    pairing: Pairing
    exit_code: int | None
    again: bool
    """Whether the game will be tried once more."""


def play_match(
    pairings: Iterable[Pairing], terms: MatchSettings, workers: int
) -> Generator[Result | WorkerDied, None, None]:
    """Yield what becomes of the games, as they are finished; `workers=0` plays them in this process."""
    if workers < 0:
        raise BadOption(f"workers: expected 0 or more, found {workers}")
    if workers == 0:
        try:
            for pairing in pairings:
                yield play(pairing, terms)
        finally:
            forget_kept()
        return
    crew = _Workers(iter(pairings), terms, workers)
    try:
        yield from crew.events()
    finally:
        crew.end()


class InOrder:
    """Holds results back until all earlier ones are there."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._awaited = iter(numbers)
        self._next = next(self._awaited, None)
        self._held: dict[int, Result | None] = {}

    def put(self, number: int, result: Result | None) -> Iterator[Result]:
        """Take the result of a game, None where it was given up, and yield what is now in order."""
        self._held[number] = result
        while self._next is not None and self._next in self._held:
            ready = self._held.pop(self._next)
            self._next = next(self._awaited, None)
            if ready is not None:
                yield ready

    def rest(self) -> Iterator[Result]:
        """Yield what is left when no more will come, in order."""
        for _, result in sorted(self._held.items()):
            if result is not None:
                yield result


class _Worker:
    """A process and the game it plays."""

    def __init__(self, terms: MatchSettings) -> None:
        context = get_context("spawn")
        self.connection, its_end = context.Pipe()
        self.process = context.Process(target=_work, args=(its_end, terms), daemon=True)
        self.pairing: Pairing | None = None
        self.is_ready = False
        # Held back while it starts: Ctrl-C is for us alone. It takes over the mask, and then ignores the signal.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        its_end.close()

    def give(self, pairing: Pairing) -> None:
        """Hand out a game; should the worker be dead already, its pipe tells so when it is read."""
        self.pairing = pairing
        with suppress(BrokenPipeError):
            self.connection.send(pairing)

    def hear(self) -> _Answer | None:
        """Read what the worker says; None when it is dead."""
        try:
            answer: _Answer = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return None
        return answer

    def end(self, patience: float) -> int | None:
        """See the process off and tell its exit code."""
        self.connection.close()
        self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        code = self.process.exitcode
        self.process.close()
        return code


class _Workers:
    """The workers of one match."""

    def __init__(self, pairings: Iterator[Pairing], terms: MatchSettings, size: int) -> None:
        self._pairings = pairings
        self._terms = terms
        self._size = size
        self._workers: dict[Connection, _Worker] = {}
        self._again: list[Pairing] = []
        self._tried: set[str] = set()

    def events(self) -> Iterator[Result | WorkerDied]:
        """Keep everyone busy until all games are done."""
        while self._hand_out():
            for connection in wait(list(self._workers)):
                assert isinstance(connection, Connection)
                event = self._event(self._workers[connection])
                if event is not None:
                    yield event

    def end(self) -> None:
        """Send everybody home."""
        for worker in self._workers.values():
            worker.process.terminate()
        for worker in self._workers.values():
            worker.end(PATIENCE)
        self._workers.clear()

    def _hand_out(self) -> bool:
        """Give a game to everyone who has none; tell whether anybody plays."""
        for worker in list(self._workers.values()):
            if worker.pairing is None and (pairing := self._next_pairing()) is not None:
                worker.give(pairing)
        while len(self._workers) < self._size and (pairing := self._next_pairing()) is not None:
            worker = _Worker(self._terms)
            self._workers[worker.connection] = worker
            worker.give(pairing)
        return any(worker.pairing is not None for worker in self._workers.values())

    def _next_pairing(self) -> Pairing | None:
        return self._again.pop() if self._again else next(self._pairings, None)

    def _event(self, worker: _Worker) -> Result | WorkerDied | None:
        """Hear a worker and make an event of what it says."""
        answer = worker.hear()
        if isinstance(answer, Result):
            worker.pairing = None
            return answer
        if isinstance(answer, LudusError):
            raise answer
        if isinstance(answer, list):
            raise WorkerFault("".join(answer))
        if answer == _READY:
            worker.is_ready = True
            return None
        return self._bury(worker)

    def _bury(self, worker: _Worker) -> WorkerDied | None:
        """Take a dead worker off the list and see to its game."""
        del self._workers[worker.connection]
        code = worker.end(PATIENCE)
        if not worker.is_ready:
            raise WorkerFault(f"a worker ended with {code} before it had begun")
        if worker.pairing is None:
            return None
        again = worker.pairing.id not in self._tried
        self._tried.add(worker.pairing.id)
        if again:
            self._again.append(worker.pairing)
        return WorkerDied(worker.pairing, code, again)


def _work(connection: Connection, terms: MatchSettings) -> None:
    """Play the games that come through the pipe until it closes: the life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    # What a player prints is talk; our standard output is the match's data.
    with suppress(OSError):
        os.dup2(_STDERR, _STDOUT)
    claim_core()
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        connection.send(_READY)
        while True:
            connection.send(_answer(connection.recv(), terms))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _answer(pairing: Pairing, terms: MatchSettings) -> _Answer:
    try:
        return play(pairing, terms)
    except LudusError as error:
        return error
    except Exception as error:
        return traceback.format_exception(error)


def _leave_with_parent() -> None:
    """Wait for the end of the process that plays the match: if it was killed, nobody wants the game any more."""
    parent = parent_process()
    assert parent is not None, "a worker is started by somebody"
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    # As an exception, so that the players are closed on the way out.
    raise SystemExit(0)
