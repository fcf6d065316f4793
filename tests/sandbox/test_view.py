"""A contained program finds nothing of Ludus, however Ludus was installed, and what it is shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludus.sandbox.allowance import Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.run import run
from ludus.sandbox.view import PACKAGE, find_python
from ludus.turn import Request
from tests.programs.folders import HERE

FINDER = HERE / "attacks" / "finder.py"
LONG = Allowance(wall=300, cpu=150)
REFEREE = """
import pathlib, sys
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.run import run
from ludus.turn import Request
box = Machine().best_box
assert box.is_contained
folder, top = sys.argv[1:]
reply = run(("python3", "finder.py", top), Request(), pathlib.Path(folder), Allowance(wall=300, cpu=150), box=box)
assert (reply.exit_code, reply.stderr) == (0, b""), reply
print(reply.stdout.decode(), end="")
"""


def test_a_program_finds_nothing_of_ludus(contained: Box, tmp_path: Path) -> None:
    shutil.copy(FINDER, tmp_path)
    bare = [sys.executable, "finder.py", str(PACKAGE)]
    assert f"{sys.executable} -m ludus\n" in subprocess.check_output(bare, cwd=tmp_path, text=True)
    reply = run(("python3", "finder.py"), Request(), tmp_path, LONG, box=contained)
    assert (reply.exit_code, reply.stdout, reply.stderr) == (0, b"\n", b"")


def test_python_is_there_with_its_standard_library(contained: Box, tmp_path: Path) -> None:
    code = "import json, sqlite3, ssl, sys, zlib; print(sys.version_info[:2] + (sys.path[1:],))"
    for name in ("python", "python3"):
        reply = run((name, "-c", code), Request(), tmp_path, LONG, box=contained)
        assert (reply.exit_code, reply.stderr) == (0, b"")
        assert reply.stdout.startswith(f"({sys.version_info[0]}, {sys.version_info[1]}, ".encode())


def test_python_finds_modules_in_what_is_shown(contained: Box, tmp_path: Path) -> None:
    for name in ("play", "course"):
        (tmp_path / name).mkdir()
    (tmp_path / "course" / "matrices.py").write_text("print('matrices')\n", encoding="utf-8")
    command = ("python3", "-c", "import matrices; open(matrices.__file__, 'a')")
    reply = run(command, Request(), tmp_path / "play", LONG, box=contained.with_shown(tmp_path / "course"))
    assert reply.stdout == b"matrices\n"
    assert reply.exit_code == 1


# Where Ludus is installed


VERSION = f"python{sys.version_info[0]}.{sys.version_info[1]}"
SITE = f"lib/{VERSION}/site-packages"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a Python with a prefix of its own, as pyenv, conda and others do."""
    prefix = tmp_path_factory.mktemp("python")
    stdlib = Path(sysconfig.get_path("stdlib"))
    left_out = shutil.ignore_patterns("test", "tests", "idlelib", "*-packages", "__pycache__", "config-*")
    shutil.copytree(stdlib, prefix / "lib" / VERSION, ignore=left_out)
    (prefix / "bin").mkdir()
    shutil.copy(find_python(), prefix / "bin" / "python3")
    for library in Path(sys.base_prefix, "lib").glob("libpython*.so*"):
        shutil.copy(library, prefix / "lib")
    return prefix


def installed(folder: Path) -> Path:
    """Lay Ludus out in a folder as pip does."""
    shutil.copytree(PACKAGE, folder / "ludus", ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / "ludus-0.1.dist-info" / "METADATA"
    about.parent.mkdir()
    about.write_text("Metadata-Version: 2.1\nName: ludus\nVersion: 0.1\n", encoding="utf-8")
    return folder


def found_by(python: Sequence[str | Path], play: Path, top: Path | str, **environment: str) -> list[str]:
    """Have the Ludus of a Python run the finder in its sandbox; tell what that finds below a folder."""
    play.mkdir()
    shutil.copy(FINDER, play)
    done = subprocess.run(
        [*map(str, python), "-c", REFEREE, str(play), str(top)],
        env={**os.environ, **environment},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize("place", [SITE, "lib/python3/dist-packages", "lib/own", f"lib/{VERSION}"])
def test_nothing_is_seen_of_a_ludus_in_a_folder_of_its_python(
    contained: Box, prefix: Path, tmp_path: Path, place: str
) -> None:
    shutil.copytree(prefix, tmp_path / "python", copy_function=os.link)
    folder = installed(tmp_path / "python" / place)
    python = [tmp_path / "python" / "bin" / "python3"]
    assert found_by(python, tmp_path / "play", tmp_path / "python", PYTHONPATH=str(folder)) == []


@pytest.mark.slow
def test_nothing_is_seen_of_a_ludus_in_an_environment(contained: Box, prefix: Path, tmp_path: Path) -> None:
    shutil.copytree(prefix, tmp_path / "python", copy_function=os.link)
    environment = tmp_path / "python" / "lib" / "environment"
    subprocess.run(
        [tmp_path / "python" / "bin" / "python3", "-m", "venv", "--without-pip", environment], check=True
    )
    installed(environment / SITE)
    assert found_by([environment / "bin" / "python"], tmp_path / "play", tmp_path / "python") == []


@pytest.mark.slow
def test_nothing_is_seen_of_the_sources_of_an_editable_ludus(
    contained: Box, prefix: Path, tmp_path: Path
) -> None:
    shutil.copytree(prefix, tmp_path / "python", copy_function=os.link)
    sources = tmp_path / "python" / "lib" / "sources"
    installed(sources / "src")
    (sources / "pyproject.toml").touch()
    (sources / "ludus.txt").touch()
    site = tmp_path / "python" / SITE
    site.mkdir()
    (site / "ludus.pth").write_text(f"{sources / 'src'}\n", encoding="utf-8")
    assert found_by([tmp_path / "python" / "bin" / "python3"], tmp_path / "play", tmp_path / "python") == []


@pytest.mark.slow
def test_nothing_is_seen_of_a_ludus_installed_for_one_user(
    contained: Box, prefix: Path, tmp_path: Path
) -> None:
    """As with `pip install --user`, where Python itself lies in the same place."""
    shutil.copytree(prefix, tmp_path / ".local", copy_function=os.link)
    installed(tmp_path / ".local" / SITE)
    user = {"HOME": str(tmp_path), "PYTHONUSERBASE": str(tmp_path / ".local")}
    assert found_by([tmp_path / ".local" / "bin" / "python3"], tmp_path / "play", tmp_path, **user) == []


@pytest.mark.slow
@pytest.mark.parametrize("place", [SITE, f"lib/{VERSION}/dist-packages", "src/ludus/src", "share/course"])
def test_nothing_is_seen_of_a_ludus_in_the_system(contained: Box, tmp_path: Path, place: str) -> None:
    """Over `/usr/local` lies another folder, for the referee and all that it starts."""
    local = tmp_path / "local"
    installed(local / place)
    (local / "bin").mkdir()
    (local / "bin" / "ludus").write_text(f"#!{sys.executable}\nprint('ludus')\n", encoding="utf-8")
    (local / "bin" / "ludus").chmod(0o755)
    over = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(local), "/usr/local", "--cap-add", "ALL"]
    python = [*over, "--", str(find_python())]
    assert found_by(python, tmp_path / "play", "/usr/local", PYTHONPATH=f"/usr/local/{place}") == []
