"""A core for each process that plays games, so that nobody's clock runs while another is on the same core."""

from __future__ import annotations

import contextlib
import os

from ludus.machine.claims import claim


def choose_core() -> int | None:
    """Choose a core for a program; None where this process is kept to one, because its programs inherit that."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = os.sched_getaffinity(0)
    return max(cores) if len(cores) > 1 else None


def claim_core() -> int | None:
    """Pin this process, and all that it starts, to a core that no process of ours has claimed; None if there is none.

    Where there are more processes than cores, the later ones run wherever the system lets them.
    """
    if not hasattr(os, "sched_setaffinity"):
        return None
    with contextlib.suppress(OSError):
        for core in sorted(os.sched_getaffinity(0)):
            # The claim is held until this process ends.
            if claim(f"core-{core}") is not None:
                os.sched_setaffinity(0, {core})
                return core
    return None
