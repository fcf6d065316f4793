"""A contest folder runs where Ludus is not installed, copied anywhere, from any current directory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.cli import main
from ludus.contests import CONTESTS
from ludus.entries.export import NAMED, PLAIN_FILES, SCRIPTS, BadFolder, write_folder, write_script
from ludus.games import GAMES
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.turn import Clock, Turn
from tests.conftest import ROOT
from tests.entries.program import run_program
from tests.machines import MACHINE

every_contest = pytest.mark.parametrize("game", SCRIPTS)
PROGRAM = {"pente": "homework.py", "chezz": "run", "checkers": "checkers", "amazons": "game"}
BARE = (sys.executable, "-I", "-S")
"""An interpreter without site-packages: Ludus is not installed for it."""
PATH = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}


@pytest.fixture(autouse=True)
def _short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Amazons program takes a second otherwise, whatever the clock says."""
    monkeypatch.setenv("LUDUS_TIME", "0.2")


def exported(game: str, folder: Path) -> Path:
    """Write the folder once for all tests, move it so that the first place is unusable, and copy it."""
    written = folder.parent / f"entry-{game}"
    if not written.exists():
        write_folder(game, folder / "made", "player1" if game == "amazons" else "")
        (folder / "made").rename(written)
    return Path(shutil.copytree(written, folder / "a place with spaces"))


def test_ludus_is_hidden_from_the_bare_interpreter(tmp_path: Path) -> None:
    done = subprocess.run([*BARE, "-c", "import ludus"], cwd=tmp_path, capture_output=True, check=False)
    assert b"ModuleNotFoundError" in done.stderr


@every_contest
def test_a_copied_folder_answers_a_first_turn(game: str, tmp_path: Path) -> None:
    place = exported(game, tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    turn = Turn(GAMES[game].start(), clock=Clock(0, 2))
    reply = run_program([*BARE, place / PROGRAM[game]], CONTESTS[game].format.write_request(turn), elsewhere)
    assert reply.stderr == b""
    for move in CONTESTS[game].format.read_reply(turn, reply):
        turn = turn.after(move)
    assert turn.ply > 0


@every_contest
@pytest.mark.parametrize("damage", ["missing", "cut", "flipped", "other version", "nonsense"])
def test_a_bundle_that_does_not_fit_is_no_loss(game: str, damage: str, tmp_path: Path) -> None:
    """The sources beside it are as good, only slower."""
    place = exported(game, tmp_path)
    bundle = place / "ludus.bundle"
    content = bundle.read_bytes()
    if damage == "missing":
        bundle.unlink()
    else:
        made = {
            "flipped": content[:500] + bytes([content[500] ^ 1]) + content[501:],
            "cut": content[:1000],
            "other version": b"\0\0\0\0" + content[4:],
            "nonsense": content[:4] + b"nonsense",
        }
        bundle.write_bytes(made[damage])
    turn = Turn(GAMES[game].start(), clock=Clock(0, 2))
    reply = run_program([*BARE, place / PROGRAM[game]], CONTESTS[game].format.write_request(turn), tmp_path)
    assert CONTESTS[game].format.read_reply(turn, reply)


@pytest.mark.parametrize("game", [game for game in CONTESTS if game != "checkers"])
def test_a_copied_folder_thinks_with_the_native_core(game: str, tmp_path: Path) -> None:
    """The Checkers program needs none: its contest says which move to compute."""
    folder = exported(game, tmp_path)
    script = f"""
import sys
sys.path.insert(0, {str(folder)!r})
from ludus_bundle_loader import use_bundle
use_bundle({str(folder / "ludus.bundle")!r})
from importlib import import_module
from ludus import engine
from ludus.search.native import think_natively
from ludus.turn import Limits
position = getattr(import_module("ludus.games.{game}"), "{game}".title()).start()
print(think_natively(position, Limits(nodes=100)).nodes, engine._native.__file__)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    nodes, _, file = done.stdout.strip().partition(" ")
    assert int(nodes) > 0
    assert Path(file).parent == folder / "ludus"


@every_contest
@pytest.mark.parametrize("form", ["zip", "gztar"])
def test_an_archive_of_the_folder_is_the_same_entrant(game: str, form: str, tmp_path: Path) -> None:
    """Also where names that differ only in case are refused."""
    write_folder(game, tmp_path / "entry")
    archive = shutil.make_archive(str(tmp_path / "packed"), form, tmp_path, "entry")
    cache = Cache(tmp_path / "cache")
    assert (
        import_entrant(archive, MACHINE.best_box, cache).hash
        == import_entrant(tmp_path / "entry", MACHINE.best_box, cache).hash
    )


def test_a_folder_without_the_package_says_what_is_missing(tmp_path: Path) -> None:
    place = exported("checkers", tmp_path)
    (place / "ludus.bundle").unlink()
    shutil.rmtree(place / "ludus")
    done = subprocess.run([*BARE, place / "checkers"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "expected the folder ludus where this file looks for it" in done.stderr
    assert "Traceback" not in done.stderr


@every_contest
def test_the_stamp_says_what_the_folder_is(game: str, tmp_path: Path) -> None:
    words = (exported(game, tmp_path) / "LUDUS.txt").read_text().split()
    assert words[0] == "ludus"
    assert words[3] == game


@every_contest
def test_the_scripts_in_the_repository_are_those_of_the_folder(game: str) -> None:
    """Only the way to the package differs."""
    for name, script in SCRIPTS[game].items():
        file = ROOT / "entries" / game / name
        assert file.read_text() == write_script(script, "/../../src", bundled=False)
        assert file.stat().st_mode & 0o111
    for name, text in PLAIN_FILES.get(game, {}).items():
        assert (ROOT / "entries" / game / name).read_text() == text


def test_the_command_names_the_program_where_the_contest_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in NAMED:
        assert main(["entry", game, str(tmp_path / game), "--name", "Zenobia"]) == 0
        assert (tmp_path / game / "name").read_text() == "Zenobia\n"
    assert "wrote" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "name", "complaint"),
    [
        ("go", "", "no contest is known for 'go'"),
        ("pente", "Zenobia", "programs of the pente contest have no names"),
        ("chezz", "two\nlines", "expected one line"),
        ("amazons", "sixteen_letters_", "expected up to 15 characters"),
        ("amazons", "two words", "no spaces"),
    ],
)
def test_a_wrong_wish_is_refused_and_nothing_is_written(
    game: str, name: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(BadFolder, match=complaint):
        write_folder(game, tmp_path / "entry", name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadFolder, match="expected a new or an empty folder"):
        write_folder("checkers", tmp_path)
    with pytest.raises(BadFolder, match="expected a new or an empty folder"):
        write_folder("checkers", tmp_path / "mine.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_current_folder_and_a_linked_one_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to("there")
    write_folder("checkers", tmp_path / "link")
    monkeypatch.chdir(tmp_path / "here")
    write_folder("checkers", Path())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "link", "there"]
    for name in ("here", "link"):
        done = subprocess.run(
            [*BARE, tmp_path / name / "checkers"], input=b"A", capture_output=True, check=True
        )
        assert b"*** BLACK ACTION #1" in done.stdout


def test_everybody_may_read_the_folder_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_folder("chezz", tmp_path / "entry")
    finally:
        os.umask(before)
    for path in (tmp_path / "entry").rglob("*"):
        assert path.stat().st_mode & 0o044 == 0o044, path


def test_a_link_to_a_script_finds_its_folder(tmp_path: Path) -> None:
    write_folder("checkers", tmp_path / "entry")
    (tmp_path / "near").symlink_to("entry/checkers")
    (tmp_path / "far").symlink_to(ROOT / "entries" / "checkers" / "checkers")
    for name in ("near", "far"):
        done = subprocess.run([tmp_path / name], input=b"A", capture_output=True, check=True, env=PATH)
        assert b"*** BLACK ACTION #1" in done.stdout


def test_an_older_python_is_told_what_is_needed(tmp_path: Path) -> None:
    write_folder("checkers", tmp_path / "entry")
    pretend = "import sys; sys.version_info = (3, 9); sys.argv = [sys.argv[1]]; exec(compile(open(sys.argv[0]).read(), sys.argv[0], 'exec'))"
    done = subprocess.run(
        [*BARE, "-c", pretend, tmp_path / "entry" / "checkers"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.partition(",")[0]) == (1, "error: Ludus needs Python 3.11 or newer")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFolder, match="cannot be written"):
        write_folder("checkers", tmp_path / "file" / "entry")
