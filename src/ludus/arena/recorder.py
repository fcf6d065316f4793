"""Records a game while it is played."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ludus import __version__
from ludus.contests import find_conduct
from ludus.contests.base import Conduct
from ludus.games.base import Position
from ludus.players.base import Player
from ludus.records.events import PLY_CAP, Ended, Event, Offence, Played, TakenBack
from ludus.records.record import Evaluation, Record, Seated
from ludus.records.time_control import TimeControl
from ludus.text import make_printable
from ludus.turn import Thought


class Recorder:
    """Records a game while it is played."""

    def __init__(
        self,
        start: Position,
        players: Sequence[Player],
        control: TimeControl | None = None,
        ply_cap: int = PLY_CAP,
        conduct: Conduct | None = None,
    ) -> None:
        self._start = start
        self._players = tuple(_describe_player(player) for player in players)
        self._control = control or TimeControl()
        self._ply_cap = ply_cap
        self._conduct = conduct or find_conduct(start.name)
        self._played: list[Played] = []
        self._offences: list[Offence] = []
        self._ended: Ended | None = None

    def add(self, event: Event) -> None:
        """Record one event."""
        if isinstance(event, Played):
            self._played.append(event)
        elif isinstance(event, Offence):
            self._offences.append(event)
        elif isinstance(event, TakenBack):
            del self._played[event.plies :]
            del self._offences[event.offences :]
        else:
            self._ended = event

    def follow(self, events: Iterable[Event]) -> Iterator[Event]:
        """Record events and pass them on."""
        for event in events:
            self.add(event)
            yield event

    def record(self) -> Record:
        """Return the record of a game that has ended; what the referee does not know is left to others."""
        if self._ended is None:
            raise ValueError("the game is not over, so there is no record of it yet")
        evaluations = tuple(_make_evaluation(played.thought) for played in self._played)
        notes = tuple(make_printable(played.note) for played in self._played)
        return Record(
            game=self._start.name,
            start=str(self._start),
            players=self._players,
            clock=str(self._control),
            ply_cap=self._ply_cap,
            conduct=self._conduct,
            moves=tuple(played.move for played in self._played),
            seconds=tuple(round(played.seconds, 6) for played in self._played),
            evaluations=evaluations if any(evaluations) else (),
            notes=notes if any(notes) else (),
            offences=tuple(self._offences),
            verdict=self._ended.verdict,
            used=tuple(round(seconds, 6) for seconds in self._ended.used),
            software=f"ludus {__version__}",
        )


def _describe_player(player: Player) -> Seated:
    return Seated(
        make_printable(player.name),
        make_printable(player.version),
        player.meter,
        player.tier,
        make_printable(player.key),
    )


def _make_evaluation(thought: Thought | None) -> Evaluation | None:
    """Make the evaluation of a thought, if JSON can express it."""
    if thought is None or not math.isfinite(thought.score.value):
        return None
    return Evaluation(thought.score, thought.depth, thought.nodes)
