"""A class of programs plays its course's tournament, is killed twice, and ends as if nothing had happened.

Folders, archives, commits, programs that cannot be built, one that crashes and one that is too slow: seven in all, twelve by night.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.store.reader import StoreReader
from ludus.tournaments.standings import Standing
from ludus.tournaments.standings_files import load_store
from tests.intake.entrants import committed
from tests.tournaments.class_programs import write_program
from tests.tournaments.interruptions import RunningTournament, read_games

CLOCK = 'clock = "game=5,patience=0.1"'
"""Sleeping a second and a half in a move is too slow, and nobody else comes near."""
SMALL = 'openings = "lines.txt"\nply_cap = 12'
"""Short games of Pente, which has the shortest schedule."""
LARGE = {
    "pente": "schedule = { games = 4 }",
    "chezz": "ply_cap = 20",
    "amazons": 'schedule = { rounds = 5 }\noptions = { size = "5x5", artifacts = "1,0,0,0" }',
}
LINES = "# game: pente\n# edition: 1\n# made by: hand\n10K 1A 11K 2A 12K 3A\n"
FEW = ("zip good", "gztar weak", "commit weak", "unbuilt", "crash", "slow", "good")
MANY = (
    *("good", "good", "good", "good", "zip weak", "gztar weak", "commit good", "commit weak"),
    *("unbuilt", "unbuilt", "crash", "slow"),
)
"""What is in a class: the style of each program, and how it is handed in if not as a folder."""


def write_class(folder: Path, game: str, programs: Sequence[str]) -> None:
    """Write the programs of a class: folders and archives in one folder, commits, which the plan names, in another."""
    place, commits = folder / "class", folder / "commits"
    for number, words in enumerate(programs):
        *kind, style = words.split()
        parent = commits if kind == ["commit"] else place
        source = write_program(parent / f"p{number:02}-{style}", game, style, number)
        if kind and parent is place:
            shutil.make_archive(str(source), kind[0], place, source.name)
            shutil.rmtree(source)


def write_plan(folder: Path, game: str, settings: str, programs: Sequence[str]) -> Path:
    """Write programs and plan."""
    write_class(folder, game, programs)
    commits = [f'"commits/{path.name}#{committed(path)}"' for path in sorted((folder / "commits").iterdir())]
    plan = folder / "cup.toml"
    text = f'contest = "{game}-course"\n{CLOCK}\nworkers = 2\n{settings}\nentrants = [{{ each = "class" }}, {", ".join(commits)}]\n'
    plan.write_text(text, encoding="utf-8")
    (folder / "lines.txt").write_text(LINES, encoding="utf-8")
    return plan


def copy_plan(plan: Path, name: str) -> Path:
    """Write the same plan again, for a tournament of its own between the same programs."""
    copy = plan.with_name(f"{name}.toml")
    shutil.copy(plan, copy)
    return copy


def play_killed_twice(plan: Path) -> tuple[int, str]:
    tournament = RunningTournament(plan)
    for games in (2, 5):
        assert tournament.wait_for_games(games)
        tournament.kill()
        tournament = RunningTournament(plan)
    return tournament.finish()


def read_standings(plan: Path) -> list[Standing]:
    """Read the table, without the seconds, which are never the same."""
    return [replace(line, seconds=0.0) for line in load_store(plan.with_suffix(".store")).lines]


def check_class(folder: Path, game: str, settings: str, programs: Sequence[str]) -> None:
    plan = write_plan(folder, game, settings, programs)
    again = copy_plan(plan, "again")
    code, told = RunningTournament(plan).finish()
    assert code == 0, told
    unbuilt = [number for number, style in enumerate(programs) if style == "unbuilt"]
    assert told.count(" stays out: ") == len(unbuilt)
    assert f"p{unbuilt[0]:02}-unbuilt stays out" in told
    code, told = play_killed_twice(again)
    assert code == 0, told
    assert read_games(again) == read_games(plan)
    assert read_standings(again) == read_standings(plan)
    with StoreReader(plan.with_suffix(".store")) as store:
        kinds = {
            result.keys[result.culprit].partition("-")[2]: result.kind
            for result in store.list_results()
            if result.culprit is not None
        }
        logs = [one.build_log for one in store.list_participants() if one.absence]
    # In Amazons a turn is lost, not the game.
    assert game == "amazons" or (kinds["crash"], kinds["slow"]) == ("crash", "time")
    assert all("the compiler gives up" in log for log in logs)
    assert len(read_standings(plan)) == len(programs) - len(unbuilt)


@pytest.mark.slow
def test_a_class_plays_its_courses_tournament(tmp_path: Path) -> None:
    check_class(tmp_path, "pente", SMALL, FEW)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("game", LARGE)
def test_a_class_plays_the_large_tournament_of_its_course(game: str, tmp_path: Path) -> None:
    check_class(tmp_path, game, LARGE[game], MANY)
