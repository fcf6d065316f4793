"""The file of a store: whether one is there, on what kind of file system, and who writes to it.

One process writes at a time. It holds a lock on a file beside the store, which the kernel releases however the process
ends; all others only read. SQLite keeps its write-ahead log in shared memory, which network file systems do not have:
there the older kind of journal is used, and the lock may not be seen from other machines.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path

from ludus.store.schema import BadStore
from ludus.text import make_printable

MAGIC = b"SQLite format 3\0"
SUFFIXES = (".store", ".sqlite", ".db")
"""The ends of the names of new stores; a store that is there is known by its content."""
NETWORKS = {
    0x6969: "NFS",
    0x517B: "SMB",
    0xFE534D42: "SMB",
    0xFF534D42: "CIFS",
    0x65735546: "FUSE",
    0x5346414F: "AFS",
    0x6B414653: "AFS",
    0x0BD00BD0: "Lustre",
    0x47504653: "GPFS",
    0x01021997: "9p",
    0x00C36400: "Ceph",
    0x73757245: "Coda",
    0x01161970: "GFS2",
    0x7461636F: "OCFS2",
    0x19830326: "BeeGFS",
    0xAAD7AAEA: "PanFS",
    0x786F4256: "VirtualBox",
    0xBACBACBC: "VMware",
}
"""File systems that other machines may write to as well, by the number that statfs gives."""
_PATIENCE = 0.5
"""Seconds to try for the lock: somebody may just be letting go of it."""


def is_store(path: Path) -> bool:
    """Tell whether a file is meant to be a store: by its content, or by its name while it is empty or not there."""
    try:
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
    except OSError:
        # Whoever opens it is told what is wrong.
        head = b""
    return head == MAGIC if head else path.suffix.lower() in SUFFIXES


def find_network_file_system(folder: Path) -> str:
    """Name the network file system that a folder lies on; empty if it lies on a disk of this machine."""
    buffer = ctypes.create_string_buffer(1024)
    if ctypes.CDLL(None).statfs(os.fsencode(folder), buffer):
        return ""
    return name_network_file_system(ctypes.c_long.from_buffer(buffer).value)


def name_network_file_system(number: int) -> str:
    """Name the network file system with this number; empty if it is none."""
    return NETWORKS.get(number & 0xFFFFFFFF, "")


class WriterLock:
    """Held by the one process that writes to a store."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._path = store.with_name(f"{store.name}.lock")
        self._descriptor = self._acquire()
        who = f"process {os.getpid()} on {platform.node()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, who.encode(errors="replace"))

    def release(self) -> None:
        """Let others write; the file goes with the lock."""
        if self._descriptor >= 0:
            self._path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = -1

    def _acquire(self) -> int:
        deadline = time.monotonic() + _PATIENCE
        while True:
            descriptor = self._open()
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self._is_current(descriptor):
                    return descriptor
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise self._describe_holder(descriptor) from None
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
            time.sleep(0.02)

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            return os.open(self._path, flags, 0o666)
        except (FileNotFoundError, NotADirectoryError) as error:
            folder = self._store.absolute().parent
            raise BadStore(f"{self._store}: expected a folder {folder}, found none") from error

    def _is_current(self, descriptor: int) -> bool:
        """Tell whether this is still the file of that name: the last holder may have removed it meanwhile."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def _describe_holder(self, descriptor: int) -> BadStore:
        who = os.pread(descriptor, 200, 0).decode(errors="replace")
        os.close(descriptor)
        error = BadStore(
            f"{self._store}: {make_printable(who) or 'another process'} writes to this store already"
        )
        error.hint = "wait until it has ended; commands that only read work meanwhile"
        return error
