"""How programs are run on this machine: contained or only bounded, and by what their CPU time is metered.

Two tiers:

    bubblewrap   sees system files, Python and its own folder, nothing else; no network, processes of its own
    rlimits      sees what its user sees; for programs that somebody trusts

Meters, the best first; only the last two can be cheated, by a program whose children nobody waits for:

    cgroup2   `cpu.stat` of a control group, version 2
    cpuacct   `cpuacct.usage` of a control group, version 1
    perf      a counter that all descendants inherit
    pid1      what the first process in the sandbox has reaped
    wait4     the same without a sandbox, where orphans may slip away
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from pathlib import Path

from ludus.sandbox.cgroups import Cell, Groups, find_groups
from ludus.sandbox.limits import SCRATCH, Limits
from ludus.sandbox.users import own_user

BUBBLEWRAP, RLIMITS = TIERS = ("bubblewrap", "rlimits")
METERS = ("cgroup2", "cpuacct", "perf", "pid1", "wait4")
APPROXIMATE = ("pid1", "wait4")
"""Meters that can be cheated, and not be read while a program runs."""
LAUNCHER = Path(__file__).parents[1] / "_box"
PLAY = "/play"
"""Where a contained program finds its folder."""
SCRATCHES = ("/tmp", "/dev/shm")
"""Where it may write besides, in memory, until it ends."""
GO = b"go"
"""What the launcher waits for before it starts a program."""
_ETC = Path(__file__).parent / "etc"
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("alternatives", "ld.so.cache", "localtime", "java*", "python3*")
"""What programs in C++, Java and Python want to see of `/etc`."""
_TRIAL = Limits(wall=10, cpu=10)
_COUNTS_BY_NAMESPACE = (5, 14)
"""Since this kernel, processes are counted in each user namespace for itself."""


class Unavailable(Exception):
    """Programs cannot be run at all, or not as it was asked for; says what is missing."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that this machine does not offer."""

    what: str
    why: str
    package: str = ""
    """The Debian package that brings it, if one does."""

    def __str__(self) -> str:
        hint = f"; Debian's package {self.package} brings it" if self.package else ""
        return f"{self.what}: {self.why}{hint}"


@dataclass(frozen=True, slots=True)
class Box:
    """A tier and a meter that work here."""

    tier: str
    meter: str
    groups: Groups = field(default=Groups(), repr=False)
    shown: tuple[str, ...] = ()
    """Folders that contained programs may read besides the usual ones."""

    @property
    def is_contained(self) -> bool:
        """Whether strange programs may run in it."""
        return self.tier == BUBBLEWRAP

    def showing(self, *folders: Path) -> Box:
        """Let contained programs read more folders."""
        return Box(self.tier, self.meter, self.groups, (*self.shown, *map(str, folders)))

    def environment(self, folder: Path) -> dict[str, str]:
        """Give a program little to know, and the Python that runs us under the name `python3`."""
        own = str(Path(sys.executable).parent)
        if self.is_contained:
            path = f"{own}:/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
            return {"PATH": path, "HOME": PLAY, "TMPDIR": "/tmp", "LANG": "C.UTF-8"}
        path = os.pathsep.join((own, os.environ.get("PATH", os.defpath)))
        return {"PATH": path, "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8"}

    def command(
        self,
        command: Sequence[str],
        folder: Path,
        limits: Limits,
        *,
        user: int,
        doors: Sequence[str],
        report: int,
        core: int | None,
    ) -> list[str]:
        """Word the command line that starts a program in a folder, as `native/box.cpp` reads it."""
        words = [str(LAUNCHER), "start", "--report", str(report)]
        for door in doors:
            words += ("--cgroup", door)
        if self.meter == "perf":
            words.append("--counter")
        if core is not None:
            words += ("--core", str(core))
        if user:
            words += closed_ways(folder, self.shown)
        inner = ["init", "--report", str(report), *self._bounds(limits, user)]
        if self.is_contained:
            if user:
                words += ("--user", str(user))
            words += ("--", *_walls(self.shown), "--bind", str(folder), PLAY, "--chdir", PLAY)
            return [*words, "--remount-ro", "/", "--", "/ludus/box", *inner, "--", *command]
        if user:
            inner += ("--user", str(user))
        return [*words, "--", str(LAUNCHER), *inner, "--folder", str(folder), "--", *command]

    def _bounds(self, limits: Limits, user: int) -> list[str]:
        seconds = max(1, ceil(limits.cpu))
        wanted = [
            (resource.RLIMIT_CPU, seconds, seconds + 1),
            (resource.RLIMIT_FSIZE, limits.file, limits.file),
            (resource.RLIMIT_NOFILE, limits.files, limits.files),
            (resource.RLIMIT_CORE, 0, 0),
        ]
        if self.groups.memory is None:
            wanted.append((resource.RLIMIT_AS, limits.memory, limits.memory))
        most = limits.processes + self._others(user)
        wanted.append((resource.RLIMIT_NPROC, most, most))
        return [word for bound in wanted for word in ("--limit", ":".join(map(str, bound)))]

    def _others(self, user: int) -> int:
        """Count whom the kernel counts besides the program's own processes."""
        if user or (self.is_contained and _kernel() >= _COUNTS_BY_NAMESPACE):
            return 4
        return _tasks_of(os.getuid())


@lru_cache(maxsize=1)
def best_box() -> Box:
    """Give the best way to run programs here; it may be none that contains them."""
    for box in _every():
        return box
    raise Unavailable(f"programs cannot be run here: {LAUNCHER} is missing or does not work")


def no_containment() -> Missing | None:
    """Tell why strange programs cannot be contained here, if they cannot."""
    if shutil.which("bwrap") is None:
        return Missing("bubblewrap", "strange programs cannot be contained without it", "bubblewrap")
    complaint = _trial(Box(BUBBLEWRAP, "pid1"))
    return Missing("bubblewrap", f"it does not work here: {complaint}") if complaint else None


@lru_cache(maxsize=1)
def all_boxes() -> tuple[Box, ...]:
    """Give every tier with every meter that works here, the best first."""
    return tuple(_every())


def lacks() -> tuple[Missing, ...]:
    """Tell what this machine does not offer."""
    boxes, groups = all_boxes(), _groups()
    uncontained = no_containment()
    missing = [] if uncontained is None else [uncontained]
    reasons = {
        "cgroup2": "no group of version 2 can be made by this user",
        "cpuacct": "no group of version 1 with cpuacct can be made by this user",
        "perf": f"perf_event_paranoid is {_paranoid()}, and only up to 2 lets ordinary users count",
    }
    meters = {box.meter for box in boxes}
    missing += [Missing(f"meter {name}", why) for name, why in reasons.items() if name not in meters]
    if groups.memory is None:
        missing.append(
            Missing("memory cgroup", "the limit is on address space, which a Java program may not like")
        )
    if groups.pids is None:
        missing.append(Missing("pids cgroup", "processes are counted for each user"))
    return tuple(missing)


def _every() -> Iterator[Box]:
    """Yield what works, the best first, and try out only as much as is asked for."""
    if not os.access(LAUNCHER, os.X_OK):
        return
    groups = _groups()
    for tier in TIERS:
        for meter in METERS:
            if meter in ("cgroup2", "cpuacct") and groups.metering(meter) == groups.metering(""):
                continue
            if meter != {BUBBLEWRAP: "wait4", RLIMITS: "pid1"}[tier]:
                box = Box(tier, meter, groups.metering(meter))
                if not _trial(box):
                    yield box


def _trial(box: Box) -> str:
    """Run `true`; tell what goes wrong, nothing if all is well."""
    if box.is_contained and shutil.which("bwrap") is None:
        return "no bwrap"
    with tempfile.TemporaryDirectory(prefix="ludus-trial-") as room, own_user() as user:
        if user:
            os.chown(room, user, user)
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with closing(Cell(box.groups, _TRIAL)) as cell, ours, its:
            ours.send(GO)
            report = its.fileno()
            words = box.command(
                ("/bin/true",), Path(room), _TRIAL, user=user, doors=cell.doors, report=report, core=None
            )
            complaint = _complaint(words, report)
            its.close()
            while complaint and (said := ours.recv(1024)):
                if said.startswith(b"broken "):
                    return said.removeprefix(b"broken ").decode()
            return complaint


def _complaint(words: Sequence[str], *reports: int) -> str:
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=_TRIAL.wall,
        pass_fds=reports,
    )
    return "" if not done.returncode else done.stderr.strip() or f"exit code {done.returncode}"


@lru_cache(maxsize=1)
def _groups() -> Groups:
    return find_groups(
        lambda door: not _complaint([str(LAUNCHER), "start", "--cgroup", door, "--", "/bin/true"])
    )


# What is seen inside


@lru_cache(maxsize=16)
def _walls(shown: tuple[str, ...]) -> tuple[str, ...]:
    """Word everything about the sandbox that is the same for all programs."""
    words = [
        shutil.which("bwrap") or "bwrap",
        *(
            "--unshare-user",
            "--unshare-all",
            "--disable-userns",
            "--die-with-parent",
            "--new-session",
            "--as-pid-1",
        ),
        *("--uid", "1000", "--gid", "1000", "--hostname", "table"),
        *("--ro-bind", "/usr", "/usr"),
    ]
    for path in _SYSTEM:
        if Path(path).is_symlink():
            words += ("--symlink", str(Path(path).readlink()), path)
        elif Path(path).is_dir():
            words += ("--ro-bind", path, path)
    words += ("--proc", "/proc", "--dev", "/dev")
    for place in SCRATCHES:
        words += ("--size", str(SCRATCH), "--perms", "1777", "--tmpfs", place)
    words += ("--remount-ro", "/dev")
    for name in _SETTINGS:
        for setting in sorted(Path("/etc").glob(name)):
            words += ("--ro-bind", str(setting), str(setting))
    for made_up in sorted(_ETC.iterdir()):
        words += ("--ro-bind", str(made_up), f"/etc/{made_up.name}")
    for folder in _own_folders(shown):
        words += ("--ro-bind", folder, folder)
    return (*words, "--ro-bind", str(LAUNCHER), "/ludus/box")


def _own_folders(shown: tuple[str, ...]) -> list[str]:
    """List the folders of our Python and those asked for, without what is seen anyway."""
    wanted = [
        path for name in (sys.prefix, sys.base_prefix, *shown) for path in (name, os.path.realpath(name))
    ]
    return [path for path in dict.fromkeys(wanted) if not Path(path).is_relative_to("/usr")]


def closed_ways(folder: Path, shown: tuple[str, ...] = ()) -> list[str]:
    """Word how another user gets to a folder, and to our Python, through folders that are closed to it."""
    needed = (*_fixed_needs(shown), str(folder))
    closed = dict.fromkeys(path for name in needed for path in _closed_above(name))
    tops = [
        path for path in closed if not any(Path(path).is_relative_to(top) for top in closed if top != path)
    ]
    if not tops:
        return []
    words = [word for top in tops for word in ("--cover", top)]
    for name in needed:
        if any(Path(name).is_relative_to(top) for top in tops):
            words += ("--show", name)
    return words


@lru_cache(maxsize=16)
def _fixed_needs(shown: tuple[str, ...]) -> tuple[str, ...]:
    return (*_own_folders(shown), str(LAUNCHER.parent))


def _closed_above(path: str) -> list[str]:
    """List the folders above one that others may not pass."""
    return [str(above) for above in Path(path).parents if not above.stat().st_mode & 0o001]


# What the machine is


@lru_cache(maxsize=1)
def _kernel() -> tuple[int, int]:
    major, minor = platform.release().split(".")[:2]
    return int(major), int("".join(letter for letter in minor if letter.isdecimal()) or 0)


def _paranoid() -> str:
    try:
        return Path("/proc/sys/kernel/perf_event_paranoid").read_text(encoding="ascii").strip()
    except OSError:
        return "not there"


def _tasks_of(user: int) -> int:
    """Count the processes and threads of a user: the kernel's limit is for all of them together."""
    count = 0
    with os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdecimal():
                try:
                    if entry.stat().st_uid == user:
                        count += sum(1 for _ in os.scandir(f"{entry.path}/task"))
                except OSError:
                    continue
    return count
