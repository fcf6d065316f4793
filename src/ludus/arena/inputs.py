"""Makes again what contest programs were given in a recorded game, by the contest's own format.

A record holds moves and times, not the files of every move; they follow from it. Two details are not in a record: times
are rounded to a microsecond, and the name by which Amazons addresses a program is the one under which it took part.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ludus.arena.clock import GameClock
from ludus.arena.openings import Opening
from ludus.arena.referee import play_game
from ludus.arena.replay import Script, read_start
from ludus.contests import CONTESTS
from ludus.contests.base import Contest
from ludus.errors import LudusError
from ludus.games.base import Game, IllegalMove
from ludus.players.base import Absence
from ludus.players.program import adapt_turn
from ludus.protocols.base import BadRequest
from ludus.records.events import Played
from ludus.records.record import MISCONDUCT, Record
from ludus.records.strict_json import BadRecord
from ludus.records.time_control import TimeControl
from ludus.turn import Choice, Request, Turn


@dataclass(frozen=True, slots=True)
class Input:
    """What a program was given for one turn."""

    ply: int
    """The number of the move that it answered, or would have, from 1."""
    seat: int
    request: Request


@dataclass(frozen=True, slots=True)
class Asked:
    """One time that a player was asked for a turn."""

    ply: int
    """The number of the move that it answered, or would have, from 1."""
    seat: int
    turn: Turn
    kind: str
    """The kind of misconduct that came of it; empty where there was none."""


def make_inputs(record: Record, games: Mapping[str, Game], seat: int) -> tuple[list[Input], tuple[int, ...]]:
    """Return the inputs of one seat, and the seat that made each move; raise `BadRecord` where that is unknown.

    There are no inputs where no program sat there, or where its game is no contest.
    """
    asked, seats = trace_turns(record, games)
    contest = CONTESTS.get(record.game) if record.players[seat].tier else None
    return ([] if contest is None else _write_inputs(record, contest, asked, seat)), seats


def trace_turns(record: Record, games: Mapping[str, Game]) -> tuple[list[Turn], tuple[int, ...]]:
    """Return the turns in which players were asked, and the seat that made each move."""
    first = _find_first_turn(record, games)
    # The referee knows how a game goes on after an offence; without one, the moves alone tell it, and faster.
    return _trace_by_referee(record, first) if record.offences else _trace_by_moves(record, first)


def trace_moves(record: Record, games: Mapping[str, Game]) -> list[Turn]:
    """Return the turn in which each move was made."""
    asked, _ = trace_turns(record, games)
    # Of several at one ply the last was not lost.
    found = {turn.ply - asked[0].ply: turn for turn in asked}
    turns: list[Turn] = []
    for number in range(len(record.moves)):
        # The rest of a turn that the cap did not cut was not asked for move by move.
        turns.append(found.get(number) or turns[-1].after(record.moves[number - 1]))
    return turns


def list_asked(record: Record, turns: Sequence[Turn]) -> Iterator[Asked]:
    """Yield each time that a player was asked for a whole turn, with the clock as it stood."""
    clock = GameClock(TimeControl.read(record.clock), len(record.players))
    offences = deque(record.offences)
    for turn in turns:
        ply, mover = turn.ply - turns[0].ply, turn.position.to_move
        kind, seconds = record.verdict.kind, 0.0
        if offences and offences[0].ply == ply + 1:
            kind = offences.popleft().kind
        elif ply < len(record.moves):
            kind, seconds = "", record.seconds[ply]
        # A program answers a whole turn at once, so that its later moves cost nothing; who is absent is not asked.
        is_new = seconds or not turn.position.is_within_turn
        if (kind in MISCONDUCT if kind else is_new) and kind != Absence.kind:
            yield Asked(ply + 1, mover, turn.with_clock(clock.read(mover)), kind)
        if not kind:
            clock.note(mover, seconds)
            clock.total[mover] += clock.control.increment


def _write_inputs(record: Record, contest: Contest, turns: Sequence[Turn], seat: int) -> list[Input]:
    """Write what a program was given each time that it was asked."""
    inputs: list[Input] = []
    for asked in list_asked(record, turns):
        if asked.seat == seat:
            adapted = adapt_turn(contest, asked.turn, record.players[seat].name)
            # A time that was rounded up may leave nothing, which a format cannot tell.
            with suppress(BadRequest):
                inputs.append(Input(asked.ply, seat, contest.format.write_request(adapted)))
    return inputs


def _trace_by_moves(record: Record, first: Turn) -> tuple[list[Turn], tuple[int, ...]]:
    turns = [first]
    for number, move in enumerate(record.moves):
        try:
            turns.append(turns[-1].after(move))
        except IllegalMove as error:
            raise BadRecord(f"moves[{number}]", "a legal move", str(error)) from error
    seats = tuple(turn.position.to_move for turn in turns[:-1])
    return (turns if record.verdict.kind in MISCONDUCT else turns[:-1]), seats


def _trace_by_referee(record: Record, first: Turn) -> tuple[list[Turn], tuple[int, ...]]:
    script, seats = _AskedScript(record, first.ply), list[int]()
    players = [script] * len(record.players)
    for event in play_game(first.start, players, None, record.ply_cap, record.conduct, first.moves):
        seats += [event.seat] if isinstance(event, Played) else []
    return script.turns, tuple(seats)


class _AskedScript(Script):
    """Repeats a record, and notes the turns in which it was asked."""

    def __init__(self, record: Record, first_ply: int) -> None:
        super().__init__(record)
        self.turns: list[Turn] = []
        self._first_ply = first_ply

    def choose(self, turn: Turn) -> Choice:
        """Note the turn, and repeat what the record says."""
        self.turns.append(turn)
        return super().choose(Turn(turn.position, (), None, turn.ply - self._first_ply))


def _find_first_turn(record: Record, games: Mapping[str, Game]) -> Turn:
    """Set up the first turn with the moves of the opening, which some contests tell."""
    start = read_start(record, games)
    try:
        first = Opening.read(record.opening).make_turn(games[record.game], dict(record.options))
    except LudusError:
        return Turn(start)
    return first if first.position == start else Turn(start)
