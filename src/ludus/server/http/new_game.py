"""Makes a game of what a client asks for, and another one for the same people."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from ludus.arena.openings import list_start_options
from ludus.errors import BadOption
from ludus.games.base import Game, Position
from ludus.players.level import USUAL_LEVEL, list_levels
from ludus.records.time_control import TimeControl
from ludus.server.http import bodies
from ludus.server.http.bodies import AskedGame, AskedSeat, clean_name
from ludus.server.refusal import BAD, Refused
from ludus.server.tables.game_state import GameState
from ludus.server.tables.seating import AllowedProgram
from ludus.server.tables.store import write_now
from ludus.server.tables.stored_game import LEVEL, PAGE, PERSON, PROGRAM, SERVER, Seat, StoredGame
from ludus.text import quote

MOST_CELLS = 1024
"""The largest board: 32 x 32."""
UNTIMED = TimeControl(watch="wall")


def make_game(
    asked: AskedGame, games: Mapping[str, Game], programs: Mapping[str, AllowedProgram], browser: str
) -> tuple[StoredGame, dict[int, str]]:
    """Make a game, and say which seats belong to the browser that asks for it."""
    if asked.game not in games:
        raise Refused(BAD, f"no game is called {quote(asked.game)}; there are {', '.join(games)}")
    game = games[asked.game]
    start = _set_up(game, asked)
    if len(asked.seats) != start.seats:
        raise Refused(BAD, f"seats: expected {start.seats}, found {len(asked.seats)}")
    seats = tuple(_make_seat(seat, number, game, programs) for number, seat in enumerate(asked.seats))
    owners = {
        number: browser
        for number, (seat, wish) in enumerate(zip(seats, asked.seats, strict=True))
        # An engine of the server may have to be left to the page, too.
        if wish.kind == bodies.ME or seat.kind == LEVEL
    }
    stored = StoredGame(
        make_id(),
        game.name,
        str(start),
        asked.options or (),
        str(asked.clock or UNTIMED),
        secrets.randbelow(2**31),
        seats,
        browser,
        write_now(),
    )
    return stored, owners


def make_rematch(state: GameState) -> tuple[StoredGame, dict[int, str]]:
    """Make the next game of the same people from the same start; everybody moves on by one seat."""
    stored, seats = state.stored, state.seats
    turned = (seats[-1], *seats[:-1])
    owners = {(seat + 1) % len(seats): browser for seat, browser in state.owners.items()}
    again = replace(stored, id=make_id(), seats=turned, seed=secrets.randbelow(2**31), created=write_now())
    return again, owners


def make_id() -> str:
    """Make the id of a game, which nobody can guess."""
    return secrets.token_urlsafe(9)


def _set_up(game: Game, asked: AskedGame) -> Position:
    known = list_start_options(game)
    for key, _ in asked.options or ():
        if key not in known:
            raise Refused(BAD, f"options: {game.name} has {', '.join(known) or 'none'}, found {quote(key)}")
    if asked.position is not None and asked.options:
        raise BadOption("options: a position carries its own, so expected none beside it")
    start = game.start(**dict(asked.options or ())) if asked.position is None else game.read(asked.position)
    cells = sum(len(row) for row in start.rows())
    if cells > MOST_CELLS:
        raise Refused(BAD, f"the board: expected at most {MOST_CELLS} cells, found {cells}")
    if start.outcome() is not None:
        raise Refused(BAD, "position: the game is over there already")
    return start


def _make_seat(asked: AskedSeat, number: int, game: Game, programs: Mapping[str, AllowedProgram]) -> Seat:
    name = clean_name(asked.name or "")
    if asked.kind == bodies.LEVEL:
        level, most = asked.level or USUAL_LEVEL, len(list_levels())
        if level > most:
            raise Refused(BAD, f"seats[{number}].level: expected 1 to {most}, found {level}")
        return Seat(LEVEL, name or f"level {level}", level, asked.where or PAGE)
    if asked.kind == bodies.PROGRAM:
        program = programs.get(asked.program or "")
        if program is None or program.game is not game:
            found = quote(asked.program or "")
            raise Refused(BAD, f"seats[{number}].program: expected a program of the catalogue, found {found}")
        return Seat(PROGRAM, clean_name(program.participant.name), where=SERVER, program=program.key)
    return Seat(PERSON, name if asked.kind == bodies.ME else "")
