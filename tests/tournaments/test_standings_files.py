"""Standings of stores and of files of records, and the file beside a store that spares making them again."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena.match import MatchSettings, Result
from ludus.records.files import append
from ludus.store.fingerprint import SETTINGS
from ludus.store.store import Store
from ludus.store.stored import StoredParticipant
from ludus.tournaments import standings_files
from ludus.tournaments.standings_files import SUFFIX, load_records, load_store
from tests.arena.matches import games_of, participants, played

CHECKERS = MatchSettings("checkers", ply_cap=20)
AMAZONS = MatchSettings("amazons", options=(("size", "5x5"), ("amazons", "1")), ply_cap=20)


def play_games(count: int, settings: MatchSettings = CHECKERS) -> list[Result]:
    return played(games_of(settings, participants("first", "last"), count))


def fill(path: Path, results: list[Result], **settings: str) -> None:
    with Store.open(path) as store:
        store.add_run({SETTINGS: json.dumps(settings)} if settings else {})
        for result in results:
            store.add_game(result.record)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.store"


def test_a_store_and_the_same_records_in_a_file_have_the_same_standings(path: Path) -> None:
    results = play_games(4)
    fill(path, results)
    records = path.with_name("games.jsonl")
    for result in results:
        append(records, result.record)
    assert load_store(path) == load_records([records])


def test_a_game_that_is_in_two_files_counts_once(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        append(file, play_games(1)[0].record)
    assert load_records(files).games == 1


def test_an_old_record_without_points_is_given_those_of_its_verdict(tmp_path: Path) -> None:
    record = play_games(1)[0].record
    verdict = replace(record.verdict, scores=(1.0, 0.0))
    append(tmp_path / "old.jsonl", replace(record, points=(), verdict=verdict))
    assert [line.points for line in load_records([tmp_path / "old.jsonl"]).lines] == [1, 0]


def test_a_new_game_changes_the_standings(path: Path) -> None:
    results = play_games(3)
    fill(path, results[:2])
    assert load_store(path).games == 2
    fill(path, results[2:])
    assert load_store(path).games == 3


def test_a_decision_changes_the_standings(path: Path) -> None:
    fill(path, play_games(2))
    before = load_store(path)
    with Store.open(path) as store:
        store.add_decision(store.list_results()[0].id, (1.0, 0.0), "the machine was too slow")
    assert load_store(path) != before


def test_standings_are_kept_while_nothing_changes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path, play_games(2))
    made = load_store(path)
    monkeypatch.setattr(standings_files, "make_standings", None)
    assert load_store(path) == made


def test_another_store_under_the_same_name_has_standings_of_its_own(path: Path) -> None:
    fill(path, play_games(2))
    load_store(path)
    path.rename(path.with_name("old.store"))
    others = [replace(each, record=replace(each.record, points=(1.0, 0.0))) for each in play_games(2)]
    fill(path, others)
    assert sorted(line.points for line in load_store(path).lines) == [1, 1]


@pytest.mark.parametrize("damage", ["", "x", "{}\n{}", "\xff"])
def test_a_damaged_file_is_as_good_as_none(path: Path, damage: str) -> None:
    fill(path, play_games(2))
    made = load_store(path)
    path.with_name(path.name + SUFFIX).write_text(damage, encoding="latin-1")
    assert load_store(path) == made


def test_a_file_that_was_cut_short_is_as_good_as_none(path: Path) -> None:
    fill(path, play_games(2))
    made = load_store(path)
    kept = path.with_name(path.name + SUFFIX)
    kept.write_bytes(kept.read_bytes()[:-10])
    assert load_store(path) == made


def test_a_file_with_other_fields_is_as_good_as_none(path: Path) -> None:
    fill(path, play_games(2))
    made = load_store(path)
    kept = path.with_name(path.name + SUFFIX)
    head, _, text = kept.read_text().partition("\n")
    other = text.replace('"out_in_round"', '"out"')
    state = head.partition(" ")[2]
    kept.write_text(f"{zlib.crc32(other.encode()):08x} {state}\n{other}")
    assert load_store(path) == made


def test_standings_are_shown_where_they_cannot_be_kept(path: Path) -> None:
    fill(path, play_games(2))
    path.with_name(path.name + SUFFIX).mkdir()
    assert load_store(path).games == 2


def test_each_order_has_its_standings(path: Path) -> None:
    fill(path, play_games(2))
    assert load_store(path, ("rating",)).order == ("rating",)
    assert load_store(path).order == ("points",)
    assert load_store(path, ("rating",)).order == ("rating",)


def test_a_contest_orders_by_its_tie_breaks(path: Path) -> None:
    fill(path, play_games(2, AMAZONS))
    assert load_store(path).order == ("points", "treasure")


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        ({"game": "pente", "schedule": "knockout games=2"}, ("round",)),
        ({"game": "amazons", "schedule": "tables seats=3 rounds=1"}, ("points", "treasure")),
        ({"game": "pente", "schedule": "swiss rounds=5 games=2"}, ("points", "buchholz")),
        ({}, ("points",)),
    ],
)
def test_the_game_and_the_form_of_a_tournament_decide_the_order(
    path: Path, settings: dict[str, str], order: tuple[str, ...]
) -> None:
    fill(path, play_games(2), **settings)
    assert load_store(path).order == order


def test_a_bye_of_a_swiss_tournament_gives_points(path: Path) -> None:
    fill(path, play_games(2), game="checkers", schedule="swiss rounds=1 games=2")
    with Store.open(path) as store:
        store.add_participants([StoredParticipant("odd", "Odd")])
    assert {line.key: line.points for line in load_store(path).lines}["odd"] == 2


def test_who_stays_out_is_not_listed_and_who_loses_by_absence_is(path: Path) -> None:
    fill(path, play_games(2))
    with Store.open(path) as store:
        store.add_participants(
            [
                StoredParticipant("first", "Anna", absence="it cannot be built"),
                StoredParticipant("other", "Zoe", absence="it cannot be built"),
                StoredParticipant("late", "Ben"),
            ]
        )
    assert {line.name for line in load_store(path).lines} == {"Anna", "last", "Ben"}
