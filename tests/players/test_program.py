"""Contest programs as players: their folders, what they are told, and the one place where processes are run."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.arena.clock import TimeControl
from ludus.arena.referee import Ended, Played, play_game
from ludus.entries.folder import write_folder
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import Pente
from ludus.players.base import BadForm, BadPlayer, Crash, Player, Silence
from ludus.players.baseline import First
from ludus.players.process import (
    CANNOT_START,
    LATE,
    STDERR_LIMIT,
    STDOUT_LIMIT,
    Limits,
    harmless,
    read_regular,
    remove,
    run_request,
)
from ludus.players.program import ProgramPlayer, program_player
from ludus.protocols import PROTOCOLS
from ludus.turn import Clock, Reply, Request, Turn
from tests.games.every_game import EVERY_GAME
from tests.programs.folders import entry_folder, processes_of

SOON = Limits(wall=20, cpu=10)
"""Enough on a busy machine."""


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the place of all temporary folders, and see that none is left."""
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    yield rooms
    assert [path.name for path in rooms.iterdir() if not path.name.startswith("ludus-built-")] == []


def shell(folder: Path, file: str, *lines: str) -> Path:
    """Write a shell script into a folder and give the folder."""
    folder.mkdir(exist_ok=True)
    (folder / file).write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    (folder / file).chmod(0o755)
    return folder


def seated(folder: Path, game: str = "pente", **settings: object) -> ProgramPlayer:
    return program_player(folder, GAMES[game], unsafe=True, **settings)  # type: ignore[arg-type]  # names are tested


def opening(left: float = 20) -> Turn:
    return Turn(Pente.start(), clock=Clock(0, left))


# Who may sit down


def test_a_program_plays_only_where_somebody_has_allowed_it(tmp_path: Path) -> None:
    folder = shell(tmp_path / "agent", "homework", "touch ran")
    with pytest.raises(BadPlayer, match="without a sandbox: allow it by --unsafe"):
        program_player(folder, Pente)
    assert not (folder / "ran").exists()


def test_a_folder_must_hold_what_the_contest_asks_for(tmp_path: Path) -> None:
    with pytest.raises(
        BadPlayer, match=r"expected homework\.py or homework in it, as the pente contest does"
    ):
        seated(tmp_path)
    with pytest.raises(BadPlayer, match="expected a folder"):
        seated(tmp_path / "missing")
    with pytest.raises(BadPlayer, match="no contest is known for 'connect-four'"):
        program_player(tmp_path, EVERY_GAME["connect-four"], unsafe=True)


def test_a_program_is_known_by_its_name_and_its_content(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "run", "exit 0")
    player = seated(folder, "chezz")
    assert player.name == "agent"
    version = player.version
    assert version.startswith("sha256:")
    player.close()
    (folder / "name").write_text("Zeno\x1b[31m of Elea\nmore", encoding="utf-8")
    player = seated(folder, "chezz")
    assert player.name == r"Zeno\x1b[31m of Elea"
    assert player.version != version
    player.close()
    player = seated(folder, "chezz", name="z")
    assert player.name == "z"
    player.close()


def test_amazons_programs_play_under_the_name_they_give_themselves(tmp_path: Path, rooms: Path) -> None:
    """Whatever the seats are called, and even if two programs call themselves the same."""
    start = Amazons.start(size="5x5", players=["ann", "tester", "player1"], amazons=1, seed=2)
    folder = entry_folder(tmp_path, "amazons", "good")
    players = [seated(folder, "amazons") for _ in range(3)]
    assert [player.name for player in players] == ["tester"] * 3
    *played, ended = play_game(start, players, TimeControl.read("game=20"), ply_cap=9)
    for player in players:
        player.close()
    assert [type(event) for event in played] == [Played] * len(played)
    assert isinstance(ended, Ended)
    assert [ended.position.seat_name(seat) for seat in range(3)] == ["ann", "tester", "player1"]


@pytest.mark.parametrize("line", ["echo two words", "echo tester; exit 3", "true", "echo seventeenletters"])
def test_an_amazons_program_must_say_its_name(tmp_path: Path, rooms: Path, line: str) -> None:
    with pytest.raises(BadPlayer, match=r"expected its name .* when it is run as 'game name'"):
        seated(shell(tmp_path / "agent", "game", line), "amazons")


# What it is told


@pytest.mark.parametrize("control", ["none", "move=3", "nodes=100", "game=9"])
@pytest.mark.parametrize("game", PROTOCOLS)
def test_programs_play_under_every_kind_of_clock(
    tmp_path: Path, rooms: Path, game: str, control: str
) -> None:
    start = GAMES[game].start()
    player = seated(entry_folder(tmp_path, game, "good"), game)
    players: list[Player] = [First() for _ in range(start.seats)]
    players[0] = player
    *_, ended = play_game(start, players, TimeControl.read(control), ply_cap=1)
    player.close()
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "cut"


def test_a_position_that_the_contest_cannot_tell_is_the_organisers_fault(tmp_path: Path, rooms: Path) -> None:
    player = seated(entry_folder(tmp_path, "checkers", "good"), "checkers")
    middle = Checkers.start().play("G6-F5")
    for players in ([player, First()], [First(), player]):
        with pytest.raises(BadPlayer, match="player 'checkers-good' cannot be asked: "):
            list(play_game(middle, players))
    player.close()


def test_a_program_finds_python_and_little_else_in_its_environment(tmp_path: Path, rooms: Path) -> None:
    folder = shell(
        tmp_path / "agent", "homework", "env | cut -d= -f1 | sort > seen", "command -v python3 >> seen"
    )
    player = seated(folder)
    with pytest.raises(Silence):
        player.choose(opening())
    work = next(rooms.iterdir()) / "work"
    seen = (work / "seen").read_text(encoding="utf-8").split()
    assert seen == ["HOME", "LANG", "PATH", "PWD", "TMPDIR", f"{Path(sys.executable).parent}/python3"]
    player.close()


# Folders


def test_pente_programs_keep_their_data_from_move_to_move_and_no_longer(tmp_path: Path, rooms: Path) -> None:
    """'playdata.txt may keep data from move to move'; 'everything else is removed before a game, playdata.txt above all'"""
    lines = (
        "echo x >> playdata.txt",
        "wc -l < playdata.txt >&2",
        "cat calibration.txt >&2",
        "echo 10K > output.txt",
    )
    folder = shell(tmp_path / "agent", "homework", *lines)
    shell(folder, "calibrate", "echo calibrated >> calibration.txt")
    player = seated(folder)
    notes = []
    for history in ((), ("10K", "1A"), ("10K", "1A", "10L", "1B"), (), ()):
        turn = Turn(Pente.start(), history, Clock(0, 20))
        notes.append(player.choose(turn).note)
    assert notes == [rf"exit code 0: {count}\ncalibrated" for count in (1, 2, 3, 1, 1)]
    player.close()
    again = seated(folder)
    assert again.choose(opening()).note == r"exit code 0: 1\ncalibrated"
    again.close()
    assert sorted(path.name for path in folder.iterdir()) == ["calibrate", "homework"]


def test_chezz_programs_are_compiled_once_and_keep_their_files(tmp_path: Path, rooms: Path) -> None:
    """'Runs `compile` once, then `run` per move'; 'one writable folder [...] kept between moves and games'"""
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat diary >&2")
    shell(folder, "compile", f"echo compiled | tee -a {tmp_path}/count > diary")
    player = seated(folder, "chezz")
    for expected in (r"compiled\nrun", r"compiled\nrun\nrun"):
        with pytest.raises(Silence):
            player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
        work = next(path for path in rooms.iterdir() if path.name.startswith("ludus-program-")) / "work"
        assert harmless((work / "diary").read_text(encoding="utf-8").strip()) == expected
    player.close()
    seated(folder, "chezz").close()
    assert (tmp_path / "count").read_text(encoding="utf-8") == "compiled\n"


def test_what_does_not_compile_does_not_play(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "run", "exit 0")
    shell(folder, "compile", "echo 'no\tcompiler' >&2", "exit 7")
    with pytest.raises(BadPlayer, match=r"compile failed, exit code 7: no\\tcompiler"):
        seated(folder, "chezz")
    assert list(rooms.iterdir()) == []


def test_an_answer_of_the_last_move_is_not_taken_for_this_one(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "homework", "[ -e once ] || echo 10K > output.txt", "touch once")
    player = seated(folder)
    assert player.choose(opening()).moves == ("10K",)
    with pytest.raises(Silence, match=r"output\.txt"):
        player.choose(Turn(Pente.start().play("10K").play("1A"), ("10K", "1A"), Clock(0, 20)))
    player.close()


def test_the_name_of_the_answer_must_match_exactly(tmp_path: Path, rooms: Path) -> None:
    """'No output.txt at all, or OuTpUt.TxT, you will get zero points.'"""
    player = seated(shell(tmp_path / "agent", "homework", "echo 10K > OuTpUt.TxT"))
    with pytest.raises(BadForm, match=r"expected a file of exactly this name, found 'OuTpUt.TxT'"):
        player.choose(opening())
    player.close()


def test_the_request_replaces_whatever_has_its_name(tmp_path: Path, rooms: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("kept", encoding="utf-8")
    lines = (
        f"rm input.txt && ln -s {secret} input.txt",
        "mkdir -p output.txt/in/it && chmod 0 output.txt/in",
    )
    player = seated(shell(tmp_path / "agent", "homework", *lines))
    for history in ((), ("10K", "1A")):
        with pytest.raises(BadForm, match=r"output\.txt: expected a plain file, found something else"):
            player.choose(Turn(Pente.start(), history, Clock(0, 20)))
    assert secret.read_text(encoding="utf-8") == "kept"
    player.close()


def test_a_program_that_cannot_be_started_has_crashed(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "homework", "exit 0")
    (folder / "homework").write_text("#!/no/such/interpreter\n", encoding="utf-8")
    player = seated(folder)
    with pytest.raises(Crash, match="exit code 127: cannot be started: "):
        player.choose(opening())
    player.close()


def test_a_python_program_runs_as_the_contest_runs_it(tmp_path: Path, rooms: Path) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    text = "import helper\nopen('output.txt', 'w').write(helper.MOVE)\n"
    (folder / "homework.py").write_text(text, encoding="utf-8")
    (folder / "helper.py").write_text("MOVE = '10K'\n", encoding="utf-8")
    player = seated(folder)
    choice = player.choose(opening())
    assert choice.moves == ("10K",)
    assert choice.seconds is not None
    assert 0 < choice.seconds < 5
    player.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", PROTOCOLS)
def test_our_own_entries_play_each_other(tmp_path: Path, rooms: Path, game: str) -> None:
    write_folder(game, tmp_path / "entry")
    start = GAMES[game].start()
    players = [seated(tmp_path / "entry", game) for _ in range(start.seats)]
    *played, ended = play_game(start, players, TimeControl.read("game=10"), ply_cap=6)
    for player in players:
        player.close()
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "cut"
    assert [type(event) for event in played] == [Played] * 6
    assert processes_of(tmp_path) == []


# Running


def run(
    folder: Path, line: str, request: Request | None = None, limits: Limits = SOON, **more: object
) -> Reply:
    answers: tuple[str, ...] = more.get("answers", ())  # type: ignore[assignment]
    return run_request(["/bin/sh", "-c", line, "sh"], request or Request(), folder, limits, answers)


def test_a_reply_holds_all_that_came_back(tmp_path: Path) -> None:
    request = Request(b"hello\n", ("one", "two"), {"in": b"data"})
    reply = run(tmp_path, 'cat; cat in; echo "$@" >&2; cp in out; exit 5', request, answers=("out",))
    assert (reply.stdout, reply.exit_code, reply.stderr) == (b"hello\ndata", 5, b"one two\n")
    assert reply.files == {"out": b"data"}
    assert 0 < reply.cpu_seconds < 5


def test_only_so_much_output_is_kept(tmp_path: Path) -> None:
    reply = run(tmp_path, "yes | head -c 5000000; (yes no | head -c 5000000; echo end) >&2")
    assert reply.stdout == (b"y\n" * STDOUT_LIMIT)[:STDOUT_LIMIT]
    assert len(reply.stderr) == STDERR_LIMIT
    assert reply.stderr.endswith(b"end\n")


def test_a_program_need_not_listen(tmp_path: Path) -> None:
    reply = run(tmp_path, "exec <&-; echo done", Request(b"x" * 5_000_000))
    assert (reply.exit_code, reply.stdout) == (0, b"done\n")


def test_a_program_may_listen_to_much_and_talk_much_at_once(tmp_path: Path) -> None:
    data = b"0123456789" * 100_000
    assert run(tmp_path, "cat", Request(data)).stdout == data


def test_whoever_keeps_the_streams_open_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A process that makes a session of its own slips away, which only a sandbox prevents; we do not wait for it."""
    began = time.monotonic()
    reply = run(tmp_path, "setsid sleep 60 & echo $!; sleep 0.2")
    assert time.monotonic() - began < 10
    slipped = int(reply.stdout)
    assert b"sleep" in Path(f"/proc/{slipped}/cmdline").read_bytes()
    os.kill(slipped, signal.SIGKILL)


def test_the_whole_group_dies_when_time_is_up(tmp_path: Path) -> None:
    reply = run(
        tmp_path, f"sleep 60 & sh -c 'sleep 60; : {tmp_path}' & wait", limits=Limits(wall=0.3, cpu=10)
    )
    assert reply.exit_code == LATE
    assert processes_of(tmp_path) == []


@pytest.mark.slow
def test_the_kernel_stops_who_burns_on_and_minds_no_signal(tmp_path: Path) -> None:
    reply = run(tmp_path, "trap '' XCPU; while :; do :; done", limits=Limits(wall=30, cpu=0.5))
    assert reply.exit_code == LATE
    assert 1 <= reply.cpu_seconds < 4


def test_files_are_bounded(tmp_path: Path) -> None:
    limits = Limits(wall=20, cpu=10, file=10_000)
    reply = run(tmp_path, "yes > out", limits=limits, answers=("out",))
    assert reply.exit_code != 0
    assert len(reply.files["out"]) == 10_000


def test_no_core_is_dumped(tmp_path: Path) -> None:
    assert run(tmp_path, "ulimit -c; ulimit -n").stdout == b"0\n256\n"


def test_what_cannot_be_started_says_why(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    for name in ("missing", "text"):
        reply = run_request([str(tmp_path / name)], Request(), tmp_path, SOON)
        assert reply.exit_code == CANNOT_START
        assert reply.stderr.startswith(b"cannot be started: ")


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("plain")
    os.mkfifo(tmp_path / "pipe")
    names = ("plain", "link", "pipe", "missing", ".")
    assert [read_regular(tmp_path / name) for name in names] == [b"12345", None, None, None, None]
    assert read_regular(tmp_path / "plain", 3) == b"123"


def test_removing_never_follows_a_link(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    kept.chmod(0o555)
    folder = tmp_path / "folder"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "way").symlink_to(kept)
    (folder / "deep").chmod(0)
    (tmp_path / "link").symlink_to(folder)
    remove(tmp_path / "link")
    assert folder.is_dir()
    remove(folder)
    remove(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert kept.stat().st_mode & 0o777 == 0o555


def test_foreign_text_is_made_harmless() -> None:
    assert harmless("a\x1b[0m\x00\x9b\u202e\udcff b\\é") == r"a\x1b[0m\x00\x9b\u202e\udcff b" + "\\é"
