"""The folder of a program that may be hostile: laid out, looked over, read back and removed without being led astray.

No link is followed, nothing is waited for, and no depth of folders makes us recurse without end.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ludus.sandbox.allowance import DEPTH, FILE_LIMIT, Allowance

_BLOCK = 512
"""Bytes in which the kernel counts the room that a file takes."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def lay_out(folder: Path, files: Mapping[str, bytes], answers: Sequence[str]) -> None:
    """Write the files of a request, whatever has their names, and remove earlier answers."""
    for name in alike(folder, answers):
        remove(folder / name)
    for name, data in files.items():
        remove(folder / name)
        with (folder / name).open("xb") as file:
            file.write(data)


def alike(folder: Path, names: Sequence[str]) -> list[str]:
    """Find what is called so in a folder, in capitals or not; nothing where the program has taken the folder away."""
    wanted = {name.casefold() for name in names}
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name.strip().casefold() in wanted)
    return []


def read_regular(path: Path, limit: int = FILE_LIMIT) -> bytes | None:
    """Read the beginning of a regular file; None for anything else, which is neither followed nor waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(limit)
    finally:
        os.close(descriptor)


def remove(path: Path) -> None:
    """Remove whatever is called so: a link and not what it leads to, a folder with all that is in it."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    path.chmod(0o700)
    # What lies deeper is moved up before it is emptied: no path gets long, and nothing recurses.
    moved = 0
    waiting = [path]
    while waiting:
        current = waiting.pop()
        for entry in list(os.scandir(current)):
            if not entry.is_dir(follow_symlinks=False):
                Path(entry.path).unlink()
                continue
            inner = Path(entry.path)
            inner.chmod(0o700)
            if current != path:
                moved += 1
                inner = inner.rename(_free_name(path, moved))
            waiting.append(inner)
        if current != path:
            current.rmdir()
    path.rmdir()


def forbids_programs(folder: Path) -> bool:
    """Tell whether nothing in a folder can be executed, because its file system was mounted so."""
    return bool(os.statvfs(folder).f_flag & os.ST_NOEXEC)


def holds_too_much(folder: Path, allowance: Allowance) -> bool:
    """Tell whether a folder holds more than it may; the count ends as soon as it does."""
    files, size = allowance.folder_files, allowance.folder
    try:
        for entry, _ in _walk(os.open(folder, _FOLDER)):
            files -= 1
            with contextlib.suppress(FileNotFoundError):
                found = entry.stat(follow_symlinks=False)
                # A file can take more room than it is long, and be longer than it takes room.
                size -= max(found.st_size, found.st_blocks * _BLOCK)
            if files < 0 or size < 0:
                return True
    except FileNotFoundError:
        return False
    except (OSError, RecursionError):
        # A folder that we cannot look into is as good as one with too much in it.
        return True
    return False


def hand_over(folder: Path, user: int) -> None:
    """Give a folder and all that is in it to a user; only root can. What lies too deep is left as it is."""
    try:
        top = os.open(folder, _FOLDER)
    except OSError:
        return
    os.fchown(top, user, user)
    with contextlib.suppress(RecursionError):
        for entry, parent in _walk(top):
            os.chown(entry.name, user, user, dir_fd=parent, follow_symlinks=False)


def _walk(folder: int, depth: int = DEPTH) -> Iterator[tuple[os.DirEntry[str], int]]:
    """Yield all that is in an open folder, with the descriptor of where it is; RecursionError where it goes too deep."""
    if not depth:
        os.close(folder)
        raise RecursionError
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                yield entry, folder
                if entry.is_dir(follow_symlinks=False):
                    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                        yield from _walk(_opened(entry.name, folder), depth - 1)
    finally:
        os.close(folder)


def _opened(name: str, parent: int) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except PermissionError:
        # By way of a descriptor, which cannot meanwhile become a link to somewhere else.
        held = os.open(name, _FOLDER | os.O_PATH, dir_fd=parent)
        try:
            Path(f"/proc/self/fd/{held}").chmod(0o700)
            return os.open(f"/proc/self/fd/{held}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        finally:
            os.close(held)


def _free_name(folder: Path, number: int) -> Path:
    path = folder / f"{number}"
    while os.path.lexists(path):
        path = path.with_name(path.name + "_")
    return path
