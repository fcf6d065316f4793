"""What a store holds besides records: participants, runs, void attempts, decisions, games that are running."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass

from ludus.records.results import GameResult


@dataclass(frozen=True, slots=True)
class StoredParticipant:
    """Who takes part, with what only the organiser and they themselves may see."""

    key: str
    name: str
    version: str = ""
    spec: str = ""
    """The text that makes its player."""
    absence: str = ""
    """Why it cannot sit down."""
    source: str = ""
    """Where it came from: a folder, an archive, an address."""
    notes: str = ""
    """What the organiser should know about it."""
    build_log: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """One time that games were played into the store."""

    number: int
    began: str
    fingerprint: dict[str, str]
    """The machine and the versions of everything that matters."""
    plan: str


@dataclass(frozen=True, slots=True)
class VoidAttempt:
    """An attempt that counts for nobody."""

    game: GameResult
    """Who was to play; without points."""
    attempt: int
    reason: str
    details: str
    is_settled: bool
    """Whether another attempt or a decision counts."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A game that the organiser has settled."""

    result: GameResult
    written: str


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played."""

    id: str
    attempt: int
    game: str
    round: int
    keys: tuple[str, ...]
    start: str
    """The position in which it began."""
    moves: tuple[tuple[int, str, float], ...]
    """The seat, the move and its seconds."""
    offences: tuple[tuple[int, str], ...]
    """The seat and the kind of each turn that was lost."""


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of a schedule that has no record yet."""

    id: str
    keys: tuple[str, ...]
    """The participant in each seat."""
    round: int = 0
    block: int = 0
    game: str = ""
    start: str = ""
    """The position in which the players begin."""


def write_result(result: GameResult) -> str:
    """Write a result as a store keeps it."""
    return json.dumps(astuple(result), separators=(",", ":"))


def read_result(text: str) -> GameResult:
    """Read what `write_result` wrote."""
    name, number, block, keys, points, scores, kind, reason, culprit, offences, out, plies, seconds = (
        json.loads(str(text))
    )
    return GameResult(
        name,
        number,
        block,
        tuple(keys),
        tuple(points),
        tuple(scores),
        kind,
        reason,
        culprit,
        tuple(offences),
        tuple(out),
        plies,
        tuple(seconds),
    )


def read_running(game: str, attempt: int, events: list[list[object] | dict[str, object]]) -> RunningGame:
    """Put the events of a running game together: one that says how it began, then moves and offences."""
    start = next((event for event in events if isinstance(event, dict)), {})
    rows = [event for event in events if isinstance(event, list)]
    keys = start.get("keys", [])
    assert isinstance(keys, list)
    return RunningGame(
        game,
        attempt,
        str(start.get("game", "")),
        int(str(start.get("round", 0))),
        tuple(map(str, keys)),
        str(start.get("start", "")),
        tuple((int(str(seat)), str(move), float(str(cost))) for seat, move, cost, kind in rows if not kind),
        tuple((int(str(seat)), str(kind)) for seat, _, _, kind in rows if kind),
    )
