"""What this machine offers: the boxes that work on it, the best first, and what it lacks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ludus.machine.cgroups import Groups, find_groups
from ludus.sandbox.box import BUBBLEWRAP, LAUNCHER, METERS, RLIMITS, TIERS, Box, Unavailable
from ludus.sandbox.run import complaint_about
from ludus.sandbox.workspace import why_unbounded


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


@lru_cache(maxsize=1)
def best_box() -> Box:
    """Give the best way to run programs here; it may be none that contains them."""
    for box in _every():
        return box
    raise Unavailable(f"programs cannot be run here: {_reason_for_no_box()}")


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
    if uncontained is None and why_unbounded():
        missing.append(
            Missing("bounded workspace", f"{why_unbounded()}; what programs write is counted instead")
        )
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


def _reason_for_no_box() -> str:
    """Tell why not even the plainest box works."""
    if not LAUNCHER.is_file():
        return f"{LAUNCHER} is missing; install Ludus again"
    if not os.access(LAUNCHER, os.X_OK):
        return f"{LAUNCHER} may not be executed; chmod +x it, or install Ludus where programs may be executed"
    return _trial(Box(RLIMITS, "wait4"))


def _trial(box: Box) -> str:
    if box.is_contained and shutil.which("bwrap") is None:
        return "no bwrap"
    return complaint_about(box)


@lru_cache(maxsize=1)
def _groups() -> Groups:
    return find_groups()


def _paranoid() -> str:
    try:
        return Path("/proc/sys/kernel/perf_event_paranoid").read_text(encoding="ascii").strip()
    except OSError:
        return "not there"
