"""One connection: not too many of a client, none that dribbles its request, and an answer like all others to nonsense."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ludus.server.http.security import HEADERS
from ludus.server.limits import Clients, name_client
from ludus.server.refusal import BAD, Refused

HEAD_SECONDS = 10.0
"""How long the head of a request may take."""
STALL_SECONDS = 30.0
SLOWEST = 8 * 1024
"""Bytes of a long answer that a client must take in that time; what it leaves lies in our memory."""
MOST_CONNECTIONS = 10_000


class Connection(H11Protocol):
    """A connection of a browser."""

    clients: Clients
    """Handed in by `bind_connection`."""
    _patience: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        """Take a connection, unless its client has too many."""
        super().connection_made(transport)
        self._held = ExitStack()
        client = name_client(self.client[0]) if self.client else ""
        try:
            most = self.clients.limits.connections
            self._held.enter_context(self.clients.hold(client, "connections", most, MOST_CONNECTIONS))
        except Refused as refusal:
            transport.write(_write_answer(refusal))
            transport.close()
        else:
            self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Read on; a head that has begun must come to its end."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._expect_head()
        elif self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        for timer in (self._patience, self._stall):
            if timer is not None:
                timer.cancel()
        self._held.close()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait until the client has taken more of the answer, but not for ever."""
        super().pause_writing()
        self._watch_taking()

    def resume_writing(self) -> None:
        """Write on: the client has taken nearly everything."""
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that is not used, even if the client never takes the last answer."""
        super().timeout_keep_alive_handler()
        self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(
                _write_answer(Refused(BAD, "the request is no HTTP, or its head is too long"))
            )
        self.transport.close()

    def _expect_head(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _watch_taking(self) -> None:
        self._stall = self.loop.call_later(STALL_SECONDS, self._abort_if_stalled, self._count_untaken())

    def _abort_if_stalled(self, before: int) -> None:
        if self._count_untaken() > before - SLOWEST:
            self.transport.abort()
        else:
            self._watch_taking()

    def _count_untaken(self) -> int:
        return self.transport.get_write_buffer_size()


def bind_connection(clients: Clients) -> type[Connection]:
    """Make the class of connections that keep to these limits; uvicorn makes an object of it for each connection."""
    return type("BoundConnection", (Connection,), {"clients": clients})


def _write_answer(refusal: Refused) -> bytes:
    """Write a whole answer where no request was read."""
    body = json.dumps({"error": str(refusal)}).encode()
    headers = HEADERS | {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
    }
    lines = [f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body
