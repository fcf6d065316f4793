"""Engines that think on the server: processes of low priority that speak the engine protocol, and not too many of them.

As many think at once as there are cores, and the client that has used least comes first. A process stays for the next move
of its game until others need its place. Its CPU time is charged to the client for whom it thinks; one that has used too
much of it waits.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludus.games.base import Game
from ludus.players.base import Interruption, Player
from ludus.players.engine_process import EngineProcess
from ludus.server.limits import Clients
from ludus.turn import Choice, Limits, Turn

NICENESS = 10
_INTERVAL = 0.2
"""Seconds between two looks at whether a move is still wanted."""


class ServerEngines:
    """Bounds the engines of all games."""

    def __init__(self, clients: Clients, files: tuple[str, ...] = ()) -> None:
        self.clients = clients
        self._files = files
        """Files with games of other people, which an engine must load as well."""
        self._free = os.cpu_count() or 1
        """Cores on which nobody thinks."""
        self._waiting: list[ServerEngine] = []
        """Those that would like to think, the one that waits for longest first."""
        self._changed = threading.Condition()
        self._running: list[ServerEngine] = []
        """Those that have a process, the one that was used last at the end."""
        self._lock = threading.Lock()

    def make_command(self, game: Game, player: str) -> list[str]:
        """Make the command that starts an engine."""
        nice = shutil.which("nice")
        command = [nice, "-n", str(NICENESS)] if nice else []
        command += [sys.executable, "-m", "ludus", "engine", game.name, "--player", player]
        return command + [word for file in self._files for word in ("--game", file)]

    @contextmanager
    def think(self, engine: ServerEngine) -> Iterator[None]:
        """Wait for a core, and make room for the process of this engine."""
        self._take_core(engine)
        try:
            self._enter(engine)
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def leave(self, engine: ServerEngine) -> None:
        """Note that an engine has no process any more."""
        with self._lock:
            if engine in self._running:
                self._running.remove(engine)

    def _take_core(self, engine: ServerEngine) -> None:
        with self._changed:
            self._waiting.append(engine)
            try:
                while not self._free or self._find_next() is not engine:
                    engine.raise_interruption()
                    self._changed.wait(_INTERVAL)
                self._free -= 1
            finally:
                self._waiting.remove(engine)
                self._changed.notify_all()

    def _find_next(self) -> ServerEngine | None:
        """Find who may think next: of the client with most time left, if it has any, who waits for longest."""
        left = {client: self.clients.count_left(client) for client in {each.client for each in self._waiting}}
        first = max(self._waiting, key=lambda each: left[each.client])
        return first if left[first.client] >= 0 else None

    def _enter(self, engine: ServerEngine) -> None:
        with self._lock:
            if engine in self._running:
                self._running.remove(engine)
            self._running.append(engine)
            crowd = len(self._running) - self.clients.limits.engines
            idle = [each for each in self._running if each is not engine and not each.is_busy]
            leaving = idle[: max(0, crowd)]
            for each in leaving:
                self._running.remove(each)
        for each in leaving:
            each.rest()


class ServerEngine(Player):
    """An engine in a process of its own."""

    def __init__(
        self,
        engines: ServerEngines,
        game: Game,
        player: str,
        seed: int,
        own: Limits,
        find_client: Callable[[], str],
    ) -> None:
        self.name = player
        self._engines = engines
        self._find_client = find_client
        self.client = ""
        """Whom the move that it was asked for last is charged to."""
        self._process = EngineProcess(engines.make_command(game, player), game, seed, own)
        self._in_use = threading.Lock()

    @property
    def is_busy(self) -> bool:
        """Tell whether it thinks now."""
        return self._in_use.locked()

    @property
    def pid(self) -> int | None:
        """The number of its process while it runs."""
        return self._process.pid

    def choose(self, turn: Turn) -> Choice:
        """Wait until it may think, then think."""
        client = self.client = self._find_client()
        with self._engines.think(self), self._in_use:
            choice = self._process.choose(turn)
        self._engines.clients.charge(client, "engine", choice.seconds or 0.0)
        return choice

    def cancel(self, interruption: Interruption) -> None:
        """Have it stop thinking."""
        self._process.cancel(interruption)

    def is_cancelled(self) -> bool:
        """Tell whether nobody waits for the move any more."""
        return self._process.is_cancelled()

    def raise_interruption(self) -> None:
        """Raise what it was cancelled by."""
        self._process.raise_interruption()

    def rest(self) -> None:
        """End the process of an idle engine; the next move starts it anew."""
        if self._in_use.acquire(blocking=False):
            try:
                self._process.close()
            finally:
                self._in_use.release()

    def close(self) -> None:
        """End the process."""
        with self._in_use:
            self._process.close()
        self._engines.leave(self)
