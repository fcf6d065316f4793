"""Contest programs as players: their folders, and what they are told."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.arena.match import MatchSettings
from ludus.arena.referee import play_game
from ludus.contests import CONTESTS
from ludus.entries.export import write_folder
from ludus.errors import LudusError, MachineFault
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import Pente
from ludus.players.base import BadForm, BadPlayer, Crash, Player, Silence
from ludus.players.baseline import First
from ludus.players.program import ProgramPlayer, make_program_player
from ludus.records.events import Ended, Played
from ludus.records.time_control import TimeControl
from ludus.sandbox.box import RLIMITS
from ludus.sandbox.capabilities import Machine
from ludus.text import make_printable
from ludus.turn import Clock, Turn
from tests.arena.matches import games_of, played, resolved
from tests.games.every_game import EVERY_GAME
from tests.machines import MACHINE, OPEN
from tests.programs.folders import HERE, entry_folder, open_box, processes_of


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the place of all temporary folders, and see that none is left."""
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    yield rooms
    MACHINE.close_kept()
    OPEN.close_kept()
    assert list(rooms.iterdir()) == []


def shell(folder: Path, file: str, *lines: str) -> Path:
    """Write a shell script into a folder and give the folder."""
    folder.mkdir(exist_ok=True)
    (folder / file).write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    (folder / file).chmod(0o755)
    return folder


def seated(folder: Path, game: str = "pente", **settings: object) -> ProgramPlayer:
    return make_program_player(folder, GAMES[game], OPEN, **settings)  # type: ignore[arg-type]  # names are tested


def opening(left: float = 20) -> Turn:
    return Turn(Pente.start(), clock=Clock(0, left))


# Who may sit down


def test_a_program_plays_without_a_sandbox_only_where_somebody_has_allowed_it(tmp_path: Path) -> None:
    folder = shell(tmp_path / "agent", "homework", "touch ran")
    machine = Machine()
    machine.best_box = next(box for box in machine.boxes if box.tier == RLIMITS)
    with pytest.raises(BadPlayer, match="would run without a sandbox: --unsafe allows that"):
        make_program_player(folder, Pente, machine)
    assert not (folder / "ran").exists()


@pytest.mark.usefixtures("no_tools")
def test_where_bubblewrap_is_missing_its_package_is_named(tmp_path: Path) -> None:
    folder = shell(tmp_path / "agent", "homework", "touch ran")
    words = r"\(bubblewrap: .*; install Debian's package bubblewrap\): --unsafe allows that"
    with pytest.raises(BadPlayer, match=words):
        make_program_player(folder, Pente, Machine())


def test_a_player_tells_how_its_program_is_run(tmp_path: Path, rooms: Path) -> None:
    player = seated(shell(tmp_path / "agent", "homework", "exit 0"))
    assert (player.tier, player.meter) == (MACHINE.best_box.tier, MACHINE.best_box.meter)
    player.close()


def test_a_folder_must_hold_what_the_contest_asks_for(tmp_path: Path) -> None:
    with pytest.raises(BadPlayer, match="expected a program, found no file"):
        seated(tmp_path)
    (tmp_path / "notes").touch()
    with pytest.raises(
        BadPlayer, match=r"expected a program called homework in it, or homework\.py, .*, found none"
    ):
        seated(tmp_path)
    with pytest.raises(BadPlayer, match="expected a folder"):
        seated(tmp_path / "missing")
    with pytest.raises(BadPlayer, match="no contest is known for 'connect-four'"):
        make_program_player(tmp_path, EVERY_GAME["connect-four"], MACHINE)


def test_a_program_is_known_by_its_name_and_its_content(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "run", "exit 0")
    player = seated(folder, "chezz")
    assert player.name == "agent"
    version = player.version
    assert version.startswith("sha256:")
    player.close()
    (folder / "name").write_text("Zeno\x1b[31m of Elea\nmore", encoding="utf-8")
    player = seated(folder, "chezz")
    assert player.name == "Zeno of Elea"
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
@pytest.mark.parametrize("game", CONTESTS)
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
    player = make_program_player(folder, Pente, MACHINE)
    with pytest.raises(Silence):
        player.choose(opening())
    seen = (player.work / "seen").read_text(encoding="utf-8").split()
    assert seen == ["HOME", "LANG", "PATH", "PWD", "TMPDIR", "/ludus/bin/python3"]
    player.close()


def test_a_pente_program_that_looks_for_our_search_finds_nothing_to_move_with(
    tmp_path: Path, rooms: Path
) -> None:
    if not MACHINE.best_box.is_contained:
        pytest.skip("nothing is hidden here")
    folder = tmp_path / "agent"
    folder.mkdir()
    shutil.copy(HERE / "attacks" / "finder.py", folder / "homework.py")
    player = make_program_player(folder, Pente, MACHINE)
    with pytest.raises(Silence):
        player.choose(opening(left=150))
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
    turns = [Turn(Pente.start(), (), Clock(0, 20), ply) for ply in (0, 2, 4)]
    notes = [player.choose(turn).note for turn in turns]
    assert notes == [rf"exit code 0: {count}\ncalibrated" for count in (1, 2, 3)]
    player.close()
    again = seated(folder)
    assert again.choose(opening()).note == r"exit code 0: 1\ncalibrated"
    again.close()
    assert sorted(path.name for path in folder.iterdir()) == ["calibrate", "homework"]


def test_a_pente_game_begins_without_data_of_earlier_ones_even_if_the_program_brings_some(
    tmp_path: Path, rooms: Path
) -> None:
    """'Before a new game starts, the master game playing engine will delete any playdata.txt file.'"""
    folder = shell(tmp_path / "agent", "homework", "ls >&2", "echo 10K > output.txt")
    for name in ("playdata.txt", "output.txt", "calibration.txt"):
        (folder / name).write_text("brought along", encoding="utf-8")
    player = seated(folder)
    assert player.choose(opening()).note == r"exit code 0: calibration.txt\nhomework\ninput.txt"
    player.close()


def test_chezz_programs_are_compiled_once_and_keep_their_files(tmp_path: Path, rooms: Path) -> None:
    """'Runs `compile` once, then `run` per move'; 'one writable folder [...] kept between moves and games'"""
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat diary >&2")
    shell(folder, "compile", "cat /proc/sys/kernel/random/uuid > stamp", "echo compiled > diary")
    player = seated(folder, "chezz")
    for expected in (r"compiled\nrun", r"compiled\nrun\nrun"):
        with pytest.raises(Silence):
            player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
        assert make_printable((player.work / "diary").read_text(encoding="utf-8").strip()) == expected
    stamp = (player.work / "stamp").read_text(encoding="utf-8")
    player.close()
    for again in (4, 2):
        player = seated(folder, "chezz")
        with pytest.raises(Silence):
            player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
        assert (player.work / "stamp").read_text(encoding="utf-8") == stamp
        assert len((player.work / "diary").read_text(encoding="utf-8").split()) == again
        player.close()
        OPEN.close_kept()


def test_a_chezz_program_whose_files_stay_for_a_game_begins_each_anew(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat diary >&2")
    for _ in range(2):
        player = seated(folder, "chezz", persist="game")
        for runs, history in ((1, ()), (2, ("a2-a3", "a7-a6"))):
            with pytest.raises(Silence):
                player.choose(Turn(Chezz.start(), history, clock=Clock(0, 20)))
            assert (player.work / "diary").read_text(encoding="utf-8").split() == ["run"] * runs
        player.close()


def test_links_that_lead_out_do_not_wait_for_the_next_game(tmp_path: Path, rooms: Path) -> None:
    lines = ("ls -d ? >&2", "ln -s /etc a", "ln -s ../.. b", "ln -s diary c", "mkdir d && ln -s ../../x d/e")
    folder = shell(tmp_path / "agent", "run", *lines, "true")
    notes = []
    for _ in range(2):
        player = seated(folder, "chezz")
        with pytest.raises(Silence) as silence:
            player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
        notes.append(silence.value.note)
        player.close()
        assert not (player.work / "d" / "e").is_symlink()
    assert "cannot access" in notes[0]
    assert notes[1].startswith(r"exit code 0: c\nd\n")


def test_no_tree_that_a_program_leaves_costs_a_game(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "homework", "python3 long_names.py", "echo 10K > output.txt")
    shutil.copy(HERE / "attacks" / "long_names.py", folder)
    for _ in range(2):
        player = seated(folder)
        assert player.choose(opening()).moves == ("10K",)
        player.reset_folder()
        player.choose(opening())
        player.close()
        assert list(rooms.iterdir()) == []


def test_a_folder_that_its_program_has_closed_is_opened_for_the_next_move(
    tmp_path: Path, rooms: Path
) -> None:
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat diary >&2", "chmod 0 .")
    player = seated(folder, "chezz")
    for expected in (r"run", r"run\nrun"):
        with pytest.raises(Silence) as silence:
            player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
        assert silence.value.note == f"exit code 0: {expected}"
    player.close()


def test_an_answer_in_a_closed_folder_is_none(tmp_path: Path, rooms: Path) -> None:
    player = seated(shell(tmp_path / "agent", "homework", "echo 10K > output.txt", "chmod 0 ."))
    with pytest.raises(Silence, match=r"wrote nothing \(output.txt\)"):
        player.choose(opening())
    player.close()


def test_a_chezz_program_that_meets_itself_has_two_folders(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat diary >&2")
    for runs in (1, 2):
        players = [seated(folder, "chezz") for _ in range(2)]
        for player in players:
            with pytest.raises(Silence):
                player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
        found = [(player.work / "diary").read_text(encoding="utf-8").split() for player in players]
        assert found == [["run"] * runs] * 2
        for player in players:
            player.close()


def test_who_keeps_files_for_a_game_only_takes_no_room_of_one_who_keeps_them_longer(
    tmp_path: Path, rooms: Path
) -> None:
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat diary >&2")
    for runs in (1, 2, 3):
        # Seated first, as in every other game of a match of the two.
        players = [seated(folder, "chezz", persist=persist) for persist in ("game", "tournament")]
        notes = []
        for player in players:
            with pytest.raises(Silence) as silence:
                player.choose(Turn(Chezz.start(), clock=Clock(0, 20)))
            notes.append(silence.value.note.count("run"))
            player.close()
        assert notes == [1, runs]


def test_a_sandbox_that_cannot_be_set_up_any_more_is_one_line(
    tmp_path: Path, rooms: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not MACHINE.best_box.is_contained:
        pytest.skip("no sandbox is set up here at all")
    player = seated(shell(tmp_path / "agent", "homework", "exit 0"))
    broken = ("/bin/sh", "-c", "echo 'no more' >&2; echo namespaces >&2; exit 1", "sh")
    monkeypatch.setattr(open_box(), "_sandbox_options", broken)
    with pytest.raises(LudusError, match=r"^the sandbox cannot be set up: no more\\nnamespaces$"):
        player.choose(opening())
    player.close()


def test_a_full_disk_is_one_line_and_names_the_way_out(
    tmp_path: Path, rooms: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "file")
    said = f"cannot play in {re.escape(str(rooms))}: No space left on device; set TMPDIR to another folder$"
    machine = Machine(unsafe=True)
    machine.best_box = next(box for box in machine.boxes if box.tier == RLIMITS)
    player = make_program_player(shell(tmp_path / "agent", "homework", "exit 0"), Pente, machine)

    def cannot(*_: object, **__: object) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr("ludus.players.program.run", cannot)
        with pytest.raises(MachineFault, match=said):
            player.choose(opening())
        # Here each file that was not copied has its reason.
        patch.setattr(shutil, "copyfile", cannot)
        with pytest.raises(MachineFault, match=said):
            player.reset_folder()
    player.close()


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
        player.choose(Turn(Pente.start(), ("10K", "1A"), Clock(0, 20)))
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
@pytest.mark.parametrize("game", CONTESTS)
def test_our_own_entries_play_each_other(tmp_path: Path, rooms: Path, game: str) -> None:
    write_folder(game, tmp_path / "entry")
    start = GAMES[game].start()
    players = [seated(tmp_path / "entry", game) for _ in range(start.seats)]
    *played, ended = play_game(start, players, TimeControl.read("game=2"), ply_cap=4)
    for player in players:
        player.close()
    assert isinstance(ended, Ended)
    assert ended.verdict.kind == "cut"
    assert [type(event) for event in played] == [Played] * 4
    assert processes_of(tmp_path) == []


@pytest.mark.parametrize("workers", [0, 1])
def test_a_match_builds_once_and_lets_a_chezz_program_keep_its_folder(
    tmp_path: Path, rooms: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players of each game are new, and those of each worker find their files; a new match begins afresh."""
    monkeypatch.setenv("TMPDIR", str(rooms))
    folder = shell(tmp_path / "agent", "run", "echo run >> diary", "cat stamp diary >&2", "exit 9")
    shell(folder, "compile", "cat /proc/sys/kernel/random/uuid > stamp")
    settings = MatchSettings("chezz", control=TimeControl.read("game=20"))
    told = []
    for _ in range(2):
        games = games_of(settings, resolved(settings, f"program:{folder}", "first"), 3)
        reasons = [result.record.verdict.reason for result in played(games, workers)]
        told += [reason.partition("exit code 9: ")[2].split(r"\n") for reason in reasons]
        assert list(rooms.iterdir()) == []
    assert len({stamp for stamp, *_ in told}) == 1
    assert [len(runs) for _, *runs in told] == [1, 2, 3] * 2


def test_a_program_is_kept_to_one_core(tmp_path: Path, rooms: Path) -> None:
    folder = shell(tmp_path / "where", "homework", "nproc >&2", "echo 10K > output.txt")
    player = seated(folder)
    try:
        assert player.choose(opening()).note == "exit code 0: 1"
    finally:
        player.close()
