"""Runs the server on an address until it is told to end."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from ludus.errors import BadOption
from ludus.server.app import WebApp
from ludus.server.http.connection import MOST_CONNECTIONS, bind_connection
from ludus.server.http.security import LARGEST_HEAD

MOST_FILES = 2 * MOST_CONNECTIONS
GRACE_SECONDS = 3
"""How long open streams may take to end with the server."""
_ROUNDS = 3
"""Rounds of the event loop after an abort until all of a connection is gone; one that was just accepted takes two."""


def listen(host: str, port: int) -> socket.socket:
    """Take the address, so that whoever is told of it reaches the server at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else "no such port"
        bad = BadOption(f"--host {host} --port {port}: the address cannot be used: {reason}")
        bad.hint = "another program may use it: name another port, or 0 for any free one"
        raise bad from error
    listening.listen(1024)
    return listening


def allow_files(wanted: int = MOST_FILES) -> None:
    """Let the server have as many connections open as its limits say; many systems allow 1024 files at first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def write_address(listening: socket.socket) -> str:
    """Write the address under which a browser reaches the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """Ends the streams of events before it waits for open connections, which would not end by themselves."""

    def __init__(self, web: WebApp) -> None:
        super().__init__(_configure(web))
        self._web = web

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End everything."""
        self._web.tables.end_streams()
        await super().shutdown(sockets)
        await self._abort_connections()

    async def _abort_connections(self) -> None:
        """Part with clients that have not taken the end of their answers."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        for _ in range(_ROUNDS):
            await asyncio.sleep(0)


def serve(web: WebApp, listening: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve until Ctrl-C."""
    server = Server(web)
    allow_files()
    on_start()
    with suppress(KeyboardInterrupt):  # It was heard by the server, which has ended in order.
        server.run(sockets=[listening])


def _configure(web: WebApp) -> uvicorn.Config:
    return uvicorn.Config(
        web.app,
        http=bind_connection(web.clients),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
