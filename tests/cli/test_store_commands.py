"""`ludus records`, `export` and `import` as a user types them; `ludus record` on a store."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from ludus.arena.inputs import make_inputs
from ludus.cli import main
from ludus.games import GAMES
from ludus.records.events import Offence
from ludus.records.files import append, read_file
from ludus.records.record import Record
from ludus.records.record_json import write
from ludus.store.reader import StoreReader
from ludus.store.store import Store
from ludus.store.stored import PlannedGame, StoredParticipant
from tests.cli.refusals import expect_refusal
from tests.store.stored_games import make_move, play_games

Captured = pytest.CaptureFixture[str]
GAMES_PLAYED = 6


def run(*words: str | Path) -> int:
    return main([str(word) for word in words])


def with_notes(record: Record) -> Record:
    """Let the players be programs that say something on each move."""
    keys = [seated.key for seated in record.players]
    notes = tuple(f"exit code 0: secret of {keys[ply % 2]}" for ply in range(len(record.moves)))
    players = tuple(replace(seated, tier="bubblewrap") for seated in record.players)
    return replace(record, notes=notes, players=players)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "games.store"
    with Store.open(path) as opened:
        opened.add_participants(
            [
                StoredParticipant("ann", "Ann", "1", build_log="gcc: log of ann"),
                StoredParticipant("bob", "Bob", "1", source="/home/bob", build_log="gcc: log of bob"),
            ]
        )
        for record in play_games(GAMES_PLAYED):
            opened.add_game(with_notes(record))
        opened.add_void(PlannedGame("00099-void", ("ann", "bob"), 7), 1, "its worker ended with -9")
    return path


# records


def test_records_lists_games_within_80_columns(store: Path, capsys: Captured) -> None:
    assert run("records", store) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["game", "round", "players", "points", "plies", "reason"]
    assert [line.split()[0] for line in lines] == [record.id for record in play_games(GAMES_PLAYED)]
    assert lines[0].split()[2:] == ["ann", "-", "bob", "1-0", "11", "crash", "(2)"]
    assert max(map(len, lines)) <= 80


def test_records_are_chosen_by_player_result_reason_and_round(store: Path, capsys: Captured) -> None:
    for words, count in (
        (["--player", "bob", "--result", "loss"], 1),
        (["--player", "Bob"], 4),
        (["--reason", "cut"], 5),
        (["--reason", "crash", "--result", "win", "--round", "0"], 1),
        (["--limit", "2"], 2),
    ):
        assert run("records", store, "--json", *words) == 0
        assert len(capsys.readouterr().out.splitlines()) == count, words
    assert run("records", store, "--round", "5") == 0
    assert capsys.readouterr() == ("", "0 of 0 games\n")


def test_records_tells_of_void_games(store: Path, capsys: Captured) -> None:
    assert run("records", store, "--reason", "void") == 0
    assert "00099-void" in capsys.readouterr().out


def test_records_tells_of_games_that_are_being_played(store: Path, capsys: Captured) -> None:
    (record,) = play_games(1)
    with Store.open(store) as opened:
        opened.add_start(PlannedGame("00050-now", ("ann", "bob"), 3, 0, "checkers", record.start), 1)
        opened.add_move("00050-now", 1, Offence(1, 0, "crash", "secret of ann", False))
        with opened.batch():
            opened.add_move("00050-now", 1, make_move(0, "G6-F5"))
        with opened.batch():
            pass
        assert run("records", store, "--running") == 0
        line = capsys.readouterr().out.splitlines()[1]
        assert line.split() == ["00050-now", "3", "ann", "-", "bob", "1", "G6-F5"]
        assert run("records", store, "--running", "--round", "2") == 0
        assert capsys.readouterr().out == ""


def test_records_reads_plain_files_too(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    for record in (*play_games(3), play_games(1)[0]):
        append(path, record)
    assert run("records", path, "--json") == 0
    found = [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()]
    assert found == [record.id for record in play_games(3)]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--player", "anne"], "found 'anne'; did you mean 'ann'?"),
        (["--reason", "bad"], "--reason: expected one of outcome, cut"),
        (["--limit", "0"], "--limit: expected 1 or more"),
        (["--running", "--result", "win"], "--running: expected no --result"),
    ],
)
def test_a_mistake_is_told(store: Path, words: list[str], complaint: str, capsys: Captured) -> None:
    expect_refusal(["records", str(store), *words], complaint, capsys)


def test_names_of_strangers_cannot_move_the_cursor(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.store"
    (record,) = play_games(1)
    players = tuple(replace(seated, key=f"\x1b[2J{seated.key}\n") for seated in record.players)
    with Store.open(path) as opened:
        opened.add_game(replace(record, players=players))
    assert run("records", path) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert len(printed.splitlines()) == 2


# record


def test_record_shows_and_checks_games_of_a_store(store: Path, capsys: Captured) -> None:
    assert run("record", "check", store) == 0
    assert capsys.readouterr().out == "6 records, 0 refused\n"
    assert run("record", "show", store, "00002", "--ply", "3") == 0
    by_id = capsys.readouterr().out
    assert run("record", "show", store, "3", "--ply", "3") == 0
    assert capsys.readouterr().out == by_id


# export


def test_the_public_export_has_all_games_and_no_secrets(store: Path, capsys: Captured) -> None:
    assert run("export", store) == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) == GAMES_PLAYED
    assert "secret" not in printed


def test_the_organisers_export_is_everything(store: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    assert run("export", store, "--view", "organiser", "-o", target) == 0
    assert [write(record) for record in read_file(target)] == [
        write(with_notes(record)) for record in play_games(GAMES_PLAYED)
    ]
    assert run("export", store, "-o", target) == 0
    assert "secret" not in target.read_text()


def test_csv_has_a_line_for_each_game_and_no_formulas(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.store"
    names = ("=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\t=1", 'a",=1')
    with Store.open(path) as opened:
        for name, record in zip(names, play_games(GAMES_PLAYED), strict=True):
            seated = replace(record.players[0], key=name, name=name)
            opened.add_game(replace(record, players=(seated, record.players[1])))
    assert run("export", path, "--format", "csv") == 0
    printed = capsys.readouterr().out
    assert "secret" not in printed
    rows = list(csv.DictReader(printed.splitlines()))
    shown = [row["player 1"] for row in rows]
    assert shown == ["'=HYPERLINK(1)", "'+1", "'-1", "'@SUM(A1)", r"\t=1", 'a",=1']
    assert rows[0]["kind"] == "crash"
    assert rows[0]["reason"] == "bob: ended with an error"
    assert rows[0]["points 1"] == "1.0"


def test_pente_games_are_exported_for_pente_org(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "people.txt").write_text("1. K10 L9 2. K7 M8 0-1\n")
    assert run("record", "pente-org", "from", tmp_path / "people.txt") == 0
    (tmp_path / "games.jsonl").write_text(capsys.readouterr().out)
    assert run("import", tmp_path / "games.store", tmp_path / "games.jsonl") == 0
    capsys.readouterr()
    assert run("export", tmp_path / "games.store", "--format", "pente-org") == 0
    assert "1. K10 L9 2. K7 M8 0-1" in capsys.readouterr().out


def test_a_contestant_gets_its_own_things_and_nothing_of_others(store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "for-bob"
    assert run("export", store, "--for", "bob", folder) == 0
    games = [record for record in play_games(GAMES_PLAYED) if "bob" in [one.key for one in record.players]]
    assert [record.id for record in read_file(folder / "games.jsonl")] == [record.id for record in games]
    written = "".join(path.read_text() for path in folder.rglob("*") if path.suffix in (".txt", ".jsonl"))
    assert "secret of bob" in written
    assert "gcc: log of bob" in written
    assert "/home/bob" not in written
    for other in ("ann", "eve"):
        assert f"secret of {other}" not in written
        assert f"log of {other}" not in written


def test_a_contestant_gets_what_its_program_was_given(store: Path, tmp_path: Path) -> None:
    assert run("export", store, "--for", "bob", tmp_path / "for-bob") == 0
    record = with_notes(play_games(1)[0])
    inputs, _ = make_inputs(record, GAMES, 1)
    with ZipFile(tmp_path / "for-bob" / "games" / f"{record.id}.zip") as archive:
        assert [archive.read(name) for name in archive.namelist()] == [
            given.request.stdin for given in inputs
        ]
        assert archive.namelist()[-1] == "012-stdin"


def test_ids_of_strangers_stay_inside_the_folder(tmp_path: Path) -> None:
    names = ("../../escaped", "a\nb", "-rf", "x" * 300, "Case", "case", ".", "a/b\0c", "\u0251")
    path = tmp_path / "games.store"
    with Store.open(path) as opened:
        for name in names:
            opened.add_game(replace(play_games(1)[0], id=name))
    assert run("export", path, "--for", "ann", tmp_path / "new" / "for-ann") == 0
    assert sorted(found.name for found in tmp_path.iterdir()) == ["games.store", "new"]
    written = [found.name for found in (tmp_path / "new" / "for-ann" / "games").iterdir()]
    assert len({name.lower() for name in written}) == len(names)
    assert all(name.isascii() and name.isprintable() and name[0] not in ".-" for name in written)


def test_an_export_needs_a_new_folder_and_a_known_name(store: Path, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    words = ["export", str(store), "--for"]
    expect_refusal([*words, "bob", str(tmp_path / "full")], "expected a new or empty folder", capsys)
    expect_refusal([*words, "zed", str(tmp_path / "new")], "expected the name of a participant", capsys)
    expect_refusal([*words, "bob"], "expected --for NAME and DIR together", capsys)
    assert not (tmp_path / "new").exists()


def test_an_export_says_who_else_has_that_name(tmp_path: Path, capsys: Captured) -> None:
    """The key of the first is its name; what is private to it must not be sent to the other."""
    path = tmp_path / "games.store"
    with Store.open(path) as opened:
        opened.add_participants([StoredParticipant("Bob", "Bob"), StoredParticipant("Bob#2", "Bob")])
    assert run("export", path, "--for", "Bob", tmp_path / "first") == 0
    assert "warning: others are called 'Bob', too: Bob#2" in capsys.readouterr().err
    assert run("export", path, "--for", "Bob#2", tmp_path / "second") == 0
    assert "warning" not in capsys.readouterr().err


# import


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    for record in play_games(GAMES_PLAYED):
        append(path, record)
    return path


def test_an_import_can_be_repeated(lines: Path, tmp_path: Path, capsys: Captured) -> None:
    store = tmp_path / "new.store"
    assert run("import", store, lines) == 0
    assert capsys.readouterr().out.startswith("6 games: 6 added, 0 there already")
    assert run("import", store, lines, lines) == 0
    assert capsys.readouterr().out.startswith("12 games: 0 added, 12 there already")
    with StoreReader(store) as opened:
        assert list(opened.read_records()) == list(play_games(GAMES_PLAYED))
        assert opened.list_names() == {"ann": "Ann", "bob": "Bob", "eve": "Eve"}


def test_stores_can_be_put_together(store: Path, lines: Path, tmp_path: Path, capsys: Captured) -> None:
    assert run("import", tmp_path / "all.store", store, lines) == 0
    assert capsys.readouterr().out.startswith("12 games: 6 added, 6 there already")
    with StoreReader(tmp_path / "all.store") as opened:
        assert opened.list_participants()[1].build_log == "gcc: log of bob"


def test_another_result_of_a_game_is_told_and_not_taken(
    lines: Path, tmp_path: Path, capsys: Captured
) -> None:
    store, other = tmp_path / "new.store", tmp_path / "other.jsonl"
    first, second = play_games(2)
    append(other, replace(second, id=first.id))
    assert run("import", store, lines) == 0
    capsys.readouterr()
    assert run("import", store, other) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("1 games: 0 added, 0 there already, 1 different")
    assert f"game {first.id} has other moves or another verdict" in printed.err
    with StoreReader(store) as opened:
        assert opened.find_record(first.id) == first


def test_records_that_cannot_be_true_are_refused(lines: Path, tmp_path: Path, capsys: Captured) -> None:
    (record,) = play_games(1)
    append(lines, replace(record, id="lie", moves=("A1-A2",) * len(record.moves)))
    with lines.open("a") as file:
        file.write('{"format": 3, "broken')
    assert run("import", tmp_path / "new.store", lines) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("8 games: 6 added, 0 there already, 0 different from those in the store, 2")
    assert "games.jsonl line 7: moves[0]: expected a legal move" in printed.err
    assert "games.jsonl line 8: record: expected JSON" in printed.err


def test_games_without_an_id_come_once(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    append(path, replace(play_games(1)[0], id=""))
    assert run("import", tmp_path / "new.store", path, path) == 0
    assert capsys.readouterr().out.startswith("2 games: 1 added, 1 there already")


def test_an_import_needs_a_store(lines: Path, tmp_path: Path, capsys: Captured) -> None:
    expect_refusal(["import", str(lines), str(lines)], "expected a store", capsys)
    with Store.open(tmp_path / "new.store"):
        assert run("import", tmp_path / "new.store", lines) == 2
    assert "writes to this store already" in capsys.readouterr().err


def test_nothing_is_imported_into_the_store_of_a_tournament(
    lines: Path, tmp_path: Path, capsys: Captured
) -> None:
    """Its games could never be removed again, and the tournament could not go on with them."""
    path = tmp_path / "cup.store"
    with Store.open(path) as opened:
        opened.add_run({}, plan='game = "checkers"')
    assert run("import", path, lines) == 2
    told = capsys.readouterr().err
    assert "this is the store of a tournament" in told
    assert f"hint: put them together in another one: ludus import all.store {path}" in told
    with StoreReader(path) as store:
        assert store.list_results() == []
    assert run("import", tmp_path / "all.store", path, lines) == 0
