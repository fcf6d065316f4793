"""One worker process: a fresh interpreter at the other end of a pipe, which plays one game at a time.

While there are enough, it has a core of its own, on which its programs run too. It ends with the process that started it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import FrameType

from ludus.arena.match import Pairing, Result, play
from ludus.errors import LudusError, MachineFault
from ludus.machine.cores import claim_core
from ludus.records.events import Offence, Played
from ludus.sandbox.capabilities import Machine

PATIENCE = 5.0
"""Seconds for a worker to close its players when it is to end."""
SENDING_INTERVAL = 0.25
"""Seconds between two messages with the moves of a game; most quick games are over before anybody could look."""
READY = "ready"
_STDOUT, _STDERR = 1, 2

Failure = tuple[str, str]
"""A fault of the machine or of Ludus: one line, and the traceback if there is one."""
Ending = Result | LudusError | Failure
"""How a game ended: with a result, an error that ends the match, or a fault."""
WorkerMessage = str | list[Played | Offence] | Ending
"""A message of a worker: ready, some events, or how its game ended."""


class WorkerProcess:
    """A process and the game it plays."""

    def __init__(self, machine: Machine, *, listens: bool) -> None:
        context = get_context("spawn")
        self.connection, its_end = context.Pipe()
        arguments = (its_end, machine.unsafe, machine.shown, listens)
        self.process = context.Process(target=_work, args=arguments, daemon=True)
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

    def receive(self) -> WorkerMessage | None:
        """Read a message of the worker; None if it has died."""
        try:
            answer: WorkerMessage = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return None
        return answer

    def end(self) -> int | None:
        """Wait for the process to end, kill it if that takes too long, and return its exit code."""
        self.connection.close()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        code = self.process.exitcode
        self.process.close()
        return code


def try_to_play(pairing: Pairing, machine: Machine, tell: Callable[[Played | Offence], None]) -> Ending:
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
        messages.send(READY)
        while True:
            messages.send(try_to_play(connection.recv(), machine, messages.add_move))


class _Messages:
    """What a worker sends: answers at once, moves a few at a time, as long as their game goes on."""

    def __init__(self, connection: Connection, *, listens: bool) -> None:
        self._connection = connection
        self._listens = listens
        self._lock = threading.Lock()
        self._moves: list[Played | Offence] = []
        if listens:
            threading.Thread(target=self._send_moves, daemon=True).start()

    def send(self, answer: WorkerMessage) -> None:
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
