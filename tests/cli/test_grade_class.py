"""`ludus grade --csv`: a class is graded, whatever its programs do and however often we are killed."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludus.cli import main
from tests.exams.mutants.mutant import write_program
from tests.missing_tools import hide_tool

Captured = pytest.CaptureFixture[str]
PATIENCE = 240.0
"""Seconds for anything to happen, on the busiest machine."""


def write_class(folder: Path, count: int) -> None:
    """Write programs that always answer the same square, which is wrong sooner or later."""
    for number in range(1, count + 1):
        (folder / f"student{number:02}").mkdir(parents=True)
        program = folder / f"student{number:02}" / "homework"
        program.write_text(f"#!/bin/sh\necho {number}K > output.txt\n")
        program.chmod(0o755)


def make_command(folder: Path, table: Path) -> list[str]:
    words = ["grade", "pente", str(folder), "--csv", str(table), "--clock", "game=2.5", "--workers", "0"]
    return [*words, "--unsafe", "--quiet"]


def read_sheets(table: Path) -> dict[str, object]:
    """Read the table and all sheets, without the seconds, which no two runs have in common."""
    found: dict[str, object] = {"table": table.read_text()}
    for path in sorted(table.with_name(f"{table.stem}-sheets").glob("*.json")):
        sheet = json.loads(path.read_text())
        for game in sheet["games"]:
            del game["seconds"]
        found[path.stem] = sheet
    return found


def kill_after(command: list[str], games: int, sheets: Path) -> None:
    """Start the grading, and kill it when so many games are recorded."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludus", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None:
        if sum(path.read_bytes().count(b"\n") for path in sheets.glob("*.jsonl")) >= games:
            process.kill()
        assert time.monotonic() < deadline, "nothing happens any more"
        time.sleep(0.01)
    assert process.wait() == -9, "it ended before it could be killed"


def expect_equal_after_kills(folder: Path, tmp_path: Path, *kills: int) -> None:
    whole, broken = tmp_path / "whole.csv", tmp_path / "broken.csv"
    assert main(make_command(folder, whole)) == 0
    for games in kills:
        kill_after(make_command(folder, broken), games, tmp_path / "broken-sheets")
    assert main(make_command(folder, broken)) == 0
    assert read_sheets(broken) == read_sheets(whole)


@pytest.mark.slow
def test_a_grading_that_is_killed_twice_gives_the_sheets_of_an_undisturbed_one(tmp_path: Path) -> None:
    write_class(tmp_path / "class", 2)
    expect_equal_after_kills(tmp_path / "class", tmp_path, 7, 25)


@pytest.mark.nightly
def test_a_class_of_twelve_killed_twice_gives_the_sheets_of_an_undisturbed_run(tmp_path: Path) -> None:
    write_class(tmp_path / "class", 10)
    for chooser in ("first", "last"):
        (tmp_path / "class" / chooser).mkdir()
        (tmp_path / "class" / chooser / "homework.py").write_text(write_program("pente", None, chooser))
    expect_equal_after_kills(tmp_path / "class", tmp_path, 33, 170)


def test_nobody_ends_the_grading_of_others(tmp_path: Path, capsys: Captured) -> None:
    folder, table = tmp_path / "class", tmp_path / "grades.csv"
    write_class(folder, 1)
    (folder / "=empty").mkdir()
    (folder / "archive.zip").write_bytes(b"no archive")
    (folder / "loop").symlink_to(folder / "loop")
    assert main(make_command(folder, table)) == 0
    with table.open(newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["'=empty", "archive.zip", "student01"]
    assert {name for name, row in rows.items() if row["problem"]} == {"'=empty", "archive.zip"}
    assert rows["student01"]["complete"] == "yes"
    assert "3 students" in capsys.readouterr().out
    assert "not graded: program" in (tmp_path / "grades-sheets" / "=empty.txt").read_text()


def test_a_missing_compiler_costs_no_points_and_is_tried_again(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, table = tmp_path / "class", tmp_path / "grades.csv"
    (folder / "compiled").mkdir(parents=True)
    source = f'int main() {{ return __builtin_puts("9K"); }} // {tmp_path}'
    (folder / "compiled" / "homework.cpp").write_text(source)
    with monkeypatch.context() as hidden:
        hide_tool("g++", tmp_path / "bin", hidden)
        assert main(make_command(folder, table)) == 1
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert row["complete"] == "no"
    assert "g++ is needed and not installed; install Debian's package g++" in row["problem"]
    assert "compiled is not graded yet" in capsys.readouterr().err
    assert main(make_command(folder, table)) == 0
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert (row["complete"], row["problem"]) == ("yes", "")


def test_only_a_changed_program_is_graded_again(tmp_path: Path) -> None:
    folder, table = tmp_path / "class", tmp_path / "grades.csv"
    write_class(folder, 2)
    assert main(make_command(folder, table)) == 0
    sheets = [tmp_path / "grades-sheets" / f"student0{number}.json" for number in (1, 2)]
    before = [path.stat().st_mtime_ns for path in sheets]
    (folder / "student02" / "homework").write_text("#!/bin/sh\necho 9K > output.txt\n")
    assert main(make_command(folder, table)) == 0
    after = [path.stat().st_mtime_ns for path in sheets]
    assert (before[0] == after[0], before[1] == after[1]) == (True, False)
