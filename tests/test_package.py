"""The package as others get it: a wheel built from the source archive, in a fresh environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from ludus.publishing.site_folder import ASSETS
from tests.machines import MACHINE
from tests.sandbox.test_view import found_by

ROOT = Path(__file__).parents[1]
WASM = "ludus/web/assets/core/core.wasm"


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PROGRAMS = ("_launcher", "_chezz_program")
BUILT = [path for path in (ROOT / "src/ludus").iterdir() if path.suffix == ".so" or path.name in PROGRAMS]


@pytest.mark.slow
@pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_a_wheel_built_from_the_source_archive_works_in_a_fresh_environment(
    is_compiled: bool, tmp_path: Path
) -> None:
    """By day with the core that `make` has built, because compiling takes longer than all the rest."""
    # No build isolation: the tools are in this environment already, so the test needs no network.
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as members:
        names = [name.partition("/")[2] for name in members.getnames()]
    assert {"LICENSE", "README.md", "CMakeLists.txt", "native/bind.cpp", "src/ludus/py.typed"} <= set(names)
    has_wasm = (ROOT / "src" / WASM).exists()
    assert (f"src/{WASM}" in names) == has_wasm
    assert not [
        name for name in names if name.endswith((".so", *PROGRAMS)) or name.startswith((".venv", "build/"))
    ]

    run(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        f"--config-setting=wheel.cmake={'true' if is_compiled else 'false'}",
        "--outdir",
        tmp_path,
        archive_unpacked(archive, tmp_path),
        cwd=tmp_path,
    )
    (wheel,) = tmp_path.glob("*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    assert len([name for name in held if name.endswith(".so")]) == is_compiled
    assert [f"ludus/{name}" in held for name in PROGRAMS] == [is_compiled] * len(PROGRAMS)
    assert {"ludus/arena/suites/pente.txt", "ludus/sandbox/etc/passwd"} <= set(held)
    assert (WASM in held) == has_wasm
    assert {f"ludus/publishing/assets/{name}" for name in ASSETS} <= set(held)

    venv.create(tmp_path / "fresh")
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        tmp_path / "fresh",
        "install",
        "--quiet",
        "--no-index",
        "--disable-pip-version-check",
        wheel,
        cwd=tmp_path,
    )
    if not is_compiled:
        (package,) = (tmp_path / "fresh").glob("lib/python*/site-packages/ludus")
        for path in BUILT:
            shutil.copy(path, package)
    assert (
        run(tmp_path / "fresh" / "bin" / "ludus", "perft", "checkers", "6", "--native", cwd=tmp_path)
        == "189143\n"
    )

    told = run(tmp_path / "fresh" / "bin" / "ludus", "doctor", cwd=tmp_path)
    assert "sandbox: tier " in told
    if MACHINE.explain_no_containment() is None:
        assert found_by([tmp_path / "fresh" / "bin" / "python"], tmp_path / "play", "/") == []


def archive_unpacked(archive: Path, folder: Path) -> Path:
    """Unpack the source archive and return its one folder."""
    with tarfile.open(archive) as members:
        members.extractall(folder / "unpacked", filter="data")
    (inside,) = (folder / "unpacked").iterdir()
    return inside
