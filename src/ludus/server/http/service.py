"""What all requests share: the games, the limits, and how a request is read and refused."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import wraps
from typing import TypeVar
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ludus.errors import LudusError, MachineFault
from ludus.games.base import IllegalMove
from ludus.games.foreign import BadGame
from ludus.server.http.answers import answer_refusal
from ludus.server.http.security import find_client
from ludus.server.limits import Clients
from ludus.server.refusal import BAD, BUSY, FAULT, TOO_LARGE, Refused, explain_illegal
from ludus.server.tables.open_tables import OpenTable, OpenTables
from ludus.server.tables.seating import Seating
from ludus.store.schema import BadStore

LONGEST_BODY = 32 * 1024
BODY_SECONDS = 10.0
MOST_WAITS = 64
"""Requests of all clients at a time that wait for engines; each has a thread."""
MOST_COMPUTING = 2
"""Requests of one client at a time for which the rules work; the others wait, so that nobody takes all threads."""
Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


@dataclass(eq=False, slots=True)
class Service:
    """The games and everything around them."""

    tables: OpenTables
    seating: Seating
    clients: Clients
    infos: Mapping[str, dict[str, object]]
    """What there is to know about each game, by its name."""
    programs: Sequence[dict[str, str]]
    """The programs that people may play against."""
    _waiting: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MOST_WAITS))
    _computing: WeakValueDictionary[str, CapacityLimiter] = field(default_factory=WeakValueDictionary)

    def list_catalogue(self) -> dict[str, object]:
        """List what can be played here."""
        return {
            "games": list(self.infos.values()),
            "programs": list(self.programs),
            "limits": asdict(self.clients.limits),
        }

    async def find(self, request: Request) -> OpenTable:
        """Find the game that a request is about."""
        return await run_in_threadpool(
            self.tables.find, str(request.path_params["id"]), find_client(request.scope)
        )

    async def compute(self, request: Request, work: Callable[[], T]) -> T:
        """Let the rules work for a client in another thread, and charge it for the time."""
        client = find_client(request.scope)

        def work_metered() -> T:
            with self.clients.compute(client):
                return work()

        turn = self._computing.setdefault(client, CapacityLimiter(MOST_COMPUTING))
        async with turn:
            return await run_in_threadpool(work_metered)

    async def wait(self, request: Request, work: Callable[[], T]) -> T:
        """Do what may have to wait for an engine, with threads of its own so that nothing else has to."""
        client, most = find_client(request.scope), self.clients.limits.waits
        with self.clients.hold(client, "waits", most, MOST_WAITS):
            return await to_thread.run_sync(work, limiter=self._waiting)


async def read_body(request: Request) -> bytes:
    """Read the body of a request, up to a limit of length and time."""
    refusal = Refused(TOO_LARGE, f"body: expected at most {LONGEST_BODY} bytes, found more")
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > LONGEST_BODY:
        raise refusal
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_BODY:
                    raise refusal
    except TimeoutError:
        raise Refused(BAD, f"body: expected all of it within {BODY_SECONDS:g} s") from None
    except ClientDisconnect:
        raise Refused(BAD, "body: expected all of it, and the client has left") from None
    return bytes(body)


def answer_refusals(handler: Handler) -> Handler:
    """Answer what a handler refuses, in one line."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refusal:
            return answer_refusal(refusal)
        except IllegalMove as error:
            return answer_refusal(Refused(BAD, explain_illegal(error)))
        except (BadStore, MachineFault) as error:
            # What is wrong with the file is for whoever runs the server.
            print(f"error: {error}", file=sys.stderr, flush=True)
            return answer_refusal(Refused(BUSY, "the server cannot keep games now", "tell whoever runs it"))
        except BadGame as error:
            print(f"error: {error}", file=sys.stderr, flush=True)
            return answer_refusal(
                Refused(FAULT, "the rules of this game have failed", "tell whoever runs it")
            )
        except LudusError as error:
            return answer_refusal(Refused(BAD, str(error), error.hint))

    return handle
