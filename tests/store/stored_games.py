"""Small records for the tests of stores: who played, who won, and how it ended."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ludus.arena.match import MatchSettings, Pairing, play, round_robin
from ludus.arena.scoring import compute_points
from ludus.games.checkers import Checkers
from ludus.players.participant import Participant
from ludus.records.events import Played
from ludus.records.record import Record
from tests.machines import MACHINE

ANN, BOB, EVE = (Participant(name, name.title(), "1", "random") for name in ("ann", "bob", "eve"))


def make_pairings(count: int, seed: int = 0) -> list[Pairing]:
    """Make the first games of a match of Checkers."""
    endless = round_robin(MatchSettings("checkers", ply_cap=12), [ANN, BOB, EVE], (), seed)
    return [next(endless) for _ in range(count)]


def play_games(count: int) -> tuple[Record, ...]:
    """Play short games of a match; the first is a win of seat 0 by a crash of seat 1, the others are cut short."""
    return tuple(map(_play_game, range(count)))


@cache
def _play_game(number: int) -> Record:
    record = play(make_pairings(number + 1)[number], MACHINE).record
    return record if number else make_crash(record)


def make_move(seat: int, move: str) -> Played:
    """Make a move of a running game."""
    return Played(1, seat, move, 0.25, Checkers.start())


def make_crash(record: Record, stderr: str = "exit code 1: secret of bob") -> Record:
    """Let the seat to move crash at the end of a game that was cut short."""
    verdict = replace(record.verdict, kind="crash", scores=(1.0, 0.0), reason=stderr, seat=1)
    moves = record.moves[:-1]
    used = tuple(sum(record.seconds[:-1][seat::2]) for seat in (0, 1))
    return replace(
        record,
        moves=moves,
        seconds=record.seconds[:-1],
        used=used,
        verdict=verdict,
        points=compute_points(verdict),
    )
