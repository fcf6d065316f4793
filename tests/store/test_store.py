"""The store: what was written is there, once, whatever happens; and nobody else writes meanwhile."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.errors import BadOption, LudusError, MachineFault
from ludus.records.events import Offence
from ludus.records.record import Analysis, Evaluation, Variation
from ludus.records.results import GameFilter, extract_result
from ludus.score import Score
from ludus.store.connection import connect_to_write
from ludus.store.file import (
    WriterLock,
    find_network_file_system,
    is_store,
    name_network_file_system,
)
from ludus.store.reader import StoreReader
from ludus.store.schema import CURRENT, BadStore, Format
from ludus.store.store import Store
from ludus.store.stored import PlannedGame, StoredParticipant
from tests.store.stored_games import make_move, play_games
from tests.tolerance import PATIENCE

PLANNED = PlannedGame("00007-abc", ("ann", "bob"), 2, 3, "checkers", "start")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.store"


def fill(path: Path, count: int = 4) -> None:
    with Store.open(path) as store:
        for record in play_games(count):
            assert store.add_game(record, 1)


def test_a_game_comes_back_as_it_was_written(path: Path) -> None:
    fill(path)
    with StoreReader(path) as store:
        assert list(store.read_records()) == sorted(play_games(4), key=lambda record: record.id)
        assert store.list_results() == [extract_result(record) for record in store.read_records()]


def test_games_come_in_the_order_of_their_ids_not_of_their_ends(path: Path) -> None:
    with Store.open(path) as store:
        for record in reversed(play_games(4)):
            store.add_game(record)
        assert [result.id for result in store.list_results()] == [record.id for record in play_games(4)]


def test_of_the_attempts_at_a_game_only_the_first_finished_one_counts(path: Path) -> None:
    first, second = play_games(2)
    with Store.open(path) as store:
        assert store.add_game(first, 1)
        assert not store.add_game(replace(second, id=first.id), 2)
        assert not store.add_game(first, 1)
        assert list(store.read_records()) == [first]


def test_a_reader_sees_games_while_they_are_written(path: Path) -> None:
    first, second = play_games(2)
    with Store.open(path) as store:
        store.add_game(first)
        with StoreReader(path) as reader:
            change = reader.find_last_change()
            assert len(reader.list_results()) == 1
            store.add_game(second)
            assert len(reader.list_results()) == 2
            assert reader.find_last_change() > change


def test_a_reader_cannot_write(path: Path) -> None:
    fill(path)
    with StoreReader(path) as reader, pytest.raises(sqlite3.OperationalError):
        reader._connection.execute("DELETE FROM games")


def test_a_store_at_rest_is_a_single_file(path: Path) -> None:
    fill(path)
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_store_is_read_from_a_folder_that_cannot_be_written(path: Path) -> None:
    fill(path)
    # As root may write anywhere, the log is what SQLite would need and cannot make here.
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    path.parent.chmod(0o500)
    try:
        with StoreReader(path) as reader:
            assert len(reader.list_results()) == 4
    finally:
        path.parent.chmod(0o700)


# Filters


def test_filters_choose_by_player_outcome_kind_and_round(path: Path) -> None:
    fill(path)
    crash = play_games(4)[0]
    with StoreReader(path) as store:
        everything = store.list_results()
        filters = [
            GameFilter(),
            GameFilter(keys=("ann",)),
            GameFilter(keys=("ann", "eve"), outcome="win"),
            GameFilter(outcome="draw"),
            GameFilter(kind="crash"),
            GameFilter(keys=("bob",), outcome="loss", kind="crash", round=0),
            GameFilter(round=3),
            GameFilter(keys=("nobody' OR 1 --",)),
        ]
        for wanted in filters:
            assert store.list_results(wanted) == [one for one in everything if wanted.accepts(one)]
        assert [result.id for result in store.list_results(GameFilter(kind="crash"))] == [crash.id]


def test_a_game_is_found_by_the_beginning_of_its_id(path: Path) -> None:
    fill(path)
    game = play_games(4)[2].id
    with StoreReader(path) as store:
        assert store.find_id(game[:7]) == game
        assert store.find_id(game) == game
        with pytest.raises(BadOption, match=r"several \(00000-"):
            store.find_id("0000")
        with pytest.raises(BadOption, match="found none"):
            store.find_id("%")


# Void games, decisions, analyses


def test_void_attempts_are_kept_and_counted(path: Path) -> None:
    with Store.open(path) as store:
        store.add_void(PLANNED, 1, "its worker process ended with -9")
        store.add_void(PLANNED, 2, "AssertionError", "Traceback …")
        assert store.count_attempts() == {PLANNED.id: 2}
        assert [(void.attempt, void.reason, void.is_settled) for void in store.list_voids()] == [
            (1, "its worker process ended with -9", False),
            (2, "AssertionError", False),
        ]
        assert store.list_results() == []


def test_a_decision_settles_a_void_game(path: Path) -> None:
    with Store.open(path) as store:
        store.add_void(PLANNED, 3, "worker died")
        store.add_decision(PLANNED.id, (0.5, 0.5), "both programs were fine")
        (result,) = store.list_results()
        assert (result.keys, result.round, result.block) == (("ann", "bob"), 2, 3)
        assert (result.points, result.kind, result.reason) == ((0.5, 0.5), "told", "both programs were fine")
        assert store.list_voids()[0].is_settled
        assert store.count_attempts() == {}
        assert list(store.read_records()) == []
        assert store.list_results(GameFilter(keys=("bob",), outcome="draw")) == [result]


def test_a_correction_keeps_the_game_and_what_was_decided_before(path: Path) -> None:
    (record,) = play_games(1)
    with Store.open(path) as store:
        store.add_game(record)
        store.add_decision(record.id, (0, 1), "first thought")
        store.add_decision(record.id, (0.5, 0.5), "second thought")
        (corrected,) = store.read_records()
        assert (corrected.moves, corrected.verdict) == (record.moves, record.verdict)
        assert corrected.points == (0.5, 0.5)
        assert dict(corrected.tags)["decision"] == "second thought"
        assert [decision.result.reason for decision in store.list_decisions()] == [
            "first thought",
            "second thought",
        ]
        assert [result.points for result in store.list_results()] == [(0.5, 0.5)]
        assert store.list_results(GameFilter(outcome="loss")) == []


def test_a_second_decision_keeps_nothing_of_the_first(path: Path) -> None:
    with Store.open(path) as store:
        store.add_void(PLANNED, 1, "its worker ended with -9")
        store.add_decision(PLANNED.id, (0.0, 1.0), "a slip of the pen")
        store.add_decision(PLANNED.id, (1.0, 0.0), "as it was meant")
        (result,) = store.list_results()
    assert result.points == result.scores == (1.0, 0.0)


def test_a_decision_needs_a_game_and_a_point_for_each_seat(path: Path) -> None:
    with Store.open(path) as store:
        with pytest.raises(BadOption, match="expected the id of a game"):
            store.add_decision("x", (1, 0), "why")
        store.add_void(PLANNED, 1, "why")
        with pytest.raises(BadOption, match="each of 2 seats, found 3"):
            store.add_decision(PLANNED.id, (1, 0, 0), "why")


def test_the_last_analysis_is_part_of_the_record(path: Path) -> None:
    (record,) = play_games(1)
    first, second = (
        Analysis(by, (Evaluation(Score.points(2.5), 3, 99), *[None] * (len(record.moves) - 1)))
        for by in ("engine 1", "engine 2")
    )
    with Store.open(path) as store:
        store.add_game(record)
        store.add_analysis(record.id, first, "first look")
        store.add_analysis(record.id, second, "better engine")
        assert store.find_record(record.id) == replace(record, analysis=second)


def test_the_better_lines_of_the_last_analysis_are_part_of_the_record(path: Path) -> None:
    (record,) = play_games(1)
    own, better = Variation(1, record.moves[:1], "by hand"), Variation(2, record.moves[:2], "better")
    record = replace(record, variations=(own,))
    analysis = Analysis("engine", (None,) * len(record.moves))
    with Store.open(path) as store:
        store.add_game(record)
        store.add_analysis(record.id, analysis)
        assert store.find_record(record.id) == replace(record, analysis=analysis)
        store.add_analysis(record.id, analysis, variations=(own, better))
        assert store.find_record(record.id) == replace(record, analysis=analysis, variations=(own, better))
        store.add_analysis(record.id, analysis, variations=())
        assert store.find_record(record.id) == replace(record, analysis=analysis, variations=())


# Participants and runs


def test_a_participant_is_shown_as_it_was_given_last(path: Path) -> None:
    ann, bob = (
        StoredParticipant("ann", "Ann", "1"),
        StoredParticipant("bob", "Bob", "1", build_log="make: ok"),
    )
    with Store.open(path) as store:
        store.add_participants([ann, bob])
        change = store.find_last_change()
        store.add_participants([ann, bob])
        assert store.find_last_change() == change
        newer = replace(ann, version="2")
        store.add_participants([newer])
        assert store.list_participants() == [newer, bob]
        assert store.find_last_change() > change


def test_runs_keep_their_plan_and_fingerprint(path: Path) -> None:
    with Store.open(path) as store:
        store.add_run({"python": "3.11"}, "game = 'pente'")
        store.add_run({"python": "3.12"}, "game = 'pente'")
        assert [(run.number, run.fingerprint["python"]) for run in store.list_runs()] == [
            (1, "3.11"),
            (2, "3.12"),
        ]
        assert store.list_runs()[0].plan == "game = 'pente'"


# Running games


def test_the_moves_of_a_running_game_can_be_followed_until_it_ends(path: Path) -> None:
    (record,) = play_games(1)
    planned = PlannedGame(record.id, ("ann", "bob"), 1, 0, "checkers", record.start)
    with Store.open(path) as store, StoreReader(path) as reader:
        store.add_start(planned, 1)
        store.add_move(record.id, 1, make_move(0, record.moves[0]))
        store.add_move(record.id, 1, Offence(2, 1, "crash", "secret of bob", False))
        with store.batch():
            pass
        (running,) = reader.list_running()
        assert (running.id, running.keys, running.start) == (record.id, ("ann", "bob"), record.start)
        assert running.moves == ((0, record.moves[0], 0.25),)
        assert running.offences == ((1, "crash"),)
        assert "secret" not in str(reader._query("SELECT group_concat(event) FROM journal")[0][0])
        store.add_game(record, 1)
        assert reader.list_running() == []


def test_moves_are_written_by_themselves_after_a_while(path: Path) -> None:
    with Store.open(path) as store, StoreReader(path) as reader:
        deadline = time.monotonic() + PATIENCE
        while not reader.list_running():
            store.add_move("x", 1, make_move(0, "a1"))
            time.sleep(0.05)
            assert time.monotonic() < deadline


def test_moves_of_a_coordinator_that_was_killed_are_forgotten(path: Path) -> None:
    _run_and_kill(
        path,
        "store.add_start(PlannedGame('x', ('ann', 'bob')), 1)\nwith store.batch():\n    pass",
    )
    with StoreReader(path) as reader:
        assert len(reader.list_running()) == 1
    with Store.open(path) as store:
        assert store.list_running() == []


# One writer


def test_a_second_writer_is_refused_and_told_who_writes(path: Path) -> None:
    with Store.open(path) as store:
        with pytest.raises(BadStore) as caught:
            Store.open(path)
        assert f"process {os.getpid()} on " in str(caught.value)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
        store.add_game(play_games(1)[0])
    Store.open(path).close()


def test_a_folder_that_is_not_there_is_named(path: Path) -> None:
    with pytest.raises(BadStore) as caught:
        Store.open(path.parent / "nowhere" / "games.store")
    assert str(caught.value).endswith(f"expected a folder {path.parent / 'nowhere'}, found none")


def test_a_writer_that_was_killed_leaves_its_games_and_no_lock(path: Path) -> None:
    fill(path, 1)
    _run_and_kill(path, "store.add_void(PlannedGame('x', ('ann', 'bob')), 1, 'why')")
    with Store.open(path) as store:
        assert store.count_attempts() == {"x": 1}
        assert len(store.list_results()) == 1


def test_a_game_that_was_being_written_at_a_kill_is_there_whole_or_not_at_all(path: Path) -> None:
    _run_and_kill(
        path,
        """
        batch = store.batch()
        batch.__enter__()
        store.add_void(PlannedGame('x', ('ann', 'bob')), 1, 'why')
        """,
    )
    with Store.open(path) as store:
        assert store.list_voids() == []


def test_of_several_games_written_together_one_that_fails_spoils_no_other(path: Path) -> None:
    first, second = play_games(2)
    with Store.open(path) as store:
        with store.batch():
            store.add_game(first)
            with suppress(BadOption), store.batch():
                store.add_game(second)
                store.add_decision("nobody", (1, 0), "why")
        assert [result.id for result in store.list_results()] == [first.id]


def _run_and_kill(path: Path, body: str) -> None:
    script = "\n".join(
        [
            "import pathlib, sys, time",
            "from ludus.store.store import Store",
            "from ludus.store.stored import PlannedGame",
            "store = Store.open(pathlib.Path(sys.argv[1]))",
            textwrap.dedent(body),
            "print('written', flush=True)",
            "time.sleep(1000)",
        ]
    )
    with subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "written\n"
        with pytest.raises(BadStore, match=f"process {process.pid} on "):
            Store.open(path)
        process.send_signal(signal.SIGKILL)


# File systems


def test_network_file_systems_are_known_by_their_numbers() -> None:
    assert name_network_file_system(0x6969) == "NFS"
    assert name_network_file_system(0xFF534D42) == "CIFS"
    assert name_network_file_system(0xFF534D42 - (1 << 32)) == "CIFS"
    assert name_network_file_system(0xEF53) == ""


def test_there_is_no_log_in_shared_memory_on_a_network_file_system(path: Path) -> None:
    for network, mode in (("NFS", "truncate"), ("", "wal")):
        connection = connect_to_write(path, network)
        assert connection.execute("PRAGMA journal_mode").fetchone() == (mode,)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        connection.close()


def test_a_store_on_a_network_file_system_says_so(path: Path) -> None:
    with Store(path, connect_to_write(path, "NFS"), WriterLock(path), "NFS") as store:
        assert store.add_game(play_games(1)[0])
        assert "lies on a network file system (NFS)" in store.notice
    with Store.open(path) as store:
        assert store.notice == ""
        assert len(store.list_results()) == 1


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="there is no /dev/shm")
def test_memory_is_no_network_file_system() -> None:
    assert find_network_file_system(Path("/dev/shm")) == ""


def test_a_store_is_known_by_its_content_and_while_it_is_empty_by_its_name(tmp_path: Path) -> None:
    fill(tmp_path / "games.jsonl")
    (tmp_path / "lines.store").write_text("{}\n")
    (tmp_path / "empty.sqlite").touch()
    assert is_store(tmp_path / "games.jsonl")
    assert not is_store(tmp_path / "lines.store")
    assert is_store(tmp_path / "empty.sqlite")
    assert is_store(tmp_path / "new.store")
    assert not is_store(tmp_path / "new.jsonl")


# Faults


def test_a_full_disk_rolls_back_and_keeps_what_was_there(path: Path) -> None:
    fill(path, 2)
    with Store.open(path) as store:
        pages = store._query("PRAGMA page_count")[0][0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(MachineFault, match=r"games\.store: cannot be written") as caught:
            _fill_with_voids(store)
        assert "room" in caught.value.hint
        written = len(store.list_voids())
        assert len(store.list_results()) == 2
    with Store.open(path) as store:
        assert len(store.list_results()) == 2
        assert len(store.list_voids()) == written


def test_a_limit_on_the_size_of_files_is_a_clear_error(path: Path) -> None:
    fill(path, 2)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
    try:
        with pytest.raises(MachineFault, match=r"games\.store: cannot be written"), Store.open(path) as store:
            _fill_with_voids(store)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with Store.open(path) as store:
        assert len(store.list_results()) == 2


def _fill_with_voids(store: Store) -> None:
    for number in range(10_000):
        store.add_void(replace(PLANNED, id=f"x{number}"), 1, "why" * 100)


def test_a_clock_that_is_set_back_changes_no_order(path: Path) -> None:
    (record,) = play_games(1)
    with Store.open(path) as store:
        store.add_game(record)
        store.add_decision(record.id, (0, 1), "earlier")
        store._connection.execute("UPDATE games SET written = '2099-01-01T00:00:00Z'")
        store.add_decision(record.id, (1, 0), "later")
        assert [decision.result.reason for decision in store.list_decisions()] == ["earlier", "later"]
        assert [result.reason for result in store.list_results()] == ["later"]


@pytest.mark.parametrize("name", ["games.jsonl", "games.store"])
def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    other = tmp_path / name
    other.write_text(json.dumps({"format": 3}))
    for opened in (Store.open, StoreReader):
        with pytest.raises(BadStore, match="expected a store of Ludus, found another kind of file"):
            opened(other)
    assert other.read_text() == json.dumps({"format": 3})
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_another_database_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE cookies (x)")
    connection.close()
    before = path.read_bytes()
    for opened in (Store.open, StoreReader):
        with pytest.raises(BadStore, match="another SQLite database"):
            opened(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_format_is_refused_and_left_alone(path: Path) -> None:
    fill(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    for opened in (Store.open, StoreReader):
        with pytest.raises(BadStore, match="found format 99") as caught:
            opened(path)
        assert "newer version" in caught.value.hint
    assert path.read_bytes() == before


NEXT = Format(
    2,
    CURRENT.schema,
    {
        1: "ALTER TABLE games ADD COLUMN opinion TEXT NOT NULL DEFAULT 'none'; UPDATE games SET round = round + 100;"
    },
)
"""A format that might come after the current one."""


def test_a_store_of_an_older_format_is_read_without_being_changed(path: Path) -> None:
    fill(path)
    before = path.read_bytes()
    with StoreReader(path, NEXT) as store:
        assert [result.id for result in store.list_results(GameFilter(round=100))] == [
            record.id for record in play_games(4)
        ]
    assert path.read_bytes() == before


def test_a_store_of_an_older_format_is_copied_and_then_brought_up_to_date(path: Path) -> None:
    fill(path)
    with Store.open(path, NEXT) as store:
        assert len(store.list_results(GameFilter(round=100))) == 4
    with StoreReader(path.with_name(f"{path.name}.format-1")) as copy:
        assert len(copy.list_results(GameFilter(round=0))) == 4
    with pytest.raises(BadStore, match="found format 2"):
        Store.open(path)
    with Store.open(path, NEXT) as store:
        assert store.add_game(replace(play_games(1)[0], id="new"))


def test_an_upgrade_that_fails_changes_nothing(path: Path) -> None:
    fill(path)
    broken = Format(2, CURRENT.schema, {1: "UPDATE games SET round = 100; UPDATE nowhere SET x = 1;"})
    with pytest.raises(BadStore):
        Store.open(path, broken)
    with Store.open(path) as store:
        assert len(store.list_results(GameFilter(round=0))) == 4


@pytest.mark.parametrize("damage", ["truncated", "garbage", "head"])
def test_a_damaged_store_is_refused_and_left_alone(path: Path, damage: str) -> None:
    fill(path)
    data = bytearray(path.read_bytes())
    if damage == "truncated":
        del data[len(data) // 2 :]
    elif damage == "garbage":
        data[4096:] = os.urandom(len(data) - 4096)
    else:
        data[:100] = b"SQLite format 3\0" + b"\xff" * 84
    path.write_bytes(data)
    with pytest.raises(BadStore, match=r"expected a store of Ludus, found .*damaged") as caught:
        Store.open(path)
    assert "backup" in caught.value.hint
    assert path.read_bytes() == data
    with pytest.raises(LudusError), StoreReader(path) as reader:
        list(reader.read_records())


def test_a_damaged_schema_is_told_whatever_letters_it_has(path: Path) -> None:
    fill(path)
    data = path.read_bytes().replace(b"tablejournal", b"tablej\xddurnal")
    path.write_bytes(data.replace(b"CREATE TABLE journal", b"CREATE TABEL journal"))
    for open_store in (Store.open, StoreReader):
        with pytest.raises(BadStore, match="damaged"):
            open_store(path)


@pytest.mark.parametrize(
    ("change", "look"),
    [
        ("UPDATE games SET result = '[1,'", StoreReader.list_results),
        ("UPDATE games SET result = '[1]'", StoreReader.list_results),
        ("UPDATE games SET state = 'void', result = '3'", StoreReader.list_voids),
        ("UPDATE games SET state = 'decided', result = '{}'", StoreReader.list_decisions),
        ("UPDATE runs SET fingerprint = '{'", StoreReader.list_runs),
        ("UPDATE games SET result = CAST(x'dd' AS TEXT)", StoreReader.list_results),
        ("INSERT INTO journal VALUES (1, 'a', 1, '[0')", StoreReader.list_running),
        ("INSERT INTO journal VALUES (1, 'a', 1, '[0]')", StoreReader.list_running),
    ],
)  # fmt: skip
def test_a_damaged_row_is_told(change: str, look: Callable[[StoreReader], object], path: Path) -> None:
    fill(path)
    with Store.open(path) as store:
        store.add_run({})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    with StoreReader(path) as reader, pytest.raises(BadStore, match="damaged"):
        look(reader)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_refused_before_anything_is_written_beside_it(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "odd.store"
    make(path)
    with pytest.raises(BadStore, match="expected a file, found something else"):
        Store.open(path)
    assert list(tmp_path.iterdir()) == [path]
