"""Temporary folders that belong to a living process: those of processes that were killed are removed by the next one.

The process that makes such a folder holds a lock on it. The kernel releases the lock when the process ends, so a folder
that can be locked is abandoned.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ludus.sandbox.files import is_broken_disk_error, is_full_disk_error
from ludus.sandbox.removal import FOLDER, discard

OURS = "ludus-"
"""Begins the names of all our temporary folders."""


class OwnedFolder:
    """A new folder that is removed when it is closed, or by a later process if ours was killed."""

    def __init__(self, prefix: str, parent: Path | None = None) -> None:
        where = Path(tempfile.gettempdir()) if parent is None else parent
        sweep(where, prefix)
        self.path, self._lock = _make(where, prefix)

    def close(self) -> None:
        """Remove it with all that is in it."""
        discard(self.path)
        os.close(self._lock)


def explain_temporary_fault(error: OSError) -> str:
    """Say what is wrong with the disk of temporary files; empty for an error about anything else."""
    path = error.filename
    is_ours = isinstance(path, str) and path.startswith(f"{tempfile.gettempdir()}/{OURS}")
    if is_full_disk_error(error) or (is_ours and is_broken_disk_error(error)):
        return f"temporary files: {error.strerror or error}; set TMPDIR to another folder"
    return ""


def sweep(parent: Path, prefix: str) -> None:
    """Remove the folders of ours with this prefix that no living process owns."""
    for path in parent.glob(f"{prefix}*"):
        # What cannot be opened or locked is in use, or is just being removed.
        with contextlib.suppress(OSError), _lock_folder(path) as is_ours:
            if is_ours:
                discard(path)


def _make(parent: Path, prefix: str) -> tuple[Path, int]:
    while True:
        path = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        with contextlib.suppress(FileNotFoundError, BlockingIOError):
            lock = os.open(path, FOLDER)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Another process may have removed it between the two steps above.
                path.stat()
            except BaseException:
                os.close(lock)
                raise
            return path, lock


@contextlib.contextmanager
def _lock_folder(path: Path) -> Iterator[bool]:
    """Hold the lock of a folder; yield whether it is one of ours."""
    lock = os.open(path, FOLDER)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield os.fstat(lock).st_uid == os.geteuid()
    finally:
        os.close(lock)
