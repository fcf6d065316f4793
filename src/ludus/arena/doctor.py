"""Looks over the machine: what is there to run games on, what is missing, and what that means.

Nothing is changed and nothing is started but `--version` commands.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

GOOD, LIMITED, MISSING = "ok", "limited", "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    topic: str
    state: str
    """`ok`, `limited` (works, with a drawback) or `missing`."""
    found: str
    meaning: str = ""
    """What follows from it, where it is not all well."""


def examine() -> Iterator[Finding]:
    """Look at everything, from the machine to the tools."""
    yield Finding("python", GOOD, f"{platform.python_version()} ({platform.python_implementation()})")
    yield _cores()
    yield _native()
    yield _tool("compiler", "g++", "the native core cannot be built here; a ready wheel works without")
    yield _meter()
    yield _tool(
        "bubblewrap", "bwrap", "strange programs cannot be contained; Debian's package bubblewrap brings it"
    )
    yield _user()


def _cores() -> Finding:
    allowed = len(os.sched_getaffinity(0))
    quota = _cpu_quota()
    found = f"{allowed} of {os.cpu_count()} usable"
    if quota is not None and quota < allowed:
        return Finding(
            "cores", LIMITED, f"{found}, limited to {quota:g}", f"use at most {max(1, int(quota))} workers"
        )
    if allowed == 1:
        return Finding(
            "cores", LIMITED, found, "one game at a time; the referee shares the core with the players"
        )
    return Finding("cores", GOOD, found)


def _cpu_quota() -> float | None:
    """Read how many cores' worth of time a container grants, if it says so."""
    words = _read("/sys/fs/cgroup/cpu.max").split()
    if len(words) == 2 and words[0].isdecimal() and words[1].isdecimal():
        return int(words[0]) / int(words[1])
    quota, period = (
        _read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
        _read("/sys/fs/cgroup/cpu/cpu.cfs_period_us"),
    )
    return int(quota) / int(period) if quota.isdecimal() and period.isdecimal() and int(period) else None


def _native() -> Finding:
    if importlib.util.find_spec("ludus._native") is None:
        return Finding(
            "native core", MISSING, "not built", "engines fall back to Python, about a hundred times slower"
        )
    from ludus import engine

    return Finding("native core", GOOD, f"kernels for {', '.join(engine.kernels())}")


def _tool(topic: str, command: str, meaning: str) -> Finding:
    path = shutil.which(command)
    if path is None:
        return Finding(topic, MISSING, f"no {command}", meaning)
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False, timeout=10)
    lines = (done.stdout or done.stderr).splitlines()
    return Finding(topic, GOOD, lines[0] if lines else path)


def _meter() -> Finding:
    """Name the best way to meter the CPU of a whole process tree here."""
    if Path("/sys/fs/cgroup/cgroup.controllers").exists() and os.access("/sys/fs/cgroup", os.W_OK):
        return Finding("cpu meter", GOOD, "cgroup v2 cpu.stat")
    if os.access("/sys/fs/cgroup/cpuacct", os.W_OK):
        return Finding("cpu meter", GOOD, "cgroup v1 cpuacct")
    paranoid = _read("/proc/sys/kernel/perf_event_paranoid")
    if paranoid.lstrip("-").isdecimal() and int(paranoid) <= 2:
        return Finding("cpu meter", GOOD, f"perf counters (perf_event_paranoid {paranoid})")
    return Finding(
        "cpu meter",
        LIMITED,
        "wait4",
        "time of processes that a program leaves behind is not seen: trusted programs only",
    )


def _user() -> Finding:
    if os.geteuid() != 0:
        return Finding("user", GOOD, f"ordinary user {os.geteuid()}")
    return Finding(
        "user",
        LIMITED,
        "root",
        "a limit on processes does not bind root; strange programs need a user of their own",
    )


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
