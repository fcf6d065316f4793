"""A core for each process that plays games, so that nobody's clock runs while another is on the same core."""

from __future__ import annotations

import os
import socket

# A name in the abstract socket namespace goes away with the process that holds it, and leaves no file behind.
_held: list[socket.socket] = []


def one_core() -> int | None:
    """Choose a core for a program; None where this process is kept to one, because its programs will be so too."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = os.sched_getaffinity(0)
    return max(cores) if len(cores) > 1 else None


def claim_core() -> int | None:
    """Keep this process, and all that it will start, to a core that nobody else has claimed; None if there is none.

    More processes than cores is somebody's wish: those who come too late run wherever the system lets them.
    """
    if not hasattr(os, "sched_setaffinity"):
        return None
    for core in sorted(os.sched_getaffinity(0)):
        holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            holder.bind(f"\0ludus-core-{core}")
        except OSError:
            holder.close()
            continue
        os.sched_setaffinity(0, {core})
        _held.append(holder)
        return core
    return None
