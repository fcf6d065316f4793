"""Games that are recorded from their events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ludus.arena.recorder import Recorder
from ludus.arena.referee import play_game
from ludus.contests.base import Conduct
from ludus.games.base import Position
from ludus.players.base import Player
from ludus.records.events import PLY_CAP, Event
from ludus.records.record import Record
from ludus.records.time_control import TimeControl
from ludus.turn import Choice, Turn


def record_game(
    events: Iterable[Event],
    start: Position,
    players: Sequence[Player],
    control: TimeControl | None = None,
    ply_cap: int = PLY_CAP,
    conduct: Conduct | None = None,
) -> Record:
    """Play the game to its end and return its record."""
    recorder = Recorder(start, players, control, ply_cap, conduct)
    for event in events:
        recorder.add(event)
    return recorder.record()


class Reciting(Player):
    """Plays the moves of a list, one by one with whoever shares it."""

    def __init__(self, name: str, moves: Iterator[str], note: str = "") -> None:
        self.name = name
        self._moves = moves
        self._note = note

    def choose(self, turn: Turn) -> Choice:
        return Choice((next(self._moves),), 0.25, note=self._note)


def record_moves(start: Position, moves: str, names: str = "ann bob cid", note: str = "") -> Record:
    """Return the record of a game in which just these moves were played."""
    listed = moves.split()
    recited = iter(listed)
    players = [Reciting(name, recited, note) for name in names.split()[: start.seats]]
    cap = len(listed)
    record = record_game(play_game(start, players, ply_cap=cap), start, players, ply_cap=cap)
    return replace(record, id=f"{start.name}-1")
