"""The cache keeps what is done and nothing of those who were killed while they did it."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from ludus.contests import CONTESTS
from ludus.errors import MachineFault
from ludus.intake.build import build
from ludus.intake.cache import Cache
from ludus.intake.entrant import import_entrant
from ludus.sandbox.workspace import BoundedWorkspace
from tests.intake.entrants import refuse
from tests.machines import MACHINE

WORKER = """\
import sys
from pathlib import Path
from ludus.intake.cache import Cache
cache = Cache(Path(sys.argv[1]))
with cache.lock("key"), cache.make_draft("built") as draft:
    (draft / "half").mkdir()
    print(draft, flush=True)
    sys.stdin.read()
"""


def start_worker(cache: Cache) -> tuple[subprocess.Popen[str], Path]:
    """Start a process that holds a lock and a draft until it is told to end."""
    words = [sys.executable, "-c", WORKER, str(cache.root)]
    worker = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    return worker, Path(worker.stdout.readline().strip())


def test_one_start_sweeps_what_a_killed_process_has_left(cache: Cache) -> None:
    worker, draft = start_worker(cache)
    with worker:
        worker.kill()
        worker.wait()
        assert (draft / "half").is_dir()
        assert list(cache.folder("locks").iterdir())
    with cache.lock("other"), cache.make_draft("built"):
        assert not draft.exists()
    assert list(cache.folder("built").iterdir()) == []
    assert list(cache.folder("locks").iterdir()) == []


def test_nothing_of_a_living_process_is_swept(cache: Cache) -> None:
    worker, draft = start_worker(cache)
    with worker:
        with cache.lock("other"), cache.make_draft("built"):
            assert (draft / "half").is_dir()
            assert (cache.folder("locks") / "key").exists()
        worker.communicate()
    assert not draft.exists()
    assert not (cache.folder("locks") / "key").exists()


def test_drafts_of_earlier_versions_are_swept(agent: Path, cache: Cache) -> None:
    (cache.folder("entrants") / ".draft-abcdefgh").mkdir()
    entrant = import_entrant(agent, MACHINE.best_box, cache)
    assert list(cache.folder("entrants").iterdir()) == [entrant.folder]


def test_a_lock_is_held_by_one_at_a_time_although_its_file_comes_and_goes(cache: Cache) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        for _ in range(20):
            with cache.lock("key"):
                inside.append(1)
                most.append(len(inside))
                time.sleep(0.001)
                inside.pop()

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert most == [1] * 20 * 8
    assert list(cache.folder("locks").iterdir()) == []


def test_a_full_disk_of_ours_is_no_fault_of_an_entrant(tmp_path: Path) -> None:
    if MACHINE.unbounded:
        pytest.skip(MACHINE.unbounded)
    large, growing = tmp_path / "large", tmp_path / "growing"
    for folder, line in ((large, "true"), (growing, "head -c 20000000 /dev/zero > data")):
        folder.mkdir()
        for name in ("compile", "run"):
            (folder / name).write_text(f"#!/bin/sh\n{line}\n", encoding="ascii")
            (folder / name).chmod(0o755)
    (large / "data").write_bytes(bytes(20_000_000))
    said = r"^cache .*: No space left on device; set XDG_CACHE_HOME to another folder$"
    with contextlib.closing(BoundedWorkspace(10 << 20)) as disk:
        cache = Cache(disk.folder)
        with pytest.raises(MachineFault, match=said):
            import_entrant(large, MACHINE.best_box, cache)
        entrant = import_entrant(growing, MACHINE.best_box, cache)
        with pytest.raises(MachineFault, match=said):
            build(entrant, CONTESTS["chezz"].make_recipe, MACHINE.best_box, cache)
        assert list(disk.folder.glob("built/.draft-*")) == []


def test_a_disk_of_somebody_else_that_fails_is_no_fault_of_this_machine(tmp_path: Path, cache: Cache) -> None:
    """Who enters a folder on a broken disk stops nobody else; this file answers as such a disk does."""
    (tmp_path / "bot.zip").symlink_to("/proc/self/mem")
    refuse(tmp_path / "bot.zip", cache, "cannot be imported: Input/output error")


@pytest.mark.parametrize("number", [errno.EIO, errno.EROFS])
def test_a_cache_or_temporary_files_on_a_broken_disk_are_a_fault_of_this_machine(
    cache: Cache, number: int
) -> None:
    why = os.strerror(number)
    for path, said in (
        (cache.root / "entrants" / "x", f"cache {cache.root}: {why}; set XDG_CACHE_HOME to another folder"),
        (Path(tempfile.gettempdir(), "ludus-git-x"), f"temporary files: {why}; set TMPDIR to another folder"),
    ):
        with pytest.raises(MachineFault) as fault, cache.recognise_faults():
            raise OSError(number, why, str(path))
        assert str(fault.value) == said


def test_a_descriptor_that_was_one_too_many_is_not_shown(cache: Cache) -> None:
    with (
        pytest.raises(MachineFault, match=r"cannot be filled: Too many open files$"),
        cache.recognise_faults(),
    ):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), 5)
