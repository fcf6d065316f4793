"""Where a match keeps its games: in a new file of records, or in one or a store that it goes on with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from ludus.arena.match import Pairing, Result
from ludus.arena.resume import find_finished
from ludus.arena.runner import Finished, Voided
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.players.participant import Participant
from ludus.records.files import append, hold_file, read_file
from ludus.store.file import is_store
from ludus.store.fingerprint import take_fingerprint
from ludus.store.store import Store
from ludus.store.stored import PlannedGame, StoredParticipant

COMMAND = "match"
"""Under this name a run of ours is known in a store."""
_HEAD = b'{"format":'
"""How every line of a file of records begins."""


class Keeper(Protocol):
    """Keeps the games of a match."""

    finished: Sequence[Result]
    """Games of an earlier run."""
    notice: str
    """What the user should know about where they are kept; empty if there is nothing."""

    def add(self, event: Finished | Voided) -> None:
        """Take a game as soon as it ends."""

    def add_in_order(self, event: Finished) -> None:
        """Take a finished game when all before it in the schedule are done."""


class NotKept:
    """Keeps nothing."""

    finished: Sequence[Result] = ()
    notice = ""

    def add(self, event: Finished | Voided) -> None:
        """Keep nothing."""

    def add_in_order(self, event: Finished) -> None:
        """Keep nothing."""


class KeptInFile(NotKept):
    """Keeps a file of records, in the order of the schedule, so that it is the same for any number of workers."""

    def __init__(self, path: Path, finished: Sequence[Result] = ()) -> None:
        self.finished = finished
        self._path = path
        self._known = {result.pairing.id for result in finished}

    def add_in_order(self, event: Finished) -> None:
        """Append the record, if it is new."""
        if event.pairing.id not in self._known:
            append(self._path, event.result.record)


class KeptInStore(NotKept):
    """Keeps a store, at once: nothing that has ended is lost."""

    def __init__(self, store: Store, finished: Sequence[Result]) -> None:
        self.finished = finished
        self.notice = store.notice
        self._store = store

    def add(self, event: Finished | Voided) -> None:
        """Add the game, or the attempt that was void."""
        if isinstance(event, Finished):
            self._store.add_game(event.result.record)
        else:
            pairing = event.pairing
            game = PlannedGame(pairing.id, pairing.keys, pairing.round, pairing.block, pairing.settings.game)
            # Not by the number of this run's attempt: games that stayed void in an earlier run are tried again.
            self._store.add_void(game, 0, event.reason, event.details)


@contextmanager
def keep_games(
    name: str | None,
    schedule: Sequence[Pairing],
    participants: Sequence[Participant],
    games: Mapping[str, Game],
) -> Iterator[Keeper]:
    """Open what the games are kept in, with those of an earlier run; nobody else writes to it meanwhile."""
    if name is None:
        yield NotKept()
    elif is_store(Path(name)):
        with Store.open(Path(name)) as store:
            if store.belongs_to_tournament():
                raise BadOption(f"{name}: this is the store of a tournament; name another one")
            finished = find_finished(schedule, store.read_records(), games, name)
            store.add_participants(_describe(participant) for participant in participants)
            store.add_run(take_fingerprint(command=COMMAND))
            yield KeptInStore(store, finished)
    else:
        with hold_file(Path(name)):
            check_lines(Path(name))
            yield KeptInFile(Path(name), find_finished(schedule, read_file(Path(name)), games, name))


def _describe(participant: Participant) -> StoredParticipant:
    return StoredParticipant(
        participant.key, participant.name, participant.version, participant.spec, participant.absence
    )


def check_lines(path: Path) -> None:
    """Refuse a file of something else; a line that a kill or a power cut has left is none."""
    with path.open("rb") as file:
        while line := file.readline(len(_HEAD)):
            if not (line.startswith(_HEAD) or _HEAD.startswith(line.rstrip(b"\r\n\0"))):
                raise BadOption(f"{path}: the file already exists and holds no records; choose another name")
            while line and not line.endswith(b"\n"):
                line = file.readline(1 << 20)
