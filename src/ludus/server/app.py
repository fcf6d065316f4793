"""Puts the server together: store, games, limits, routes.

    browser -> http/security.Guard        Host, Origin, rates; headers of every answer
            -> http/reads, http/actions   one function for each request; errors are one line of JSON
            -> tables/open_tables         the game, from the store if it sleeps
            -> tables/table               the referee in a thread of its own; the journal first, then everybody
    browser <- http/streams               the events, numbered, each encoded once

Nothing here is global: `make_app` makes everything and hands it down.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from ludus.games.base import Game
from ludus.sandbox.capabilities import Machine
from ludus.server.http.actions import Actions
from ludus.server.http.answers import answer_refusal
from ludus.server.http.assets import Assets
from ludus.server.http.reads import Reads
from ludus.server.http.security import LOOPBACK, Guard
from ludus.server.http.service import Service
from ludus.server.limits import Clients, Limits
from ludus.server.refusal import FAULT, Refused
from ludus.server.tables.feed import Feed
from ludus.server.tables.open_tables import OpenTables
from ludus.server.tables.seating import AllowedProgram, Seating
from ludus.server.tables.server_engine import ServerEngines
from ludus.server.tables.store import WebStore
from ludus.web.game_info import describe_game

ROUND_SECONDS = 10.0
"""Seconds between two looks for games that nobody watches, and for connections that are lost."""
_STATUS = {404: "there is nothing at this address", 405: "this address is not asked like that"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs the server has chosen."""

    games: Mapping[str, Game]
    files: tuple[str, ...] = ()
    """The files that games were loaded from, for engines."""
    programs: Mapping[str, AllowedProgram] = field(default_factory=dict)
    hosts: Collection[str] = LOOPBACK
    """The names of this server."""
    any_address: bool = False
    limits: Limits = field(default_factory=Limits)
    make_machine: Callable[[], Machine] = Machine
    """Makes what a game knows of this machine: whether programs need a sandbox, and which folders they may read."""


@dataclass(frozen=True, slots=True)
class WebApp:
    """The app, and what whoever serves it needs to know."""

    app: ASGIApp
    tables: OpenTables
    clients: Clients


def make_app(store: WebStore, settings: Settings) -> WebApp:
    """Make the app; it leaves the store open when it ends."""
    clients = Clients(settings.limits)
    seating = Seating(ServerEngines(clients, settings.files), settings.programs, settings.make_machine)

    def make_feed() -> Feed:
        return Feed(loops[0])

    loops: list[asyncio.AbstractEventLoop] = []
    tables = OpenTables(store, settings.games, seating, settings.limits, make_feed)
    infos = {name: describe_game(game) for name, game in settings.games.items()}
    programs = [
        {"key": program.key, "name": program.participant.name, "game": program.game.name}
        for program in settings.programs.values()
    ]
    service = Service(tables, seating, clients, infos, programs)

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        loops.append(asyncio.get_running_loop())
        dozing = asyncio.create_task(_look_after(tables))
        try:
            yield
        finally:
            dozing.cancel()
            with suppress(asyncio.CancelledError):
                await dozing
            await run_in_threadpool(tables.close)

    app = Starlette(
        routes=[*Reads(service, Assets()).list_routes(), *Actions(service).list_routes()],
        exception_handlers={HTTPException: _answer_http_error, Exception: _answer_fault},
        lifespan=live,
    )
    app.router.redirect_slashes = False
    guard = Guard(app, clients, settings.hosts, any_address=settings.any_address)
    return WebApp(guard, tables, clients)


async def _look_after(tables: OpenTables) -> None:
    while True:
        await asyncio.sleep(ROUND_SECONDS)
        await run_in_threadpool(tables.unload_idle_games)
        for feed in await run_in_threadpool(tables.list_feeds):
            feed.tick()


async def _answer_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer_refusal(Refused(error.status_code, _STATUS.get(error.status_code, error.detail)))


async def _answer_fault(_: Request, error: Exception) -> Response:
    """Answer after a fault of ours, whose traceback the server prints."""
    return answer_refusal(
        Refused(FAULT, "a fault of the server", "whoever runs it finds the reason in its output")
    )
