"""Games of people that are not over: one file each, written after every move, so that nothing can lose a game.

Without a name of its own a game is kept in `$XDG_STATE_HOME/ludus`, by default `~/.local/state/ludus`, until it is over.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from ludus.atomic_file import write_atomically
from ludus.errors import BadOption
from ludus.games.base import Position
from ludus.players.base import Interruption, Player
from ludus.records.events import Event, Offence, Played, TakenBack
from ludus.turn import Choice, Turn

FORMAT = 1

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What is needed to go on with a game. It never says what code may run: that is for the command line."""

    game: str
    start: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    """The time of each move."""
    against: str
    seat: int
    """The person's, from 1."""
    seed: int
    clock: str
    used: tuple[float, ...]
    """The seconds that each seat had used."""
    record: str
    """The file for its record; empty if there is none."""


def write_saved(path: Path, saved: SavedGame) -> None:
    """Write the file of a game, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"format": FORMAT, **asdict(saved)})
    write_atomically(path, f"{text}\n")


def read_saved(path: Path) -> SavedGame:
    """Read the file of a game."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = None
    try:
        return _make_saved(found)
    except (KeyError, TypeError, ValueError) as error:
        raise BadOption(f"{path}: expected a game that 'ludus play' has saved") from error


def _make_saved(found: object) -> SavedGame:
    """Make a saved game of JSON; what does not fit raises."""
    if not isinstance(found, dict) or found.pop("format") != FORMAT:
        raise ValueError("another format")
    moves, seconds, used = (_check(found.pop(key), list) for key in ("moves", "seconds", "used"))
    saved = SavedGame(
        game=_check(found.pop("game"), str),
        start=_check(found.pop("start"), str),
        moves=tuple(_check(each, str) for each in moves),
        seconds=tuple(_check(each, float) for each in seconds),
        against=_check(found.pop("against"), str),
        seat=_check(found.pop("seat"), int),
        seed=_check(found.pop("seed"), int),
        clock=_check(found.pop("clock"), str),
        used=tuple(_check(each, float) for each in used),
        record=_check(found.pop("record"), str),
    )
    if found or len(saved.moves) != len(saved.seconds):
        raise ValueError("fields that do not fit together")
    return saved


def _check(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, found {value!r}")
    return value


def name_file(game: str) -> Path:
    """Name the file for a new game."""
    return _find_folder() / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.json"


def find_newest() -> Path:
    """Find the game that was played last."""
    found = sorted(_find_folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise BadOption(f"--resume: expected a saved game in {_find_folder()}, found none")
    return found[-1]


def _find_folder() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path("~/.local/state").expanduser(), "ludus")


class GameSaver:
    """Keeps the file of a game up to date while it is played; without a file it only knows what to save."""

    def __init__(self, path: Path | None, game: SavedGame, used: Sequence[float]) -> None:
        self.path = path
        self._game = game
        self._used = used
        """What the clocks of the game show now."""
        self._first = 0
        """How many plies were played before the start that is saved."""
        self._has_lost_turn = False

    @property
    def has_moves(self) -> bool:
        """Tell whether there is anything to be lost."""
        return bool(self._game.moves) or self._first > 0

    def follow(self, events: Iterable[Event]) -> Iterator[Event]:
        """Save after each event, and pass it on."""
        for event in events:
            if isinstance(event, Played):
                self._add(event)
                self.save()
            elif isinstance(event, TakenBack):
                self._take_back(event)
                self.save()
            elif isinstance(event, Offence):
                self._has_lost_turn = True
            yield event

    def save(self, path: Path | None = None) -> None:
        """Write the game to its file, or to another one."""
        path = path or self.path
        if path is not None:
            write_saved(path, replace(self._game, used=tuple(self._used)))

    def forget(self) -> None:
        """Remove the file of a game that is over."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _add(self, event: Played) -> None:
        if self._has_lost_turn:
            # No move leads over a lost turn.
            self._begin_at(event.position, event.ply)
        else:
            moves, seconds = (*self._game.moves, event.move), (*self._game.seconds, event.seconds)
            self._game = replace(self._game, moves=moves, seconds=seconds)

    def _take_back(self, event: TakenBack) -> None:
        if event.plies < self._first:
            self._begin_at(event.position, event.plies)
        else:
            kept = event.plies - self._first
            self._game = replace(self._game, moves=self._game.moves[:kept], seconds=self._game.seconds[:kept])
        self._has_lost_turn = False

    def _begin_at(self, position: Position, plies: int) -> None:
        self._game = replace(self._game, start=str(position), moves=(), seconds=())
        self._first, self._has_lost_turn = plies, False


class Continued(Player):
    """Sits in a seat of a game that goes on: repeats the moves that were made, then is the player itself."""

    def __init__(self, player: Player, script: deque[str]) -> None:
        self.key, self.name, self.version = player.key, player.name, player.version
        self.meter, self.tier, self.is_person = player.meter, player.tier, player.is_person
        self._player = player
        self._script = script
        """The moves that are still to be repeated, for all seats."""

    def choose(self, turn: Turn) -> Choice:
        """Repeat a move, or ask the player."""
        return Choice((self._script.popleft(),), 0.0) if self._script else self._player.choose(turn)

    def cancel(self, interruption: Interruption) -> None:
        """Cancel the player."""
        self._player.cancel(interruption)

    def raise_interruption(self) -> None:
        """Raise what the player was cancelled by."""
        self._player.raise_interruption()

    def close(self) -> None:
        """Let the player leave."""
        self._player.close()
