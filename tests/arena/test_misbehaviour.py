"""One entrant never ends a match for the others: good programs play all their games whatever sits beside them."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludus.arena.match import MatchSettings, Pairing, Result
from ludus.arena.runner import Finished, Listed, Started, Voided, play_schedule
from ludus.arena.workers import make_local_pool
from ludus.errors import MachineFault
from ludus.games.registry import find_game
from ludus.players.base import Absent, BadPlayer
from ludus.players.participant import resolve_all
from ludus.records.time_control import TimeControl
from ludus.sandbox.capabilities import Machine
from tests.arena.matches import events_of, games_of, resolved
from tests.intake.entrants import COMMIT, committed
from tests.machines import MACHINE
from tests.missing_tools import hide_tool

PENTE = MatchSettings(
    "pente", options=(("second_stone", "free"),), control=TimeControl.read("game=20"), ply_cap=4
)
AMAZONS = MatchSettings("amazons", options=(("size", "5x5"), ("amazons", "1")), ply_cap=6)

PLAYER = """\
import os, sys
lines = open("input.txt").read().split("\\n")
board = lines[3:22]
cells = [(row, col) for row in range(19) for col in range(19) if board[row][col] == "."]
row, col = (9, 9) if len(cells) == 361 else cells[CHOICE]
MISCHIEF
open("output.txt", "w").write(f"{19 - row}{'ABCDEFGHJKLMNOPQRST'[col]}\\n")
"""
"""Plays the first or the last empty square; the middle of an empty board."""

MISCHIEF = {
    "defeats-cleaning": "for i in range(200): os.makedirs('1' + '_' * i + '/x/y')",
    "fills-its-disk": """\
fill = [open(f"fill{i}", "wb") for i in range(12)]
for file in fill: file.write(bytes(50 << 20))
""",
    "removes-its-folder": "import shutil; shutil.rmtree('/play', ignore_errors=True); os.chmod('/play', 0); sys.exit()",
    "answers-late": """\
if os.fork() == 0:
    import time; time.sleep(0.3); open("output.txt", "w").write("1A\\n"); os._exit(0)
sys.exit()
""",
}


@pytest.fixture(scope="module", autouse=True)
def sandbox() -> None:
    missing = MACHINE.explain_no_containment()
    if missing is not None:
        pytest.skip(str(missing))


def pente_program(folder: Path, choice: int = 0, mischief: str = "") -> str:
    folder.mkdir()
    text = PLAYER.replace("CHOICE", str(choice)).replace("MISCHIEF", textwrap.dedent(mischief))
    (folder / "homework.py").write_text(text, encoding="utf-8")
    return f"program:{folder}"


@pytest.fixture
def good(tmp_path: Path) -> list[str]:
    return [pente_program(tmp_path / "first"), pente_program(tmp_path / "last", -1)]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """Give the games of the good programs where there is nobody else."""
    folder = tmp_path_factory.mktemp("alone")
    texts = [pente_program(folder / "first"), pente_program(folder / "last", -1)]
    return sorted(between(played(PENTE, texts), "first", "last"))


def played(settings: MatchSettings, texts: list[str]) -> list[Result]:
    """Play a double round robin on two workers; no game may stay void."""
    players = resolved(settings, *texts)
    pairs = len(players) * (len(players) - 1)
    events = events_of(games_of(settings, players, pairs), 2)
    assert [event for event in events if isinstance(event, Voided)] == []
    results = [event.result for event in events if isinstance(event, Finished)]
    assert len(results) == pairs
    return results


def between(results: list[Result], *names: str) -> Iterator[tuple[object, ...]]:
    for result in results:
        seated = tuple(player.name for player in result.record.players)
        if set(seated) <= set(names):
            verdict = result.record.verdict
            yield seated, result.record.moves, verdict.kind, verdict.scores


REFUSED: dict[str, Callable[[Path], object]] = {
    "cannot-be-built": lambda folder: (folder / "homework.py").rename(folder / "homework.cpp"),
    "leads-out": lambda folder: (folder / "passwords").symlink_to("/etc/passwd"),
    "is-empty": lambda folder: (folder / "homework.py").unlink(),
    "commits-a-link": lambda folder: (folder / "passwords").symlink_to("/etc/passwd"),
}
"""What is done to a folder so that its program cannot sit down."""


@pytest.mark.parametrize("family", [*MISCHIEF, *REFUSED])
def test_good_programs_play_as_if_a_bad_one_was_not_there(
    tmp_path: Path, good: list[str], alone: list[tuple[object, ...]], family: str
) -> None:
    assert [kind for _, _, kind, _ in alone] == ["cut", "cut"]
    bad = tmp_path / family
    pente_program(bad, mischief=MISCHIEF.get(family, ""))
    if family in REFUSED:
        REFUSED[family](bad)
    commit = f"#{committed(bad)}" if family == "commits-a-link" else ""
    results = played(PENTE, [*good, f"program:{bad}{commit}"])
    assert sorted(between(results, "first", "last")) == alone
    if family in REFUSED:
        lost = [each for each in results if family in (player.name for player in each.record.players)]
        assert {result.record.verdict.kind for result in lost} == {"absent"}
        for result in lost:
            assert result.points[result.pairing.keys.index(family)] == 0


NAMED = """\
#!/bin/sh
if [ "$1" = name ]; then {name}; exit 0; fi
exit 1
"""


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("true", {"absent"}), ("echo n$(head -c 3 /dev/urandom | od -An -tx1 | tr -d ' ')", {"outcome", "cut"})],
)
def test_a_program_without_a_name_is_absent_and_one_with_many_is_asked_once(
    tmp_path: Path, name: str, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "game").write_text(NAMED.format(name=name), encoding="utf-8")
    (folder / "game").chmod(0o755)
    good = ["greedy", "first"]
    results = played(AMAZONS, [*good, f"program:{folder}"])
    assert sorted(between(results, *good)) == sorted(between(played(AMAZONS, good), *good))
    seated = [player for result in results for player in result.record.players if player.version[:3] == "sha"]
    assert len({player.name for player in seated}) == 1
    for result in results:
        has_bad = any(player.version[:3] == "sha" for player in result.record.players)
        assert result.record.verdict.kind in (kinds | {"outcome", "cut"} if has_bad else {"outcome", "cut"})
        if has_bad and kinds == {"absent"}:
            (offence, *_) = result.record.offences
            assert (offence.kind, offence.is_out) == ("absent", True)


def test_a_folder_that_changes_in_mid_match_changes_nobody(
    tmp_path: Path, good: list[str], alone: list[tuple[object, ...]]
) -> None:
    """'Change the folder between two games of a match and the second is played by another program.'"""
    bad = pente_program(tmp_path / "changes")
    players = resolved(PENTE, *good, bad)
    results = []
    for event in play_schedule(Listed(games_of(PENTE, players, 6)), make_local_pool(1, MACHINE)):
        if isinstance(event, Started):
            (tmp_path / "changes" / "homework.py").write_text("raise SystemExit(9)", encoding="utf-8")
        elif isinstance(event, Finished):
            results.append(event.result)
    assert sorted(between(results, "first", "last")) == alone
    assert [result.record.verdict.kind for result in results] == ["cut"] * 6
    seated = {player.version for result in results for player in result.record.players}
    assert seated == {each.version for each in players}


def test_a_program_that_our_cache_has_lost_makes_a_game_void_and_loses_nothing(
    tmp_path: Path, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    games = games_of(PENTE, resolved(PENTE, *good), 2)
    shutil.rmtree(tmp_path / "cache")
    events = events_of(games, 0)
    assert [event for event in events if isinstance(event, Finished)] == []
    reasons = [event.reason for event in events if isinstance(event, Voided) and event.is_final]
    assert len(reasons) == 2
    assert all("has lost it" in reason for reason in reasons)


def test_an_archive_that_is_none_is_absent_and_a_place_with_nothing_is_no_player(
    tmp_path: Path, good: list[str]
) -> None:
    archive = tmp_path / "homework.zip"
    archive.write_bytes(b"PK no archive")
    *_, bad = resolved(PENTE, *good, f"program:{archive}")
    assert bad.name == "homework.zip"
    assert "expected a sound .zip archive" in bad.absence
    with pytest.raises(BadPlayer, match="found nothing there"):
        resolved(PENTE, *good, f"program:{tmp_path}/nowhere")


def test_a_commit_that_is_too_large_is_absent_and_one_that_is_nowhere_is_no_player(
    tmp_path: Path, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong address is the user's mistake; what it leads to is the program's."""
    pente_program(tmp_path / "large")
    (tmp_path / "large" / "noise").write_bytes(os.urandom(2 << 20))
    commit = committed(tmp_path / "large")
    for address in (f"large#{COMMIT}", "large#main", f"nowhere#{commit}"):
        with pytest.raises(BadPlayer) as refused:
            resolved(PENTE, *good, f"program:{tmp_path}/{address}")
        assert not isinstance(refused.value, Absent)
    monkeypatch.setattr("ludus.intake.git.MOST_UNPACKED", 1 << 20)
    *_, bad = resolved(PENTE, *good, f"program:{tmp_path}/large#{commit}")
    assert bad.name == "large"
    assert "git fetch failed" in bad.absence


def void_reasons(games: list[Pairing], machine: Machine) -> list[str]:
    """Play games on a machine where all of them must stay void."""
    with closing(machine):
        events = list(play_schedule(Listed(games), make_local_pool(0, machine)))
    assert [event for event in events if isinstance(event, Finished)] == []
    return [event.reason for event in events if isinstance(event, Voided) and event.is_final]


def test_a_cache_that_cannot_be_used_makes_a_game_void_and_loses_nothing(
    tmp_path: Path, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = games_of(PENTE, resolved(PENTE, *good), 1)
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    (reason,) = void_reasons(games, Machine())
    assert "set XDG_CACHE_HOME to another folder" in reason


def test_a_sandbox_that_is_gone_makes_a_game_void_and_loses_nothing(
    good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = games_of(PENTE, resolved(PENTE, *good), 1)
    monkeypatch.setenv("PATH", "/nowhere")
    (reason,) = void_reasons(games, Machine())
    assert "would run without a sandbox" in reason


@pytest.fixture
def compiled(tmp_path: Path) -> str:
    """Write a program that needs a compiler; no other has its content."""
    folder = tmp_path / "compiled"
    folder.mkdir()
    (folder / "homework.cpp").write_text(f"int main() {{}} // {tmp_path}", encoding="utf-8")
    return f"program:{folder}"


def test_a_compiler_that_is_missing_makes_a_game_void_and_loses_nothing(
    compiled: str, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each machine builds what it plays."""
    games = games_of(PENTE, resolved(PENTE, compiled, good[0]), 1)
    machine = Machine()
    assert machine.best_box.is_contained
    monkeypatch.setenv("PATH", "/nowhere")
    (reason,) = void_reasons(games, machine)
    assert "g++ is needed and not installed" in reason


def test_a_program_that_sat_down_and_cannot_any_more_loses_nothing(
    tmp_path: Path, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the sandbox is gone, everything is built again, and this program is built in a sandbox only."""
    pente_program(tmp_path / "contained")
    shutil.move(tmp_path / "contained" / "homework.py", tmp_path / "contained" / "homework")
    (tmp_path / "contained" / "homework").chmod(0o755)
    (tmp_path / "contained" / "Makefile").write_text("all:\n\ttest $$(pwd) = /play\n", encoding="utf-8")
    players = resolved(PENTE, f"program:{tmp_path}/contained", good[0])
    assert [player.absence for player in players] == ["", ""]
    hide_tool("bwrap", tmp_path / "bin", monkeypatch)
    (reason,) = void_reasons(games_of(PENTE, players, 1), Machine(unsafe=True))
    assert "make failed" in reason


def test_a_compiler_that_is_missing_before_the_first_game_makes_nobody_absent(
    compiled: str, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine is at fault, so there is no match until somebody installs it."""
    with closing(Machine()) as machine:
        assert machine.best_box.is_contained
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(
            MachineFault, match=r"g\+\+ is needed and not installed; install Debian's package"
        ):
            resolve_all([good[0], compiled], find_game("pente", ()), machine)


def damage_entrants(cache: Path) -> None:
    """Let no entrant be written: in this file system nobody can make anything."""
    (cache / "entrants").rmdir()
    (cache / "entrants").symlink_to("/proc")


def damage_builds(cache: Path) -> None:
    """Let no build be written."""
    (cache / "built").rmdir()
    (cache / "built").symlink_to("/proc")


def damage_notes(cache: Path) -> None:
    """Let nobody note what an archive holds."""
    for note in (cache / "known").iterdir():
        note.unlink()
        note.mkdir()


@pytest.mark.parametrize("damage", [damage_entrants, damage_builds, damage_notes])
def test_a_cache_that_fails_before_the_first_game_makes_nobody_absent(
    tmp_path: Path,
    compiled: str,
    good: list[str],
    damage: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The machine is at fault, so there is no match until the cache can be used."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache = tmp_path / "cache" / "ludus"
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", compiled.removeprefix("program:"))
    resolved(PENTE, f"program:{archive}")
    for folder in ("entrants", "built"):
        for path in (cache / folder).iterdir():
            shutil.rmtree(path)
    damage(cache)
    with pytest.raises(MachineFault, match=rf"^cache {cache}: .*; set XDG_CACHE_HOME to another folder$"):
        resolved(PENTE, good[0], f"program:{archive}")
