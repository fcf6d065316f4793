"""Games that are recorded from their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludus.arena.recorder import Recorder
from ludus.contests.base import Conduct
from ludus.games.base import Position
from ludus.players.base import Player
from ludus.records.events import PLY_CAP, Event
from ludus.records.record import Record
from ludus.records.time_control import TimeControl


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
