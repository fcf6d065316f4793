"""Stores for the tests of sites: few games that were played, many that only look so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from ludus.arena.match import MatchSettings, play, round_robin
from ludus.games.registry import find_game
from ludus.players.participant import resolve_all
from ludus.records.events import Offence, Verdict
from ludus.records.record import TOLD, Evaluation, Record
from ludus.score import Score
from ludus.store.store import Store
from ludus.store.stored import StoredParticipant
from tests.machines import MACHINE

HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e"
SECRET = "planted-secret"
"""Stands in everything that the public may not see."""


@cache
def play_one(game: str = "checkers", plies: int = 14) -> Record:
    """Play a short game."""
    participants = resolve_all(["random", "greedy"], find_game(game), MACHINE)
    return play(next(round_robin(MatchSettings(game, ply_cap=plies), participants, [], 0)), MACHINE).record


def seat(record: Record, number: int, keys: Sequence[str], points: tuple[float, ...] = (1.0, 0.0)) -> Record:
    """Let others have played a game, with another result."""
    players = tuple(replace(one, key=key, name=key) for one, key in zip(record.players, keys, strict=True))
    verdict = Verdict(TOLD, points, "the other gave up")
    name = f"{number:05}-{number:012x}"
    return replace(record, id=name, players=players, points=points, verdict=verdict, round=1, ply_cap=400)


def make_store(path: Path, entrants: int, opponents: int = 2, game: str = "checkers", plan: str = "") -> Path:
    """Make a tournament in which each entrant meets the next ones in a ring."""
    names = {f"entrant-{number:03}": f"Nick of {number}" for number in range(entrants)}
    return fill_store(path, names, list_ring(list(names), opponents), game, plan)


def list_ring(keys: Sequence[str], opponents: int) -> list[tuple[str, str]]:
    """List meetings of each with the next ones."""
    return [
        (key, keys[(number + step) % len(keys)])
        for number, key in enumerate(keys)
        for step in range(1, opponents + 1)
    ]


def fill_store(
    path: Path,
    names: Mapping[str, str],
    meetings: Sequence[tuple[str, str]],
    game: str = "checkers",
    plan: str = "",
) -> Path:
    """Make a store of these meetings; results are those of a table in which nobody is best."""
    results = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))
    with Store.open(path) as store, store.batch():
        store.add_run({"software": "test"}, plan)
        store.add_participants(StoredParticipant(key, name, "1") for key, name in names.items())
        for number, keys in enumerate(meetings):
            store.add_game(seat(play_one(game), number, keys, results[number % 3]))
    return path


def make_private_store(path: Path, plan: str = "") -> Path:
    """Make a tournament with secrets wherever a store can have them, and names that are markup."""
    secret, keys = SECRET, ("ann-key", "bob-key")
    with Store.open(path) as store, store.batch():
        store.add_run({"host": secret, "settings": f'{{"seed": "{secret}", "clock": "none"}}'}, plan)
        hidden = {"spec": secret, "source": secret, "notes": secret, "build_log": secret}
        store.add_participants(
            [
                StoredParticipant("ann-key", f"Ann {HOSTILE}", "1", **hidden),
                StoredParticipant("bob-key", "Bob Builder", "1", **hidden),
                StoredParticipant("cid-key", "Cid Absent", "1", absence=secret, **hidden),
            ]
        )
        record = seat(play_one(), 0, keys)
        seats = range(len(record.moves))
        record = replace(
            record,
            notes=tuple(f"exit code 0: {secret}" for _ in seats),
            evaluations=tuple(Evaluation(Score.points(100), 1, 1) for _ in seats),
            tags=(("room", secret),),
        )
        offence = Offence(1, 0, "format", f"expected a move, found {secret}", False)
        store.add_game(replace(record, offences=(offence,)))
        crash = replace(record.verdict, kind="crash", reason=f"exit code 1: {secret}", seat=1)
        store.add_game(replace(seat(record, 1, keys), verdict=crash))
        store.add_game(seat(record, 2, keys))
        store.add_decision(f"{2:05}-{2:012x}", (0.0, 1.0), f"Ann cheated {HOSTILE}; Bob Builder did not")
    return path
