"""Standings in words and as CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from ludus.ratings.rate import rate
from ludus.records.results import GameResult
from ludus.terminal.standings import (
    write_cross,
    write_cross_csv,
    write_csv,
    write_reasons,
    write_seats,
    write_standings,
)
from ludus.tournaments.meeting import Bye
from ludus.tournaments.standings import Standings, make_standings
from ludus.tournaments.tally import Tally
from tests.tournaments.games import game

KEPT = Path(__file__).parent / "standings.txt"
NAMES = {"a": "Anna", "b": "The program with the longest name of all, by far", "c": "数独", "d": "Anna"}
RESULTS = [
    game({"a": 1, "b": 0}),
    game({"b": 0, "c": 1}, kind="crash", reason="exit code 1", culprit=0, plies=3),
    game({"c": 0.5, "d": 0.5}, kind="cut", reason="400 plies were played"),
    game({"d": 1, "a": 0}),
    game({"a": 1, "c": 0}, kind="absent", reason="it cannot be built", culprit=1),
]


def stand(results: list[GameResult], names: dict[str, str], *order: str) -> Standings:
    return make_standings(Tally(names, results), order or ("points",), rate(results))


def test_the_tables_are_those_that_are_kept() -> None:
    found = stand(RESULTS, NAMES, "points", "buchholz")
    parts = (write_standings(found, found.lines), write_cross(found, found.lines))
    shown = "\n\n".join((*parts, write_seats(found, found.lines), write_reasons(found))) + "\n"
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert shown == KEPT.read_text(encoding="utf-8")


def test_warnings_come_first() -> None:
    found = stand([game({"a": 0.5, "b": 0.5})] * 2, {})
    assert write_standings(found, found.lines).startswith("warning: all 2 games are draws\n\n")


def test_how_many_more_there_are_is_told() -> None:
    found = stand(RESULTS, NAMES)
    shown = write_standings(found, found.lines[:1])
    assert "\n\n3 more\n\n" in shown
    assert "Anna" not in shown.splitlines()[2]


def test_a_knockout_tells_when_each_went_out() -> None:
    found = stand([game({"a": 1, "b": 0}), game({"a": 1, "c": 0}, round=2)], {}, "round")
    lines = write_standings(found, found.lines).splitlines()
    assert "out in" in lines[0]
    assert "round 2" in lines[2]


def test_a_large_cross_table_is_split_into_blocks_that_fit() -> None:
    keys = [f"player-{number:02}" for number in range(40)]
    found = stand([game({one: 1, other: 0}) for one in keys for other in keys if one < other], {})
    shown = write_cross(found, found.lines)
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert shown.startswith("points in 1 game against each other\n")
    assert sum(line.split()[2:].count("0") for line in shown.splitlines()) == 40 * 39 / 2


def test_the_cross_table_tells_how_often_each_two_have_met_where_that_differs() -> None:
    found = stand([*RESULTS, game({"a": 1, "b": 0})], NAMES)
    assert "2/2" in write_cross(found, found.lines)


def test_nobody_does_anything_to_the_terminal_by_a_name() -> None:
    found = stand([game({"a": 1, "b": 0})], {"a": "\x1b[2Jevil"})
    for shown in (write_standings(found, found.lines), write_csv(found.lines)):
        assert "\x1b" not in shown


def test_csv_has_a_line_for_each_participant() -> None:
    found = stand(RESULTS, NAMES)
    rows = list(csv.DictReader(io.StringIO(write_csv(found.lines))))
    assert [row["key"] for row in rows] == [line.key for line in found.lines]
    assert rows[0]["points"] == "2.0"
    assert {row["name"] for row in rows} == set(NAMES.values())


def test_no_name_is_a_formula_in_a_spreadsheet() -> None:
    found = stand([game({"a": 1, "b": 0})], {"a": "=1+1", "b": "-2"})
    assert [row["name"] for row in csv.DictReader(io.StringIO(write_csv(found.lines)))] == ["'=1+1", "'-2"]


def test_the_cross_table_as_csv_has_the_points_of_each_against_each() -> None:
    found = stand(RESULTS, NAMES)
    rows = {row["key"]: row for row in csv.DictReader(io.StringIO(write_cross_csv(found.lines)))}
    assert (rows["c"]["d"], rows["a"]["b"], rows["b"]["a"], rows["b"]["d"]) == ("0.5", "1.0", "0.0", "")


def test_points_of_byes_are_told_and_count_among_the_points_that_could_be_had() -> None:
    results = [game({"a": 1, "b": 0}), game({"c": 1, "a": 0}, round=2)]
    standings = make_standings(Tally({}, results), byes=(Bye(1, "c", 1.0),))
    head, first, *_ = write_standings(standings, standings.lines).splitlines()
    assert "byes" in head.split()
    assert "2/2" in first.split()
