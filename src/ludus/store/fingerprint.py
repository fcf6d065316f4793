"""What games were played on: the machine and the versions of everything that matters, so that a run can be explained."""

from __future__ import annotations

import os
import platform
import sqlite3
from pathlib import Path

from ludus import __version__

SETTINGS, GAME_FILES = "settings", "game files"
"""Under these names a run keeps what the games of its tournament depend on, and which files defined the game."""


def take_fingerprint(**more: str) -> dict[str, str]:
    """Describe this machine and our versions; `more` are further facts, such as the sandbox's tier and meter."""
    return {
        "software": f"ludus {__version__}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "host": platform.node(),
        "processor": _read_processor(),
        "cores": f"{len(os.sched_getaffinity(0))} of {os.cpu_count()}",
        **more,
    }


def _read_processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
