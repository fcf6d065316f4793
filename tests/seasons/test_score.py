"""The score of a season."""

from __future__ import annotations

from ludus.seasons.history import Member
from ludus.seasons.score import FIRST, ZERO, average, compute_scores


def make_member(key: str, exclusion: str = "") -> Member:
    return Member(key, key.title(), 1, (), exclusion)


def test_the_score_is_the_average_over_the_evaluations() -> None:
    assert average([0.2, 0.4, 0.9], [1, 1, 1], FIRST) == 0.5


def test_an_evaluation_counts_as_much_as_its_weight() -> None:
    assert average([0.0, 1.0], [1, 3], FIRST) == 0.75


def test_who_joins_late_is_averaged_from_its_first_evaluation() -> None:
    assert average([None, None, 0.8, 0.6], [1, 1, 1, 1], FIRST) == 0.7


def test_who_joins_late_may_have_nothing_before() -> None:
    assert average([None, None, 0.8, 0.6], [1, 1, 1, 1], ZERO) == 0.35


def test_who_misses_an_evaluation_after_its_first_has_nothing_in_it() -> None:
    assert average([1.0, None], [1, 1], FIRST) == 0.5


def test_where_nothing_counts_the_score_is_zero() -> None:
    assert average([1.0], [0], FIRST) == 0.0


def test_equal_scores_share_a_place() -> None:
    members = [make_member("b"), make_member("a"), make_member("c")]
    scores = compute_scores(members, [{"a": 0.5, "b": 0.5, "c": 0.25}], [1], FIRST)
    assert [(line.place, line.key) for line in scores] == [(1, "a"), (1, "b"), (3, "c")]


def test_references_and_the_excluded_are_not_in_the_table() -> None:
    members = [make_member("a"), make_member("b", "copied"), make_member("new")]
    scores = compute_scores(members, [{"a": 0.5, "b": 0.6, "reference:random": 0.1}], [1], FIRST)
    assert [line.key for line in scores] == ["a"]
