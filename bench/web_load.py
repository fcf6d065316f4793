"""What `ludus serve` carries: many spectators and people who play engines at once, and its CPU time for games in pages.

    spectators   1,000 watch one game in which two people play; at the same time 20 people play engines of the server.
                 From sending a move to receiving its event, at the 95th percentile: the goal is 250 ms.
    pages        20 games against engines in pages, a move every two seconds: the server's CPU time for each game; the
                 goal is 1 % of a core.

The clients are a second process on the same cores. Nothing else should run on the machine meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GAME = "checkers"
GOAL_SECONDS = 0.25
GOAL_SHARE = 0.01
LIMITS = ("requests", "writes", "creations", "engine", "rules", "streams", "connections", "all_streams")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say how much load, and for how long."""
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--people", type=int, default=20, help="who play engines of the server")
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")


def measure_load(options: argparse.Namespace) -> int:
    """Measure both, and say whether the goals are met."""
    with _serving() as (pid, port):
        latency = asyncio.run(_measure_spectators(options, pid, port))
    with _serving() as (pid, port):
        share = asyncio.run(_measure_pages(options, pid, port))
    return 0 if latency <= GOAL_SECONDS and share <= GOAL_SHARE else 1


@contextmanager
def _serving() -> Iterator[tuple[int, int]]:
    """Start a server with limits that one address cannot reach."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "ludus",
            "serve",
            "--port",
            "0",
            "--store",
            str(Path(folder, "load.store")),
        ]
        command += [word for name in LIMITS for word in ("--limit", f"{name}=100000")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            try:
                yield server.pid, int(address.rstrip("/").rpartition(":")[2])
            finally:
                server.terminate()


async def _measure_spectators(options: argparse.Namespace, pid: int, port: int) -> float:
    ann = Person(port)
    await ann.begin([{"kind": "me"}, {"kind": "me"}])
    spectators = [Spectator() for _ in range(options.spectators)]
    for number in range(0, len(spectators), 50):
        some = spectators[number : number + 50]
        await asyncio.gather(*(each.connect(port) for each in some))
        for each in some:
            each.watch(ann.path)
        await asyncio.gather(*(each.opened.wait() for each in some))
    people = [Person(port) for _ in range(options.people)]
    engine = {"kind": "level", "level": options.level, "where": "server"}
    await asyncio.gather(*(person.begin([{"kind": "me"}, engine]) for person in people))
    ends = time.monotonic() + options.seconds
    cpu = _read_cpu(pid)
    await asyncio.gather(
        ann.play_both(ends, 0.5), *(person.play_engine(ends, random.uniform(0.5, 1.5)) for person in people)
    )
    await asyncio.sleep(1)
    used = _read_cpu(pid) - cpu
    seen = [
        each.received[number] - sent
        for number, sent in ann.sent.items()
        for each in spectators
        if number in each.received
    ]
    missed = len(ann.sent) * len(spectators) - len(seen)
    own = [delay for person in people for delay in person.delays]
    answers = [delay for person in people for delay in person.answers]
    _print_delays("spectators", seen)
    _print_delays("people, own moves", own)
    _print_delays("people, the engine's answer", answers)
    print(
        f"{missed} events missed; {len(ann.sent)} moves before {len(spectators)} spectators, {len(own)} by people"
    )
    print(f"the server used {used:.1f} s of CPU time in {options.seconds:g} s")
    for spectator in spectators:
        spectator.leave()
    return max(_find_late(seen), _find_late(own)) if not missed else float("inf")


async def _measure_pages(options: argparse.Namespace, pid: int, port: int) -> float:
    people = [Person(port) for _ in range(options.people)]
    seats = [{"kind": "me"}, {"kind": "level", "level": options.level, "where": "page"}]
    await asyncio.gather(*(person.begin(seats) for person in people))
    cpu, began = _read_cpu(pid), time.monotonic()
    ends = began + options.seconds
    await asyncio.gather(*(person.play_both(ends, 2.0) for person in people))
    share = (_read_cpu(pid) - cpu) / (time.monotonic() - began) / len(people)
    plies = sum(len(person.sent) for person in people)
    print(
        f"engines in pages: {share:.2%} of a core for each of {len(people)} games ({plies} moves); goal {GOAL_SHARE:.0%}"
    )
    return share


class Spectator(asyncio.Protocol):
    """Somebody who watches: notes when each event came."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.received: dict[int, float] = {}
        self.events: asyncio.Queue[Any] | None = None
        self._transport: asyncio.Transport | None = None
        self._unread = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    async def connect(self, port: int) -> None:
        """Open the connection."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    def watch(self, path: str) -> None:
        """Ask for the events of a game."""
        assert self._transport is not None
        self._transport.write(f"GET {path}/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Note the numbers of the events in it; those who play read them whole."""
        now = time.monotonic()
        self.opened.set()
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.received.setdefault(int(line[4:]), now)
            elif self.events is not None and line.startswith(b"data: "):
                self.events.put_nowait(json.loads(line[6:]))

    def leave(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


@dataclass
class Person:
    """Somebody who plays."""

    port: int
    path: str = ""
    sent: dict[int, float] = field(default_factory=dict)
    """When the move was sent that became each event."""
    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    _cookie: str = ""
    _page: Spectator = field(default_factory=Spectator)
    _pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def begin(self, seats: list[dict[str, object]]) -> None:
        """Make a game, and follow its events."""
        self._pipe = await asyncio.open_connection("127.0.0.1", self.port)
        made = await self._ask("POST", "/api/games", {"game": GAME, "seats": seats})
        self.path = f"/api/games/{made['id']}"
        self._page.events = asyncio.Queue()
        await self._page.connect(self.port)
        self._page.watch(self.path)
        await self._page.opened.wait()

    async def play_both(self, ends: float, pause: float) -> None:
        """Play for both seats, a move after each pause; from the start again where the game is over."""
        seats, ply = 2, 0
        await asyncio.sleep(random.uniform(0, pause))
        while time.monotonic() < ends:
            if not await self._move(ply % seats, ply):
                return
            ply += 1
            await asyncio.sleep(pause)

    async def play_engine(self, ends: float, pause: float) -> None:
        """Play against an engine, and wait for its answers."""
        ply = 0
        while time.monotonic() < ends and await self._move(0, ply):
            answer = await self._next()
            if answer["kind"] != "played":
                return
            self.answers.append(self._page.received[answer["number"]] - max(self.sent.values()))
            ply += 2
            await asyncio.sleep(pause)

    async def _move(self, seat: int, ply: int) -> bool:
        """Play some move; False when the game is over."""
        moves = (await self._ask("GET", f"{self.path}/moves"))["moves"]
        if not moves:
            return False
        body = {"seat": seat, "ply": ply, "move": random.choice(moves)}
        sent = time.monotonic()
        number = (await self._ask("POST", f"{self.path}/moves", body))["number"]
        self.sent[number] = sent
        event = await self._next()
        self.delays.append(self._page.received[event["number"]] - sent)
        return True

    async def _next(self) -> Any:
        assert self._page.events is not None
        return await self._page.events.get()

    async def _ask(self, method: str, path: str, body: object = None) -> Any:
        assert self._pipe is not None
        reader, writer = self._pipe
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self._cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        answer = json.loads(await reader.readexactly(int(headers["content-length"])))
        assert " 20" in lines[0], answer
        if "set-cookie" in headers:
            self._cookie = headers["set-cookie"].partition(";")[0]
        return answer


def _read_cpu(pid: int) -> float:
    """Read the CPU time of the server itself; engines are processes of their own."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _find_late(delays: list[float]) -> float:
    return statistics.quantiles(delays, n=20)[-1] if len(delays) > 1 else float("inf")


def _print_delays(who: str, delays: list[float]) -> None:
    middle, late = statistics.median(delays) * 1000, _find_late(delays) * 1000
    print(
        f"{who}: {middle:.0f} ms in the middle, {late:.0f} ms at the 95th percentile, {max(delays) * 1000:.0f} ms at most"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_arguments(parser)
    sys.exit(measure_load(parser.parse_args()))
