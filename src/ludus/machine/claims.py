"""Claims that processes of ours do not share: a user, a core.

A claim is a locked file in a folder that nobody else can write into, so that no other user of the machine can take what
we want to claim. The kernel releases the lock when the process that holds it ends; the file that stays behind means
nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path


def claim(name: str) -> int | None:
    """Claim a name; give the descriptor that holds it until it is closed, None where another process does.

    OSError where there is no place for claims.
    """
    descriptor = os.open(_find_folder() / name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _find_folder() -> Path:
    """Find the folder, the same for all processes of this user."""
    for path in _list_candidates():
        with contextlib.suppress(OSError):
            path.mkdir(mode=0o700, exist_ok=True)
            if _is_ours(path):
                return path
    raise OSError("no folder can be made that nobody else may write into")


def _list_candidates() -> Iterator[Path]:
    user = os.geteuid()
    if user == 0:
        yield Path("/run/ludus-claims")
    yield Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}", "ludus-claims")
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser(), "ludus-claims")
    yield Path(tempfile.gettempdir(), f"ludus-claims-{user}")


def _is_ours(path: Path) -> bool:
    """Tell whether it is a folder, of ours, in which nobody else can write."""
    found = path.lstat()
    is_closed = not stat.S_IMODE(found.st_mode) & 0o022
    return (
        stat.S_ISDIR(found.st_mode)
        and found.st_uid == os.geteuid()
        and is_closed
        and os.access(path, os.W_OK)
    )
