"""How a game stands: what follows from its start and the events of its journal, one after the other.

Every event has its `number` and a `kind`:

    joined        seat, name, status, clock      a person has taken a seat
    played        ply, seat, move, seconds       and, as in the next two: text (the position after it), used, clock
    offence       ply, seat, offence, reason, out   a turn was lost
    takenback     plies, offences                how many moves and offences still stand
    passed        text, used, clock              seats without a turn were passed over, or a phase has begun
    offered       seat                           a person would like to take back
    answered      seat, answer                   accept or decline
    told          words                          something that everybody should know
    moved_engine  seat, where                    an engine is computed elsewhere from now on
    rematch       id, url                        the same people play again there
    ended         verdict
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from ludus.games.base import Game, Position
from ludus.server.tables.stored_game import PERSON, StoredGame

Json = dict[str, object]
WAITING, PLAYING, OVER = "waiting", "playing", "over"
OF_REFEREE = ("played", "offence", "takenback")
"""The events that the referee goes through again when a game is taken up."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the game so far."""

    seat: int
    move: str
    seconds: float
    text: str
    """The position after it."""


class GameState:
    """A game as it stands after some of its events."""

    def __init__(self, stored: StoredGame, game: Game, owners: dict[int, str]) -> None:
        self.stored = stored
        self.game = game
        self.owners = owners
        """The browsers that own seats."""
        self.journal: list[str] = []
        self.seats = list(stored.seats)
        self.steps: list[Step] = []
        self.text = stored.start
        self.used = [0.0] * len(stored.seats)
        self.clock: Json | None = None
        """What the clocks showed at the last event; None where the game is not timed, or has not begun."""
        self.offences: list[Json] = []
        self.offer: int | None = None
        """The seat that would like to take back."""
        self.agreed: set[str] = set()
        """The browsers that have agreed to that."""
        self.verdict: Json | None = None
        self.rematch: Json | None = None
        self.history: list[Json] = []
        """The events of the referee."""
        self._read: Position | None = None

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.journal)

    @property
    def position(self) -> Position:
        """The position on the board."""
        if self._read is None:
            self._read = self.game.read(self.text)
        return self._read

    @property
    def status(self) -> str:
        """Tell whether the game waits for somebody, is being played, or is over."""
        if self.verdict is not None:
            return OVER
        return WAITING if self.list_free() else PLAYING

    def list_free(self) -> list[int]:
        """List the seats that wait for a person."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == PERSON and number not in self.owners
        ]

    def list_people(self) -> set[str]:
        """List the browsers of the people who play."""
        return {owner for seat, owner in self.owners.items() if self.seats[seat].kind == PERSON}

    def apply(self, text: str, owner: tuple[int, str] | None = None) -> None:
        """Take in the next event of the journal."""
        event: Json = json.loads(text)
        self.journal.append(text)
        if owner is not None:
            self.owners[owner[0]] = owner[1]
        if "text" in event:
            self._apply_board(event)
        else:
            self._apply_other(event)

    def _apply_board(self, event: Json) -> None:
        if event["kind"] in OF_REFEREE:
            self.history.append(event)
        self.text, self._read = str(event["text"]), None
        self.used = [float(str(each)) for each in _as_list(event["used"])]
        self.clock = _as_clock(event["clock"])
        if event["kind"] == "offence":
            self.offences.append(event)
        elif event["kind"] == "played":
            self.offer = None
            seat, seconds = int(str(event["seat"])), float(str(event["seconds"]))
            self.steps.append(Step(seat, str(event["move"]), seconds, self.text))
        elif event["kind"] == "takenback":
            self.offer = None
            del self.steps[int(str(event["plies"])) :]
            del self.offences[int(str(event["offences"])) :]

    def _apply_other(self, event: Json) -> None:
        match event:
            case {"kind": "joined", "seat": int(seat), "name": str(name)}:
                self.seats[seat] = replace(self.seats[seat], name=name)
            case {"kind": "moved_engine", "seat": int(seat), "where": str(where)}:
                self.seats[seat] = replace(self.seats[seat], where=where)
            case {"kind": "offered", "seat": int(seat)}:
                self.offer, self.agreed = seat, {self.owners[seat]}
            case {"kind": "answered", "seat": int(seat), "answer": "accept"}:
                self.agreed.add(self.owners[seat])
                if self.agreed >= self.list_people():
                    self.offer = None
            case {"kind": "answered"}:
                self.offer = None
            case {"kind": "rematch"}:
                self.rematch = event
            case {"kind": "ended", "verdict": dict(verdict)}:
                self.verdict = verdict


def _as_list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _as_clock(value: object) -> Json | None:
    assert value is None or isinstance(value, dict)
    return value
