"""Lets the referee replay a record, and refuses one with illegal moves or another verdict than the referee's."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping

from ludus.arena.clock import GameClock
from ludus.arena.referee import play_game
from ludus.arena.scoring import compute_points
from ludus.games.base import BadPosition, Game, IllegalMove, Position
from ludus.players.base import Leave, OutOfTime, Player
from ludus.records.events import Ended, Offence, Played
from ludus.records.record import BY_TIME, DECISION, MISCONDUCT, TOLD, Record
from ludus.records.strict_json import BadRecord
from ludus.records.time_control import TimeControl
from ludus.text import quote
from ludus.turn import Choice, Turn

_ROUNDED = 1e-6
"""Records contain times in whole microseconds."""
_SHARED = 0.01
"""The points of a decision may be rounded."""


def replay(record: Record, games: Mapping[str, Game]) -> Iterator[Position]:
    """Replay a recorded game from its start to its end; raise `BadRecord` where it contradicts the rules.

    The referee itself judges it, with a script in every seat that plays and offends as the record says.
    """
    start = read_start(record, games)
    yield start
    script = Script(record)
    clock = _ReplayedClock(record)
    events = play_game(start, [script] * start.seats, None, record.ply_cap, record.conduct)
    for event in events:
        if isinstance(event, Played):
            clock.charge(event)
            yield event.position
        elif isinstance(event, Offence):
            script.compare_offence(event)
        elif isinstance(event, Ended):
            script.compare_end(event)
    clock.compare()
    _check_points(record)


def check(record: Record, games: Mapping[str, Game]) -> Position:
    """Replay a recorded game and return its last position; raise `BadRecord` if it contradicts the rules."""
    *_, last = replay(record, games)
    return last


class Script(Player):
    """Repeats the moves and the misconduct of a record, for all seats."""

    name = "script"

    def __init__(self, record: Record) -> None:
        self._record = record
        self._offences = deque(record.offences)
        self._acted: Offence | None = None
        self._gave_end = False

    def choose(self, turn: Turn) -> Choice:
        """Repeat the next move or misconduct."""
        record, seat = self._record, turn.position.to_move
        if self._offences and self._offences[0].ply == turn.ply + 1:
            self._acted = self._offences.popleft()
            _expect(
                "offences", seat, self._acted.seat, f"seat {seat}, whose turn it is at ply {turn.ply + 1}"
            )
            raise MISCONDUCT[self._acted.kind](self._acted.reason)
        if turn.ply < len(record.moves):
            # The cap does not cut a turn of several moves that were chosen at once.
            moves = self._list_rest(turn) if turn.ply + 1 == record.ply_cap else (record.moves[turn.ply],)
            return Choice(moves, 0.0)
        return self._end(seat)

    def _list_rest(self, turn: Turn) -> tuple[str, ...]:
        """List the moves from here to the end of the turn."""
        rest = self._record.moves[turn.ply :]
        position = turn.position
        for number, move in enumerate(rest, start=1):
            try:
                position = position.play(move)
            except IllegalMove:
                return rest[:number]
            if not position.is_within_turn:
                return rest[:number]
        return rest

    def _end(self, seat: int) -> Choice:
        verdict = self._record.verdict
        if verdict.kind == TOLD:
            raise Leave
        if verdict.kind not in MISCONDUCT:
            raise BadRecord("moves", "moves to the end of the game", f"{len(self._record.moves)} moves")
        _expect("verdict.seat", seat, verdict.seat, f"{seat}, whose turn it is")
        self._gave_end = True
        raise MISCONDUCT[verdict.kind](verdict.reason)

    def compare_offence(self, event: Offence) -> None:
        """Check that the referee judged an offence as the record says."""
        if self._acted is None:
            raise self._make_error(event.ply, event.reason)
        _expect("offences", event.is_out, self._acted.is_out, f"out to be {str(event.is_out).lower()}")
        self._acted = None

    def compare_end(self, event: Ended) -> None:
        """Check that the referee ended the game as the record says."""
        said, found = self._record.verdict, event.verdict
        if found.kind == TOLD:
            return  # The rules do not end the game here; only the record says how it ended.
        if self._acted is not None:
            raise BadRecord("offences", "none in a game that cannot go on after one", self._acted.kind)
        if found.kind in MISCONDUCT and not self._gave_end:
            raise self._make_error(event.plies + 1, found.reason)
        if event.plies < len(self._record.moves):
            where = f"moves[{event.plies}]"
            raise BadRecord(
                where, f"the end of the game ({found.reason})", quote(self._record.moves[event.plies])
            )
        if self._offences:
            raise BadRecord("offences", "none after the end of the game", f"{len(self._offences)}")
        for field in ("kind", "scores", "seat", "out"):
            value = getattr(found, field)
            _expect(f"verdict.{field}", value, getattr(said, field), f"{value} ({found.reason})")

    def _make_error(self, ply: int, reason: str) -> BadRecord:
        return BadRecord(f"moves[{ply - 1}]", "a legal move", reason)


def _expect(field: str, value: object, said: object, expected: str) -> None:
    if value != said:
        raise BadRecord(field, expected, quote(str(said)))


def _check_points(record: Record) -> None:
    """Check that the points, if there are any, follow from the verdict, or from a decision of the organiser."""
    points, seats = record.points, len(record.points)
    if not points:
        return
    if DECISION in dict(record.tags):
        is_shared = seats == 1 or abs(sum(points) - seats / 2) < _SHARED
        if not (is_shared and all(0 <= share <= 1 for share in points)):
            raise BadRecord("points", f"shares that add up to {seats / 2:g}", str(points))
        return
    # Among seats that the verdict has equal, the points themselves tell who had more time left.
    expected = compute_points(record.verdict, points, draws_by_time=record.tie_break == BY_TIME)
    _expect("points", expected, points, f"{expected}, as the verdict says")


def read_start(record: Record, games: Mapping[str, Game]) -> Position:
    """Read the position in which a recorded game began."""
    if record.game not in games:
        raise BadRecord("game", f"one of {', '.join(games)}", quote(record.game))
    try:
        start = games[record.game].read(record.start)
    except BadPosition as error:
        raise BadRecord("start", f"a position of {record.game}", str(error)) from error
    if start.seats != len(record.players):
        raise BadRecord("players", f"{start.seats}, one per seat", str(len(record.players)))
    return start


class _ReplayedClock:
    """Charges each seat the times that a record says its moves took."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._clock = GameClock(TimeControl.read(record.clock), len(record.players))
        self._moves = [0] * len(record.players)

    def charge(self, played: Played) -> None:
        """Charge a move, which must have been in time."""
        number = played.ply - 1
        self._moves[played.seat] += 1
        try:
            # The recorded times are rounded, which must not make a seat lose.
            self._clock.charge(played.seat, max(0.0, self._record.seconds[number] - _ROUNDED))
        except OutOfTime as error:
            raise BadRecord(f"seconds[{number}]", "a move in time", str(error)) from None

    def compare(self) -> None:
        """Check that each clock shows the sum of its moves; turns that were lost may have added more."""
        record = self._record
        lost = {offence.seat for offence in record.offences} | {record.verdict.seat}
        for seat, (least, found) in enumerate(zip(self._clock.used, record.used, strict=True)):
            most = math.inf if seat in lost else least + 2 * _ROUNDED * (self._moves[seat] + 1)
            if found < least - _ROUNDED:
                raise BadRecord(f"used[{seat}]", f"at least {least:.6f}", str(found))
            if found > most:
                raise BadRecord(f"used[{seat}]", f"at most {most:.6f}", str(found))
