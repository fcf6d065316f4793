"""What an organiser lets contest programs see, and what nobody may let them see."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from ludus.cli import COMMANDS, main
from ludus.intake.cache import Cache
from ludus.records.files import read_file
from ludus.sandbox.view import PACKAGE
from tests.conftest import ROOT
from tests.machines import MACHINE

Captured = pytest.CaptureFixture[str]
PROCESS = f"process:depth=1,command={sys.executable} -m ludus engine checkers"


def test_the_page_about_the_sandbox_names_every_command_that_shows_folders(capsys: Captured) -> None:
    page = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("Every command that runs programs"))
    takers = set()
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            main([*command.split(), "--help"])
        if "--show FOLDER" in capsys.readouterr().out:
            takers.add(command)
    assert set(re.findall(r"`(.*?)`", line)) == takers


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """Write a Pente program that needs a module of the course."""
    (tmp_path / "agent").mkdir()
    text = "import course\nopen('output.txt', 'w').write(course.MOVE)\n"
    (tmp_path / "agent" / "homework.py").write_text(text, encoding="utf-8")
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "course.py").write_text("MOVE = '10K'\n", encoding="utf-8")
    return tmp_path / "agent"


def test_programs_import_what_the_organiser_shows(agent: Path, tmp_path: Path) -> None:
    if MACHINE.explain_no_containment() is not None:
        pytest.skip("nothing is hidden here")
    words = ["match", "pente", f"program:{agent}", "first", "--games", "2", "--ply-cap", "1", "--quiet"]
    kinds = []
    for name, more in (("hidden", []), ("shown", ["--show", str(tmp_path / "library")])):
        assert main([*words, "--records", str(tmp_path / name), *more]) == 0
        kinds.append(next(record.verdict.kind for record in read_file(tmp_path / name)))
    assert kinds == ["crash", "cut"]


def test_a_build_knows_what_it_was_shown(agent: Path, tmp_path: Path, capsys: Captured) -> None:
    if MACHINE.explain_no_containment() is not None:
        pytest.skip("nothing is hidden here")
    (agent / "calibrate.py").write_text("import course\n", encoding="utf-8")
    words = ["check", "pente", str(agent), "--only", "first-stone", "--quiet"]
    assert main(words) == 1
    assert "No module named 'course'" in capsys.readouterr().out
    assert main([*words, "--show", str(tmp_path / "library")]) == 0


@pytest.mark.parametrize(
    ("folder", "found"),
    [
        ("nowhere", "found none there"),
        (str(PACKAGE), "found Ludus in it"),
        (str(PACKAGE / "games"), "found Ludus in it"),
        (sys.prefix, "found Ludus in it"),
        ("/tmp", "found a part of the sandbox itself"),
        ("/", "found a part of the sandbox itself"),
        ("copy", "found Ludus in it (copy/site)"),
        ("cache", "found the programs of all contestants in it"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "match pente first last",
        "grade pente .",
        "check pente .",
        "engine pente",
        "openings pente --output suite",
    ],
)
def test_some_folders_are_shown_to_nobody(
    folder: str,
    found: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "copy" / "site" / "ludus").mkdir(parents=True)
    (tmp_path / "copy" / "site" / "ludus" / "turn.py").touch()
    (tmp_path / "cache").symlink_to(Cache().root.parent)
    assert main([*command.split(), "--show", folder]) == 2
    error = capsys.readouterr().err.splitlines()[0]
    text = found.replace("copy/site", str(tmp_path.resolve() / "copy" / "site"))
    assert error == f"error: --show '{folder}': expected a folder that programs may read, {text}"


@pytest.mark.usefixtures("no_tools")
def test_without_a_sandbox_programs_meet_only_where_somebody_has_allowed_it(
    agent: Path, capsys: Captured
) -> None:
    words = [
        "match",
        "pente",
        f"program:{agent}",
        "first",
        "--games",
        "1",
        "--ply-cap",
        "1",
        "--workers",
        "0",
    ]
    assert main(words) == 2
    assert "--unsafe allows that" in capsys.readouterr().err
    assert main([*words, "--unsafe"]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["engine", "checkers", "--player", PROCESS],
        ["openings", "checkers", "--count", "1", "--limit", "100", "--output", "suite", "--judge", PROCESS],
    ],
    ids=lambda words: words[0],
)
def test_a_process_plays_only_where_somebody_has_allowed_it(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"go\n")))
    assert main(words) == 2
    assert "--unsafe allows that" in capsys.readouterr().err
    assert main([*words, "--unsafe"]) == 0
    assert capsys.readouterr().out
