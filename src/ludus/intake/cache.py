"""Our cache folder: entrants and builds under the hash of their content, so that each is made once.

It is `$XDG_CACHE_HOME/ludus`, by default `~/.cache/ludus`. Everything in it can be deleted while no game is played.
Folders appear in it atomically.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ludus.errors import MachineFault
from ludus.sandbox.files import find_shortage, is_broken_disk_error, is_full_disk_error, is_noexec
from ludus.sandbox.owned_folder import OwnedFolder, explain_temporary_fault

_BAD_NAMES = (errno.EEXIST, errno.EILSEQ, errno.EINVAL, errno.ENAMETOOLONG)
"""What file systems say of a name that they do not take, or take for another one."""


class Cache:
    """A folder that is ours alone."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or _find_root()

    def folder(self, name: str) -> Path:
        """Make one of its folders, if need be, and return it."""
        try:
            path = self.root / name
            # The folders above are shared with other programs; ours is private.
            self.root.parent.mkdir(parents=True, exist_ok=True)
            self.root.mkdir(mode=0o700, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
            if self.root.stat().st_uid != os.geteuid():
                raise MachineFault(
                    f"cache {self.root}: expected a folder of our own; set XDG_CACHE_HOME to another folder"
                )
            self.root.chmod(0o700)
            if is_noexec(self.root):
                raise MachineFault(
                    f"cache {self.root}: expected a place where programs can be executed, found one mounted noexec; "
                    "set XDG_CACHE_HOME to another folder"
                )
        except OSError as error:
            raise MachineFault(
                f"cache {self.root}: cannot be used: {error}; set XDG_CACHE_HOME to another folder"
            ) from error
        return path

    @contextmanager
    def make_draft(self, name: str) -> Iterator[Path]:
        """Lend an empty folder in one of the cache's folders; it is removed afterwards, if need be by a later process."""
        folder = self.folder(name)
        with self.recognise_faults(), contextlib.closing(OwnedFolder(".draft-", folder)) as draft:
            yield draft.path

    @contextmanager
    def recognise_faults(self) -> Iterator[None]:
        """Raise `MachineFault` where the cache or the machine fails; what a program may have caused stays an `OSError`."""
        try:
            yield
        except OSError as error:
            if fault := self._explain_fault(error):
                raise MachineFault(fault) from error
            raise

    def _explain_fault(self, error: OSError) -> str:
        """Say what is wrong with the cache or the machine; empty for what a program or its folder may have caused."""
        if shortage := find_shortage(error):
            return f"cache {self.root}: cannot be filled: {shortage}"
        is_full = is_full_disk_error(error)
        # A disk that is full while a file is written names no path.
        if self._is_ours(error) or (is_full and not isinstance(error.filename, str)):
            why = os.strerror(errno.ENOSPC) if is_full else error.strerror or os.strerror(errno.EIO)
            return f"cache {self.root}: {why}; set XDG_CACHE_HOME to another folder"
        return explain_temporary_fault(error)

    def _is_ours(self, error: OSError) -> bool:
        """Tell whether an error is about the cache, and not about a name that a program has chosen for its file."""
        if isinstance(error, shutil.Error):
            # Whole folders are copied from the cache only.
            return is_broken_disk_error(error)
        paths = [Path(path) for path in (error.filename, error.filename2) if isinstance(path, str)]
        return error.errno not in _BAD_NAMES and any(path.is_relative_to(self.root) for path in paths)

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Let one process at a time do something; the kernel releases the lock of a killed process, and the next one removes the file."""
        folder = self.folder("locks")
        _sweep_locks(folder)
        path = folder / name
        while True:
            with path.open("wb") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                # The previous holder may have removed the file that we had opened.
                if not _is_still(file, path):
                    continue
                try:
                    yield
                finally:
                    path.unlink(missing_ok=True)
                return


def _sweep_locks(folder: Path) -> None:
    """Remove the locks that no process holds."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_still(file, path):
                path.unlink()


def _is_still(file: IO[bytes], path: Path) -> bool:
    """Tell whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def move_into_place(draft: Path, path: Path) -> Path:
    """Move a finished folder to its path, unless another process was quicker."""
    try:
        draft.rename(path)
    except OSError:
        if not path.is_dir():
            raise
    return path


def _find_root() -> Path:
    home = os.environ.get("XDG_CACHE_HOME", "")
    # By the standard a relative path is ignored.
    if not home.startswith("/"):
        try:
            home = str(Path("~/.cache").expanduser())
        except RuntimeError as error:
            raise MachineFault(
                "cache: expected a home folder, found none; name a place by XDG_CACHE_HOME"
            ) from error
    return Path(home, "ludus")
