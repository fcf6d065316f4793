"""A season with everything in it; killed again and again, it ends as if nothing had happened."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludus.seasons.reader import SeasonReader
from ludus.seasons.store import SeasonStore
from ludus.store.schema import BadStore
from tests.conftest import ROOT, SEED
from tests.seasons.small_season import hold_small_season
from tests.seasons.whole_season import Run, Workplace, describe, hold_season, run_undisturbed
from tests.tolerance import LONG_PATIENCE
from tests.tournaments.interruptions import RunningTournament, count_games

Hold = Callable[[Path, Run], Workplace]
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("whole season")]


class RunningSeason(RunningTournament):
    """A season in a process of its own."""

    def __init__(self, plan: Path, now: str) -> None:
        self._plan = plan
        command = [sys.executable, "-m", "ludus", "season", str(plan), "--quiet", "--unsafe", "--now", now]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for_progress(self, wanted: int) -> bool:
        """Wait until so much has been done; False if it has ended before."""
        return self._wait(lambda: measure_progress(self._plan) >= wanted)


def measure_progress(plan: Path) -> int:
    """Count what has been done in a season: versions, evaluations, games."""
    folder = plan.with_suffix("")
    try:
        rows = SeasonStore(folder / "season.store").read()
    except BadStore:
        # It is just being made.
        return 0
    done = len(rows.versions) + len(rows.evaluations) + sum(bool(one.ended) for one in rows.evaluations)
    return done + sum(map(count_games, folder.glob("evaluations/*/tournament.store")))


class Undisturbed:
    """A season that nobody has killed, and how much had been done before and after each run of it."""

    def __init__(self, folder: Path, hold: Hold = hold_season) -> None:
        self.progress: dict[str, tuple[int, int]] = {}
        self.place = hold(folder, self._run)

    def _run(self, plan: Path, now: str) -> None:
        before = measure_progress(plan)
        run_undisturbed(plan, now)
        self.progress[now] = before, measure_progress(plan)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("season") / "undisturbed")


def test_a_season_goes_as_its_plan_and_its_contestants_say(undisturbed: Undisturbed) -> None:
    with SeasonReader(undisturbed.place.plan) as reader:
        season, scores = reader.read(), {line.key: line for line in reader.read_scores()}
    assert [(one.number, one.kind, one.weight) for one in season.evaluations] == [
        (1, "evaluation", 1),
        (2, "evaluation", 1),
        (3, "evaluation", 2),
        (4, "final", 0),
    ]
    members = {member.key: member for member in season.members}
    playing = [dict(one.versions) for one in season.evaluations]
    # New versions play; one that cannot be built leaves the last good one in its place.
    assert [each["team-2"] for each in playing] == [1, 2, 2, 2]
    assert [each["team-3"] for each in playing] == [1, 1, 3, 3]
    assert [version.accepted for version in members["team-3"].versions] == [True, False, True]
    # A contestant is its source, whatever it calls itself and whatever its history.
    assert [version.name for version in members["team-4"].versions] == ["team-4", "Renamed"]
    assert (members["team-4"].name, members["team-7"].name) == ("Renamed", "Seven")
    assert [each["team-5"] for each in playing] == [1, 1, 2, 2]
    # Who joins late is averaged from its first evaluation; who is excluded is in no table.
    assert members["team-8"].joined == 2
    assert scores["team-8"].shares[0] is None
    first, second = scores["team-8"].shares[1:3]
    assert first is not None
    assert second is not None
    assert scores["team-8"].score == pytest.approx((first + 2 * second) / 3, abs=1e-6)
    assert "team-7" in playing[1]
    assert "team-7" not in playing[2]
    assert "team-7" not in scores
    assert [(one.kind, one.key, one.reason) for one in season.decisions] == [
        ("exclude", "team-7", "sent by somebody else")
    ]
    # Rules change between evaluations, and each keeps its own.
    assert [one.options for one in season.evaluations] == [(), *[(("contagion_chains", "true"),)] * 3]
    assert [one.rules["ply_cap"] for one in season.evaluations] == ["4", "6", "6", "6"]
    # What came before the deadline plays in the final, and what came after it does not.
    assert (playing[3]["team-6"], playing[3]["team-1"]) == (2, 1)


class RandomKills:
    """Runs a season that is killed at random moments."""

    def __init__(self, undisturbed: Undisturbed, kills: int) -> None:
        seed = int(os.environ[SEED])
        print(f"kills by seed {seed}")
        self._chance = random.Random(seed)
        self._undisturbed = undisturbed
        self._kills = kills

    def run(self, plan: Path, now: str) -> None:
        before, after = self._undisturbed.progress[now]
        moments = sorted(self._chance.sample(range(before, after), min(self._kills, after - before)))
        season = RunningSeason(plan, now)
        for moment in moments:
            if season.wait_for_progress(moment):
                season.kill()
                season = RunningSeason(plan, now)
        code, told = season.finish()
        assert code == 0, told


class Deaths:
    """Runs a season that dies at one in so many moments between its steps."""

    def __init__(self, died: Path, share: int) -> None:
        self._died = died
        self._share = share

    @property
    def count(self) -> int:
        return len(self._died.read_text(encoding="utf-8").splitlines()) if self._died.exists() else 0

    def run(self, plan: Path, now: str) -> None:
        words = [str(plan), now, str(self._died), str(self._share)]
        command = [sys.executable, "-m", "tests.seasons.killed_run", *words]
        while True:
            done = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, timeout=LONG_PATIENCE, check=False
            )
            if done.returncode != -signal.SIGKILL:
                assert done.returncode == 0, done.stderr
                return


def test_a_small_season_that_is_killed_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    """Killed between two steps, and then at random."""
    undisturbed = Undisturbed(tmp_path / "undisturbed", hold_small_season)
    deaths = Deaths(tmp_path / "died", 8)
    runs = iter((deaths.run, RandomKills(undisturbed, 1).run))
    killed = hold_small_season(tmp_path / "killed", lambda plan, now: next(runs)(plan, now))
    assert deaths.count > 0
    assert describe(killed) == describe(undisturbed.place)


@pytest.mark.nightly
def test_a_season_killed_at_random_ends_as_an_undisturbed_one(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    killed = hold_season(tmp_path / "killed", RandomKills(undisturbed, 2).run)
    assert describe(killed) == describe(undisturbed.place)


@pytest.mark.nightly
def test_a_season_killed_between_any_two_steps_ends_as_an_undisturbed_one(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    deaths = Deaths(tmp_path / "died", 1)
    killed = hold_season(tmp_path / "killed", deaths.run)
    assert deaths.count > 60
    assert describe(killed) == describe(undisturbed.place)
