"""What a program may use, and how much of its output is kept."""

from __future__ import annotations

import signal
from dataclasses import dataclass

STDOUT_LIMIT = (8 << 20) + 1
"""Bytes of standard output that are kept: the transcript of a Checkers game of 10,000 plies has 7.4 million bytes."""
STDERR_LIMIT = 64 << 10
"""Bytes of the end of standard error that are kept."""
FILE_LIMIT = (16 << 20) + 1
"""Bytes of one file that are read back: a board of a thousand by a thousand fields takes a quarter of it."""
MEMORY = 4 << 30
"""Bytes of memory that a program may use by default."""
FOLDER_BYTES, FOLDER_FILES = 512 << 20, 10_000
"""Bytes, and files and folders, that its folder may hold."""
SCRATCH = 64 << 20
"""Bytes that `/tmp` and `/dev/shm` of a contained program hold."""
DEPTH = 64
"""How deep folders may be nested, so that walking them ends."""

LATE = -signal.SIGXCPU
"""The exit code of a program that was killed for time, by us or by the kernel."""
OVERFULL = -signal.SIGXFSZ
"""The exit code of a program that was killed because its folder held too much."""
CANNOT_START = 127
"""The exit code of a program that could not be started, as in a shell."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one run may use."""

    wall: float
    """Seconds after which it is killed."""
    cpu: float
    """Seconds of CPU time, of all its processes together, after which it is killed.

    Where the meter cannot be read while a program runs, each process has this much, in whole seconds.
    """
    memory: int = MEMORY
    """Bytes of memory of all its processes; without a memory cgroup, of address space of each."""
    file: int = 64 << 20
    """Bytes of one file that it writes."""
    files: int = 256
    """Open files of each process."""
    processes: int = 256
    """Processes and threads."""
    folder: int = FOLDER_BYTES
    """Bytes of all files in its folder."""
    folder_files: int = FOLDER_FILES
    """Files and folders in its folder."""
