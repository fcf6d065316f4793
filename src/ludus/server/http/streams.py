"""Streams of events: one per page, numbered, from any number on; each event is encoded once for all who watch."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludus.server.http.answers import answer_refusal
from ludus.server.http.snapshot import make_frame
from ludus.server.limits import Clients
from ludus.server.refusal import Refused
from ludus.server.tables.feed import Feed
from ludus.server.tables.game_state import GameState

MOST_MISSED = 32
"""Who has missed more events than these is told to load the game again; this is how many are kept in the form in which they are sent."""
_START = b": events of a game\nretry: 1000\n\n"
_SIGN_OF_LIFE = b": still here\n\n"


class Frames:
    """The last events of a game as they are sent."""

    def __init__(self, state: GameState) -> None:
        # Not the table, which is forgotten when nobody needs it any more.
        self._state = state
        self._kept: dict[int, bytes] = {}

    def get(self, number: int) -> bytes:
        """Get an event, encoded once for everybody who has not missed too much."""
        frame = self._kept.get(number)
        if frame is None:
            frame = self._kept[number] = make_frame(self._state, number)
            if len(self._kept) > MOST_MISSED:
                del self._kept[min(self._kept)]
        return frame

    def collect_after(self, last: int) -> tuple[int, bytes]:
        """Collect what came after an event; return the number of the last one with it."""
        newest = self._state.number
        if newest - last > MOST_MISSED or last > newest:
            return newest, f'id: {newest}\ndata: {{"number":{newest},"kind":"reload"}}\n\n'.encode()
        return newest, b"".join([self.get(number) for number in range(last + 1, newest + 1)])


class EventStream(Response):
    """The answer that never ends: an ASGI app for one client."""

    def __init__(self, frames: Frames, feed: Feed, clients: Clients, client: str, last: int) -> None:
        self._frames = frames
        self._feed = feed
        self._clients = clients
        self._client = client
        self._last = last

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client leaves, if it may have one more stream."""
        limits = self._clients.limits
        try:
            with self._clients.hold(self._client, "streams", limits.streams, limits.all_streams):
                await self._send_until_left(receive, send)
        except Refused as refusal:
            await answer_refusal(refusal)(scope, receive, send)

    async def _send_until_left(self, receive: Receive, send: Send) -> None:
        self._feed.watchers.add(self)
        sending = asyncio.ensure_future(self._send_all(send))
        leaving = asyncio.ensure_future(_wait_for_leave(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._feed.watchers.discard(self)
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        data = _START
        while not self._feed.is_closed:
            await send({"type": "http.response.body", "body": data, "more_body": True})
            data = await self._wait_for_news()
        await send({"type": "http.response.body", "body": b""})

    async def _wait_for_news(self) -> bytes:
        # Asked for before the number is read, so that nothing falls between the two.
        news = self._feed.news
        newest, data = self._frames.collect_after(self._last)
        if not data:
            await news.wait()
            newest, data = self._frames.collect_after(self._last)
        self._last = newest
        return data or _SIGN_OF_LIFE


async def _wait_for_leave(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
