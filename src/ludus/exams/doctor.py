"""Looks over the machine: what is there to run games on, what is missing, and what that means.

Nothing is changed; `--version` commands are started, and `true` in each kind of sandbox.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludus.machine.users import FIRST
from ludus.sandbox.box import APPROXIMATE, Unavailable
from ludus.sandbox.capabilities import Machine

GOOD, LIMITED, MISSING = "ok", "limited", "missing"


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that was looked at."""

    topic: str
    state: str
    """`ok`, `limited` (works, with a drawback) or `missing`."""
    found: str
    meaning: str = ""
    """The consequence, if something is missing."""


def examine(machine: Machine) -> Iterator[Reading]:
    """Look at everything, from the machine to the tools."""
    yield Reading("python", GOOD, f"{platform.python_version()} ({platform.python_implementation()})")
    yield _check_cores()
    yield _check_native_core()
    yield _check_compiler(machine)
    yield from _check_sandbox(machine)
    yield _check_user()


def _check_cores() -> Reading:
    allowed = len(os.sched_getaffinity(0))
    quota = _read_cpu_quota()
    found = f"{allowed} of {os.cpu_count()} usable"
    if quota is not None and quota < allowed:
        return Reading(
            "cores", LIMITED, f"{found}, limited to {quota:g}", f"use at most {max(1, int(quota))} workers"
        )
    if allowed == 1:
        return Reading(
            "cores", LIMITED, found, "one game at a time; the referee shares the core with the players"
        )
    return Reading("cores", GOOD, found)


def _read_cpu_quota() -> float | None:
    """Read how many cores' worth of time a container grants, if it says so."""
    words = _read("/sys/fs/cgroup/cpu.max").split()
    if len(words) == 2 and words[0].isdecimal() and words[1].isdecimal():
        return int(words[0]) / int(words[1])
    quota, period = (
        _read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
        _read("/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
    )
    return int(quota) / int(period) if quota.isdecimal() and period.isdecimal() and int(period) else None


def _check_native_core() -> Reading:
    if importlib.util.find_spec("ludus._native") is None:
        return Reading(
            "native core", MISSING, "not built", "engines fall back to Python, about a hundred times slower"
        )
    from ludus import engine

    return Reading("native core", GOOD, f"kernels for {', '.join(engine.list_kernels())}")


def _check_compiler(machine: Machine) -> Reading:
    if shutil.which("g++") is None:
        meaning = "the native core cannot be built here; a prebuilt wheel does not need one"
        return Reading("compiler", MISSING, "no g++", meaning)
    return Reading("compiler", GOOD, machine.read_version("g++"))


def _check_sandbox(machine: Machine) -> Iterator[Reading]:
    """Tell how programs are run here, by what they are metered, and what is missing."""
    try:
        box = machine.best_box
    except Unavailable as error:
        yield Reading("sandbox", MISSING, str(error), "contest programs cannot play")
        return
    missing = machine.explain_no_containment()
    if missing is None:
        yield Reading("sandbox", GOOD, f"tier {box.tier}")
    else:
        meaning = f"untrusted programs play only with --unsafe; {missing}"
        yield Reading("sandbox", LIMITED, f"tier {box.tier}", meaning)
    if box.meter in APPROXIMATE:
        meaning = "CPU time of orphaned child processes is not measured, so a program can cheat"
        yield Reading("cpu meter", LIMITED, box.meter, meaning)
    else:
        yield Reading("cpu meter", GOOD, box.meter)
    rest = [lack for lack in machine.list_missing() if lack != missing]
    if rest:
        yield Reading("limits", LIMITED, "incomplete", "; ".join(map(str, rest)))
    else:
        yield Reading("limits", GOOD, "memory and processes by cgroup")


def _check_user() -> Reading:
    if os.geteuid() != 0:
        return Reading("user", GOOD, f"ordinary user {os.geteuid()}")
    return Reading(
        "user",
        GOOD,
        f"root; each program gets a user of its own from {FIRST} on",
    )


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
