"""When an evaluation or the final is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ludus.seasons.calendar import find_due, find_next, is_frozen, list_playing
from ludus.seasons.history import EVALUATION, FINAL, SeasonDecision, Version
from ludus.seasons.plans.plan import NEW, PLANNED, Calendar
from ludus.seasons.plans.times import write_time
from ludus.seasons.rows import EXCLUDE, FROZEN, READMIT, RERUN, HeldEvaluation, SeasonRows, StoredVersion

DAY = timedelta(days=1)
MONDAY = datetime(2026, 10, 5, 12, tzinfo=UTC)


def make_version(key: str, number: int, accepted: bool = True) -> StoredVersion:
    return StoredVersion(Version(key, number, "", key, write_time(MONDAY), accepted), "")


def make_held(number: int, began: datetime, kind: str = EVALUATION, **versions: int) -> HeldEvaluation:
    return HeldEvaluation(number, 1, kind, write_time(began), write_time(began), {}, versions)


def make_rows(
    versions: list[StoredVersion],
    held: list[HeldEvaluation] | None = None,
    decisions: list[SeasonDecision] | None = None,
    *,
    frozen: bool = False,
) -> SeasonRows:
    marks = {FROZEN: write_time(MONDAY)} if frozen else {}
    return SeasonRows(tuple(versions), (), tuple(held or ()), (), tuple(decisions or ()), marks)


def make_calendar(
    when: str = NEW,
    at: tuple[datetime, ...] = (),
    every: timedelta | None = None,
    final: datetime | None = None,
) -> Calendar:
    return Calendar(when, at, every, final, final)


def decide(kind: str, key: str = "", evaluation: int = 0) -> SeasonDecision:
    return SeasonDecision(1, write_time(MONDAY), kind, key, evaluation, "because")


def test_a_new_version_makes_an_evaluation_due_once() -> None:
    rows = make_rows([make_version("a", 1)])
    assert find_due(make_calendar(), rows, MONDAY) == EVALUATION
    rows = make_rows([make_version("a", 1)], [make_held(1, MONDAY, a=1)])
    assert find_due(make_calendar(), rows, MONDAY + DAY) == ""
    rows = make_rows([make_version("a", 1), make_version("a", 2)], [make_held(1, MONDAY, a=1)])
    assert find_due(make_calendar(), rows, MONDAY + DAY) == EVALUATION


def test_a_refused_version_makes_nothing_due() -> None:
    rows = make_rows([make_version("a", 1), make_version("a", 2, False)], [make_held(1, MONDAY, a=1)])
    assert find_due(make_calendar(), rows, MONDAY + DAY) == ""


def test_new_versions_wait_as_long_as_the_plan_says() -> None:
    calendar = make_calendar(every=DAY)
    rows = make_rows([make_version("a", 2)], [make_held(1, MONDAY, a=1)])
    assert find_due(calendar, rows, MONDAY + DAY / 2) == ""
    assert find_due(calendar, rows, MONDAY + DAY) == EVALUATION


def test_planned_times_that_have_passed_unseen_are_one_evaluation() -> None:
    calendar = make_calendar(PLANNED, at=(MONDAY, MONDAY + DAY, MONDAY + 5 * DAY))
    rows = make_rows([make_version("a", 1)])
    assert find_due(calendar, rows, MONDAY - DAY) == ""
    assert find_due(calendar, rows, MONDAY + 2 * DAY) == EVALUATION
    rows = make_rows([make_version("a", 1)], [make_held(1, MONDAY + 2 * DAY, a=1)])
    assert find_due(calendar, rows, MONDAY + 2 * DAY) == ""
    assert find_due(calendar, rows, MONDAY + 5 * DAY) == EVALUATION


def test_a_period_counts_from_the_first_evaluation_however_late_the_others_began() -> None:
    calendar = make_calendar(PLANNED, every=DAY)
    held = [make_held(1, MONDAY, a=1), make_held(2, MONDAY + 1.5 * DAY, a=1)]
    rows = make_rows([make_version("a", 1)], held)
    assert find_due(calendar, rows, MONDAY + 1.9 * DAY) == ""
    assert find_due(calendar, rows, MONDAY + 2 * DAY) == EVALUATION


def test_the_final_waits_until_versions_are_frozen_and_is_held_once() -> None:
    calendar = make_calendar(PLANNED, every=DAY, final=MONDAY)
    held = [make_held(1, MONDAY - DAY, a=1)]
    assert find_due(calendar, make_rows([make_version("a", 1)], held), MONDAY) == ""
    assert find_due(calendar, make_rows([make_version("a", 1)], held, frozen=True), MONDAY) == FINAL
    held.append(make_held(2, MONDAY, FINAL, a=1))
    rows = make_rows([make_version("a", 1)], held, frozen=True)
    assert find_due(calendar, rows, MONDAY + 9 * DAY) == ""


def test_a_deadline_that_is_put_off_lets_versions_in_again() -> None:
    rows = make_rows([make_version("a", 1)], frozen=True)
    assert is_frozen(make_calendar(final=MONDAY), rows)
    assert not is_frozen(make_calendar(final=MONDAY + DAY), rows)


def test_an_evaluation_that_was_missed_comes_before_the_final() -> None:
    calendar = make_calendar(PLANNED, at=(MONDAY - 2 * DAY,), final=MONDAY - DAY)
    rows = make_rows([make_version("a", 1)], frozen=True)
    assert find_due(calendar, rows, MONDAY) == EVALUATION


def test_who_is_excluded_does_not_play_until_readmitted() -> None:
    versions = [make_version("a", 1), make_version("b", 1)]
    assert list_playing(make_rows(versions, decisions=[decide(EXCLUDE, "a")])) == {"b": 1}
    again = [decide(EXCLUDE, "a"), decide(READMIT, "a")]
    assert list_playing(make_rows(versions, decisions=again)) == {"a": 1, "b": 1}


def test_an_evaluation_is_played_again_as_often_as_it_was_decided() -> None:
    first = make_held(1, MONDAY, a=1)
    assert make_rows([], [first]).list_reruns() == []
    assert make_rows([], [first], [decide(RERUN, evaluation=1)]).list_reruns() == [first]
    second = HeldEvaluation(1, 2, EVALUATION, first.began, first.ended, {}, {"a": 1})
    assert make_rows([], [first, second], [decide(RERUN, evaluation=1)]).list_reruns() == []


def test_the_next_time_is_the_earliest_that_is_to_come() -> None:
    calendar = Calendar(PLANNED, (MONDAY, MONDAY + 3 * DAY), None, MONDAY + 2 * DAY, MONDAY + 4 * DAY)
    assert find_next(calendar, make_rows([]), MONDAY) == MONDAY + 2 * DAY
    held = [make_held(1, MONDAY, FINAL, a=1)]
    assert find_next(calendar, make_rows([], held), MONDAY) is None
