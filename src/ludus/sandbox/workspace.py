"""The folder in which a program plays, and what keeps it from growing.

    BoundedWorkspace   a file system of its own, in memory: the kernel keeps to the limit, whatever the program does
    PlainFolder        a folder on the disk that is counted while the program runs, for trusted programs

A bounded one lies in a mount namespace in which nobody lives. We hold it by descriptors: when we end in whatever way, it
is gone. Bubblewrap joins the namespace for each run; we read and write by the descriptor of the file system's root.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from ludus.sandbox.allowance import FOLDER_BYTES, FOLDER_FILES
from ludus.sandbox.box import LAUNCHER, Box, Unavailable
from ludus.sandbox.launcher_socket import LauncherSocket
from ludus.sandbox.owned_folder import OwnedFolder
from ludus.sandbox.removal import discard

_MOUNT_POINT = "/sys"
"""A folder that every machine has and that no program in the sandbox sees."""
_NAME = "work"
"""Our folder in the file system: it can be removed, and whatever holds it stays."""
_OWN_FILES = 2
"""The file system's root and the program's folder itself count as files, too."""


class Workspace(Protocol):
    """Where one program plays."""

    folder: Path
    """Where we find its files; not there at first, and after `clear`."""
    bound_from: Path
    """Where bubblewrap finds them."""
    namespaces: tuple[int, ...]
    """What it has to join for that, by descriptors."""
    is_shared: bool
    """Whether it lies where others write, too: then its files must be counted, and a full disk is nobody's fault."""

    def clear(self) -> None:
        """Remove the folder with all that is in it."""

    def close(self) -> None:
        """Remove everything."""


class PlainFolder:
    """A folder that somebody else makes and removes."""

    namespaces: tuple[int, ...] = ()
    is_shared = True

    def __init__(self, folder: Path) -> None:
        self.folder = self.bound_from = folder

    def clear(self) -> None:
        """Remove the folder with all that is in it."""
        discard(self.folder)

    def close(self) -> None:
        """Leave it to whoever has made it."""


class _TemporaryFolder(PlainFolder):
    """A folder among the temporary files."""

    def __init__(self) -> None:
        self._owned = OwnedFolder("ludus-play-")
        super().__init__(self._owned.path / _NAME)

    def close(self) -> None:
        """Remove everything."""
        self._owned.close()


class BoundedWorkspace:
    """A file system of limited size for one program."""

    is_shared = False

    def __init__(self, size: int = FOLDER_BYTES, files: int = FOLDER_FILES) -> None:
        self._options = f"mode=755,size={size},nr_inodes={files + _OWN_FILES}"
        self._root, *namespaces = _mount(self._options)
        self.namespaces = tuple(namespaces)
        self.folder = Path(f"/proc/self/fd/{self._root}", _NAME)
        self.bound_from = Path(_MOUNT_POINT, _NAME)

    def clear(self) -> None:
        """Exchange the whole file system: that is quick, and no tree is too wild for it."""
        held = (self._root, *self.namespaces)
        for ours, new in zip(held, _mount(self._options), strict=True):
            os.dup2(new, ours, inheritable=False)
            os.close(new)

    def close(self) -> None:
        """Let the kernel take everything back."""
        for descriptor in (self._root, *self.namespaces):
            os.close(descriptor)


def open_workspace(box: Box, *, size: int = FOLDER_BYTES, files: int = FOLDER_FILES) -> Workspace:
    """Make a workspace for programs that run in a box: a bounded one wherever that is possible."""
    if box.is_contained and not why_unbounded():
        return BoundedWorkspace(size, files)
    return _TemporaryFolder()


@contextlib.contextmanager
def empty_folder(box: Box) -> Iterator[Workspace]:
    """Lend a workspace with an empty folder."""
    with contextlib.closing(open_workspace(box)) as workspace:
        workspace.folder.mkdir()
        yield workspace


@lru_cache(maxsize=1)
def why_unbounded() -> str:
    """Tell why no bounded workspace can be made here; nothing if one can."""
    try:
        BoundedWorkspace().close()
    except (OSError, Unavailable) as error:
        return str(error)
    return ""


def _mount(options: str) -> list[int]:
    """Have a file system mounted; give the descriptors of its root and of the namespaces to join, in this order."""
    handed: dict[str, int] = {}
    try:
        with contextlib.closing(LauncherSocket()) as socket:
            with socket.its as its:
                words = [str(LAUNCHER), "workspace", "--report", str(its.fileno())]
                words += ("--folder", _MOUNT_POINT, "--mount-options", options)
                process = subprocess.Popen(words, stdin=subprocess.DEVNULL, pass_fds=(its.fileno(),))
            with process:
                while (said := socket.hear()) is not None:
                    if said.handed is not None:
                        handed[said.word] = said.handed
                    elif said.word == "broken":
                        raise Unavailable(f"no workspace can be mounted: {said.rest}")
        if "folder" not in handed:
            raise Unavailable(f"no workspace can be mounted: exit code {process.returncode}")
    except BaseException:
        for descriptor in handed.values():
            os.close(descriptor)
        raise
    return [handed[name] for name in ("folder", "users", "mounts") if name in handed]
