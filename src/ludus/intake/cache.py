"""Our cache folder: what was taken in and built before, by what it is, so that it is done once.

It is `$XDG_CACHE_HOME/ludus`, by default `~/.cache/ludus`. Everything in it can be deleted at any time when nobody plays.
Folders appear in it whole or not at all.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ludus.errors import MachineFault
from ludus.intake.tree import BadEntrant
from ludus.sandbox.files import is_full_disk_error, is_noexec
from ludus.sandbox.owned_folder import OwnedFolder


class Cache:
    """A folder that is ours alone."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or _usual_root()

    def room(self, name: str) -> Path:
        """Give one of its folders."""
        try:
            path = self.root / name
            # The first folders belong to everybody's cache; ours is for us alone.
            self.root.parent.mkdir(parents=True, exist_ok=True)
            self.root.mkdir(mode=0o700, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
            if self.root.stat().st_uid != os.geteuid():
                raise BadEntrant(
                    f"cache {self.root}: expected a folder of our own; name another by XDG_CACHE_HOME"
                )
            self.root.chmod(0o700)
            if is_noexec(self.root):
                raise BadEntrant(
                    f"cache {self.root}: expected a place where programs can be executed, found one mounted noexec; "
                    "name another by XDG_CACHE_HOME"
                )
        except OSError as error:
            raise BadEntrant(
                f"cache {self.root}: cannot be used: {error}; name another by XDG_CACHE_HOME"
            ) from error
        return path

    @contextmanager
    def draft(self, name: str) -> Iterator[Path]:
        """Lend an empty folder beside those of a room; what is left of it is cleared away, if need be by the next one."""
        room = self.room(name)
        try:
            with contextlib.closing(OwnedFolder(".draft-", room)) as draft:
                yield draft.path
        except OSError as error:
            if not is_full_disk_error(error):
                raise
            why = os.strerror(errno.ENOSPC)
            raise MachineFault(f"cache {self.root}: {why}; name another by XDG_CACHE_HOME") from error

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Let one process at a time do something; the kernel unlocks for those that die, and the next removes the file."""
        room = self.room("locks")
        _sweep_locks(room)
        path = room / name
        while True:
            with path.open("wb") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                # Whoever held it before us may have removed the file that we had opened.
                if not _is_called(file, path):
                    continue
                try:
                    yield
                finally:
                    path.unlink(missing_ok=True)
                return


def _sweep_locks(room: Path) -> None:
    """Remove the locks that nobody holds."""
    for path in room.iterdir():
        with contextlib.suppress(OSError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_called(file, path):
                path.unlink()


def _is_called(file: IO[bytes], path: Path) -> bool:
    """Tell whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def place(draft: Path, path: Path) -> Path:
    """Move a finished folder to its place, unless another process was quicker."""
    try:
        draft.rename(path)
    except OSError:
        if not path.is_dir():
            raise
    return path


def _usual_root() -> Path:
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The standard says that a relative one counts as none.
    if not home.startswith("/"):
        try:
            home = str(Path("~/.cache").expanduser())
        except RuntimeError as error:
            raise BadEntrant(
                "cache: expected a home folder, found none; name a place by XDG_CACHE_HOME"
            ) from error
    return Path(home, "ludus")
