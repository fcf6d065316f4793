"""Records: one finished game is one JSON object on one line, and a file of games has one such line each.

`Recorder` takes a game down while it is played. `replay` lets the referee play it again: a record whose moves the
rules forbid, or whose verdict they deny, is refused. docs/records.md explains the fields one by one.
"""

from __future__ import annotations

import math
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludus import __version__
from ludus.arena.clock import GameClock, TimeControl
from ludus.arena.record_json import FORMAT, MISCONDUCT, TOLD, Evaluation, Record, Seated, read, write
from ludus.arena.referee import PLY_CAP, Ended, Event, Offence, Played, play_game
from ludus.arena.strict_json import BadRecord
from ludus.contests import conduct_of
from ludus.contests.base import OFFENCES
from ludus.games.base import BadPosition, Game, Position
from ludus.players.base import OutOfTime, Player
from ludus.text import make_printable, quote
from ludus.turn import Choice, Thought, Turn

__all__ = [
    "FORMAT",
    "TOLD",
    "About",
    "BadRecord",
    "Evaluation",
    "Record",
    "Recorder",
    "Seated",
    "append",
    "check",
    "read",
    "read_file",
    "read_lines",
    "record_game",
    "replay",
    "write",
]

_ROUNDED = 1e-6
"""A record tells times in whole millionths of a second."""
LINE_LIMIT = 16 << 20
"""No line of a file is longer: a game of a thousand moves has less than a hundredth of this."""


@dataclass(frozen=True, slots=True)
class About:
    """What the referee's events do not tell about a game."""

    id: str = ""
    options: Mapping[str, str] | None = None
    opening: str = ""
    seeds: Sequence[int] = ()
    ply_cap: int = PLY_CAP
    offence_cap: int = OFFENCES


class Recorder:
    """Takes down a game while it is played."""

    def __init__(
        self,
        start: Position,
        players: Sequence[Player],
        control: TimeControl | None = None,
        about: About | None = None,
    ) -> None:
        self._start = start
        self._players = tuple(_seated(player) for player in players)
        self._control = control or TimeControl()
        self._about = about or About()
        self._played: list[Played] = []
        self._offences: list[Offence] = []
        self._ended: Ended | None = None

    def add(self, event: Event) -> None:
        """Take down what happened."""
        if isinstance(event, Played):
            self._played.append(event)
        elif isinstance(event, Offence):
            self._offences.append(event)
        else:
            self._ended = event

    def watch(self, events: Iterable[Event]) -> Iterator[Event]:
        """Take down events and pass them on."""
        for event in events:
            self.add(event)
            yield event

    def record(self) -> Record:
        """Give the record of the game, once it has ended."""
        if self._ended is None:
            raise ValueError("the game is not over, so there is no record of it yet")
        about = self._about
        evaluations = tuple(_evaluation(played.thought) for played in self._played)
        notes = tuple(make_printable(played.note) for played in self._played)
        return Record(
            id=about.id,
            game=self._start.name,
            options=tuple((str(key), str(value)) for key, value in (about.options or {}).items()),
            start=str(self._start),
            opening=about.opening,
            players=self._players,
            seeds=tuple(about.seeds),
            clock=str(self._control),
            ply_cap=about.ply_cap,
            offence_cap=about.offence_cap,
            moves=tuple(played.move for played in self._played),
            seconds=tuple(round(played.seconds, 6) for played in self._played),
            evaluations=evaluations if any(evaluations) else (),
            notes=notes if any(notes) else (),
            offences=tuple(self._offences),
            verdict=self._ended.verdict,
            used=tuple(round(seconds, 6) for seconds in self._ended.used),
            software=f"ludus {__version__}",
        )


def record_game(
    events: Iterable[Event],
    start: Position,
    players: Sequence[Player],
    control: TimeControl | None = None,
    about: About | None = None,
) -> Record:
    """Let the referee's events run to the end and give the record of the game."""
    recorder = Recorder(start, players, control, about)
    for event in events:
        recorder.add(event)
    return recorder.record()


def _seated(player: Player) -> Seated:
    return Seated(make_printable(player.name), make_printable(player.version), player.meter, player.tier)


def _evaluation(thought: Thought | None) -> Evaluation | None:
    """Keep what a player thought, if JSON has a way to say it."""
    if thought is None or not math.isfinite(thought.score):
        return None
    return Evaluation(thought.score, thought.depth, thought.nodes)


# Played again


def replay(record: Record, games: Mapping[str, Game]) -> Iterator[Position]:
    """Play a recorded game again, from its start to its end; raise `BadRecord` where it cannot have been so.

    The referee itself judges it, with a script in every seat that plays and offends as the record says.
    """
    start = _start(record, games)
    yield start
    script = _Script(record)
    clock = _ReplayedClock(record)
    conduct = replace(conduct_of(record.game), offence_cap=record.offence_cap)
    events = play_game(start, [script] * start.seats, None, record.ply_cap, conduct)
    try:
        for event in events:
            if isinstance(event, Played):
                clock.charge(event)
                yield event.position
            elif isinstance(event, Offence):
                script.compare_offence(event)
            else:
                script.compare_end(event)
    except _GivenUp:
        # The rules let the game go on, and somebody else has said how it ended.
        pass
    clock.compare()


def check(record: Record, games: Mapping[str, Game]) -> Position:
    """Play a recorded game again and give its last position; raise `BadRecord` if it cannot have been so."""
    *_, last = replay(record, games)
    return last


class _GivenUp(Exception):
    """The script of a game that was given up is over."""


class _Script(Player):
    """Plays and offends as a record says, whichever seat asks."""

    name = "script"

    def __init__(self, record: Record) -> None:
        self._record = record
        self._offences = deque(record.offences)
        self._acted: Offence | None = None
        self._gave_end = False

    def choose(self, turn: Turn) -> Choice:
        """Do what comes next."""
        record, seat = self._record, turn.position.to_move
        if self._offences and self._offences[0].ply == turn.ply + 1:
            self._acted = self._offences.popleft()
            _expect(
                "offences", seat, self._acted.seat, f"seat {seat}, whose turn it is at ply {turn.ply + 1}"
            )
            raise MISCONDUCT[self._acted.kind](self._acted.reason)
        if turn.ply < len(record.moves):
            return Choice((record.moves[turn.ply],), 0.0)
        return self._end(seat)

    def _end(self, seat: int) -> Choice:
        verdict = self._record.verdict
        if verdict.kind == TOLD:
            raise _GivenUp
        if verdict.kind not in MISCONDUCT:
            raise BadRecord("moves", "moves to the end of the game", f"{len(self._record.moves)} moves")
        _expect("verdict.seat", seat, verdict.seat, f"{seat}, whose turn it is")
        self._gave_end = True
        raise MISCONDUCT[verdict.kind](verdict.reason)

    def compare_offence(self, event: Offence) -> None:
        """See whether the referee has judged an offence as the record says."""
        if self._acted is None:
            raise self._illegal(event.ply, event.reason)
        _expect("offences", event.is_out, self._acted.is_out, f"out to be {str(event.is_out).lower()}")
        self._acted = None

    def compare_end(self, event: Ended) -> None:
        """See whether the referee has ended the game as the record says."""
        said, found = self._record.verdict, event.verdict
        if self._acted is not None:
            raise BadRecord("offences", "none in a game that cannot go on after one", self._acted.kind)
        if found.kind in MISCONDUCT and not self._gave_end:
            raise self._illegal(event.plies + 1, found.reason)
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

    def _illegal(self, ply: int, reason: str) -> BadRecord:
        return BadRecord(f"moves[{ply - 1}]", "a legal move", reason)


def _expect(field: str, value: object, said: object, expected: str) -> None:
    if value != said:
        raise BadRecord(field, expected, quote(str(said)))


def _start(record: Record, games: Mapping[str, Game]) -> Position:
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
    """Charges each seat what a record says that its moves have cost."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._clock = GameClock(TimeControl.read(record.clock), len(record.players))
        self._moves = [0] * len(record.players)

    def charge(self, played: Played) -> None:
        """Put a move on the clock: it must have been in time."""
        number = played.ply - 1
        self._moves[played.seat] += 1
        try:
            # Each cost was rounded; nobody loses by that.
            self._clock.charge(played.seat, max(0.0, self._record.seconds[number] - _ROUNDED))
        except OutOfTime as error:
            raise BadRecord(f"seconds[{number}]", "a move in time", str(error)) from None

    def compare(self) -> None:
        """See to it that each clock shows what its moves have cost; turns that were lost may have cost more."""
        record = self._record
        lost = {offence.seat for offence in record.offences} | {record.verdict.seat}
        for seat, (least, found) in enumerate(zip(self._clock.used, record.used, strict=True)):
            most = math.inf if seat in lost else least + 2 * _ROUNDED * (self._moves[seat] + 1)
            if found < least - _ROUNDED:
                raise BadRecord(f"used[{seat}]", f"at least {least:.6f}", str(found))
            if found > most:
                raise BadRecord(f"used[{seat}]", f"at most {most:.6f}", str(found))


# Files


def append(path: Path, record: Record) -> None:
    """Add a record to a file in one write; what a killed writer left unfinished stays a line of its own."""
    line = f"{write(record)}\n".encode("ascii")
    with path.open("a+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else b"\n" + line
        try:
            while line:
                line = line[file.write(line) or 0 :]
        except OSError as error:
            # The errors of an open file do not name it.
            raise OSError(error.errno, error.strerror, str(path)) from error


def tell(error: BadRecord) -> None:
    """Say on standard error that a line was skipped."""
    print(f"warning: {error}; skipped", file=sys.stderr)


def read_file(
    path: Path, *, strict: bool = False, report: Callable[[BadRecord], None] = tell
) -> Iterator[Record]:
    """Read a file of records; a broken line is reported and skipped, or raises where that is `strict`."""
    for _, found in read_lines(path):
        if isinstance(found, Record):
            yield found
        elif strict:
            raise found
        else:
            report(found)


def read_lines(path: Path) -> Iterator[tuple[int, Record | BadRecord]]:
    """Read a file of records line by line: the number of each line, and what is on it or what is wrong with it."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LINE_LIMIT + 1):
            number += 1
            try:
                record = _read_line(line)
            except BadRecord as error:
                yield number, error.on(number)
            else:
                if record is not None:
                    yield number, record
            while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
                line = file.readline(LINE_LIMIT + 1)


def _read_line(line: bytes) -> Record | None:
    """Read one line; None where it is blank."""
    if len(line) > LINE_LIMIT:
        raise BadRecord("record", f"at most {LINE_LIMIT} bytes", "more")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise BadRecord("record", "UTF-8", f"byte 0x{line[error.start]:02X}") from None
    return read(text) if text.strip(" \t\r\n") else None
