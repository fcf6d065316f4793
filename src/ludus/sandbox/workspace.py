"""The folder in which a program plays, and what limits its size.

    BoundedWorkspace   a file system of its own, in memory: the kernel enforces the limit
    PlainFolder        a folder on disk whose content is counted while the program runs, for trusted programs

A bounded one lies in a mount namespace without processes. We hold it by descriptors: when our process ends, it is
gone. Bubblewrap joins the namespace for each run; we read and write by the descriptor of the file system's root.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
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
"""The program's folder in the file system: it can be removed while the file system stays."""
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
    """Whether its file system is used by others, too: then its files must be counted, and a full disk is not the program's fault."""

    def clear(self) -> None:
        """Remove the folder with all that is in it."""

    def close(self) -> None:
        """Remove everything."""


class PlainFolder:
    """A folder that the caller makes and removes."""

    namespaces: tuple[int, ...] = ()
    is_shared = True

    def __init__(self, folder: Path) -> None:
        self.folder = self.bound_from = folder

    def clear(self) -> None:
        """Remove the folder with all that is in it."""
        discard(self.folder)

    def close(self) -> None:
        """Leave it to the caller."""


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
        """Replace the whole file system: that is quick, whatever the program has written."""
        held = (self._root, *self.namespaces)
        for ours, new in zip(held, _mount(self._options), strict=True):
            os.dup2(new, ours, inheritable=False)
            os.close(new)

    def close(self) -> None:
        """Have the kernel remove everything."""
        for descriptor in (self._root, *self.namespaces):
            os.close(descriptor)


def open_workspace(box: Box, *, size: int = FOLDER_BYTES, files: int = FOLDER_FILES) -> Workspace:
    """Make a workspace for programs that run in a box: a bounded one wherever that is possible."""
    if box.is_contained and not box.machine.unbounded:
        return BoundedWorkspace(size, files)
    return _TemporaryFolder()


@contextlib.contextmanager
def open_empty_workspace(box: Box) -> Iterator[Workspace]:
    """Lend a workspace with an empty folder."""
    with contextlib.closing(open_workspace(box)) as workspace:
        workspace.folder.mkdir()
        yield workspace


def explain_unbounded() -> str:
    """Say why no bounded workspace can be made here; empty if one can."""
    try:
        BoundedWorkspace().close()
    except (OSError, Unavailable) as error:
        return str(error)
    return ""


def _mount(options: str) -> list[int]:
    """Mount a file system; return the descriptors of its root and of the namespaces to join, in this order."""
    received: dict[str, int] = {}
    try:
        with contextlib.closing(LauncherSocket()) as socket:
            with socket.launcher_end as launcher_end:
                words = [str(LAUNCHER), "workspace", "--report", str(launcher_end.fileno())]
                words += ("--folder", _MOUNT_POINT, "--mount-options", options)
                process = subprocess.Popen(words, stdin=subprocess.DEVNULL, pass_fds=(launcher_end.fileno(),))
            with process:
                while (message := socket.receive()) is not None:
                    if message.descriptor is not None:
                        received[message.word] = message.descriptor
                    elif message.word == "broken":
                        raise Unavailable(f"no workspace can be mounted: {message.rest}")
        if "folder" not in received:
            raise Unavailable(f"no workspace can be mounted: exit code {process.returncode}")
    except BaseException:
        for descriptor in received.values():
            os.close(descriptor)
        raise
    return [received[name] for name in ("folder", "users", "mounts") if name in received]
