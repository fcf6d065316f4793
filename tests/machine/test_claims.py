"""No other user of the machine can take what Ludus claims, and where nothing can be claimed programs still run."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.machine import claims
from ludus.machine.claims import claim
from ludus.machine.cores import claim_core
from ludus.machine.users import FIRST, LAST, Users

HOLD = """
import sys
from ludus.machine.claims import claim
print(claim(sys.argv[1]) is not None, flush=True)
sys.stdin.read()
"""
CLAIM_CORE = """
import pathlib, sys
from ludus.machine import claims, cores
claims._list_candidates = lambda: iter([pathlib.Path(sys.argv[1])])
print(cores.claim_core())
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Claim in a folder for this test alone."""
    place = tmp_path / "claims"
    monkeypatch.setattr(claims, "_list_candidates", lambda: iter([place]))
    return place


def test_a_claim_is_held_once_and_free_when_it_is_let_go(place: Path) -> None:
    holder = claim("core-0")
    assert holder is not None
    assert claim("core-0") is None
    other = claim("core-1")
    assert other is not None
    for descriptor in (holder, other):
        os.close(descriptor)
    again = claim("core-0")
    assert again is not None
    os.close(again)


def test_a_claim_ends_with_its_process_however_that_ends() -> None:
    name = f"test-{os.getpid()}"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert claim(name) is None
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    free = claim(name)
    assert free is not None
    os.close(free)


def test_nobody_is_in_the_way_by_taking_names_of_sockets(tmp_path: Path) -> None:
    names = [f"\0ludus-core-{core}" for core in os.sched_getaffinity(0)]
    names += [f"\0ludus-user-{user}" for user in range(FIRST, FIRST + 100)]
    taken = []
    for name in names:
        taken.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        # Or somebody else has it already.
        with contextlib.suppress(OSError):
            taken[-1].bind(name)
    try:
        words = [sys.executable, "-c", CLAIM_CORE, str(tmp_path / "claims")]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        with contextlib.closing(Users()) as users, users.lend() as user:
            assert user == 0 or claim(f"user-{user}") is None, "it was claimed, not just chosen"
    finally:
        for holder in taken:
            holder.close()
    assert done.stdout != "None\n"


def test_a_folder_that_others_could_write_into_holds_no_claims(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = [tmp_path / name for name in ("open", "link", "file", "missing/inner", "foreign")]
    for number in (0, 4):
        bad[number].mkdir()
    bad[0].chmod(0o777)
    bad[1].symlink_to(tmp_path)
    bad[2].touch()
    if os.geteuid() == 0:
        os.chown(bad[4], 60123, 60123)
    else:
        bad[4].chmod(0o500)
    monkeypatch.setattr(claims, "_list_candidates", lambda: iter([*bad, tmp_path / "good"]))
    holder = claim("core-0")
    assert holder is not None
    os.close(holder)
    assert [path.parent.name for path in tmp_path.rglob("core-0")] == ["good"]


def test_programs_run_where_nothing_can_be_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "_list_candidates", lambda: iter([]))
    assert claim_core() is None
    with contextlib.closing(Users()) as users, users.lend() as first, users.lend() as second:
        if os.geteuid() == 0:
            assert FIRST <= first <= LAST
            assert FIRST <= second <= LAST
            assert first != second
