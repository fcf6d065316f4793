"""What a program may use, and how much of what it says is kept."""

from __future__ import annotations

import signal
from dataclasses import dataclass

STDOUT_LIMIT = (8 << 20) + 1
"""So much of standard output is kept: the transcript of a Checkers game of 10,000 plies has 7.4 million bytes."""
STDERR_LIMIT = 64 << 10
"""So much of the end of standard error is kept."""
FILE_LIMIT = (16 << 20) + 1
"""So much of one file is read back: the board of a thousand by a thousand fields has a quarter of it."""
MEMORY = 4 << 30
"""Bytes that a program may fill, unless it is told otherwise."""
FOLDER_BYTES, FOLDER_FILES = 512 << 20, 10_000
"""How much its folder holds, and in how many files and folders."""
SCRATCH = 64 << 20
"""Bytes that `/tmp` and `/dev/shm` of a contained program hold."""
DEPTH = 64
"""Folders may lie so deep in each other; nobody who removes them should have to recurse for ever."""

LATE = -signal.SIGXCPU
"""The exit code of a program that was killed for time, ours and the kernel's alike."""
OVERFULL = -signal.SIGXFSZ
"""The exit code of a program that was killed because its folder held too much."""
CANNOT_START = 127
"""The exit code of a program that could not be started, as a shell has it."""


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
