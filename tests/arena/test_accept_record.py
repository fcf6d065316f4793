"""A record that comes from elsewhere is believed only as far as it can be checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludus.arena.match import MatchSettings, Result
from ludus.arena.resume import accept_record
from ludus.games.registry import list_games
from ludus.records import record_json
from ludus.records.record import Record
from ludus.records.strict_json import BadRecord
from tests.arena.matches import games_of, played, resolved

GAMES = list_games()
SETTINGS = MatchSettings("checkers", ply_cap=40)


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return played(games_of(SETTINGS, resolved(SETTINGS, "random", "greedy"), 2))


def test_the_record_of_a_game_gives_its_result(results: list[Result]) -> None:
    for result in results:
        found = accept_record(result.pairing, record_json.read(record_json.write(result.record)), GAMES)
        assert found.points == result.points
        assert found.turns == result.turns
        assert found.seconds == pytest.approx(result.seconds, abs=1e-3)


def test_the_record_of_another_game_is_refused(results: list[Result]) -> None:
    with pytest.raises(BadRecord, match="id"):
        accept_record(results[0].pairing, results[1].record, GAMES)


def falsify(record: Record, what: str) -> Record:
    """Change a record so that it says what is not true of its game."""
    first, second = record.players
    return {
        "players": replace(record, players=(second, first)),
        "versions": replace(record, players=(replace(first, version="other"), second)),
        "names": replace(record, players=(replace(first, name="other"), second)),
        "seeds": replace(record, seeds=(0, 0)),
        "clock": replace(record, clock="1s"),
        "ply cap": replace(record, ply_cap=record.ply_cap + 1),
        "block": replace(record, block=99),
        "start": replace(record, start=record.start.replace(" b", " w")),
        "points": replace(record, points=record.points[::-1]),
        "moves": replace(record, moves=record.moves[:-1], seconds=record.seconds[:-1]),
        "verdict.scores": replace(
            record, verdict=replace(record.verdict, scores=record.verdict.scores[::-1])
        ),
    }[what]


@pytest.mark.parametrize(
    "what",
    [
        "players",
        "versions",
        "names",
        "seeds",
        "clock",
        "ply cap",
        "block",
        "start",
        "points",
        "moves",
        "verdict.scores",
    ],
)
def test_a_falsified_record_is_refused(what: str) -> None:
    settings = MatchSettings("checkers")
    (result,) = played(games_of(settings, resolved(settings, "greedy", "first"), 1))
    assert result.points != result.points[::-1], "a game with a winner shows more"
    with pytest.raises(BadRecord, match=what):
        accept_record(result.pairing, falsify(result.record, what), GAMES)
