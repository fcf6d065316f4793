"""What this machine offers: the boxes that work on it, the best first, and what is missing.

Whoever starts Ludus makes one `Machine` and hands it down; each worker process makes its own. It finds a fact when it is
first asked for, and remembers it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ludus.machine.cgroups import Groups, find_groups
from ludus.machine.users import Users
from ludus.sandbox.box import BUBBLEWRAP, LAUNCHER, METERS, RLIMITS, TIERS, Box, Unavailable
from ludus.sandbox.run import check_box
from ludus.sandbox.workspace import Workspace, explain_unbounded


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that this machine does not offer."""

    what: str
    why: str
    package: str = ""
    """The Debian package that brings it, if one does."""

    def __str__(self) -> str:
        hint = f"; install Debian's package {self.package}" if self.package else ""
        return f"{self.what}: {self.why}{hint}"


@dataclass(eq=False)
class Machine:
    """The machine as one process of ours knows it, and what untrusted programs may do on it."""

    unsafe: bool = False
    """Whether they may run without a sandbox."""
    shown: tuple[str, ...] = ()
    """Folders that they may read besides their own."""
    users: Users = field(default_factory=Users, init=False)
    kept: defaultdict[Path, list[Workspace]] = field(default_factory=lambda: defaultdict(list), init=False)
    """The workspaces of programs that keep their files, until the next game of each program."""
    _versions: dict[str, str] = field(default_factory=dict, init=False)

    def close(self) -> None:
        """Give back all that was claimed."""
        self.close_kept()
        self.users.close()

    def close_kept(self) -> None:
        """Remove all that programs have kept from game to game, when a tournament is over."""
        while self.kept:
            for workspace in self.kept.popitem()[1]:
                workspace.close()

    @cached_property
    def groups(self) -> Groups:
        """Where control groups can be made."""
        return find_groups()

    @cached_property
    def unbounded(self) -> str:
        """Why no bounded workspace can be made; empty if one can."""
        return explain_unbounded()

    @cached_property
    def best_box(self) -> Box:
        """The best box that works; it may not contain programs."""
        for box in self._find_working_boxes():
            return box.with_shown(*map(Path, self.shown)) if self.shown else box
        raise Unavailable(f"programs cannot be run here: {self._explain_no_box()}")

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Every tier with every meter that works, the best first, with no folders shown."""
        return tuple(self._find_working_boxes())

    def read_version(self, tool: str) -> str:
        """Read the line by which a tool tells its version."""
        if tool not in self._versions:
            self._versions[tool] = _ask_version(tool)
        return self._versions[tool]

    def explain_no_containment(self) -> Missing | None:
        """Say why programs cannot be contained; None if they can."""
        if shutil.which("bwrap") is None:
            return Missing("bubblewrap", "untrusted programs cannot be contained without it", "bubblewrap")
        complaint = _try_box(Box(self, BUBBLEWRAP, "pid1"))
        return Missing("bubblewrap", f"it does not work here: {complaint}") if complaint else None

    def list_missing(self) -> tuple[Missing, ...]:
        """List what this machine does not offer."""
        uncontained = self.explain_no_containment()
        missing = [] if uncontained is None else [uncontained]
        reasons = {
            "cgroup2": "no group of version 2 can be made by this user",
            "cpuacct": "no group of version 1 with cpuacct can be made by this user",
            "perf": f"perf_event_paranoid is {_read_perf_paranoid()}, and only up to 2 lets ordinary users count",
        }
        meters = {box.meter for box in self.boxes}
        missing += [Missing(f"meter {name}", why) for name, why in reasons.items() if name not in meters]
        if self.groups.memory is None:
            why = "the limit is on address space, which a Java program may not like"
            missing.append(Missing("memory cgroup", why))
        if self.groups.pids is None:
            missing.append(Missing("pids cgroup", "processes are counted for each user"))
        if uncontained is None and self.unbounded:
            why = f"{self.unbounded}; what programs write is counted instead"
            missing.append(Missing("bounded workspace", why))
        return tuple(missing)

    def _find_working_boxes(self) -> Iterator[Box]:
        """Yield the boxes that work, the best first; each is tried only when it is asked for."""
        if not os.access(LAUNCHER, os.X_OK):
            return
        groups = self.groups
        for tier in TIERS:
            for meter in METERS:
                if meter in ("cgroup2", "cpuacct") and groups.with_meter(meter) == groups.with_meter(""):
                    continue
                if meter != {BUBBLEWRAP: "wait4", RLIMITS: "pid1"}[tier]:
                    box = Box(self, tier, meter, groups.with_meter(meter))
                    if not _try_box(box):
                        yield box

    def _explain_no_box(self) -> str:
        """Say why not even the simplest box works."""
        if not LAUNCHER.is_file():
            return f"{LAUNCHER} is missing; install Ludus again"
        if not os.access(LAUNCHER, os.X_OK):
            return f"{LAUNCHER} may not be executed; chmod +x it, or install Ludus where programs may be executed"
        return _try_box(Box(self, RLIMITS, "wait4"))


def _try_box(box: Box) -> str:
    if box.is_contained and shutil.which("bwrap") is None:
        return "no bwrap"
    return check_box(box)


def _ask_version(tool: str) -> str:
    try:
        done = subprocess.run(
            [tool, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return "missing"
    return done.stdout.decode(errors="replace").partition("\n")[0]


def _read_perf_paranoid() -> str:
    try:
        return Path("/proc/sys/kernel/perf_event_paranoid").read_text(encoding="ascii").strip()
    except OSError:
        return "not there"
