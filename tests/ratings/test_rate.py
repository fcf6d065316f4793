"""Which games are rated, and by which model."""

from __future__ import annotations

from ludus.ratings.rate import rate
from ludus.records.results import GameResult


def game(points: dict[str, float], kind: str = "outcome") -> GameResult:
    return GameResult("id", 1, 0, tuple(points), tuple(points.values()), tuple(points.values()), kind, "")


def test_two_seats_are_rated_with_the_advantage_of_the_first() -> None:
    found = rate([game({"a": 1, "b": 0}), game({"b": 0.5, "a": 0.5})])
    assert found.first_seat is not None
    assert found.players["a"].elo > found.players["b"].elo


def test_more_seats_are_rated_by_their_places() -> None:
    found = rate([game({"a": 1, "b": 0.5, "c": 0}), game({"c": 0, "b": 1})])
    assert found.first_seat is None
    assert found.players["a"].elo > found.players["b"].elo > found.players["c"].elo


def test_who_was_absent_is_not_rated() -> None:
    found = rate([game({"a": 1, "b": 0}, "absent"), game({"a": 1, "c": 0})])
    assert set(found.players) == {"a", "c"}


def test_a_game_alone_and_a_game_against_oneself_are_not_rated() -> None:
    alone = GameResult("id", 1, 0, ("a",), (1.0,), (9.0,), "outcome", "")
    itself = GameResult("id", 1, 0, ("a", "a"), (1.0, 0.0), (1.0, 0.0), "outcome", "")
    assert rate([alone, itself]).players == {}


def test_points_that_the_organiser_gave_both_are_a_draw() -> None:
    assert rate([game({"a": 0, "b": 0})]) == rate([game({"a": 0.5, "b": 0.5})])
