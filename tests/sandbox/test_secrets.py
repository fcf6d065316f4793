"""A program in the sandbox can read no key of a cluster, no store and no other entrant, wherever the organiser keeps them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.cluster.keys import make_keys
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.box import BUBBLEWRAP, Box
from ludus.sandbox.run import run
from ludus.store.store import Store
from ludus.turn import Request
from tests.conftest import NOT_OFFERED
from tests.sandbox.conftest import NAMES

READER = """
import sys
for path in sys.argv[1:]:
    try:
        print(path, len(open(path, "rb").read()))
    except OSError:
        pass
"""
QUICK = Allowance(wall=30, cpu=10)


class Secrets:
    """What the organiser keeps, in a folder that everybody may enter."""

    def __init__(self, folder: Path, box: Box) -> None:
        make_keys(folder / "keys")
        with Store.open(folder / "cup.store"):
            pass
        (folder / "other").mkdir()
        (folder / "other" / "agent").write_text("the winning plan")
        entrant = import_entrant(folder / "other", box, Cache(folder / "cache"))
        self.keys = [str(path) for path in (folder / "keys").iterdir()]
        self.entrant = str(entrant.folder / "agent")
        self.store = str(folder / "cup.store")

    def list_all(self) -> list[str]:
        return [*self.keys, self.entrant, self.store]


def open_folder(folder: Path) -> Path:
    """Let every user of the machine into a folder: nothing but the sandbox and the modes of files protect what is in it."""
    # Its own, that of this run of the tests, and that of all runs.
    for above in (folder, *folder.parents[:2]):
        above.chmod(0o711)
    return folder


def try_to_read(box: Box, folder: Path, paths: list[str]) -> list[str]:
    folder.mkdir()
    (folder / "reader.py").write_text(READER)
    reply = run(("python3", "-I", "-S", "reader.py", *paths), Request(), folder, QUICK, box=box)
    assert (reply.exit_code, reply.stderr) == (0, b"")
    return [line.rpartition(" ")[0] for line in reply.stdout.decode().splitlines()]


def test_the_organiser_reads_all_of_it(contained: Box, tmp_path: Path) -> None:
    paths = Secrets(tmp_path, contained).list_all()
    bare = subprocess.check_output([sys.executable, "-I", "-S", "-c", READER, *paths], text=True)
    assert len(bare.splitlines()) == len(paths)


def test_a_program_reads_no_key_and_no_other_entrant(box: Box, tmp_path: Path) -> None:
    if not box.is_contained and os.geteuid() != 0:
        pytest.skip(f"{NOT_OFFERED}programs another user without a sandbox")
    secrets = Secrets(open_folder(tmp_path), box)
    assert try_to_read(box, tmp_path / "play", [*secrets.keys, secrets.entrant]) == []


@pytest.mark.parametrize("box", [name for name in NAMES if name.startswith(BUBBLEWRAP)], indirect=True)
def test_a_contained_program_reads_no_store_either(box: Box, tmp_path: Path) -> None:
    secrets = Secrets(open_folder(tmp_path), box)
    assert try_to_read(box, tmp_path / "play", secrets.list_all()) == []


def test_a_program_sees_nothing_of_the_environment_of_a_worker(
    contained: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_CONFIG", "where the keys are")
    (tmp_path / "play").mkdir()
    paths = ["/proc/self/environ", "/proc/1/environ", f"/proc/{os.getpid()}/environ"]
    code = f"for path in {paths}:\n try: print(open(path).read())\n except OSError: pass"
    reply = run(("python3", "-I", "-S", "-c", code), Request(), tmp_path / "play", QUICK, box=contained)
    assert reply.exit_code == 0
    assert b"PATH=" in reply.stdout, "it reads its own"
    assert b"DASK_CONFIG" not in reply.stdout
