"""`ludus match --records FILE` given again goes on where it stopped."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena.runner import Voided
from ludus.cli import main
from ludus.cli.match_records import KeptInStore
from ludus.records.files import append, read_file
from ludus.store.reader import StoreReader
from ludus.store.store import Store
from tests.cli.refusals import expect_refusal
from tests.store.stored_games import make_pairings
from tests.tolerance import PATIENCE

Captured = pytest.CaptureFixture[str]
MATCH = ("match", "checkers", "random", "greedy", "--ply-cap", "30", "--workers", "0", "--quiet")
NAMES = pytest.mark.parametrize("name", ["games.jsonl", "games.store"])


def run(*words: str | Path) -> int:
    return main([str(word) for word in words])


def read_ids(path: Path) -> list[str]:
    if path.suffix == ".store":
        with StoreReader(path) as store:
            return [record.id for record in store.read_records()]
    return [record.id for record in read_file(path)]


def describe(table: str) -> dict[str, object]:
    """Take the times out of the results of a match."""
    found: dict[str, object] = json.loads(table)
    for player in found["players"]:  # type: ignore[attr-defined]  # a list of objects
        del player["seconds_per_move"]
    return found


@NAMES
def test_only_missing_games_are_played_and_the_table_covers_all(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / name
    assert run(*MATCH, "--games", "8", "--json") == 0
    whole = describe(capsys.readouterr().out)
    assert run(*MATCH, "--games", "4", "--records", path) == 0
    first = read_ids(path)
    capsys.readouterr()
    assert run(*MATCH, "--games", "8", "--records", path, "--json") == 0
    assert describe(capsys.readouterr().out) == whole
    ids = read_ids(path)
    assert len(ids) == len(set(ids)) == 8
    assert set(first) < set(ids)


@NAMES
def test_a_complete_match_is_summed_up_without_playing(name: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / name
    words = [word for word in MATCH if word != "--quiet"]
    assert run(*words, "--games", "4", "--records", path, "--json") == 0
    table = describe(capsys.readouterr().out)
    before = path.read_bytes() if name.endswith("jsonl") else b""
    assert run(*words, "--games", "4", "--records", path, "--json") == 0
    printed = capsys.readouterr()
    assert describe(printed.out) == table
    assert f"4 of 4 games are in {path} already" in printed.err
    assert before in (b"", path.read_bytes())


def test_a_line_that_a_kill_has_cut_short_is_played_again(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    assert run(*MATCH, "--games", "4", "--records", path, "--json") == 0
    table = describe(capsys.readouterr().out)
    whole = path.read_bytes()
    line = len(whole.splitlines(keepends=True)[-1])
    for cut in (10, 300, line + line // 2):
        path.write_bytes(whole[:-cut])
        assert run(*MATCH, "--games", "4", "--records", path, "--json") == 0
        assert len(set(read_ids(path))) == 4
        printed = capsys.readouterr()
        assert describe(printed.out) == table
        assert "warning: line" in printed.err


@pytest.mark.parametrize("kept", [0, 20, 4000])
def test_zeros_that_a_power_cut_has_left_are_no_other_file(
    kept: int, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "games.jsonl"
    assert run(*MATCH, "--games", "4", "--records", path) == 0
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:kept].rstrip(b"\n") + bytes(4096))
    capsys.readouterr()
    assert run(*MATCH, "--games", "4", "--records", path) == 0
    assert "warning: line 3: record: expected JSON, found" in capsys.readouterr().err
    assert len(set(read_ids(path))) == 4


@pytest.mark.parametrize("cut", [b"{", b'{"for', b'{"format":3,"id"'])
def test_a_first_line_that_was_cut_short_is_no_other_file(cut: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(cut)
    assert run(*MATCH, "--games", "2", "--records", path) == 0
    assert len(read_ids(path)) == 2


@NAMES
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--clock", "move=5"], "clock: expected move=5, found none"),
        (["--seed", "7"], "seeds: expected ["),
        (["--ply-cap", "31"], "ply cap: expected 31, found 30"),
    ],
)
def test_games_of_another_match_are_refused_and_left_alone(
    name: str, words: list[str], complaint: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / name
    assert run(*MATCH, "--games", "2", "--openings", "none", "--records", path) == 0
    ids = read_ids(path)
    capsys.readouterr()
    again = [*MATCH, "--games", "2", "--openings", "none", "--records", str(path), *words]
    assert main(again) == 2
    assert complaint in capsys.readouterr().err
    assert read_ids(path) == ids


def test_other_players_and_fewer_games_are_refused(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    assert run(*MATCH, "--games", "4", "--records", path) == 0
    capsys.readouterr()
    assert run(*MATCH, "--games", "2", "--records", path) == 2
    assert "no such game among the 2 of this match" in capsys.readouterr().err
    words = [{"greedy": "first"}.get(word, word) for word in MATCH]
    assert run(*words, "--games", "4", "--records", path) == 2
    printed = capsys.readouterr().err
    assert "belongs to another match: players: expected random, first, found random, greedy" in printed
    assert "hint: give the same arguments as before" in printed


def test_two_matches_do_not_write_to_one_file(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        expect_refusal(
            [*MATCH, "--records", str(path)], "another process writes to this file already", capsys
        )
    with Store.open(tmp_path / "games.store"):
        assert run(*MATCH, "--records", tmp_path / "games.store") == 2
        assert "writes to this store already" in capsys.readouterr().err


def test_a_match_does_not_write_to_the_store_of_a_tournament(tmp_path: Path, capsys: Captured) -> None:
    with Store.open(tmp_path / "games.store") as store:
        store.add_run({"settings": "{}"}, "game = 'checkers'")
    expect_refusal([*MATCH, "--records", str(tmp_path / "games.store")], "the store of a tournament", capsys)


def test_a_void_game_is_a_row_of_the_store_and_tried_again_later(tmp_path: Path) -> None:
    (pairing,) = make_pairings(1)
    with Store.open(tmp_path / "games.store") as store:
        for _ in range(2):
            for attempt in (1, 2, 3):
                KeptInStore(store, ()).add(Voided(pairing, attempt, "its worker process ended with -9"))
        assert [void.attempt for void in store.list_voids()] == [1, 2, 3, 4, 5, 6]


@NAMES
@pytest.mark.slow
def test_a_match_that_is_killed_goes_on_to_the_same_games(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    path, whole = tmp_path / name, tmp_path / "whole.jsonl"
    words = [*MATCH[:5], "60", "--workers", "2", "--games", "60", "--quiet"]
    command = [sys.executable, "-m", "ludus", *words, "--records", str(path)]
    for _ in range(3):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
            before = _count(path)
            deadline = time.monotonic() + PATIENCE
            while _count(path) < before + 3 and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)
            # Nothing happens to one that has played all its games already.
            process.kill()
    assert run(*words, "--records", path, "--json") == 0
    resumed = describe(capsys.readouterr().out)
    assert run(*words, "--records", whole, "--json") == 0
    assert resumed == describe(capsys.readouterr().out)
    assert sorted(read_ids(path)) == sorted(read_ids(whole))


def _count(path: Path) -> int:
    if not path.exists() or not path.stat().st_size:
        return 0
    if path.suffix != ".store":
        return path.read_bytes().count(b"\n")
    try:
        with StoreReader(path) as store:
            return len(store.list_results())
    except ValueError:
        # It is just being made.
        return 0


def test_a_recorded_game_that_cannot_be_true_is_named(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    assert run(*MATCH, "--games", "2", "--records", path) == 0
    first, *others = read_file(path)
    path.unlink()
    for record in (replace(first, moves=("A1-A2",) * len(first.moves)), *others):
        append(path, record)
    capsys.readouterr()
    assert run(*MATCH, "--games", "4", "--records", path) == 2
    assert f"{path}: game {first.id}: moves[0]: expected a legal move" in capsys.readouterr().err
