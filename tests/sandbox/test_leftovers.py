"""Nothing is left behind: not after many runs, and not when the referee itself is killed."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludus.machine.cgroups import Groups, RunGroup, _read_birth, _read_namespace, find_groups
from ludus.sandbox.allowance import LATE, Allowance
from ludus.sandbox.box import LAUNCHER, Box
from ludus.sandbox.removal import remove
from ludus.sandbox.run import measure_overhead, run
from ludus.turn import Request
from tests.machines import MACHINE
from tests.open_files import list_open_files
from tests.programs.folders import processes_of
from tests.sandbox.leftovers import Leftovers, groups_of
from tests.tolerance import PATIENCE

pytestmark = pytest.mark.serial

QUICK = Allowance(wall=10, cpu=5)
LINES = (
    ("cat in > out", QUICK, 0),
    ("sleep 60 & setsid sleep 60 & cat in > out", QUICK, 0),
    ("mkfifo pipe; ln -s / way; mkdir -p a/b && chmod 0 a; cat in > out; exit 3", QUICK, 3),
    ("sleep 60", Allowance(wall=0.01, cpu=5), LATE),
)


@pytest.mark.parametrize("count", [40, pytest.param(2000, marks=pytest.mark.nightly)])
def test_many_runs_leave_nothing_behind(
    contained: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = tmp_path / "play"
    rest = Leftovers()
    before: set[tuple[str, str]] = set()
    for number in range(count):
        line, allowance, code = LINES[number % len(LINES)]
        folder.mkdir()
        reply = run(
            ["/bin/sh", "-c", line], Request(files={"in": b"x"}), folder, allowance, ("out",), box=contained
        )
        assert reply.exit_code == code, (number, reply)
        if code != LATE:
            assert reply.files == {"out": b"x"}
        remove(folder)
        if number == len(LINES):
            before = list_open_files()
    assert rest.found() == []
    assert list_open_files() <= before
    assert list(tmp_path.iterdir()) == []


REFEREE = """\
import sys
from pathlib import Path
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.removal import remove
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.run import measure_overhead, run
from ludus.turn import Request
tier, meter, folder, length = sys.argv[1:]
box = next(box for box in Machine().boxes if (box.tier, box.meter) == (tier, meter))
measure_overhead(box)
print("ready", flush=True)
run(["/bin/sh", "-c", f"setsid sleep {length} & sleep {length}"], Request(), Path(folder), Allowance(60, 60), box=box)
"""


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _groups_swept(referee: int) -> bool:
    find_groups()
    return not groups_of(referee)


def test_no_program_outlives_a_referee_that_is_killed(contained: Box, tmp_path: Path) -> None:
    length = f"61.{os.getpid():07}"
    words = (contained.tier, contained.meter, str(tmp_path), length)
    with subprocess.Popen([sys.executable, "-c", REFEREE, *words], stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"ready\n"
        _wait_until(lambda: len(processes_of(Path(length))) >= 2)
        referee.send_signal(signal.SIGKILL)
    _wait_until(lambda: not processes_of(Path(length)))
    # Its groups, empty by now, are removed by whoever comes next.
    _wait_until(lambda: _groups_swept(referee.pid))


def test_whoever_is_left_in_a_group_of_a_dead_referee_goes_with_it() -> None:
    groups = MACHINE.best_box.groups
    parents = {path for path in (groups.unified, groups.memory, groups.pids) if path is not None}
    with subprocess.Popen(["/bin/true"]) as referee:
        pass
    for parent in parents:
        group = parent / f"ludus-{referee.pid}-{Path('/proc/self/ns/pid').stat().st_ino}-1-0"
        group.mkdir()
        with subprocess.Popen(["sleep", "60"]) as left:
            (group / "cgroup.procs").write_text(str(left.pid), encoding="ascii")
            _wait_until(lambda: _groups_swept(referee.pid))
        assert left.returncode == -signal.SIGKILL


@pytest.mark.parametrize("is_waited_for", [True, False])
def test_one_start_sweeps_all_groups_of_a_dead_referee(is_waited_for: bool) -> None:
    """With groups in them, and whoever is there: the kernel does not remove a group at the moment of the kill."""
    groups = MACHINE.best_box.groups
    parents = {path for path in (groups.unified, groups.memory, groups.pids) if path is not None}
    strays = []
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as referee:
        name = f"ludus-{referee.pid}-{_read_namespace()}-{_read_birth(referee.pid)}"
        referee.kill()
        _wait_until(lambda: _state(referee.pid) == "Z")
        if is_waited_for:
            referee.wait()
        for top in (parent / f"{name}-{number}" for parent in parents for number in range(3)):
            (top / "in" / "ner").mkdir(parents=True)
            strays += [_stray_in(group) for group in (top / "in" / "ner", top / "in")]
        find_groups()
        left = groups_of(referee.pid)
    for stray in strays:
        stray.kill()
        stray.wait()
    assert left == set()


def test_groups_with_names_that_are_not_ours_are_left_alone() -> None:
    parent = MACHINE.best_box.groups.unified or MACHINE.best_box.groups.memory
    if parent is None:
        return
    own = os.getpid()
    names = [
        f"ludus-x{own}-{_read_namespace()}-1-0",
        f"ludus-{own}-x-{_read_namespace()}-1-0",
        f"ludus-{own}-1-1-0",
    ]
    for name in names:
        (parent / name).mkdir()
    try:
        find_groups()
        assert [name for name in names if (parent / name).is_dir()] == names
    finally:
        for name in names:
            (parent / name).rmdir()


def _stray_in(group: Path) -> subprocess.Popen[bytes]:
    stray = subprocess.Popen(["sleep", "60"])
    (group / "cgroup.procs").write_text(str(stray.pid), encoding="ascii")
    return stray


def _state(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]


def test_groups_of_a_dead_referee_that_had_our_number_are_in_nobodys_way(
    contained: Box, tmp_path: Path
) -> None:
    """Numbers are given out again, in a container even the same ones each time."""
    parent = contained.groups.unified or contained.groups.memory
    if parent is None:
        return
    namespace = Path("/proc/self/ns/pid").stat().st_ino
    left = parent / f"ludus-{os.getpid()}-{namespace}-1-0"
    left.mkdir()
    with subprocess.Popen(["sleep", "60"]) as stray:
        (left / "cgroup.procs").write_text(str(stray.pid), encoding="ascii")
        _wait_until(lambda: _groups_swept(os.getpid()))
    assert stray.returncode == -signal.SIGKILL
    assert run(["/bin/true"], Request(), tmp_path, QUICK, box=contained).exit_code == 0


def test_groups_of_a_living_referee_stay_where_they_are() -> None:
    groups = MACHINE.best_box.groups
    with subprocess.Popen(
        [sys.executable, "-c", REFEREE_WITH_A_CELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"ready\n"
        assert _groups_swept(referee.pid) == (groups == Groups())
        referee.communicate()
    assert not groups_of(referee.pid)


REFEREE_WITH_A_CELL = """\
import contextlib, sys
from ludus.sandbox.allowance import Allowance
from ludus.machine.cgroups import RunGroup, find_groups
with contextlib.closing(RunGroup(find_groups(), 1 << 30, 16)):
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_a_referee_that_may_start_no_thread_waits_for_the_kernel_itself(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    rest = Leftovers()
    monkeypatch.setattr(threading.Thread, "start", cannot)
    assert run(["/bin/true"], Request(), tmp_path, QUICK, box=box).exit_code == 0
    assert rest.found() == []


def test_nobody_kills_bubblewrap_while_it_builds() -> None:
    """Its child would wait for it for ever; it ends soon enough because nobody listens any more."""
    asks = "import ctypes; n = ctypes.c_int(9); ctypes.CDLL(None).prctl(2, ctypes.byref(n)); print(n.value)"
    words = [str(LAUNCHER), "start", "--", sys.executable, "-c", asks]
    assert subprocess.run(words, capture_output=True, check=True).stdout == b"0\n"


def test_a_referee_that_is_interrupted_while_a_sandbox_is_built_leaves_nothing(
    contained: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure_overhead(contained)
    rest = Leftovers()
    expect, delays = RunGroup.admit_early, itertools.count()

    def interrupted(group: RunGroup, builder: int) -> None:
        expect(group, builder)
        time.sleep(next(delays) % 7 / 1000)
        raise KeyboardInterrupt

    monkeypatch.setattr(RunGroup, "admit_early", interrupted)
    for _ in range(70):
        with pytest.raises(KeyboardInterrupt):
            run(["/bin/sleep", "60"], Request(), tmp_path, QUICK, box=contained)
    assert rest.found() == []
