"""Records a game while it is played."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class About:
    """Facts about a game that the referee's events do not contain."""

    id: str = ""
    options: Mapping[str, str] | None = None
    opening: str = ""
    seeds: Sequence[int] = ()
    ply_cap: int = PLY_CAP
    conduct: Conduct | None = None
    """None means that of the game's contest."""
    round: int = 0
    block: int = 0
    started: str = ""


class Recorder:
    """Records a game while it is played."""

    def __init__(
        self,
        start: Position,
        players: Sequence[Player],
        control: TimeControl | None = None,
        about: About | None = None,
    ) -> None:
        self._start = start
        self._players = tuple(_describe_player(player) for player in players)
        self._control = control or TimeControl()
        self._about = about or About()
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

    def watch(self, events: Iterable[Event]) -> Iterator[Event]:
        """Record events and pass them on."""
        for event in events:
            self.add(event)
            yield event

    def record(self) -> Record:
        """Return the record of a game that has ended."""
        if self._ended is None:
            raise ValueError("the game is not over, so there is no record of it yet")
        about = self._about
        evaluations = tuple(_make_evaluation(played.thought) for played in self._played)
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
            conduct=about.conduct or find_conduct(self._start.name),
            moves=tuple(played.move for played in self._played),
            seconds=tuple(round(played.seconds, 6) for played in self._played),
            evaluations=evaluations if any(evaluations) else (),
            notes=notes if any(notes) else (),
            offences=tuple(self._offences),
            verdict=self._ended.verdict,
            used=tuple(round(seconds, 6) for seconds in self._ended.used),
            software=f"ludus {__version__}",
            round=about.round,
            block=about.block,
            started=about.started,
        )


def record_game(
    events: Iterable[Event],
    start: Position,
    players: Sequence[Player],
    control: TimeControl | None = None,
    about: About | None = None,
) -> Record:
    """Play the game to its end and return its record."""
    recorder = Recorder(start, players, control, about)
    for event in events:
        recorder.add(event)
    return recorder.record()


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
