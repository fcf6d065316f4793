"""`ludus standings` from end to end."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.cli import main

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def records(tmp_path: Path) -> str:
    path = str(tmp_path / "games.jsonl")
    main(f"match checkers first last random --games 2 --quiet --ply-cap 40 --records {path}".split())
    return path


def print_of(capsys: Captured, words: str) -> str:
    capsys.readouterr()
    assert main(["standings", *words.split()]) == 0
    return capsys.readouterr().out


def test_the_table_of_a_small_match_has_all_sections(records: str, capsys: Captured) -> None:
    shown = print_of(capsys, records)
    for words in ("Elo ± 95 %", "6 games; ordered by points", "against each other", "by seat", "endings"):
        assert words in shown


def test_only_the_best_are_shown(records: str, capsys: Captured) -> None:
    assert "2 more" in print_of(capsys, f"{records} --top 1")
    assert len(json.loads(print_of(capsys, f"{records} --top 2 --json"))["lines"]) == 2


def test_json_and_csv_say_the_same(records: str, capsys: Captured) -> None:
    lines = json.loads(print_of(capsys, f"{records} --json"))["lines"]
    rows = list(csv.DictReader(io.StringIO(print_of(capsys, f"{records} --csv"))))
    assert [(line["key"], str(line["points"])) for line in lines] == [
        (row["key"], row["points"]) for row in rows
    ]


def test_the_order_is_chosen(records: str, capsys: Captured) -> None:
    ratings = [
        line["rating"] for line in json.loads(print_of(capsys, f"{records} --json --order rating"))["lines"]
    ]
    assert ratings == sorted(ratings, reverse=True)


def test_no_games_are_told(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "none.jsonl").write_text("")
    assert "0 games" in print_of(capsys, f"{tmp_path / 'none.jsonl'} --cross --seats --reasons")


def test_standings_that_are_kept_are_shown_without_loading_games() -> None:
    """So they are there at once; bench/standings.py measures it."""
    script = (
        "import sys, ludus.cli.standings; print(*(name for name in sys.modules if name.startswith('ludus.')))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert not {"ludus.games.registry", "ludus.contests", "ludus.arena.match"} & set(done.stdout.split())


@pytest.mark.parametrize("words", ["--top 0", "--order beauty", "--json --csv"])
def test_wrong_usage_is_refused(records: str, words: str, capsys: Captured) -> None:
    assert main(["standings", records, *words.split()]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_store_stands_alone(records: str, tmp_path: Path, capsys: Captured) -> None:
    store = tmp_path / "empty.store"
    store.write_bytes(b"SQLite format 3\0")
    assert main(["standings", str(store), records]) == 2
    assert "expected one store alone" in capsys.readouterr().err
