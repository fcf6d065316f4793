"""The folder that a program plays in: the kernel bounds it, others do not notice it, and it goes away with us."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.sandbox import workspace as workspace_module
from ludus.sandbox.allowance import OVERFULL, Allowance
from ludus.sandbox.box import RLIMITS, Box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.files import is_full
from ludus.sandbox.owned_folder import OwnedFolder
from ludus.sandbox.run import run
from ludus.sandbox.workspace import BoundedWorkspace, PlainFolder, explain_unbounded, open_workspace
from ludus.turn import Reply, Request
from tests.machines import MACHINE
from tests.open_files import list_open_files
from tests.programs.folders import HERE
from tests.sandbox.leftovers import Leftovers

ATTACKS = HERE / "attacks"
PYTHON = ("python3", "-I", "-S")
SOON = Allowance(wall=20, cpu=10)
MEBIBYTE = 1 << 20


@pytest.fixture
def small(contained: Box) -> Iterator[BoundedWorkspace]:
    """Give a workspace that holds 20 MiB in 100 files."""
    if explain_unbounded():
        pytest.skip(explain_unbounded())
    with contextlib.closing(BoundedWorkspace(20 * MEBIBYTE, 100)) as workspace:
        workspace.folder.mkdir()
        yield workspace


def shell(box: Box, workspace: BoundedWorkspace, line: str, **files: bytes) -> Reply:
    return run(["/bin/sh", "-c", line], Request(files=files), workspace, SOON, box=box)


def attack(box: Box, workspace: BoundedWorkspace, name: str, *words: object) -> Reply:
    shutil.copy(ATTACKS / f"{name}.py", workspace.folder)
    return run([*PYTHON, f"{name}.py", *map(str, words)], Request(), workspace, SOON, box=box)


# The bound


@pytest.mark.parametrize("way", ["unlinked", "nameless"])
def test_files_that_nobody_finds_stay_within_the_bound(
    contained: Box, small: BoundedWorkspace, tmp_path: Path, way: str
) -> None:
    """Bare, or counted by what living processes have written, they do not."""
    bare = [*PYTHON, str(ATTACKS / "unwatched.py"), way, "60", "0"]
    assert subprocess.run(bare, cwd=tmp_path, capture_output=True, check=True).stdout == b"60\n"
    reply = attack(contained, small, "unwatched", way, 60, 0)
    assert reply.killed == "folder" or int(reply.stdout) <= 20
    assert attack(contained, _emptied(small), "unwatched", way, 10, 0).stdout == b"10\n"


def test_files_with_names_stay_within_the_bound(contained: Box, small: BoundedWorkspace) -> None:
    reply = attack(contained, small, "file_flood", 30, 1000)
    assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")
    assert not small.folder.exists()
    reply = attack(contained, _emptied(small), "small_files", ".", 1000)
    assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")


def _emptied(workspace: BoundedWorkspace) -> BoundedWorkspace:
    workspace.clear()
    workspace.folder.mkdir()
    return workspace


def test_a_request_for_which_a_program_has_left_no_room_is_its_fault(
    contained: Box, small: BoundedWorkspace
) -> None:
    # One that ends just below its bound has done nothing wrong yet.
    assert shell(contained, small, "head -c 20000000 /dev/zero > data").exit_code == 0
    reply = shell(contained, small, "true", board=bytes(2 * MEBIBYTE))
    assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")
    assert not small.folder.exists()


def test_whoever_fills_a_workspace_takes_nothing_from_others(contained: Box, small: BoundedWorkspace) -> None:
    filling = threading.Thread(target=attack, args=(contained, small, "unwatched", "nameless", 60, 1))
    with contextlib.closing(BoundedWorkspace(20 * MEBIBYTE)) as other:
        other.folder.mkdir()
        filling.start()
        for _ in range(5):
            reply = shell(contained, other, "head -c 15000000 /dev/zero > data && wc -c < data")
            assert (reply.exit_code, reply.stdout) == (0, b"15000000\n")
        filling.join()


# What a program may do


def test_a_program_writes_executes_and_replaces_its_own_files(
    contained: Box, small: BoundedWorkspace
) -> None:
    (small.folder / "run").write_text("#!/bin/sh\nmv new run\n", encoding="ascii")
    (small.folder / "run").chmod(0o755)
    line = "printf '#!/bin/sh\\necho replaced\\n' > new && chmod +x new && ./run && ./run && ln run link"
    assert shell(contained, small, line).stdout == b"replaced\n"
    assert (small.folder / "run").samefile(small.folder / "link")


def test_files_stay_from_run_to_run_and_can_be_read_and_removed(
    contained: Box, small: BoundedWorkspace
) -> None:
    for count in (1, 2, 3):
        shell(contained, small, "echo x >> diary; mkdir -p closed; chmod 0 closed")
        assert (small.folder / "diary").read_text(encoding="ascii") == "x\n" * count
    small.clear()
    assert not small.folder.exists()


def test_a_program_is_handed_nothing_by_which_it_could_leave(contained: Box, small: BoundedWorkspace) -> None:
    seen = shell(contained, small, "ls /proc/self/fd; ls /sys").stdout.split()
    assert seen == [b"0", b"1", b"2", b"3"]


# Where temporary files are kept

GUARDED = """\
import contextlib, shutil, sys, threading
from pathlib import Path
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.run import run
from ludus.sandbox.workspace import open_workspace
from ludus.turn import Request
program, box, replies = sys.argv[1], Machine().best_box, []
def play(*command):
    with contextlib.closing(open_workspace(box)) as workspace:
        workspace.folder.mkdir()
        shutil.copy(program, workspace.folder)
        replies.append(run(command, Request(), workspace, Allowance(20, 10), ("out",), box=box))
filling = threading.Thread(target=play, args=("python3", "-I", "-S", Path(program).name, "nameless", "40", "1"))
filling.start()
for _ in range(5):
    play("/bin/sh", "-c", "head -c 5000000 /dev/zero > out; sleep 0.1")
    assert len(replies[-1].files["out"]) == 5_000_000, replies[-1]
filling.join()
print(len(replies))
"""
IN_LITTLE_ROOM = 'mount -t tmpfs -o size=10m tmpfs "$TMPDIR" && exec "$@"'


def test_temporary_files_on_a_small_memory_disk_are_nobodys_loss(contained: Box, tmp_path: Path) -> None:
    """Only root can mount one; an ordinary user's programs write there no more than root's do."""
    if os.geteuid() != 0 or explain_unbounded():
        return
    words = ["unshare", "--mount", "sh", "-c", IN_LITTLE_ROOM, "sh", sys.executable, "-c", GUARDED]
    done = subprocess.run(
        [*words, str(ATTACKS / "unwatched.py")],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("6\n", "")


def test_contained_programs_need_no_place_for_temporary_files(
    contained: Box, small: BoundedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with contextlib.closing(open_workspace(contained)) as workspace:
        workspace.folder.mkdir()
        assert run(["/bin/true"], Request(), workspace, SOON, box=contained).exit_code == 0


def test_a_full_file_system_is_seen(small: BoundedWorkspace) -> None:
    assert not is_full(small.folder)
    with contextlib.suppress(OSError), (small.folder / "data").open("wb") as file:
        file.write(bytes(21 * MEBIBYTE))
    assert is_full(small.folder)


FULL = """\
import sys, tempfile
from pathlib import Path
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.run import run
from ludus.turn import Request
box = next(box for box in Machine().boxes if box.tier == "rlimits")
folder = Path(tempfile.mkdtemp())
try:
    run(["/bin/sh", "-c", "head -c 20000000 /dev/zero > out"], Request(), folder, Allowance(20, 10), box=box)
except OSError as error:
    print(error.strerror)
"""


def test_a_run_that_ends_on_a_full_disk_is_an_error_of_ours(tmp_path: Path) -> None:
    """The disk is everybody's where a program runs in a plain folder: who has filled it nobody knows."""
    if os.geteuid() != 0:
        return
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", IN_LITTLE_ROOM, "sh", sys.executable, "-c", FULL],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("No space left on device\n", "")


@pytest.mark.usefixtures("contained")
def test_where_no_workspace_can_be_mounted_a_plain_folder_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(workspace_module, "_MOUNT_POINT", "/nowhere")
    machine = Machine()
    with contextlib.closing(open_workspace(machine.best_box)) as workspace:
        assert isinstance(workspace, PlainFolder)
        assert any("/nowhere: No such file or directory" in missing.why for missing in machine.list_missing())
        workspace.folder.mkdir()
        allowance = Allowance(wall=20, cpu=10, folder=MEBIBYTE)
        line = ["/bin/sh", "-c", "head -c 2000000 /dev/zero > data"]
        assert run(line, Request(), workspace, allowance, box=machine.best_box).killed == "folder"
    assert list(tmp_path.iterdir()) == []


# What is left


def test_workspaces_leave_nothing_behind(
    contained: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rest, before = Leftovers(), list_open_files()
    for box in (contained, next(box for box in MACHINE.boxes if box.tier == RLIMITS)):
        for _ in range(10):
            with contextlib.closing(open_workspace(box)) as workspace:
                workspace.folder.mkdir()
                workspace.clear()
                workspace.folder.mkdir()
                (workspace.folder / "file").touch()
    assert rest.found() == []
    assert list_open_files() <= before
    assert list(tmp_path.iterdir()) == []


HOLDER = """\
import sys
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.workspace import open_workspace
box = next(box for box in Machine().boxes if box.tier == sys.argv[1])
workspace = open_workspace(box)
workspace.folder.mkdir()
(workspace.folder / "file").write_bytes(b"x")
print("ready", flush=True)
sys.stdin.read()
"""


def test_nothing_is_left_of_the_workspace_of_a_referee_that_is_killed(tier: Box, tmp_path: Path) -> None:
    """A bounded one is gone with it; a plain one goes when the next referee needs one."""
    with _holder(tier, tmp_path) as holder:
        holder.send_signal(signal.SIGKILL)
    bounded = tier.is_contained and not tier.machine.unbounded
    assert len(list(tmp_path.iterdir())) == (0 if bounded else 1)
    with _holder(tier, tmp_path) as holder:
        assert len(list(tmp_path.iterdir())) == (0 if bounded else 1)
        holder.communicate(b"")


@contextlib.contextmanager
def _holder(box: Box, place: Path) -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    words = [sys.executable, "-c", HOLDER, box.tier]
    environment = {**os.environ, "TMPDIR": str(place)}
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"ready\n"
        yield holder


def test_only_folders_of_ours_that_nobody_owns_are_swept(tmp_path: Path) -> None:
    living = OwnedFolder("ludus-test-", tmp_path)
    (tmp_path / "ludus-test-left" / "deep").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "ludus-test-link").symlink_to(tmp_path / "other")
    (tmp_path / "ludus-test-file").touch()
    if os.geteuid() == 0:
        (tmp_path / "ludus-test-foreign").mkdir()
        os.chown(tmp_path / "ludus-test-foreign", 60123, 60123)
    OwnedFolder("ludus-test-", tmp_path).close()
    left = {path.name for path in tmp_path.iterdir()} - {"ludus-test-foreign"}
    assert left == {living.path.name, "other", "ludus-test-link", "ludus-test-file"}
    assert (tmp_path / "ludus-test-foreign").exists() == (os.geteuid() == 0)
    living.close()
