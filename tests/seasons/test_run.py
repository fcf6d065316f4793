"""One run of a season, with what is handed in: who plays the games, and who publishes."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from ludus.arena.runner import ATTEMPTS
from ludus.arena.workers import make_local_pool
from ludus.cli import main
from ludus.errors import MachineFault
from ludus.seasons.challenges import hold_challenge
from ludus.seasons.evaluations import Services
from ludus.seasons.plans.plan import read_season_plan
from ludus.seasons.plans.times import parse_time
from ludus.seasons.reader import SeasonReader
from ludus.seasons.run import SeasonRun
from ludus.seasons.store import SeasonStore
from ludus.tournaments.coordinator import Tournament, describe_game
from tests.machines import MACHINE
from tests.seasons.small_season import decide, run, write_season

NOW = parse_time("2026-10-01T12:00:00Z", "NOW")


def get_time() -> datetime:
    return NOW


def ignore(_: str) -> None:
    """Tell nobody."""


def play_all(tournament: Tournament, again: Collection[str]) -> None:
    for _ in tournament.play(make_local_pool(0, MACHINE), again):
        pass


def spoil_all(tournament: Tournament, again: Collection[str]) -> None:
    """Do as a machine does on which no game can be played."""
    for pairing in tournament.schedule.next(()):
        for attempt in range(1, ATTEMPTS + 1):
            tournament.store.add_void(describe_game(pairing), attempt, "the disk is full")


SERVICES = Services(MACHINE, play_all, ignore, ignore, lambda _who, _step: nullcontext())


def count_ended(plan: Path) -> int:
    with SeasonReader(plan) as reader:
        return sum(bool(one.ended) for one in reader.read().evaluations)


def test_games_that_stay_void_keep_an_evaluation_open_until_a_run_plays_them(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    spoiled = SeasonRun(plan, replace(SERVICES, play_on=spoil_all), get_time).run()
    assert len(spoiled) == 3
    assert count_ended(plan) == 0
    assert SeasonRun(plan, SERVICES, get_time).run() == []
    assert count_ended(plan) == 1


def test_games_that_stay_void_can_be_decided(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    for void in SeasonRun(plan, replace(SERVICES, play_on=spoil_all), get_time).run():
        assert decide(plan, "correct", "1", void.game.id, "1/2-1/2") == 0
    nothing = replace(SERVICES, play_on=lambda _tournament, _again: None)
    assert SeasonRun(plan, nothing, get_time).run() == []
    assert count_ended(plan) == 1
    with SeasonReader(plan) as reader:
        assert {line.score for line in reader.read_scores()} == {0.5}


def test_a_season_is_published_when_there_is_something_new_and_only_then(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    published: list[int] = []
    work = SeasonRun(plan, SERVICES, get_time, lambda path: published.append(count_ended(path)))
    work.run()
    assert published[-1] == 1
    published.clear()
    work.run()
    assert published == []
    decide(plan, "exclude", "anna")
    work.run()
    assert published == [1]


def test_what_could_not_be_published_is_published_by_the_next_run(tmp_path: Path) -> None:
    plan = write_season(tmp_path)

    def fail(_: Path) -> None:
        raise MachineFault("no space left")

    with pytest.raises(MachineFault):
        SeasonRun(plan, SERVICES, get_time, fail).run()
    published: list[Path] = []
    SeasonRun(plan, SERVICES, get_time, published.append).run()
    assert published == [plan]


def test_a_store_that_was_left_half_made_is_finished(tmp_path: Path) -> None:
    plan = write_season(tmp_path)
    store = read_season_plan(plan).store
    store.parent.mkdir()
    store.touch()
    SeasonRun(plan, SERVICES, get_time).run()
    assert len(SeasonStore(store).read().versions) == 2


def test_a_store_of_a_tournament_is_not_taken_for_that_of_a_season(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = write_season(tmp_path)
    SeasonRun(plan, SERVICES, get_time).run()
    folder = read_season_plan(plan).folder
    assert main(["standings", str(folder / "season.store")]) == 2
    (folder / "evaluations" / "001" / "tournament.store").replace(folder / "season.store")
    assert main(["season", "status", str(plan)]) == 2
    assert "expected the store of a season, found another SQLite database" in capsys.readouterr().err


def test_a_tournament_that_the_season_knows_nothing_of_is_never_overwritten(tmp_path: Path) -> None:
    """Somebody has put back an old store of the season beside newer evaluations."""
    plan = write_season(tmp_path)
    SeasonRun(plan, SERVICES, get_time).run()
    store = read_season_plan(plan).store
    store.unlink()
    with pytest.raises(
        MachineFault, match="a tournament has been played here that the season knows nothing of"
    ):
        SeasonRun(plan, SERVICES, get_time).run()


def test_a_challenge_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = write_season(tmp_path)
    SeasonRun(path, SERVICES, get_time).run()
    plan = read_season_plan(path)

    def stop(_tournament: Tournament, _again: Collection[str]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hold_challenge(plan, ("anna", "berta"), 2, replace(SERVICES, play_on=stop), get_time)
    first, undecided = hold_challenge(plan, ("anna", "berta"), 2, SERVICES, get_time)
    second, _ = hold_challenge(plan, ("anna", "berta"), 2, SERVICES, get_time)
    assert undecided == []
    assert (first.parent.name, second.parent.name) == ("001", "002")


def test_what_is_not_public_can_be_read_by_the_organiser_alone(tmp_path: Path) -> None:
    """Contestants may have accounts on the same machine."""
    plan = write_season(tmp_path)
    before = os.umask(0o022)
    try:
        assert run(plan) == 0
    finally:
        os.umask(before)
    folder = tmp_path / "season"
    private = ("season.store", "versions", "evaluations", "challenges", "contestants")
    assert {name: (folder / name).stat().st_mode & 0o077 for name in private} == dict.fromkeys(private, 0)
    for path in (folder, folder / "site", folder / "site" / "index.html"):
        assert path.stat().st_mode & 0o004
