"""Finds what programs leave behind on a machine: processes, control groups, mounts, temporary files."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from tests.machines import MACHINE
from tests.tolerance import PATIENCE


class Leftovers:
    """Remembers what was there, and tells what is more; the folder for temporary files should be ours alone."""

    def __init__(self) -> None:
        self._before = _everything()

    def found(self) -> list[str]:
        """List what has come since and is still there after a moment: what is killed takes a while to vanish."""
        deadline = time.monotonic() + PATIENCE
        while (more := sorted(_everything() - self._before)) and time.monotonic() < deadline:
            time.sleep(0.02)
        return more


def _everything() -> set[str]:
    return {*_processes(), *groups_of(os.getpid()), *_mounts(), *_files()}


def _processes() -> set[str]:
    """List the processes that descend from us; as root, those of the users that only our programs have."""
    users = {user for user, process, _ in MACHINE.users.free if process == os.getpid()}
    found = set()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            user = path.stat().st_uid
            state = path.joinpath("stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            line = path.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        is_program = user in users if os.geteuid() == 0 else _is_ours(path)
        if is_program and state not in "ZX":
            found.add(f"process {path.name}: {line}")
    return found


def _is_ours(path: Path) -> bool:
    """Tell whether a process descends from this one."""
    try:
        while path.name not in ("0", "1"):
            parent = path.joinpath("stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                return True
            path = path.with_name(parent)
    except OSError:
        return False
    return False


def groups_of(referee: int) -> set[str]:
    """List the control groups that a process has made for programs."""
    parents = {
        parent
        for box in MACHINE.boxes
        for parent in (box.groups.unified, box.groups.cpuacct, box.groups.memory, box.groups.pids)
        if parent is not None
    }
    return {str(path) for parent in parents for path in parent.glob(f"ludus-{referee}-*")}


def _mounts() -> set[str]:
    return set(Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines())


def _files() -> set[str]:
    return {str(path) for path in Path(tempfile.gettempdir()).glob("ludus-*")}
