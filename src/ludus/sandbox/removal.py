"""Removes trees that a hostile program may have made: of any depth, with any names, modes and links."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from pathlib import Path

from ludus.text import make_printable

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
PLACE = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC


def discard(path: Path) -> None:
    """Remove what is no longer needed; where that fails, only print a warning."""
    try:
        remove(path)
    except OSError as error:
        text = make_printable(f"warning: {path}: cannot be removed: {error.strerror}")
        print(text, file=sys.stderr)


def remove(path: Path) -> None:
    """Remove whatever has this path: a link and not its target, a folder with all that is in it.

    What cannot be removed does not stop the rest from being removed; the first error is raised at the end.
    """
    try:
        parent = os.open(path.parent, PLACE)
    except FileNotFoundError:
        return
    try:
        remove_inside(parent, path.name)
    finally:
        os.close(parent)


def remove_inside(folder: int, name: str) -> None:
    """Remove whatever has this name in an open folder."""
    _Removal(folder).remove(name)


class _Removal:
    """Removes a tree depth first. Only one of its folders is open at a time, so no depth is too much."""

    def __init__(self, parent: int) -> None:
        self._here = os.dup(parent)
        self._above: list[tuple[str, tuple[int, int], list[str]]] = []
        """For each folder that we have entered its name, the identity of its parent, and the names left to remove there."""
        self._error: OSError | None = None

    def remove(self, name: str) -> None:
        names = [name]
        try:
            while names or self._above:
                names = self._remove_or_enter(names.pop(), names) if names else self._leave()
        finally:
            os.close(self._here)
        if self._error is not None:
            raise self._error

    def _remove_or_enter(self, name: str, others: list[str]) -> list[str]:
        """Remove a file, or enter a folder; return the names to remove next."""
        try:
            os.unlink(name, dir_fd=self._here)
        except IsADirectoryError:
            return self._enter(name, others)
        except OSError as error:
            self._keep_first(error)
        return others

    def _enter(self, name: str, others: list[str]) -> list[str]:
        try:
            inner = open_folder(name, self._here)
        except OSError as error:
            self._keep_first(error)
            return others
        self._above.append((name, _identify(self._here), others))
        os.close(self._here)
        self._here = inner
        try:
            with contextlib.suppress(PermissionError):
                open_to_owner(inner)
            with os.scandir(inner) as entries:
                return [entry.name for entry in entries]
        except OSError as error:
            self._keep_first(error)
            return []

    def _leave(self) -> list[str]:
        name, above, others = self._above.pop()
        outer = os.open("..", PLACE, dir_fd=self._here)
        os.close(self._here)
        self._here = outer
        if _identify(outer) != above:
            raise OSError(errno.ESTALE, "it was moved while it was being removed", name)
        try:
            os.rmdir(name, dir_fd=outer)
        except OSError as error:
            self._keep_first(error)
        return others

    def _keep_first(self, error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            self._error = self._error or error


def open_folder(name: str | Path, parent: int | None = None) -> int:
    """Open a folder of ours, not a link to one, even if its mode forbids that."""
    try:
        return os.open(name, FOLDER, dir_fd=parent)
    except PermissionError:
        # Through a descriptor, which cannot meanwhile become a link to somewhere else.
        held = os.open(name, PLACE | os.O_NOFOLLOW, dir_fd=parent)
        try:
            Path(f"/proc/self/fd/{held}").chmod(0o700)
            return os.open(".", FOLDER, dir_fd=held)
        finally:
            os.close(held)


def open_to_owner(folder: int) -> None:
    """Let the owner of an open folder read it, write in it and enter it."""
    mode = stat.S_IMODE(os.fstat(folder).st_mode)
    if mode & 0o700 != 0o700:
        os.fchmod(folder, mode | 0o700)


def _identify(descriptor: int) -> tuple[int, int]:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino
