"""What this machine offers: the boxes that work on it, the best first, and what is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ludus.machine.cgroups import Groups, find_groups
from ludus.sandbox.box import BUBBLEWRAP, LAUNCHER, METERS, RLIMITS, TIERS, Box, Unavailable
from ludus.sandbox.run import check_box
from ludus.sandbox.workspace import explain_unbounded


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
def find_best_box() -> Box:
    """Find the best box that works here; it may not contain programs."""
    for box in _find_working_boxes():
        return box
    raise Unavailable(f"programs cannot be run here: {_explain_no_box()}")


def explain_no_containment() -> Missing | None:
    """Say why programs cannot be contained here; None if they can."""
    if shutil.which("bwrap") is None:
        return Missing("bubblewrap", "untrusted programs cannot be contained without it", "bubblewrap")
    complaint = _try_box(Box(BUBBLEWRAP, "pid1"))
    return Missing("bubblewrap", f"it does not work here: {complaint}") if complaint else None


@lru_cache(maxsize=1)
def find_all_boxes() -> tuple[Box, ...]:
    """Find every tier with every meter that works here, the best first."""
    return tuple(_find_working_boxes())


def list_missing() -> tuple[Missing, ...]:
    """List what this machine does not offer."""
    boxes, groups = find_all_boxes(), _load_groups()
    uncontained = explain_no_containment()
    missing = [] if uncontained is None else [uncontained]
    reasons = {
        "cgroup2": "no group of version 2 can be made by this user",
        "cpuacct": "no group of version 1 with cpuacct can be made by this user",
        "perf": f"perf_event_paranoid is {_read_perf_paranoid()}, and only up to 2 lets ordinary users count",
    }
    meters = {box.meter for box in boxes}
    missing += [Missing(f"meter {name}", why) for name, why in reasons.items() if name not in meters]
    if groups.memory is None:
        missing.append(
            Missing("memory cgroup", "the limit is on address space, which a Java program may not like")
        )
    if groups.pids is None:
        missing.append(Missing("pids cgroup", "processes are counted for each user"))
    if uncontained is None and explain_unbounded():
        missing.append(
            Missing("bounded workspace", f"{explain_unbounded()}; what programs write is counted instead")
        )
    return tuple(missing)


def _find_working_boxes() -> Iterator[Box]:
    """Yield the boxes that work, the best first; each is tried only when it is asked for."""
    if not os.access(LAUNCHER, os.X_OK):
        return
    groups = _load_groups()
    for tier in TIERS:
        for meter in METERS:
            if meter in ("cgroup2", "cpuacct") and groups.with_meter(meter) == groups.with_meter(""):
                continue
            if meter != {BUBBLEWRAP: "wait4", RLIMITS: "pid1"}[tier]:
                box = Box(tier, meter, groups.with_meter(meter))
                if not _try_box(box):
                    yield box


def _explain_no_box() -> str:
    """Say why not even the simplest box works."""
    if not LAUNCHER.is_file():
        return f"{LAUNCHER} is missing; install Ludus again"
    if not os.access(LAUNCHER, os.X_OK):
        return f"{LAUNCHER} may not be executed; chmod +x it, or install Ludus where programs may be executed"
    return _try_box(Box(RLIMITS, "wait4"))


def _try_box(box: Box) -> str:
    if box.is_contained and shutil.which("bwrap") is None:
        return "no bwrap"
    return check_box(box)


@lru_cache(maxsize=1)
def _load_groups() -> Groups:
    return find_groups()


def _read_perf_paranoid() -> str:
    try:
        return Path("/proc/sys/kernel/perf_event_paranoid").read_text(encoding="ascii").strip()
    except OSError:
        return "not there"
