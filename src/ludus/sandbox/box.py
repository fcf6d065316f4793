"""How a program is run: contained or only limited, and how its CPU time is metered.

Two tiers:

    bubblewrap   sees what `view.py` says and its own folder, nothing else; no network, processes of its own
    rlimits      sees what its user sees; for programs that somebody trusts

Meters, the best first; only the last two can be cheated, by a program that does not wait for its children:

    cgroup2   `cpu.stat` of a control group, version 2
    cpuacct   `cpuacct.usage` of a control group, version 1
    perf      a counter that all descendants inherit
    pid1      what the first process in the sandbox has reaped
    wait4     the same without a sandbox, where orphans are missed
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.errors import MachineFault
from ludus.machine.cgroups import Groups
from ludus.sandbox.allowance import SCRATCH, Allowance
from ludus.sandbox.view import PATHS, find_libraries, find_python, make_view_options

if TYPE_CHECKING:
    from ludus.sandbox.capabilities import Machine

BUBBLEWRAP, RLIMITS = TIERS = ("bubblewrap", "rlimits")
METERS = ("cgroup2", "cpuacct", "perf", "pid1", "wait4")
APPROXIMATE = ("pid1", "wait4")
"""Meters that can be cheated, and cannot be read while a program runs."""
LAUNCHER = Path(__file__).parents[1] / "_launcher"
PLAY = "/play"
"""Where a contained program finds its folder."""
SCRATCHES = ("/tmp", "/dev/shm")
"""Where it may also write, in memory, until it ends."""
_ETC = Path(__file__).parent / "etc"
_SETTINGS = ("alternatives", "ld.so.cache", "localtime", "java*", "python3*")
"""The parts of `/etc` that programs in C++, Java and Python need."""
_COUNTS_BY_NAMESPACE = (5, 14)
"""Since this kernel version, processes are counted per user namespace."""


class Unavailable(MachineFault):
    """Programs cannot be run at all, or not as requested; the message says what is missing."""


@dataclass(eq=False)
class Box:
    """A tier and a meter on a machine."""

    machine: Machine = field(repr=False)
    tier: str
    meter: str
    groups: Groups = field(default=Groups(), repr=False)
    shown: tuple[str, ...] = ()
    """Further folders that contained programs may read."""
    overhead: float | None = field(default=None, init=False, repr=False)
    """The CPU seconds that it costs from the start of a program on; None before they are measured."""

    @property
    def is_contained(self) -> bool:
        """Whether untrusted programs may run in it."""
        return self.tier == BUBBLEWRAP

    def with_shown(self, *folders: Path) -> Box:
        """Let contained programs read more folders."""
        more = (str(folder.resolve()) for folder in folders)
        return Box(self.machine, self.tier, self.meter, self.groups, (*self.shown, *more))

    def make_environment(self, folder: Path) -> dict[str, str]:
        """Make the few environment variables of a program; `python3` is in its PATH."""
        if self.is_contained:
            path, home, scratch = ":".join(PATHS), PLAY, "/tmp"
        else:
            own = str(Path(sys.executable).parent)
            path = os.pathsep.join((own, os.environ.get("PATH", os.defpath)))
            home = scratch = str(folder)
        variables = {"PATH": path, "HOME": home, "TMPDIR": scratch, "LANG": "C.UTF-8"}
        if self.shown:
            variables["PYTHONPATH"] = os.pathsep.join(self.shown)
        return variables

    def make_command(
        self,
        command: Sequence[str],
        folder: Path,
        allowance: Allowance,
        *,
        user: int,
        report: int,
        core: int | None,
        namespaces: Sequence[int] = (),
    ) -> list[str]:
        """Make the command line that starts a program in a folder, as `native/launcher.cpp` reads it.

        `namespaces` are those in which the folder is found.
        """
        words = [str(LAUNCHER), "start", "--report", str(report)]
        for joined in namespaces:
            words += ("--join", str(joined))
        if self.meter == "perf":
            words.append("--counter")
        if core is not None:
            words += ("--core", str(core))
        if user:
            words += make_path_options((*self._needed, str(folder)))
        inner = ["init", "--report", str(report), *self._list_limits(allowance, user)]
        if self.is_contained:
            if user:
                words += ("--user", str(user))
            words += ("--", *self._sandbox_options, "--bind", str(folder), PLAY, "--chdir", PLAY)
            return [*words, "--remount-ro", "/", "--", "/ludus/launcher", *inner, "--", *command]
        if user:
            inner += ("--user", str(user))
        return [*words, "--", str(LAUNCHER), *inner, "--folder", str(folder), "--", *command]

    def _list_limits(self, allowance: Allowance, user: int) -> list[str]:
        # The kernel counts ticks for its limit: on a busy machine it was seen to be 8 % ahead of the meter.
        seconds = max(1, ceil(allowance.cpu if self.meter in APPROXIMATE else 2 * allowance.cpu))
        wanted = [
            (resource.RLIMIT_CPU, seconds, seconds + 1),
            (resource.RLIMIT_FSIZE, allowance.file, allowance.file),
            (resource.RLIMIT_NOFILE, allowance.files, allowance.files),
            (resource.RLIMIT_CORE, 0, 0),
        ]
        if self.groups.memory is None:
            wanted.append((resource.RLIMIT_AS, allowance.memory, allowance.memory))
        most = allowance.processes + self._count_others(user)
        wanted.append((resource.RLIMIT_NPROC, most, most))
        return [word for bound in wanted for word in ("--limit", ":".join(map(str, bound)))]

    def _count_others(self, user: int) -> int:
        """Count the processes that the kernel counts besides the program's own."""
        if user or (self.is_contained and _read_kernel_version() >= _COUNTS_BY_NAMESPACE):
            return 4
        return _count_tasks(os.getuid())

    # What a program sees, found once

    @cached_property
    def _sandbox_options(self) -> tuple[str, ...]:
        """The options of bubblewrap that are the same for all programs."""
        words = [
            shutil.which("bwrap") or "bwrap",
            *("--unshare-user", "--unshare-all", "--disable-userns"),
            *("--die-with-parent", "--new-session", "--as-pid-1"),
            *("--uid", "1000", "--gid", "1000", "--hostname", "table"),
        ]
        words += ("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev")
        for place in SCRATCHES:
            words += ("--size", str(SCRATCH), "--perms", "1777", "--tmpfs", place)
        words += ("--remount-ro", "/dev")
        for name in _SETTINGS:
            for setting in sorted(Path("/etc").glob(name)):
                words += ("--ro-bind", str(setting), str(setting))
        for made_up in sorted(_ETC.iterdir()):
            words += ("--ro-bind", str(made_up), f"/etc/{made_up.name}")
        # Last, because a shown folder may lie in one for temporary files.
        return (*words, *make_view_options(self.shown), "--ro-bind", str(LAUNCHER), "/ludus/launcher")

    @cached_property
    def _needed(self) -> tuple[str, ...]:
        """The folders of Python, of the launcher and the shown ones, without those that are open anyway."""
        contained = self.is_contained
        python = (*find_libraries(), find_python().parent) if contained else (sys.prefix, sys.base_prefix)
        needed = map(str, (*python, LAUNCHER.parent, *self.shown))
        wanted = dict.fromkeys(path for name in needed for path in (name, os.path.realpath(name)))
        return tuple(path for path in wanted if not Path(path).is_relative_to("/usr"))


def make_path_options(needed: Sequence[str]) -> list[str]:
    """Make the launcher's options that let another user reach folders below others that are closed to it."""
    closed = dict.fromkeys(path for name in needed for path in _list_closed_above(name))
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


def _list_closed_above(path: str) -> list[str]:
    """List the folders above a path that other users may not enter."""
    return [str(above) for above in Path(path).parents if not above.stat().st_mode & 0o001]


# What the machine is like


def _read_kernel_version() -> tuple[int, int]:
    major, minor = platform.release().split(".")[:2]
    return int(major), int("".join(letter for letter in minor if letter.isdecimal()) or 0)


def _count_tasks(user: int) -> int:
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
