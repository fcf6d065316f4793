"""The requests that change something: new games, seats, moves, taking back, resigning, help."""

from __future__ import annotations

import asyncio

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludus.arena.clock import GameClock
from ludus.players.base import Misconduct
from ludus.records.time_control import TimeControl
from ludus.server.http import bodies
from ludus.server.http.answers import answer_json
from ludus.server.http.new_game import make_game, make_rematch
from ludus.server.http.security import find_browser, find_client, hash_secret, make_secret, write_cookie
from ludus.server.http.service import Handler, Service, answer_refusals, read_body
from ludus.server.refusal import BAD, BUSY, CONFLICT, FORBIDDEN, Refused
from ludus.server.tables.event_json import describe_clock
from ludus.server.tables.game_state import OVER, PLAYING, WAITING, GameState, Json
from ludus.server.tables.seat_player import SentMove
from ludus.server.tables.stored_game import LEVEL, PERSON, SERVER
from ludus.server.tables.table import Table

ANSWER_SECONDS = 20.0
"""How long a move may take to be judged: far more than any rules need."""


MOST_EVENTS = 6000
"""Events of a game after which nothing is taken back or moved elsewhere: a game that never ends would fill the disk."""


class Actions:
    """Does what pages ask for."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def list_routes(self) -> list[Route]:
        """List the addresses."""
        game = "/api/games/{id}"
        handlers: dict[str, Handler] = {
            "/api/games": self.create,
            f"{game}/join": self.join,
            f"{game}/moves": self.move,
            f"{game}/undo": self.undo,
            f"{game}/resign": self.resign,
            f"{game}/takeover": self.take_over,
            f"{game}/hint": self.hint,
            f"{game}/rematch": self.rematch,
        }
        return [Route(path, answer_refusals(handler), methods=["POST"]) for path, handler in handlers.items()]

    async def create(self, request: Request) -> Response:
        """Make a new game."""
        asked = bodies.read_new_game(await read_body(request))
        self._service.clients.spend(find_client(request.scope), "creations")
        browser, cookie = _identify_browser(request)
        tables, programs = self._service.tables, self._service.seating.programs
        stored, owners = await self._service.compute(
            request, lambda: make_game(asked, tables.games, programs, browser)
        )
        await run_in_threadpool(tables.add, stored, owners)
        return _with_cookie(answer_json(request, _locate(stored.id), 201), cookie)

    async def join(self, request: Request) -> Response:
        """Take a free seat."""
        seat, name = bodies.read_join(await read_body(request))
        table, _ = await self._service.find(request)
        browser, cookie = _identify_browser(request)
        number = await run_in_threadpool(_join, table, seat, name, browser)
        return _with_cookie(answer_json(request, {"number": number}), cookie)

    async def move(self, request: Request) -> Response:
        """Play a move for a seat; the referee judges it."""
        asked = bodies.read_move(await read_body(request))
        table, _ = await self._service.find(request)
        _check_owner(table.state, asked.seat, find_browser(request))
        table.client = find_client(request.scope)
        sent = SentMove(asked.ply, asked.move or "", asked.touched or (), asked.typed or "")
        await run_in_threadpool(table.send, asked.seat, sent)
        try:
            # Shielded, because the game answers even if nobody waits any more.
            answer = asyncio.shield(asyncio.wrap_future(sent.answer))
            number = await asyncio.wait_for(answer, ANSWER_SECONDS)
        except TimeoutError:
            raise Refused(BUSY, "the move is not judged yet", "load the game again") from None
        return answer_json(request, {"number": number})

    async def undo(self, request: Request) -> Response:
        """Offer to take back, or answer such an offer; who plays against engines alone takes back at once."""
        action = bodies.read_action(await read_body(request))
        table, _ = await self._service.find(request)
        act = _offer if action == "offer" else _accept if action == "accept" else _decline
        await self._service.wait(request, lambda: act(table, find_browser(request)))
        return answer_json(request, {"number": table.state.number})

    async def resign(self, request: Request) -> Response:
        """Give a game up."""
        seat = bodies.read_seat_number(await read_body(request))
        table, _ = await self._service.find(request)
        _check_person(table.state, seat, find_browser(request))
        _check_playing(table.state)
        await self._service.wait(request, lambda: table.resign(seat))
        return answer_json(request, {"number": table.state.number})

    async def take_over(self, request: Request) -> Response:
        """Let the server think for an engine whose page does not."""
        seat = bodies.read_seat_number(await read_body(request))
        table, _ = await self._service.find(request)
        state = table.state
        _check_playing(state)
        _check_length(state)
        if not 0 <= seat < len(state.seats) or state.seats[seat].kind != LEVEL:
            raise Refused(BAD, f"seat: expected one that an engine plays, found {seat}")
        if find_browser(request) not in state.owners.values():
            raise Refused(FORBIDDEN, "only who plays in this game can do that")
        if state.seats[seat].where == SERVER:
            raise Refused(CONFLICT, "the server thinks for this seat already")
        await run_in_threadpool(table.move_engine, seat, SERVER)
        return answer_json(request, {"number": state.number})

    async def hint(self, request: Request) -> Response:
        """Say what an engine would play; only where no other person is at the board."""
        bodies.read_nothing(await read_body(request))
        table, _ = await self._service.find(request)
        state, browser = table.state, find_browser(request)
        _check_playing(state)
        _check_owner(state, state.position.to_move, browser)
        if _list_others(state, browser):
            raise Refused(FORBIDDEN, "there are no hints in a game between people")
        self._service.clients.spend(find_client(request.scope), "engine", 0.0)
        try:
            choice = await self._service.wait(request, lambda: self._service.seating.find_hint(table))
        except Misconduct as error:
            raise Refused(BUSY, f"the engine has failed ({error.kind})", "try again") from None
        thought = choice.thought
        score = thought and {
            "unit": thought.score.unit,
            "value": thought.score.value,
            "text": str(thought.score),
        }
        return answer_json(request, {"move": choice.moves[0], "score": score})

    async def rematch(self, request: Request) -> Response:
        """Make the next game of the same people."""
        bodies.read_nothing(await read_body(request))
        table, _ = await self._service.find(request)
        if find_browser(request) not in table.state.owners.values():
            raise Refused(FORBIDDEN, "only who has played can ask for another game")
        if table.state.status != OVER:
            raise Refused(CONFLICT, "the game is not over")
        self._service.clients.spend(find_client(request.scope), "creations")
        return answer_json(request, await run_in_threadpool(self._make_rematch, table), 201)

    def _make_rematch(self, table: Table) -> Json:
        with table.changed:
            if table.state.rematch is None:
                stored, owners = make_rematch(table.state)
                self._service.tables.add(stored, owners)
                table.publish({"kind": "rematch", **_locate(stored.id)})
            rematch = table.state.rematch
            assert rematch is not None
            return {key: rematch[key] for key in ("id", "url")}


def _join(table: Table, seat: int, name: str, browser: str) -> int:
    with table.changed:
        state = table.state
        if not 0 <= seat < len(state.seats) or state.seats[seat].kind != PERSON:
            raise Refused(BAD, f"seat: expected one for a person, found {seat}")
        if state.owners.get(seat) == browser:
            return state.number
        if seat in state.owners:
            raise Refused(CONFLICT, "this seat is taken")
        number = table.publish(
            {"kind": "joined", "seat": seat, "name": name, **_describe_begin(state, seat)}, (seat, browser)
        )
    table.wake()
    return number


def _describe_begin(state: GameState, seat: int) -> Json:
    """Say whether the game begins when somebody takes this seat, and what the clocks show then."""
    begins = state.list_free() == [seat]
    clock = GameClock(TimeControl.read(state.stored.clock), len(state.seats))
    running = state.position.to_move if begins else None
    return {"status": PLAYING if begins else WAITING, "clock": describe_clock(clock, running)}


def _offer(table: Table, browser: str) -> None:
    with table.changed:
        state = table.state
        _check_playing(state)
        _check_length(state)
        own = {seat for seat, owner in state.owners.items() if owner == browser}
        own = {seat for seat in own if state.seats[seat].kind == PERSON}
        if not own:
            raise Refused(FORBIDDEN, "only who plays in this game can do that")
        seat = next((step.seat for step in reversed(state.steps) if step.seat in own), None)
        if seat is None:
            raise Refused(CONFLICT, "there is nothing to take back")
        if _list_others(state, browser):
            if state.offer is None:
                table.publish({"kind": "offered", "offer": "undo", "seat": seat})
            return
    table.take_back(seat)


def _accept(table: Table, browser: str) -> None:
    seat = _answer_offer(table, browser, "accept")
    if table.state.offer is None:
        table.take_back(seat)


def _decline(table: Table, browser: str) -> None:
    _answer_offer(table, browser, "decline")


def _answer_offer(table: Table, browser: str, answer: str) -> int:
    with table.changed:
        state = table.state
        _check_playing(state)
        offer = state.offer
        if offer is None:
            raise Refused(CONFLICT, "there is no offer to answer")
        own = [seat for seat, owner in state.owners.items() if owner == browser and seat != offer]
        own = [seat for seat in own if state.seats[seat].kind == PERSON]
        if not own or (browser in state.agreed and answer == "accept"):
            raise Refused(FORBIDDEN, "only those can answer who have not agreed yet")
        table.publish({"kind": "answered", "seat": own[0], "answer": answer})
        return offer


def _list_others(state: GameState, browser: str) -> list[int]:
    """List the seats of other people."""
    return [
        number
        for number, seat in enumerate(state.seats)
        if seat.kind == PERSON and state.owners.get(number) != browser
    ]


def _check_owner(state: GameState, seat: int, browser: str) -> None:
    if not 0 <= seat < len(state.seats):
        raise Refused(BAD, f"seat: expected 0 to {len(state.seats) - 1}, found {seat}")
    if not browser or state.owners.get(seat) != browser:
        raise Refused(FORBIDDEN, "this seat is not yours")


def _check_person(state: GameState, seat: int, browser: str) -> None:
    _check_owner(state, seat, browser)
    if state.seats[seat].kind != PERSON:
        raise Refused(FORBIDDEN, "an engine does not resign")


def _check_playing(state: GameState) -> None:
    if state.status != PLAYING:
        raise Refused(CONFLICT, "the game is over" if state.status == OVER else "the game has not begun")


def _check_length(state: GameState) -> None:
    if state.number >= MOST_EVENTS:
        raise Refused(CONFLICT, "too much has happened in this game: only moves are possible now")


def _identify_browser(request: Request) -> tuple[str, str]:
    """Find the browser that asks, and the header that makes it known from now on where it is new."""
    browser = find_browser(request)
    if browser:
        return browser, ""
    secret = make_secret()
    return hash_secret(secret), write_cookie(secret, is_https=request.url.scheme == "https")


def _with_cookie(response: Response, cookie: str) -> Response:
    if cookie:
        response.headers["set-cookie"] = cookie
    return response


def _locate(name: str) -> Json:
    return {"id": name, "url": f"/games/{name}"}
