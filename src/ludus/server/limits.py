"""How much one client may ask for. A client is an address: whoever throws away a cookie gains nothing by that."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ludus.server.refusal import TOO_MANY, Refused

MOST_CLIENTS = 10_000
"""The number of addresses that are remembered; the one that was quiet for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the server; those per client are rates with room for a burst."""

    requests: float = 100.0
    """Requests of a client in a second."""
    writes: float = 20.0
    """Of these: moves and everything else that changes something."""
    creations: float = 0.2
    """New games of a client in a second."""
    streams: int = 100
    """Event streams of a client at a time."""
    connections: int = 200
    """Connections of a client at a time."""
    engine: float = 0.5
    """Seconds that engines may think for a client in a second."""
    rules: float = 0.5
    """Seconds that the rules may work for a client in a second, apart from judging its moves."""
    waits: int = 4
    """Requests of a client at a time for which an engine must think or stop thinking."""
    games: int = 100
    """Games of a client that are being played at a time."""
    all_streams: int = 5000
    all_games: int = 500
    """Games that are being played at a time."""
    engines: int = 40
    """Processes of engines at a time; as many think at once as there are cores."""


BURSTS = {"requests": 1000.0, "writes": 200.0, "creations": 100.0, "engine": 60.0, "rules": 30.0}
"""How much of each rate a client may save up."""


class Clients:
    """What each client has used; any thread may ask."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._now = now
        self._accounts: OrderedDict[str, dict[str, tuple[float, float]]] = OrderedDict()
        """For each client and rate: what was left, and when."""
        self._open: dict[tuple[str, str | None], int] = {}
        """How many of something a client has open; None stands for all clients."""
        self._lock = threading.Lock()

    def spend(self, client: str, what: str, amount: float = 1.0) -> None:
        """Take from what the client may use; refuse if there is not enough."""
        with self._lock:
            left = self._read(client, what)
            if left < amount:
                raise make_refusal(what)
            self._write(client, what, left - amount)

    def charge(self, client: str, what: str, seconds: float) -> None:
        """Charge computing time that was already used; what is left may fall below zero."""
        with self._lock:
            self._write(client, what, self._read(client, what) - seconds)

    def count_left(self, client: str) -> float:
        """Count the seconds that engines may think for the client now; below zero it has used too much."""
        with self._lock:
            return self._read(client, "engine")

    @contextmanager
    def compute(self, client: str) -> Iterator[None]:
        """Charge the client for what the rules do in this thread; refuse if it has used too much before."""
        self.spend(client, "rules", 0.0)
        began = time.thread_time()
        try:
            yield
        finally:
            self.charge(client, "rules", time.thread_time() - began)

    @contextmanager
    def hold(self, client: str, what: str, most: int, most_of_all: int) -> Iterator[None]:
        """Count something as open while it lasts; refuse if too many are."""
        with self._lock:
            own, every = self._open.get((what, client), 0), self._open.get((what, None), 0)
            if own >= most or every >= most_of_all:
                raise make_refusal(what)
            self._open[what, client], self._open[what, None] = own + 1, every + 1
        try:
            yield
        finally:
            with self._lock:
                for key in ((what, client), (what, None)):
                    self._open[key] -= 1
                    if not self._open[key]:
                        del self._open[key]

    def _read(self, client: str, what: str) -> float:
        burst = BURSTS[what]
        left, then = self._accounts.get(client, {}).get(what, (burst, self._now()))
        return min(burst, left + (self._now() - then) * float(getattr(self.limits, what)))

    def _write(self, client: str, what: str, left: float) -> None:
        self._accounts.setdefault(client, {})[what] = (left, self._now())
        self._accounts.move_to_end(client)
        if len(self._accounts) > MOST_CLIENTS:
            self._accounts.popitem(last=False)


def name_client(address: str) -> str:
    """Name the client behind an address; of IPv6 a whole network is one client."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


_WORDS = {
    "requests": "requests",
    "writes": "moves and other changes",
    "creations": "new games",
    "games": "games that are being played",
    "engine": "thinking of engines",
    "rules": "computing time",
    "waits": "requests that wait for an engine",
    "streams": "pages that follow games",
    "connections": "connections",
}


def make_refusal(what: str) -> Refused:
    """Say what a client has used too much of."""
    return Refused(
        TOO_MANY, f"too much for now: {_WORDS[what]} from your address", "wait a little, then try again"
    )
