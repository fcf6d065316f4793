"""What coordinator and workers send each other.

Orders go to workers as Python objects: who has the keys can run code there anyway. Answers come back as JSON and are read
strictly, because a worker may be wrong, or no longer be the organiser's: `BadAnswer`.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.arena.match import Pairing
from ludus.errors import LudusError
from ludus.intake.entrant import HASH
from ludus.text import make_printable, quote

LONGEST = 4000
"""Characters of a traceback that are kept."""


class BadAnswer(LudusError):
    """A worker has sent something else than an answer."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file that defines somebody's own game."""

    path: str
    """Where it lies on the coordinator's machine."""
    content: bytes


@dataclass(frozen=True, slots=True)
class Batch:
    """Games for one thread of a worker, to be played one after the other."""

    run: str
    """Which run of a coordinator it belongs to."""
    games: tuple[Pairing, ...]
    files: tuple[GameFile, ...]
    seconds: float
    """After so long no further game is begun."""


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """What a worker says of a game: its record, or why it is void."""

    id: str
    record: str = ""
    reason: str = ""
    details: str = ""
    is_game_wrong: bool = False
    """Whether the class of the game was at fault, and not the worker."""


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """What a worker says of a batch; games that it does not mention were not begun."""

    games: tuple[GameAnswer, ...] = ()
    missing: tuple[str, ...] = ()
    """The hashes of programs that it does not have."""
    seconds: float = 0.0
    """How long it has played."""


def list_hashes(games: Sequence[Pairing]) -> tuple[str, ...]:
    """List the programs that play, each by its hash."""
    specs = [one.spec for game in games for one in game.seats if not one.absence]
    found = (HASH + spec.rpartition(f"folder={HASH}")[2] for spec in specs if f"folder={HASH}" in spec)
    return tuple(dict.fromkeys(found))


def write_batch_answer(answer: BatchAnswer) -> bytes:
    """Write an answer."""
    games = [
        [game.id, game.record, game.reason, game.details[-LONGEST:], game.is_game_wrong]
        for game in answer.games
    ]
    return json.dumps([games, answer.missing, answer.seconds]).encode()


def read_batch_answer(data: object) -> BatchAnswer:
    """Read an answer."""
    match _load(data):
        case [list() as games, list() as missing, int() | float() as seconds] if seconds >= 0:
            texts = tuple(hash_ for hash_ in missing if isinstance(hash_, str))
            return BatchAnswer(tuple(map(_read_game_answer, games)), texts, float(seconds))
    raise BadAnswer("expected the answer to a batch, found something else")


def write_facts(facts: dict[str, object]) -> bytes:
    """Write what a worker says of itself."""
    return json.dumps(facts).encode()


def read_facts(data: object) -> dict[str, object]:
    """Read what a worker says of itself."""
    found = _load(data)
    if not isinstance(found, dict):
        raise BadAnswer("expected what a worker says of itself, found something else")
    return found


def write_failure(error: Exception) -> bytes:
    """Write that something else has gone wrong."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    known = isinstance(error, LudusError | OSError)
    return json.dumps(str(error) if known else f"{type(error).__name__}: {error} ({where.name})").encode()


def read_failure(data: object) -> str:
    """Read what has gone wrong; empty if it is an answer."""
    found = _load(data)
    return make_printable(found) or "it does not say why" if isinstance(found, str) else ""


def _read_game_answer(value: object) -> GameAnswer:
    match value:
        case [str() as id_, str() as record, str() as reason, str() as details, bool() as is_game_wrong]:
            lines = (make_printable(line) for line in details.splitlines())
            return GameAnswer(id_, record, make_printable(reason), "\n".join(lines), is_game_wrong)
    raise BadAnswer(f"expected a game, found {quote(repr(value))}")


def _load(data: object) -> object:
    try:
        found: object = json.loads(data) if isinstance(data, bytes) else None
    except (ValueError, RecursionError):
        return None
    return found
