"""Who programs run as: as root a user of their own, and all that holds for root holds for an ordinary user."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ludus.machine.users import FIRST, LAST, Users
from ludus.sandbox.allowance import Allowance
from ludus.sandbox.box import LAUNCHER, Box, make_path_options
from ludus.sandbox.run import run
from ludus.turn import Request
from tests.conftest import ROOT
from tests.machines import MACHINE

QUICK = Allowance(wall=10, cpu=5)
BY_DAY = "not slow and not nightly"
ORDINARY = 60123
"""A user whom nobody has, outside the range of those for programs."""
TESTS = ("sandbox/test_attacks", "sandbox/test_users")
"""What an ordinary user tries whenever these tests run, in the tier that contains programs."""
MORE_TESTS = (
    "sandbox/test_run",
    "sandbox/test_run_delay",
    "sandbox/test_view",
    "sandbox/test_leftovers",
    "sandbox/test_removal",
    "sandbox/test_workspace",
    "exams/test_check_hostile",
    "intake/test_cache",
    "intake/test_unpacker",
)


def test_programs_that_run_at_once_have_different_users() -> None:
    with contextlib.closing(Users()) as users:
        with users.lend() as first, users.lend() as second:
            if os.geteuid() != 0:
                assert (first, second) == (0, 0)
                return
            assert FIRST <= first <= LAST
            assert FIRST <= second <= LAST
            assert first != second
        with users.lend() as again:
            assert again in (first, second)


def test_a_program_owns_its_folder_while_it_runs_and_no_longer(tier: Box, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("/etc/passwd")
    before = Path("/etc/passwd").stat()
    line = "echo y >> inner/file && touch inner/new && chmod 0 inner/new && [ -O . ] && [ ! -w / ]"
    reply = run(["/bin/sh", "-c", line], Request(), tmp_path, QUICK, box=tier)
    assert (reply.exit_code, reply.stderr) == (0, b"")
    for path in (tmp_path, *tmp_path.rglob("*")):
        assert path.lstat().st_uid == os.getuid()
    assert Path("/etc/passwd").stat() == before


def test_a_program_is_nobody_special(tier: Box, tmp_path: Path) -> None:
    line = "id -u; id -G; grep -E '^(CapEff|NoNewPrivs)' /proc/self/status"
    reply = run(["/bin/sh", "-c", line], Request(), tmp_path, QUICK, box=tier)
    user, groups, *status = reply.stdout.decode().splitlines()
    assert int(user) != 0
    assert "0" not in groups.split()
    assert [line.split()[1] for line in status] == ["0" * 16, "1"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "only"),
    [
        (TESTS, "not hiding and not rlimits and not bare and not perf and not cpuacct"),
        pytest.param(TESTS + MORE_TESTS, "", marks=pytest.mark.nightly),
    ],
)
def test_all_of_this_holds_for_an_ordinary_user(tests: tuple[str, ...], only: str) -> None:
    """Where these tests run as an ordinary user, they do that anyway."""
    if os.geteuid() == 0:
        told = _tested_as(ORDINARY, tests, only=only)
        assert f"sandbox (user {ORDINARY})" in told


@pytest.mark.slow
@pytest.mark.parametrize(
    "marks",
    [BY_DAY, pytest.param("not slow", marks=pytest.mark.nightly)],
    ids=["by day", "all"],
)
def test_an_ordinary_user_meters_by_groups_that_were_handed_over(marks: str) -> None:
    """As a session of systemd has them, or a container."""
    groups = MACHINE.best_box.groups
    if os.geteuid() != 0 or groups.unified is None:
        return
    own = groups.unified / f"ludus-{os.getpid()}-ordinary"
    own.mkdir()
    try:
        for path in (own, own / "cgroup.procs"):
            os.chown(path, ORDINARY, ORDINARY)
        told = _tested_as(ORDINARY, TESTS, only="hiding and cgroup2", group=own, marks=marks)
    finally:
        own.rmdir()
    assert f"sandbox (user {ORDINARY}): bubblewrap/cgroup2" in told


def _tested_as(
    user: int, tests: tuple[str, ...], *, only: str = "", group: Path | None = None, marks: str = BY_DAY
) -> str:
    """Run the tests of the sandbox as another user, in a folder for whatever they write; tell what they printed."""
    with tempfile.TemporaryDirectory() as room:
        os.chown(room, user, user)
        done = _started_as(user, room, tests, only, group, marks)
    print(done.stdout)
    assert done.returncode == 0
    return done.stdout


def _started_as(
    user: int, room: str, tests: tuple[str, ...], only: str, group: Path | None, marks: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    words = [*command, "-m", marks, "-k", only, f"--basetemp={room}/tests"]
    words += [f"tests/{name}.py" for name in tests]
    return subprocess.run(
        [
            LAUNCHER,
            "start",
            *make_path_options((str(ROOT), sys.prefix, sys.base_prefix)),
            "--user",
            str(user),
            "--",
            *words,
        ],
        cwd=ROOT,
        env={**os.environ, "HOME": room, "TMPDIR": room, "HYPOTHESIS_STORAGE_DIRECTORY": room},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        preexec_fn=None if group is None else lambda: (group / "cgroup.procs").write_text("0"),
    )
