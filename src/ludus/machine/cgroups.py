"""Control groups: what meters and bounds all processes of a program together, in both versions of the kernel's interface.

Each run has a group of its own, made beside or under ours and removed afterwards. Version 2 meters without any controller;
limits on memory and processes come from its controllers, or from those of version 1.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 2.0
"""Seconds after which a group that does not empty is left behind; a later run removes it."""
_PREFIX = "ludus-"
_NAME = re.compile(rf"{_PREFIX}(?P<process>\d+)-(?P<namespace>\d+)-(?P<birth>\d+)-\d+", re.ASCII)
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Groups:
    """Where groups can be made, and what for; None where they cannot."""

    unified: Path | None = None
    """Version 2: meters."""
    cpuacct: Path | None = None
    """Version 1: meters."""
    memory: Path | None = None
    pids: Path | None = None

    def with_meter(self, meter: str) -> Groups:
        """Keep one meter, or none."""
        return Groups(
            self.unified if meter == "cgroup2" else None,
            self.cpuacct if meter == "cpuacct" else None,
            self.memory,
            self.pids,
        )


class RunGroup:
    """The groups of one run."""

    def __init__(self, groups: Groups, memory: int, processes: int) -> None:
        name = _make_name()
        self._meter = _join(groups.unified, name, "cpu.stat") or _join(groups.cpuacct, name, "cpuacct.usage")
        self._memory = _join(groups.memory, name)
        self._made: list[Path] = []
        self._admission: threading.Thread | None = None
        try:
            for parent in dict.fromkeys((groups.unified, groups.cpuacct, groups.memory, groups.pids)):
                if parent is not None:
                    (parent / name).mkdir()
                    self._made.append(parent / name)
            if groups.memory is not None:
                _limit_memory(groups.memory / name, memory)
            if groups.pids is not None:
                # The sandbox's own processes count, too.
                _write(groups.pids / name / "pids.max", processes + 8)
        except BaseException:
            self.close()
            raise

    def admit_early(self, builder: int) -> None:
        """Admit the process that sets up a sandbox in the background, while it does so.

        The first process to enter a group waits for the kernel, up to some ten milliseconds; later ones do not.
        """
        if self._made:
            admission = threading.Thread(target=self._try_to_admit, args=(builder,))
            try:
                admission.start()
            except RuntimeError:
                # There are too many threads already, so it is admitted in this one.
                self._try_to_admit(builder)
            else:
                self._admission = admission

    def wait_until_admitted(self) -> None:
        """Wait until that process is admitted or has ended: afterwards its process id may be reused."""
        if self._admission is not None:
            self._admission.join()

    def admit(self, process: int) -> None:
        """Admit the process that will start the program."""
        for path in self._made:
            _write(path / "cgroup.procs", process)

    def _try_to_admit(self, builder: int) -> None:
        # The process may have ended by now.
        with contextlib.suppress(OSError):
            self.admit(builder)

    def read_cpu_seconds(self) -> float:
        """Read the CPU seconds of all processes that are or were in the group; 0 where they are not metered."""
        if self._meter is None:
            return 0.0
        text = self._meter.read_bytes()
        if text.startswith(b"usage_usec"):
            return int(text.split(None, 2)[1]) / 1e6
        return int(text) / 1e9

    def ran_out_of_memory(self) -> bool:
        """Tell whether a process in the group was killed for memory."""
        if self._memory is None:
            return False
        for name in ("memory.events", "memory.oom_control"):
            with contextlib.suppress(OSError):
                words = (self._memory / name).read_text(encoding="ascii").split()
                counts = dict(zip(words[::2], words[1::2], strict=False))
                return counts.get("oom_kill", "0") != "0"
        return False

    def close(self) -> None:
        """Kill the processes that are still in the groups and remove the groups."""
        self.wait_until_admitted()
        deadline = time.monotonic() + PATIENCE
        for path in self._made:
            _clear(path, deadline)


def find_groups() -> Groups:
    """Find where this process may make groups and admit other processes."""

    def find_usable(candidates: Iterator[Path] | Sequence[Path]) -> Path | None:
        return next((path for path in candidates if _is_usable(path)), None)

    mounts = list(_read_mounts())
    unified = [path for kind, _, path in mounts if kind == "cgroup2"]
    above = [path for own in unified for path in (own, *own.parents) if (path / "cgroup.procs").exists()]
    full = find_usable(path for path in above if {"memory", "pids"} <= _read_controllers(path))
    if full is not None:
        return Groups(unified=full, memory=full, pids=full)
    first = {
        name: [path for kind, names, path in mounts if kind == "cgroup" and name in names]
        for name in ("cpuacct", "memory", "pids")
    }
    return Groups(find_usable(above), **{name: find_usable(paths) for name, paths in first.items()})


def _read_mounts() -> Iterator[tuple[str, frozenset[str], Path]]:
    """Yield the kind, the controllers and our own group of each hierarchy that is mounted."""
    own: dict[str, str] = {}
    for line in _read_lines("/proc/self/cgroup"):
        _, names, path = line.split(":", 2)
        own.update(dict.fromkeys(names.split(","), path))
    for line in _read_lines("/proc/self/mountinfo"):
        left, _, right = line.partition(" - ")
        kind, _, options = [*right.split(), "", "", ""][:3]
        if kind not in ("cgroup", "cgroup2"):
            continue
        root, place = left.split()[3:5]
        controllers = frozenset(options.split(",")) & own.keys()
        path = own.get("" if kind == "cgroup2" else next(iter(controllers), "-"), "/")
        inner = path.removeprefix(root) if root != "/" else path
        yield kind, controllers, Path(f"{place}/{inner.lstrip('/')}".rstrip("/"))


def _is_usable(parent: Path) -> bool:
    if not os.access(parent, os.W_OK):
        return False
    _sweep(parent)
    path = parent / _make_name()
    try:
        path.mkdir()
    except OSError:
        return False
    try:
        with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as guest:
            _write(path / "cgroup.procs", guest.pid)
    except OSError:
        return False
    else:
        return True
    finally:
        _clear(path, time.monotonic() + PATIENCE)


def _make_name() -> str:
    process = os.getpid()
    return f"{_PREFIX}{process}-{_read_namespace()}-{_read_birth(process)}-{next(_numbers)}"


def _read_namespace() -> int:
    """Identify our process namespace: a machine may have several, and all of them see the groups."""
    return Path("/proc/self/ns/pid").stat().st_ino


def _read_birth(process: int | str) -> str:
    """Read when a living process was started, in the kernel's ticks; empty if there is none, because process ids are reused.

    So are those of whole namespaces, and in each the first few processes have the same ids.
    """
    line = "".join(_read_lines(f"/proc/{process}/stat"))
    # The name before the last bracket may hold anything.
    words = line.rpartition(")")[2].split()
    return words[19] if words and words[0] not in "ZX" else ""


def _sweep(parent: Path) -> None:
    """Remove the groups of processes that were killed before they could, and kill what is left in them.

    That is a sandbox that was being set up at that moment: bubblewrap's processes do not always notice.
    """
    left = [path for path in parent.glob(f"{_PREFIX}*") if _is_abandoned(path.name)]
    deadline = time.monotonic() + PATIENCE
    for path in left:
        _clear(path, deadline)


def _is_abandoned(name: str) -> bool:
    """Tell whether a group was made in our process namespace by a process that has ended."""
    made = _NAME.fullmatch(name)
    return (
        made is not None
        and int(made["namespace"]) == _read_namespace()
        and _read_birth(made["process"]) != made["birth"]
    )


def _clear(path: Path, deadline: float) -> None:
    """Kill all processes in a group and in those below it, and remove the groups, the innermost first.

    A killed process stays in its group until the kernel has reaped it, so this takes more than one attempt.
    """
    while not _try_to_remove(path) and time.monotonic() < deadline:
        for group, _, _ in os.walk(path, topdown=False):
            if not _try_to_remove(Path(group)):
                _kill(Path(group))
        time.sleep(0.001)


def _read_controllers(path: Path) -> set[str]:
    """Read which controllers the groups under this one have."""
    return {word for line in _read_lines(str(path / "cgroup.subtree_control")) for word in line.split()}


def _limit_memory(path: Path, limit: int) -> None:
    if (path / "memory.max").exists():
        _write(path / "memory.max", limit)
        more = path / "memory.swap.max", 0
    else:
        _write(path / "memory.limit_in_bytes", limit)
        more = path / "memory.memsw.limit_in_bytes", limit
    # There only where swap is counted.
    with contextlib.suppress(OSError):
        _write(*more)


def _kill(path: Path) -> None:
    try:
        _write(path / "cgroup.kill", 1)
    except OSError:
        for word in _read_lines(str(path / "cgroup.procs")):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(word), signal.SIGKILL)


def _try_to_remove(path: Path) -> bool:
    try:
        path.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _join(parent: Path | None, *names: str) -> Path | None:
    return None if parent is None else parent.joinpath(*names)


def _write(path: Path, value: int) -> None:
    # Never creating: what is no file of the kernel's must stay an error.
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, str(value).encode())
    finally:
        os.close(descriptor)


def _read_lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
