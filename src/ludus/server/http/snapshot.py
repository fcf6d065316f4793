"""Describes a game as a page needs it when it is opened: everything up to now, then the events go on from there."""

from __future__ import annotations

import json

from ludus import __version__
from ludus.contests import find_conduct
from ludus.records.events import Offence, Verdict
from ludus.records.record import TOLD, Record, Seated
from ludus.records.record_json import write
from ludus.server.tables.game_state import GameState, Json
from ludus.server.tables.stored_game import LEVEL, SERVER, Seat
from ludus.server.tables.table import PLY_CAP, Table
from ludus.web.game_info import list_squares
from ludus.web.position_view import view_position


def describe_table(table: Table, info: Json, browser: str) -> Json:
    """Describe a game for one browser; `info` is about the game in general."""
    with table.changed:
        state = table.state
        position = state.position
        return {
            "id": state.stored.id,
            "info": info,
            "squares": list_squares(position),
            "start": state.stored.start,
            "number": state.number,
            "status": state.status,
            "seats": [describe_seat(state, number, browser) for number in range(len(state.seats))],
            "moves": [
                {
                    "ply": ply,
                    "seat": step.seat,
                    "move": step.move,
                    "seconds": step.seconds,
                    "text": step.text,
                }
                for ply, step in enumerate(state.steps, start=1)
            ],
            "view": view_position(position),
            "clock": table.read_clock(),
            "verdict": state.verdict,
            "offer": None if state.offer is None else {"kind": "undo", "seat": state.offer},
            "rematch": state.rematch and {key: state.rematch[key] for key in ("id", "url")},
        }


def describe_seat(state: GameState, number: int, browser: str) -> Json:
    """Describe who sits in a seat, and whether this browser may move for it."""
    seat = state.seats[number]
    owner = state.owners.get(number)
    described: Json = {
        "kind": seat.kind,
        "name": seat.name,
        "claimed": number not in state.list_free(),
        "yours": owner is not None and owner == browser and seat.where != SERVER,
    }
    if seat.kind == LEVEL:
        described |= {"level": seat.level, "where": seat.where}
    return described


def make_frame(state: GameState, number: int) -> bytes:
    """Write an event of the journal for a stream, with the view of the position where it has one."""
    event: Json = json.loads(state.journal[number - 1])
    if "text" in event:
        event["view"] = view_position(state.game.read(str(event["text"])))
        del event["used"]
    data = json.dumps(event, separators=(",", ":"))
    return f"id: {number}\ndata: {data}\n\n".encode()


def list_views(state: GameState) -> list[Json]:
    """Describe every position of the game so far, for pages that cannot read its texts themselves."""
    texts = [state.stored.start, *[step.text for step in tuple(state.steps)]]
    return [view_position(state.game.read(text)) for text in texts]


def write_record(state: GameState) -> str:
    """Write the record of a game; one that is not over is recorded as it stands."""
    stored, seats = state.stored, len(state.seats)
    return write(
        Record(
            id=stored.id,
            game=stored.game,
            options=stored.options,
            start=stored.start,
            started=stored.created,
            players=tuple(_describe_player(seat) for seat in state.seats),
            seeds=tuple(stored.seed + number for number in range(seats)),
            clock=stored.clock,
            ply_cap=PLY_CAP,
            conduct=find_conduct(stored.game),
            moves=tuple(step.move for step in state.steps),
            seconds=tuple(step.seconds for step in state.steps),
            offences=tuple(_read_offence(event) for event in state.offences),
            verdict=_read_verdict(state.verdict, seats),
            used=tuple(state.used),
            software=f"ludus {__version__}",
        )
    )


def _describe_player(seat: Seat) -> Seated:
    return Seated(seat.name or seat.kind)


def _read_offence(event: Json) -> Offence:
    ply, seat = int(str(event["ply"])), int(str(event["seat"]))
    return Offence(ply, seat, str(event["offence"]), str(event["reason"]), bool(event["out"]))


def _read_verdict(verdict: Json | None, seats: int) -> Verdict:
    if verdict is None:
        return Verdict(TOLD, (1 / seats,) * seats, "the game is not over")
    scores, out, seat = verdict["scores"], verdict["out"], verdict["seat"]
    assert isinstance(scores, list)
    assert isinstance(out, list)
    assert seat is None or isinstance(seat, int)
    return Verdict(str(verdict["kind"]), tuple(scores), str(verdict["reason"]), seat, tuple(out))
