"""Results: what is left of a record for standings."""

from __future__ import annotations

from ludus.arena.match import MatchSettings, play
from ludus.records.record import KINDS
from ludus.records.results import ENDINGS, extract_result
from tests.arena.matches import games_of, participants
from tests.machines import MACHINE


def test_a_result_tells_what_the_record_tells() -> None:
    pairing = games_of(MatchSettings("checkers", ply_cap=20), participants("random", "greedy"), 1, [], 1)[0]
    record = play(pairing, MACHINE).record
    result = extract_result(record)
    assert (result.id, result.keys) == (pairing.id, ("random", "greedy"))
    assert (result.points, result.kind) == (record.points, record.verdict.kind)
    assert result.plies == len(record.moves)


def test_endings_are_the_kinds_of_verdicts() -> None:
    assert ENDINGS == KINDS
