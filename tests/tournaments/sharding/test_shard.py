"""`ludus work` and `ludus import PLAN`: a tournament in shards ends as one that was played in one piece."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludus.cli import main
from ludus.cli.tournament import UNDECIDED
from ludus.records.files import hold_file
from ludus.records.record import Record
from ludus.store.reader import StoreReader
from ludus.store.stored import StoredParticipant
from ludus.tournaments.sharding.shard_file import read_games, read_head
from ludus.tournaments.standings_files import load_store
from tests.cli.refusals import expect_refusal
from tests.conftest import ROOT
from tests.tolerance import PATIENCE
from tests.tournaments.class_programs import write_program
from tests.tournaments.interruptions import read_games as read_stored_games

Captured = pytest.CaptureFixture[str]
PLAN = """\
game = "connect-four"
files = ["connect_four.py"]
workers = 0
schedule = {{ kind = "{kind}", games = {games} }}
entrants = [
    {{ player = "random" }}, {{ player = "greedy" }}, {{ player = "first" }}, {{ player = "last" }},
    {{ player = "random", name = "chance" }},
]
"""
BREAK = """
from pathlib import Path as _Path
_play = ConnectFour.play
def _play_or_fail(position, move):
    if _Path(__file__).with_name("broken").exists():
        raise RuntimeError("the rules are broken")
    return _play(position, move)
ConnectFour.play = _play_or_fail
"""

WAIT = """
from pathlib import Path as _Path
from time import sleep as _sleep
_play, _moves = ConnectFour.play, []
def _play_or_wait(position, move):
    _moves.append(move)
    while len(_moves) > 400 and _Path(__file__).with_name("waits").exists():
        _sleep(0.1)
    return _play(position, move)
ConnectFour.play = _play_or_wait
"""
"""Lets some games be played, and no more."""


def write_plan(folder: Path, kind: str = "round-robin", games: int = 4) -> Path:
    folder.mkdir(exist_ok=True)
    shutil.copy(ROOT / "examples" / "connect_four.py", folder)
    plan = folder / "cup.toml"
    plan.write_text(PLAN.format(kind=kind, games=games), encoding="utf-8")
    return plan


def work(plan: Path, shard: str, name: str = "") -> int:
    output = plan.with_name(name or f"games-{shard.partition('/')[0]}.jsonl")
    return main(["work", str(plan), "--shard", shard, "--output", str(output), "--quiet"])


def import_all(plan: Path) -> int:
    return main(["import", str(plan), *map(str, sorted(plan.parent.glob("*.jsonl")))])


def play_in_one_piece(plan: Path) -> Path:
    assert main(["tournament", str(plan), "--quiet"]) == 0
    return plan.with_suffix(".store")


def read_participants(store: Path) -> list[StoredParticipant]:
    with StoreReader(store) as reader:
        return reader.list_participants()


def describe_standings(store: Path) -> list[tuple[object, ...]]:
    """Take the times out of the standings."""
    return [(line.place, line.key, line.points, line.games) for line in load_store(store).lines]


def edit(path: Path, change: Callable[[dict[str, Any]], object], kind: str, number: int = 0) -> None:
    """Change one line of a file: the one of this number among those of a kind."""
    lines = path.read_text(encoding="ascii").splitlines()
    at = [index for index, line in enumerate(lines) if line.startswith(f'{{"{kind}":')][number]
    content = json.loads(lines[at])
    change(content)
    lines[at] = json.dumps(content)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def test_16_shards_with_two_run_twice_and_one_killed_end_as_one_piece(
    tmp_path: Path, capsys: Captured
) -> None:
    whole = play_in_one_piece(write_plan(tmp_path / "whole"))
    plan = write_plan(tmp_path / "parts")
    assert [work(plan, f"{number}/16") for number in range(1, 17)] == [0] * 16
    assert work(plan, "2/16", "again-2.jsonl") == work(plan, "5/16", "again-5.jsonl") == 0
    cut = plan.with_name("games-7.jsonl")
    cut.write_bytes(cut.read_bytes()[:-40])
    assert work(plan, "7/16") == 0
    assert import_all(plan) == 0
    assert "40 of 40 games of" in capsys.readouterr().out
    assert read_stored_games(plan) == read_stored_games(whole)
    store = plan.with_suffix(".store")
    assert describe_standings(store) == describe_standings(whole)
    assert read_participants(store) == read_participants(whole)


def test_shards_are_whole_blocks_and_together_all_games(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    seen: dict[str, int] = {}
    for number in range(1, 4):
        assert work(plan, f"{number}/3") == 0
        records = [line for _, line in read_games(plan.with_name(f"games-{number}.jsonl"))]
        for record in records:
            assert isinstance(record, Record)
            assert record.block % 3 == number - 1
            assert record.id not in seen
            seen[record.id] = record.block
    assert len(seen) == 40
    assert sorted(seen.values()) == sorted([*range(20)] * 2)


def test_more_shards_than_blocks_leave_some_empty(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, games=2)
    assert work(plan, "11/11") == 0
    assert list(read_games(plan.with_name("games-11.jsonl"))) == []
    assert import_all(plan) == UNDECIDED


def test_importing_again_changes_nothing(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path, games=2)
    assert work(plan, "1/1") == import_all(plan) == 0
    with StoreReader(plan.with_suffix(".store")) as store:
        before = store.find_last_change(), store.list_runs()
    capsys.readouterr()
    assert import_all(plan) == 0
    assert "0 games added, 20 there already, 0 refused" in capsys.readouterr().out
    with StoreReader(plan.with_suffix(".store")) as store:
        assert (store.find_last_change(), store.list_runs()) == before


def test_missing_games_are_told_by_shard_and_the_tournament_plays_them(
    tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path / "parts")
    assert work(plan, "1/4") == work(plan, "3/4") == 0
    assert import_all(plan) == UNDECIDED
    printed = capsys.readouterr()
    assert "20 of 40 games of" in printed.out
    assert "run again shard 2/4, 4/4, or play the rest here: ludus tournament" in printed.err
    whole = play_in_one_piece(write_plan(tmp_path / "whole"))
    play_in_one_piece(plan)
    assert read_stored_games(plan) == read_stored_games(whole)


@pytest.mark.parametrize("kind", ["swiss", "knockout", "ladder"])
def test_schedules_that_are_not_known_beforehand_are_refused(
    kind: str, tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, kind)
    output = tmp_path / "games.jsonl"
    words = ["work", str(plan), "--shard", "1/2", "--output", str(output)]
    expect_refusal(words, "its games are not all known beforehand", capsys, hint="let one machine lead it")
    assert not output.exists()


@pytest.mark.parametrize("shard", ["0/16", "17/16", "1/0", "3", "3/16/2", "-1/4", "a/b", "1/1000000"])
def test_shards_that_do_not_exist_are_refused(shard: str, tmp_path: Path, capsys: Captured) -> None:
    words = ["work", str(write_plan(tmp_path)), f"--shard={shard}", "--output", str(tmp_path / "x.jsonl")]
    expect_refusal(
        words, "--shard: expected one of several like 3/16", capsys, hint="the first of 16 is 1/16"
    )


def test_a_file_of_another_shard_or_plan_or_of_something_else_stays_as_it_is(
    tmp_path: Path, capsys: Captured
) -> None:
    plan, path = write_plan(tmp_path, games=2), tmp_path / "games-1.jsonl"
    assert work(plan, "1/4") == 0
    before = path.read_bytes()
    assert work(plan, "2/4", path.name) == 2
    assert "the file is already there: expected shard 2/4, found 1/4" in capsys.readouterr().err
    plan.write_text(f"seed = 7\n{plan.read_text()}")
    assert work(plan, "1/4") == 2
    assert "seed: it was played with '0', and the plan says '7'" in capsys.readouterr().err
    assert path.read_bytes() == before
    path.write_text("my notes\n")
    assert work(plan, "1/4") == 2
    assert path.read_text() == "my notes\n"


def test_two_runs_do_not_write_to_one_file_at_a_time(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path)
    with hold_file(tmp_path / "games-1.jsonl"):
        assert work(plan, "1/4") == 2
    assert "another process writes to this file already" in capsys.readouterr().err


@pytest.mark.parametrize("rest", [0, 5, 200, 900])
@pytest.mark.parametrize("tail", [b"", b"\0" * 300], ids=["nothing", "zeros"])
def test_a_shard_goes_on_wherever_its_file_was_cut(rest: int, tail: bytes, tmp_path: Path) -> None:
    plan, path = write_plan(tmp_path, games=2), tmp_path / "games-1.jsonl"
    assert work(plan, "1/4") == 0
    games = {line.id for _, line in read_games(path) if isinstance(line, Record)}
    path.write_bytes(path.read_bytes()[:rest] + tail)
    assert work(plan, "1/4") == 0
    assert read_head(path) is not None
    lines = [line for _, line in read_games(path)]
    assert all(isinstance(line, Record) for line in lines)
    assert {line.id for line in lines if isinstance(line, Record)} == games
    assert len(lines) == len(games)


def test_a_program_that_one_machine_lacks_loses_nothing(tmp_path: Path, capsys: Captured) -> None:
    plan = tmp_path / "cup.toml"
    write_program(tmp_path / "anna", "pente")
    plan.write_text(
        'game = "pente"\nply_cap = 4\nworkers = 0\nabsent = "lose"\n'
        'entrants = [{ player = "random" }, { player = "first" }, { source = "anna" }]\n'
    )
    assert work(plan, "1/2") == 0
    (tmp_path / "anna").rename(tmp_path / "elsewhere")
    assert work(plan, "2/2") == 0
    assert import_all(plan) == 1
    told = capsys.readouterr().err
    assert "games-2.jsonl: shard 2/2, played on " in told
    assert "anna could not be imported here, though it could elsewhere: " in told
    with StoreReader(tmp_path / "cup.store") as store:
        assert not any(one.absence for one in store.list_participants())
        assert {result.kind for result in store.list_results()} == {"cut"}
    # With the store at hand the machine is told before it plays anything.
    (tmp_path / "games-2.jsonl").unlink()
    assert work(plan, "2/2") == 2
    assert "shard 2/2: anna could not be imported here, though it could elsewhere" in capsys.readouterr().err
    (tmp_path / "elsewhere").rename(tmp_path / "anna")
    assert work(plan, "2/2") == import_all(plan) == 0


def test_what_is_known_of_programs_comes_into_the_store(tmp_path: Path) -> None:
    for name in ("whole", "parts"):
        write_program(tmp_path / name / "anna", "pente", name="Anna")
        write_program(tmp_path / name / "bert", "pente", "unbuilt")
        (tmp_path / name / "cup.toml").write_text(
            'game = "pente"\nply_cap = 4\nworkers = 0\n'
            'entrants = [{ player = "random" }, { source = "anna" }, { source = "bert" }]\n'
        )
    whole = play_in_one_piece(tmp_path / "whole" / "cup.toml")
    plan = tmp_path / "parts" / "cup.toml"
    assert work(plan, "1/1") == import_all(plan) == 0
    expected, found = read_participants(whole), read_participants(plan.with_suffix(".store"))
    assert any(one.build_log and one.absence for one in expected)
    for one, other in zip(expected, found, strict=True):
        assert (one.key, one.version, one.spec, one.absence, one.build_log) == (
            (other.key, other.version, other.spec, other.absence, other.build_log)
        )


def test_void_games_are_told_kept_and_tried_again(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path, games=2)
    with (tmp_path / "connect_four.py").open("a") as file:
        file.write(BREAK)
    (tmp_path / "broken").touch()
    assert work(plan, "1/10") == UNDECIDED
    assert "2 stayed void" in capsys.readouterr().out
    assert import_all(plan) == UNDECIDED
    with StoreReader(tmp_path / "cup.store") as store:
        voids = store.list_voids()
        assert [void.attempt for void in voids] == [1, 2, 3] * 2
        assert "the rules are broken" in voids[0].reason + voids[0].details
    (tmp_path / "broken").unlink()
    assert work(plan, "1/10") == 0
    assert import_all(plan) == UNDECIDED
    with StoreReader(tmp_path / "cup.store") as store:
        assert len(store.list_results()) == 2
        assert len(store.list_voids()) == 6
        assert all(void.is_settled for void in store.list_voids())


def test_only_games_of_the_plan_come_into_the_store(tmp_path: Path, capsys: Captured) -> None:
    plan, path = write_plan(tmp_path, games=2), tmp_path / "games-1.jsonl"
    assert work(plan, "1/2") == 0
    edit(path, lambda game: game.update(id="00000-000000000000"), "format", 0)
    edit(path, lambda game: game.update(round=5), "format", 1)
    edit(path, lambda game: game.update(moves=["a1", *game["moves"]]), "format", 2)
    assert import_all(plan) == 1
    printed = capsys.readouterr()
    assert "7 games added, 0 there already, 3 refused" in printed.out
    assert "game '00000-000000000000' is none of this tournament" in printed.err
    assert "expected the game that was to be played, found another one: round: expected" in printed.err


def test_files_of_other_plans_and_other_kinds_are_refused_and_make_no_store(
    tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, games=2)
    (tmp_path / "notes.jsonl").write_text("{}\n")
    assert work(plan, "1/2") == 0
    plan.write_text(plan.read_text().replace("games = 2", "games = 4"))
    assert import_all(plan) == 2
    told = capsys.readouterr().err
    assert "notes.jsonl: expected a file of 'ludus work', found something else" in told
    assert "games-1.jsonl: schedule: it was played with 'round-robin games=2', and the plan says" in told
    assert not plan.with_suffix(".store").exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda head: head["fingerprint"].pop("settings"), "settings: expected this field, found none"),
        (lambda head: head["fingerprint"].update(settings="["), "expected JSON"),
        (lambda head: head["fingerprint"].update(settings="[1]"), "settings: expected an object"),
        (lambda head: head["fingerprint"].update(settings="[" * 100_000), "very many levels"),
        (lambda head: head.update(shard="0/0"), "expected one of several like 3/16, found '0/0'"),
    ],
)
def test_a_file_whose_beginning_makes_no_sense_is_refused_and_the_others_are_imported(
    change: Callable[[dict[str, Any]], object], told: str, tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, games=2)
    for shard in ("1/2", "2/2"):
        assert work(plan, shard) == 0
    edit(tmp_path / "games-1.jsonl", lambda line: change(line["shard"]), "shard")
    assert import_all(plan) == 1
    printed = capsys.readouterr()
    assert told in printed.err
    assert "10 games added, 0 there already, 1 refused" in printed.out


@pytest.mark.parametrize("change", [{"name": "Anna"}, {"key": "random"}])
def test_a_file_with_another_name_or_one_key_twice_spoils_no_game_of_the_others(
    change: dict[str, str], tmp_path: Path, capsys: Captured
) -> None:
    plan = write_plan(tmp_path, games=2)
    for shard in ("1/4", "2/4", "3/4", "4/4"):
        assert work(plan, shard) == 0
    edit(tmp_path / "games-4.jsonl", lambda line: line["participant"].update(change), "participant", 1)
    (tmp_path / "games-4.jsonl").rename(tmp_path / "first.jsonl")
    import_all(plan)
    refused = [line for line in capsys.readouterr().err.splitlines() if line.startswith("refused: ")]
    assert all("first.jsonl" in line for line in refused)
    assert len(read_stored_games(plan.with_suffix(".store"))) >= 16


def test_the_plain_commands_read_the_file_of_a_shard(tmp_path: Path, capsys: Captured) -> None:
    plan = write_plan(tmp_path, games=2)
    assert work(plan, "1/1") == 0
    path = str(tmp_path / "games-1.jsonl")
    capsys.readouterr()
    assert main(["record", "check", path, "--game", str(tmp_path / "connect_four.py")]) == 0
    assert main(["standings", path]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_shard_that_is_killed_goes_on_to_the_same_games(tmp_path: Path) -> None:
    plan, path = write_plan(tmp_path, games=16), tmp_path / "games-1.jsonl"
    with (tmp_path / "connect_four.py").open("a", encoding="utf-8") as rules:
        rules.write(WAIT)
    (tmp_path / "waits").touch()
    words = ["work", str(plan), "--shard", "1/2", "--output", str(path), "--quiet"]
    with subprocess.Popen([sys.executable, "-m", "ludus", *words], stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + PATIENCE
        while not path.exists() or path.read_bytes().count(b"\n") < 10:
            assert time.monotonic() < deadline, "nothing happens"
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.01)
        process.kill()
    (tmp_path / "waits").unlink()
    assert work(plan, "1/2") == 0
    resumed = [line.id for _, line in read_games(path) if isinstance(line, Record)]
    assert work(plan, "1/2", "undisturbed.jsonl") == 0
    whole = [line.id for _, line in read_games(tmp_path / "undisturbed.jsonl") if isinstance(line, Record)]
    assert resumed == whole
    assert len(whole) == 80
