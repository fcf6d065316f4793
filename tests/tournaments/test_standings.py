"""Standings: who stands where, and why."""

from __future__ import annotations

import json
import random

import pytest

from ludus.errors import BadOption
from ludus.ratings.rate import rate
from ludus.records.results import GameResult
from ludus.tournaments.meeting import Bye
from ludus.tournaments.standings import (
    Standing,
    Standings,
    choose_criteria,
    make_standings,
    read_standings,
)
from ludus.tournaments.tally import Tally
from tests.tournaments.games import game

WIN, DRAW = {"a": 1, "b": 0}, {"a": 0.5, "b": 0.5}


def stand(
    results: list[GameResult], *order: str, byes: tuple[Bye, ...] = (), names: dict[str, str] | None = None
) -> Standings:
    return make_standings(Tally(names or {}, results), order or ("points",), rate(results), byes)


def by_key(standings: Standings) -> dict[str, Standing]:
    return {line.key: line for line in standings.lines}


def places(standings: Standings) -> list[tuple[int, str]]:
    return [(line.place, line.key) for line in standings.lines]


def test_points_decide() -> None:
    found = stand([game({"a": 1, "b": 0}), game({"b": 0.5, "c": 0.5}), game({"c": 0, "a": 1})])
    assert places(found) == [(1, "a"), (2, "b"), (2, "c")]
    assert [line.points for line in found.lines] == [2, 0.5, 0.5]


def test_who_shares_a_place_leaves_the_next_one_empty() -> None:
    found = stand([game({"a": 0.5, "b": 0.5}), game({"a": 1, "c": 0}), game({"b": 1, "c": 0})])
    assert places(found) == [(1, "a"), (1, "b"), (3, "c")]


def test_games_are_counted_as_won_drawn_and_lost_by_seat() -> None:
    line = by_key(stand([game(WIN), game(DRAW), game({"b": 1, "a": 0})]))["a"]
    assert (line.games, line.won, line.drawn, line.lost) == (3, 1, 1, 1)
    assert line.by_seat == [[1, 1, 0], [0, 0, 1]]
    assert line.seconds == 4.5


def test_somebody_who_has_not_played_is_listed() -> None:
    line = by_key(stand([game(WIN)], names={"a": "Anna", "z": "Zoe"}))["z"]
    assert (line.name, line.games, line.points, line.rating, line.superiority) == ("Zoe", 0, 0, None, None)


def test_the_rating_and_its_error_stand_beside_the_points() -> None:
    results = [game(WIN), game(WIN), game({"b": 0, "a": 1})]
    found, rated = stand(results), rate(results)
    assert found.lines[0].rating == pytest.approx(rated.players["a"].elo, abs=0.01)
    assert found.lines[0].error == pytest.approx(rated.players["a"].error, abs=0.01)
    assert found.lines[0].superiority == pytest.approx(rated.compute_superiority("a", "b"), abs=1e-5)
    assert found.lines[1].superiority is None


def test_the_order_by_rating_knows_how_strong_the_opponents_were() -> None:
    strong = [game({"a": 1, "b": 0}), game({"b": 0, "a": 1})] * 5
    results = [*strong, game({"c": 0.5, "a": 0.5}), game({"d": 1, "b": 0}), game({"e": 0, "b": 1})]
    assert [line.key for line in stand(results, "rating").lines][-1] == "e"
    assert by_key(stand(results, "rating"))["c"].place == 2
    assert by_key(stand(results, "points"))["c"].place > by_key(stand(results, "points"))["d"].place


def test_buchholz_is_the_sum_of_the_points_of_all_opponents() -> None:
    found = by_key(
        stand(
            [game({"a": 1, "b": 0}), game({"c": 1, "d": 0}), game({"a": 1, "c": 0}), game({"b": 1, "d": 0})]
        )
    )
    assert {key: line.buchholz for key, line in found.items()} == {"a": 2, "b": 2, "c": 2, "d": 2}
    more = by_key(stand([game({"a": 1, "b": 0}), game({"b": 1, "c": 0}), game({"c": 1, "d": 0})]))
    assert {key: line.buchholz for key, line in more.items()} == {"a": 1, "b": 2, "c": 1, "d": 1}


def test_an_opponent_counts_for_buchholz_in_each_game() -> None:
    found = by_key(stand([game(WIN), game({"b": 0, "a": 1})]))
    assert found["b"].buchholz == 4


def test_a_bye_gives_points_and_counts_as_an_opponent_with_ones_own() -> None:
    found = by_key(stand([game(WIN), game({"a": 0, "c": 1}, round=2)], byes=(Bye(1, "c", 1.0),)))
    assert found["c"].points == 2
    assert found["c"].buchholz == 1 + 2
    assert found["a"].buchholz == 0 + 2


def test_a_bye_of_two_games_counts_as_two() -> None:
    both = [game(WIN), game({"b": 0, "a": 1})]
    found = by_key(stand(both, byes=(Bye(1, "c", 2.0),), names={"c": "c"}))
    assert (found["c"].points, found["c"].buchholz) == (2, 4)


def test_who_alone_has_not_played_in_a_round_has_a_bye() -> None:
    second = [game({"a": 1, "c": 0}, round=2), game({"c": 0, "a": 1}, round=2)]
    tally = Tally({"a": "", "b": "", "c": ""}, [game(WIN), game(WIN), *second])
    assert tally.list_byes() == [Bye(1, "c", 2), Bye(2, "b", 2)]


def test_a_round_that_goes_on_has_no_bye_yet() -> None:
    assert Tally({"a": "", "b": "", "c": "", "d": "", "e": ""}, [game(WIN)]).list_byes() == []


def test_treasure_decides_between_equal_points() -> None:
    results = [
        game({"a": 1, "b": 0}, scores=(9, 4)),
        game({"b": 1, "a": 0}, scores=(12, 3)),
    ]
    found = stand(results, "points", "treasure")
    assert places(found) == [(1, "b"), (2, "a")]
    assert [line.treasure for line in found.lines] == [16, 12]


def test_treasure_of_who_was_disqualified_does_not_count() -> None:
    found = by_key(stand([game({"a": 1, "b": 0}, scores=(2, 30), out=(1,), offences=(1, 1, 1))]))
    assert found["b"].treasure == 0
    assert (found["b"].offences, found["b"].disqualified) == (3, 1)


def test_in_a_knockout_decides_who_came_further() -> None:
    """A bye never puts anybody out: c has none in round 1 and loses the final."""
    first = [game({"a": 1, "b": 0}), game({"b": 0, "a": 1})]
    final = [game({"a": 1, "c": 0}, round=2), game({"c": 0.5, "a": 0.5}, round=2)]
    found = stand([*first, *final], "round")
    assert places(found) == [(1, "a"), (2, "c"), (3, "b")]
    assert [line.out_in_round for line in found.lines] == [None, 2, 1]


def test_who_survives_together_shares_the_win() -> None:
    first = [
        game({"a": 1, "b": 0}),
        game({"b": 1, "a": 0}),
        game({"c": 1, "d": 0}),
        game({"d": 0.5, "c": 0.5}),
    ]
    assert places(stand(first, "round")) == [(1, "a"), (1, "b"), (1, "c"), (4, "d")]


def test_nobody_is_out_before_half_of_the_games_are_lost() -> None:
    first = [game({"a": 1, "b": 0}), game({"b": 0, "a": 1})]
    found = by_key(stand([*first, game({"c": 1, "d": 0})], "round"))
    assert {key: line.out_in_round for key, line in found.items()} == {
        "a": None,
        "b": 1,
        "c": None,
        "d": None,
    }


def test_a_table_of_three_counts_each_two_once() -> None:
    found = by_key(stand([game({"a": 1, "b": 0.25, "c": 0.25})]))
    assert found["a"].against == {"b": [1, 1], "c": [1, 1]}
    assert found["b"].against == {"a": [0, 1], "c": [0.5, 1]}
    assert (found["b"].won, found["b"].drawn, found["b"].lost) == (0, 1, 0)


def test_misconduct_is_counted_for_whose_it_was() -> None:
    results = [game(WIN, kind="crash", reason="exit code 1", culprit=1), game(WIN, kind="absent", culprit=1)]
    found = stand(results)
    assert (by_key(found)["b"].offences, by_key(found)["b"].absent) == (1, 1)
    assert [(each.kind, each.key, each.games) for each in found.reasons] == [
        ("absent", "b", 1),
        ("crash", "b", 1),
    ]


def test_resigning_is_no_offence() -> None:
    found = stand([game(WIN, kind="told", reason="Black resigned", culprit=1)])
    assert by_key(found)["b"].offences == 0
    assert found.reasons[0].reason == "Black resigned"


def test_the_most_frequent_reason_comes_first() -> None:
    found = stand([game(WIN, reason="x"), game(WIN), game(WIN)])
    assert [(each.reason, each.games) for each in found.reasons] == [("five in a row", 2), ("x", 1)]


def test_it_is_told_when_nobody_ever_makes_a_legal_move() -> None:
    lost = {"kind": "illegal", "plies": 0, "culprit": 0}
    found = stand([game({"a": 0, "b": 1}, **lost), game({"b": 0, "a": 1}, **lost)])  # type: ignore[arg-type]
    assert found.warnings == ["nobody has made a legal move in any of the 2 games"]
    assert stand([game(WIN, plies=0), game(WIN, plies=1)]).warnings == []


def test_it_is_told_when_every_game_is_a_draw() -> None:
    assert stand([game(DRAW)] * 3).warnings == ["all 3 games are draws"]
    assert stand([game(DRAW), game(WIN)]).warnings == []


def test_the_order_in_which_games_ended_does_not_matter() -> None:
    rng = random.Random(1)
    keys = [f"p{number}" for number in range(6)]
    results = [
        game(dict(zip(rng.sample(keys, 2), rng.choice([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]), strict=True)))
        for _ in range(60)
    ]
    names = dict(zip(keys, keys, strict=True))
    shuffled = rng.sample(results, len(results))
    assert stand(shuffled, "points", "buchholz", names=names) == stand(
        results, "points", "buchholz", names=names
    )


def test_what_is_written_is_read_again() -> None:
    found = stand(
        [game(WIN), game(DRAW), game({"c": 1, "a": 0}, kind="crash", culprit=1)], "points", "buchholz"
    )
    assert read_standings(json.loads(json.dumps(found.as_json()))) == found


def test_the_form_and_the_contest_choose_the_order() -> None:
    assert choose_criteria() == ("points",)
    assert choose_criteria("swiss", ("treasure",)) == ("points", "buchholz", "treasure")
    assert choose_criteria("knockout") == ("round",)
    assert choose_criteria("tables", ("treasure",)) == ("points", "treasure")


def test_an_unknown_criterion_is_refused() -> None:
    with pytest.raises(BadOption, match="found beauty"):
        stand([game(WIN)], "points", "beauty")
