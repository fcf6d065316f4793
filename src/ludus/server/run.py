"""Runs the server on an address until it is told to end."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from ludus.errors import BadOption

LARGEST_HEAD = 16 * 1024
"""Bytes that the head of a request may have."""
GRACE_SECONDS = 3
"""How long open streams may take to end with the server."""


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


def write_address(listening: socket.socket) -> str:
    """Write the address under which a browser reaches the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def make_server(app: ASGIApp) -> uvicorn.Server:
    """Make the server; `run(sockets=...)` serves until a signal or `should_exit` ends it."""
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return uvicorn.Server(config)


def serve(app: ASGIApp, listening: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve until Ctrl-C."""
    server = make_server(app)
    on_start()
    server.run(sockets=[listening])
