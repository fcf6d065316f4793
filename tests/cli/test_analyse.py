"""`ludus analyse` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludus.cli import main
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.records.files import append, read_file, replace_record
from ludus.records.record_json import write
from ludus.store.reader import StoreReader
from ludus.store.store import Store
from tests.arena.recording import record_moves
from tests.cli.refusals import expect_refusal
from tests.games.every_game import EVERY_GAME, EXAMPLES

Captured = pytest.CaptureFixture[str]
HANGING_QUEEN = "5r1k/6pp/8/8/8/8/PP6/K1Q5 w"
HOSTILE = "\x1b[31m<script>"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Give a file of two games; in the second White puts her queen before a rook."""
    path = tmp_path / "games.jsonl"
    append(path, record_moves(GAMES["checkers"].start(), "G6-F5 B3-C4"))
    append(
        path, record_moves(GAMES["chezz"].read(HANGING_QUEEN), "a2-a3 h7-h6 c1-f4 f8-f4", f"ann {HOSTILE}")
    )
    return path


def test_the_table_names_the_blunder_and_the_better_line(games: Path, capsys: Captured) -> None:
    assert main(["analyse", str(games), "2", "--quiet"]) == 0
    printed = capsys.readouterr().out
    (row,) = [line for line in printed.splitlines() if line.startswith("   3  White (ann)")]
    assert row.split()[3] == "c1-f4"
    assert "%!" in row
    assert "White (ann): 2 moves, 1 mistake; move 3 cost the most:" in printed
    assert "mistakes   !" in printed
    assert "\x1b" not in printed


def test_a_game_is_named_by_its_number_its_id_or_the_beginning_of_that(games: Path, capsys: Captured) -> None:
    outputs = set()
    for name in ("2", "chezz-1", "chez"):
        assert main(["analyse", str(games), name, "--quiet", "--nodes", "500"]) == 0
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1


def test_without_a_name_there_must_be_one_game(games: Path, tmp_path: Path, capsys: Captured) -> None:
    expect_refusal(["analyse", str(games)], "GAME: expected the number or the id of a game", capsys)
    single = tmp_path / "one.jsonl"
    append(single, next(read_file(games)))
    assert main(["analyse", str(single), "--quiet", "--nodes", "500"]) == 0
    assert "no mistakes" in capsys.readouterr().out


def test_programs_read_json(games: Path, capsys: Captured) -> None:
    assert main(["analyse", str(games), "2", "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["id"], found["game"]) == (1, "chezz-1", "chezz")
    assert [move["ply"] for move in found["moves"]] == [1, 2, 3, 4]
    assert [move["ply"] for move in found["moves"] if move["is_mistake"]] == [3]
    assert found["moves"][2]["best"]["points"] > found["moves"][2]["worth"]["points"]


def test_the_drawing_is_one_file_without_markup_of_others(games: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "game.svg"
    assert main(["analyse", str(games), "2", "--svg", str(drawing), "--quiet"]) == 0
    text = drawing.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<script" not in text
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert [title.split(":")[0] for title in titles] == ["3. c1-f4"]


def test_an_analysis_is_kept_in_a_file_whose_other_lines_stay(games: Path, capsys: Captured) -> None:
    with games.open("ab") as file:
        file.write(b"{broken \xff\r\n\n")
    before = games.read_bytes().split(b"\n")
    assert main(["analyse", str(games), "2", "--keep", "--quiet"]) == 0
    after = games.read_bytes().split(b"\n")
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, True, True]
    kept = list(read_file(games))[1]
    assert kept.analysis is not None
    assert [variation.ply for variation in kept.variations] == [3]
    capsys.readouterr()
    assert main(["replay", str(games), "2"]) == 0
    assert "instead " in capsys.readouterr().out
    assert main(["record", "show", str(games), "2"]) == 0


def test_an_analysis_is_kept_in_a_store(games: Path, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.store"
    with Store.open(path) as store:
        for record in read_file(games):
            store.add_game(record)
    for _ in range(2):
        assert main(["analyse", str(path), "chezz-1", "--keep", "--quiet", "--nodes", "500"]) == 0
    with StoreReader(path) as reader:
        kept = reader.find_record("chezz-1")
    assert kept is not None
    assert kept.analysis is not None
    assert "500 positions" in kept.analysis.by
    assert [variation.ply for variation in kept.variations] == [3]
    assert main(["replay", str(path), "chezz"]) == 0
    printed = capsys.readouterr().out
    assert "analysis: " in printed
    assert "instead " in printed
    assert main(["record", "check", str(path)]) == 0


def test_a_game_of_ones_own_is_analysed_too(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "c4.jsonl"
    append(path, record_moves(EVERY_GAME["connect-four"].start(), "d1 a1 d2 b1 d3 a2 d4"))
    assert main(["analyse", str(path), "--game", EXAMPLES["connect-four"], "--quiet"]) == 0
    assert "move 6 cost the most: d4 was better than a2" in capsys.readouterr().out


def test_what_went_wrong_is_shown_while_the_rest_is_still_being_looked_at(
    games: Path, capsys: Captured
) -> None:
    assert main(["analyse", str(games), "2", "--nodes", "500"]) == 0
    assert capsys.readouterr().err.startswith("move 1 of 4: depth 1, ")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--nodes", "0"], "--nodes: expected a number above 0"),
        (["--nodes", "5", "--time", "1"], "expected --nodes or --time, not both"),
        (["9"], "GAME: expected the number or the id of a recorded game, found '9'"),
    ],
)
def test_wrong_usage_is_explained(games: Path, words: list[str], complaint: str, capsys: Captured) -> None:
    game = [] if words == ["9"] else ["1"]
    expect_refusal(["analyse", str(games), *game, *words], complaint, capsys)


def test_a_game_that_has_vanished_meanwhile_is_not_written(games: Path) -> None:
    record = next(read_file(games))
    games.write_text(f"{write(list(read_file(games))[1])}\n", encoding="ascii")
    with pytest.raises(BadOption, match="no longer in the file"):
        replace_record(games, record, record)
