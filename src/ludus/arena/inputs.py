"""Makes again what contest programs were given in a recorded game, by the contest's own format.

A record holds moves and times, not the files of every move; they follow from it. Two details are not in a record: times
are rounded to a microsecond, and the name by which Amazons addresses a program is the one under which it took part.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from ludus.arena.clock import GameClock
from ludus.arena.openings import Opening
from ludus.arena.referee import play_game
from ludus.arena.replay import Script, read_start
from ludus.contests import CONTESTS
from ludus.errors import LudusError
from ludus.games.base import Game
from ludus.players.base import Absence
from ludus.players.program import adapt_turn
from ludus.records.record import Record
from ludus.records.time_control import TimeControl
from ludus.turn import Choice, Request, Turn


@dataclass(frozen=True, slots=True)
class Input:
    """What a program was given for one turn."""

    ply: int
    """The number of the move that it answered, or would have, from 1."""
    seat: int
    request: Request


def make_inputs(record: Record, games: Mapping[str, Game], seat: int) -> tuple[list[Input], tuple[int, ...]]:
    """Return the inputs of one seat, and the seat that made each move; raise `BadRecord` where that cannot be told.

    There are no inputs where no program sat there, or where its game is no contest.
    """
    script = _AskedScript(record, seat)
    first = _find_first_turn(record, games)
    players = [script] * len(record.players)
    # Only the record says how a game ended that was given up.
    deque(play_game(first.start, players, None, record.ply_cap, record.conduct, first.moves), maxlen=0)
    return script.inputs, tuple(script.seats)


class _AskedScript(Script):
    """Repeats a record, and notes what one seat is asked on the way."""

    def __init__(self, record: Record, seat: int) -> None:
        super().__init__(record)
        self.inputs: list[Input] = []
        self.seats: list[int] = []
        self._contest = CONTESTS.get(record.game) if record.players[seat].tier else None
        self._seat = seat
        self._clock = GameClock(TimeControl.read(record.clock), len(record.players))
        self._first_ply: int | None = None

    def choose(self, turn: Turn) -> Choice:
        """Note what a program would be given, and repeat what the record says."""
        if self._first_ply is None:
            self._first_ply = turn.ply
        ply, seat = turn.ply - self._first_ply, turn.position.to_move
        try:
            choice = super().choose(Turn(turn.position, (), None, ply))
        except Absence:
            raise
        except Exception:
            self._note(turn, ply)
            raise
        seconds = self._record.seconds[ply]
        # A program answers a whole turn at once; its later moves cost nothing.
        if not turn.steps or seconds:
            self._note(turn, ply)
        self.seats += [seat] * len(choice.moves)
        self._clock.note(seat, seconds)
        self._clock.total[seat] += self._clock.control.increment
        return choice

    def _note(self, turn: Turn, ply: int) -> None:
        seat = turn.position.to_move
        if seat != self._seat or self._contest is None:
            return
        name = self._record.players[seat].name
        try:
            asked = adapt_turn(self._contest, turn.with_clock(self._clock.read(seat)), name)
            self.inputs.append(Input(ply + 1, seat, self._contest.format.write_request(asked)))
        except LudusError:
            # Nor could the program be asked at the time.
            return


def _find_first_turn(record: Record, games: Mapping[str, Game]) -> Turn:
    """Set up the first turn with the moves of the opening, which some contests tell."""
    start = read_start(record, games)
    try:
        first = Opening.read(record.opening).turn(games[record.game], dict(record.options))
    except LudusError:
        return Turn(start)
    return first if first.position == start else Turn(start)
