"""The requests that change nothing: pages, their files, how a game stands, what may be played, its events and record."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ludus.games.base import IllegalMove, Position, spell
from ludus.server.http.answers import answer_json, takes_gzip
from ludus.server.http.assets import Assets
from ludus.server.http.security import find_browser, find_client
from ludus.server.http.service import Handler, Service, answer_refusals
from ludus.server.http.snapshot import describe_table, list_views, write_record
from ludus.server.http.streams import EventStream, Frames
from ludus.server.refusal import BAD, CONFLICT, UNKNOWN, Refused
from ludus.server.tables.table import Table
from ludus.text import read_whole
from ludus.web.play_pages import write_game_page, write_home_page

MOST_TOUCHED = 4
LONGEST_TOUCHED = 100
_FRESH = {"cache-control": "no-cache", "vary": "accept-encoding"}
"""A browser asks each time whether its copy is still good: relative imports cannot carry a version."""


class Reads:
    """Answers what pages ask."""

    def __init__(self, service: Service, assets: Assets) -> None:
        self._service = service
        self._assets = assets
        self._frames: WeakKeyDictionary[Table, Frames] = WeakKeyDictionary()

    def list_routes(self) -> list[Route]:
        """List the addresses."""
        game = "/api/games/{id}"
        handlers: dict[str, Handler] = {
            "/": self.show_home,
            "/games/{id}": self.show_game,
            "/assets/{name:path}": self.send_asset,
            "/api/catalogue": self.send_catalogue,
            game: self.send_snapshot,
            f"{game}/views": self.send_views,
            f"{game}/moves": self.send_moves,
            f"{game}/targets": self.send_targets,
            f"{game}/record": self.send_record,
            f"{game}/events": self.stream,
        }
        return [Route(path, answer_refusals(handler), methods=["GET"]) for path, handler in handlers.items()]

    async def show_home(self, request: Request) -> Response:
        """Show the page on which a game is chosen."""
        return HTMLResponse(
            write_home_page(self._service.list_catalogue()), headers={"cache-control": "no-cache"}
        )

    async def show_game(self, request: Request) -> Response:
        """Show the page of a game; the same for those who play and those who watch."""
        status = 200
        try:
            await self._service.find(request)
        except Refused as refusal:
            # The page asks for the game and shows why there is none, better than a line of JSON would.
            status = refusal.status
        return HTMLResponse(write_game_page(request.path_params["id"]), status, {"cache-control": "no-cache"})

    async def send_asset(self, request: Request) -> Response:
        """Send a file of the pages."""
        asset = self._assets.find(request.path_params["name"])
        if asset is None:
            raise Refused(UNKNOWN, "there is no such file here")
        headers = _FRESH | {"etag": asset.tag}
        known = request.headers.get("if-none-match", "")
        if asset.tag in (word.strip().removeprefix("W/") for word in known.split(",")):
            return Response(None, 304, headers)
        if asset.packed and takes_gzip(request):
            return Response(asset.packed, 200, headers | {"content-encoding": "gzip"}, asset.type)
        return Response(asset.content, 200, headers, asset.type)

    async def send_catalogue(self, request: Request) -> Response:
        """Send the games and programs that can be played."""
        return answer_json(request, self._service.list_catalogue())

    async def send_snapshot(self, request: Request) -> Response:
        """Send how a game stands."""
        table, _ = await self._service.find(request)
        browser = find_browser(request)
        info = self._service.infos[table.state.stored.game]
        return await self._service.compute(
            request, lambda: answer_json(request, describe_table(table, info, browser))
        )

    async def send_views(self, request: Request) -> Response:
        """Send every position of a game."""
        table, _ = await self._service.find(request)
        return await self._service.compute(
            request, lambda: answer_json(request, {"views": list_views(table.state)})
        )

    async def send_moves(self, request: Request) -> Response:
        """Send the legal moves of the position on the board."""
        position = await self._find_position(request)
        moves = await self._service.compute(request, lambda: list(position.moves()))
        return answer_json(request, {"moves": moves})

    async def send_targets(self, request: Request) -> Response:
        """Send the squares that may be touched next, and the move that the touched ones already mean."""
        position = await self._find_position(request)
        text = request.query_params.get("touched", "")
        touched = tuple(text.split(",")) if text else ()
        if len(touched) > MOST_TOUCHED or len(text) > LONGEST_TOUCHED:
            raise Refused(BAD, f"touched: expected at most {MOST_TOUCHED} squares")
        return answer_json(request, await self._service.compute(request, _find_targets(position, touched)))

    async def send_record(self, request: Request) -> Response:
        """Send the record of a game as a file."""
        table, _ = await self._service.find(request)
        record = await self._service.compute(request, lambda: write_record(table.state))
        name = f"{table.state.stored.game}-{table.state.stored.id}.jsonl"
        headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
        return Response(f"{record}\n", 200, headers, "application/json")

    async def stream(self, request: Request) -> Response:
        """Send the events of a game as they happen, from a number on."""
        if request.method != "GET":
            raise Refused(BAD, "events: expected GET")
        table, feed = await self._service.find(request)
        text = request.headers.get("last-event-id") or request.query_params.get("after") or ""
        last = table.state.number if not text else read_whole(text)
        if last is None:
            raise Refused(BAD, "after: expected the number of an event")
        frames = self._frames.setdefault(table, Frames(table.state))
        return EventStream(frames, feed, self._service.clients, find_client(request.scope), last)

    async def _find_position(self, request: Request) -> Position:
        table, _ = await self._service.find(request)
        with table.changed:
            position, ply = table.state.position, len(table.state.steps)
        asked = request.query_params.get("ply", str(ply))
        if asked != str(ply):
            raise Refused(CONFLICT, f"ply: the game is at {ply}")
        return position


def _find_targets(position: Position, touched: tuple[str, ...]) -> Callable[[], dict[str, object]]:
    def find() -> dict[str, object]:
        next_squares = list(position.targets(touched))
        try:
            move = spell(position, touched) if touched else None
        except IllegalMove:
            move = None
        return {"next": next_squares, "move": move}

    return find
