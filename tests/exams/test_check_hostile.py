"""`ludus check` on programs that attack it by what they leave in their folder: a report comes, and nothing is touched."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from ludus.exams.check import check
from ludus.exams.finding import FAILURE, WARNING, Finding
from ludus.games import GAMES
from ludus.intake.entrant import import_entrant
from tests.machines import MACHINE
from tests.programs.folders import HERE

ATTACKS = HERE / "attacks"
NAMES = (".ludus-watcher.py", ".ludus-report", "input.txt", "output.txt", "playdata.txt", "data")


def examine(folder: Path, game: str, *keys: str) -> dict[str, Finding]:
    found = check(import_entrant(folder, MACHINE.best_box), GAMES[game], only=keys, box=MACHINE.best_box)
    return {finding.key: finding for finding in found}


def script(folder: Path, name: str, *lines: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """Give a file that everybody may write."""
    path = tmp_path / "precious"
    path.write_text("precious", encoding="utf-8")
    path.chmod(0o666)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_a_build_that_leaves_a_link_out_of_its_folder_is_refused_in_one_line(
    tmp_path: Path, precious: Path, name: str
) -> None:
    folder = script(tmp_path / "agent", "run", "exit 0")
    script(folder, "compile", f"ln -s {precious} {name}")
    (folder / "name").write_text("agent\n", encoding="utf-8")
    (finding,) = examine(folder, "chezz").values()
    assert (finding.state, finding.kind) == (FAILURE, "folder")
    assert f"'{name}': expected a link that stays inside the program's folder" in finding.problem
    assert finding.problem.isprintable()
    assert precious.read_text(encoding="utf-8") == "precious"


def test_a_makefile_is_no_way_around_that(tmp_path: Path, precious: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not here")
    folder = script(tmp_path / "agent", "checkers", "exit 0")
    (folder / "Makefile").write_text(f"all:\n\tln -s {precious} .ludus-watcher.py\n", encoding="utf-8")
    assert "expected a link that stays inside" in examine(folder, "checkers")["folder"].problem
    assert precious.read_text(encoding="utf-8") == "precious"


def test_no_link_that_a_program_leaves_is_written_through(tmp_path: Path, precious: Path) -> None:
    links = [f"rm -rf {name}; ln -s {precious} {name}" for name in NAMES]
    folder = script(tmp_path / "agent", "homework", *links)
    found = examine(folder, "pente", "first-stone", "used-folder", "damaged-data", "processes", "files")
    assert len(found) == 6
    assert found["first-stone"].kind == "format"
    assert precious.read_text(encoding="utf-8") == "precious"


def test_nobody_writes_the_watchers_report_but_the_watcher(tmp_path: Path) -> None:
    folder = script(tmp_path / "agent", "homework", "exec python3 forger.py")
    shutil.copy(ATTACKS / "forger.py", folder)
    finding = examine(folder, "pente", "processes")["processes"]
    assert (finding.state, finding.kind) == (WARNING, "processes")
    assert "forger.py" in finding.problem


@pytest.mark.parametrize("signal", ["KILL", "INT", "TERM", "HUP", "USR1"])
def test_a_watcher_that_was_stopped_is_not_believed(tmp_path: Path, signal: str) -> None:
    line = 'echo \'{"processes": [], "memory": 1}\' >&2'
    folder = script(tmp_path / "agent", "homework", line, f"kill -{signal} $PPID", line, "sleep 1")
    finding = examine(folder, "pente", "processes")["processes"]
    assert (finding.state, finding.kind) == (WARNING, "processes")
    assert "it could not be observed" in finding.problem


HOSTILE = {
    "closed folder": ("chmod 0 .",),
    "unreadable answer": ("chmod 0 output.txt",),
    "empty folder": ("rm -rf ./* ./.[!.]*",),
    "closed folders": ("mkdir -p a/b", "touch a/b/c playdata.txt", "chmod 0 playdata.txt a/b a"),
    "pipes for files": ("rm -rf input.txt homework", "mkfifo input.txt homework playdata.txt .x"),
    "folders for files": ("rm -rf input.txt output.txt", "mkdir -p input.txt/x output.txt/y/z"),
    "links in circles": (
        "rm -f input.txt",
        "ln -s input.txt input.txt",
        "ln -s . here",
        "ln -s .. playdata.txt",
    ),
    "odd names": ("touch \"$(printf 'a\\033[2J\\377\\n')\" -- -rf '*' ' output.txt' OUTPUT.TXT",),
    "long names": ("python3 long_names.py",),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_whatever_a_program_makes_of_its_folder_a_report_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    folder = script(tmp_path / "agent", "homework", "echo 10K > output.txt", *HOSTILE[kind], "exit 0")
    shutil.copy(ATTACKS / "long_names.py", folder)
    keys = ("first-stone", "clean-folder", "used-folder", "damaged-data", "processes", "files")
    found = examine(folder, "pente", *keys)
    assert tuple(found) == ("folder", *keys)
    for finding in found.values():
        assert finding.problem.isprintable()
        assert finding.answer.isprintable()
    MACHINE.close_kept()
    assert list(rooms.iterdir()) == []


def test_a_program_that_closes_its_folder_hears_of_it(tmp_path: Path) -> None:
    folder = script(tmp_path / "agent", "homework", "echo 10K > output.txt", "chmod 0 .")
    found = examine(folder, "pente", "first-stone", "used-folder", "files")
    assert (found["first-stone"].state, found["first-stone"].kind) == (FAILURE, "silence")
    assert (found["used-folder"].state, found["used-folder"].kind) == (FAILURE, "silence")
    assert found["files"].state == WARNING
    assert "it removed the permission to read" in found["files"].problem
