"""What the coordinator asks workers to do, as tasks of Dask: each goes to one worker, and its answer is fetched at once.

Answers that still lie on a worker would die with it and be computed again, so everything is released as soon as it is fetched.
A task that nobody works on and that has not come back is lost: Dask does not tell of every failure.

    Failed      the worker could not do it, and says why
    Killed      the worker died meanwhile
    Gone        the worker has left, and somebody else can do it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from queue import Empty, SimpleQueue

from distributed import Client, Future
from distributed.scheduler import KilledWorker, NoValidWorkerError

from ludus.arena.match import Pairing
from ludus.arena.runner import Finished, Voided
from ludus.cluster.members import Member
from ludus.cluster.messages import read_failure
from ludus.cluster.worker import end_processes
from ludus.errors import MachineFault

PATIENCE = 30.0
"""Seconds for the scheduler to answer, and for an answer to be fetched."""
GOODBYE = 5.0
"""Seconds for each step of taking leave."""

Game = tuple[Pairing, int]
"""A game, and which attempt it is."""
GameEvent = Finished | Voided


class Failed(Exception):
    """The worker could not do it, and says why."""


class Killed(Exception):
    """The worker died meanwhile."""


class Gone(Exception):
    """The worker has left."""


@dataclass(eq=False, slots=True)
class Order:
    """Something that a worker was asked to do."""

    member: Member
    games: Sequence[Game]
    receive: Callable[[object], Iterable[GameEvent]]
    """Takes the answer."""
    future: Future | None = None


class Orders:
    """All that is under way."""

    def __init__(self, client: Client, run: str) -> None:
        self._client = client
        self._address = client.scheduler.address
        self._run = run
        self._numbers = count()
        self._orders: dict[int, Order] = {}
        self._done: SimpleQueue[int] = SimpleQueue()
        self._unseen: set[int] = set()
        """The orders that nobody was working on when we last searched."""

    def send(self, order: Order, function: Callable[..., bytes], *words: object) -> None:
        """Let the worker, and nobody else, call a function."""
        number = next(self._numbers)
        self._orders[number] = order
        order.member.running += 1
        order.future = self._client.submit(
            function, *words, workers=[order.member.address], key=self._name(number), pure=False
        )
        order.future.add_done_callback(lambda _: self._done.put(number))

    def wait(self, seconds: float) -> Iterator[Order]:
        """Wait for orders that are done, and yield them."""
        with suppress(Empty):
            number = self._done.get(timeout=seconds)
            while True:
                if number in self._orders:
                    yield self._remove(number)
                number = self._done.get_nowait()

    def fetch(self, order: Order) -> object:
        """Fetch the answer."""
        assert order.future is not None, "only what was sent is answered"
        try:
            answer: object = order.future.result(timeout=PATIENCE)
        except KilledWorker as error:
            raise Killed from error
        except (CancelledError, NoValidWorkerError, TimeoutError) as error:
            raise Gone from error
        except Exception as error:
            # Whatever has gone wrong over there before our own code was called.
            raise Failed(f"{type(error).__name__}: {error}") from error
        finally:
            _release(order)
        if failure := read_failure(answer):
            raise Failed(failure)
        return answer

    def take_from(self, member: Member) -> list[Order]:
        """Take back what a worker has not done."""
        numbers = [number for number, order in self._orders.items() if order.member is member]
        return [self._drop(number) for number in numbers]

    def take_lost(self) -> list[Order]:
        """Take back what nobody was working on this time and last time, and has not come back."""
        with self._notice_loss():
            found: dict[str, list[str]] = self._client.sync(
                self._client.scheduler.processing, workers=None, callback_timeout=PATIENCE
            )
        names = {name for tasks in found.values() for name in tasks}
        unseen = {number for number in self._orders if self._name(number) not in names}
        lost = unseen & self._unseen
        self._unseen = unseen - lost
        return [self._drop(number) for number in sorted(lost)]

    def list_workers(self) -> dict[str, int]:
        """List the workers that are there, with their threads."""
        with self._notice_loss():
            found: dict[str, int] = self._client.sync(
                self._client.scheduler.ncores, workers=None, callback_timeout=PATIENCE
            )
        return found

    def close(self) -> None:
        """End all that is under way, on the workers as well; whoever does not answer is not waited for."""
        client, futures = self._client, [order.future for order in self._orders.values()]
        self._orders.clear()
        with suppress(Exception):
            client.sync(client._cancel, futures, callback_timeout=GOODBYE)
        with suppress(Exception):
            client.sync(client._run, end_processes, self._run, on_error="ignore", callback_timeout=GOODBYE)
        with suppress(Exception):
            client.close(timeout=GOODBYE)

    def _name(self, number: int) -> str:
        return f"ludus-{self._run}-{number}"

    def _remove(self, number: int) -> Order:
        order = self._orders.pop(number)
        order.member.running -= 1
        return order

    def _drop(self, number: int) -> Order:
        order = self._remove(number)
        _release(order)
        return order

    @contextmanager
    def _notice_loss(self) -> Iterator[None]:
        """End at once when the scheduler is gone; Dask would try for long to find it again."""
        error: Exception | None = None
        try:
            if self._client.status == "running":
                yield
                return
        except (OSError, TimeoutError, CancelledError) as found:
            error = found
        fault = MachineFault(f"the scheduler at {self._address} no longer answers")
        fault.hint = "start scheduler and workers again; then the same command goes on"
        raise fault from error


def _release(order: Order) -> None:
    if order.future is not None:
        with suppress(Exception):
            order.future.release()
