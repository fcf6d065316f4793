"""Tells all who watch a game that something has happened; lives in the event loop, and any thread may notify it."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class Feed:
    """Wakes up the streams of one game."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.watchers: set[object] = set()
        self.news = asyncio.Event()
        """Set when something happens; then there is another one."""
        self.is_closed = False
        self._loop = loop

    def notify(self) -> None:
        """Wake up everybody who waits."""
        with suppress(RuntimeError):  # The server has ended, and nobody waits any more.
            self._loop.call_soon_threadsafe(self._wake)

    def tick(self) -> None:
        """Have everybody give a sign of life, so that lost connections are noticed; called now and then."""
        self._wake()

    def close(self) -> None:
        """Let everybody who watches know that nothing more will come."""
        self.is_closed = True
        self.notify()

    def _wake(self) -> None:
        news, self.news = self.news, asyncio.Event()
        news.set()
