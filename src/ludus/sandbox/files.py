"""Reads, writes and lists files in the folder of a program that may be hostile.

The path to the folder is ours; below it everything is done relative to an open folder, and no link is followed, not even
one that appears meanwhile. Nothing blocks. `removal.py` removes files.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ludus.sandbox.allowance import DEPTH, FILE_LIMIT, Allowance
from ludus.sandbox.removal import FOLDER, PLACE, open_folder, open_to_owner, remove_inside

OTHERS, OTHER_LIMIT = 8, 64
"""How many files whose names differ only in case are read, and how many bytes of each."""
_BLOCK = 512
"""Bytes of the blocks in which the kernel counts the size of a file on disk."""
_FULL = (errno.ENOSPC, errno.EDQUOT)
_USED_UP = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_BROKEN = (errno.EIO, errno.EROFS)
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_PLAIN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def is_folder(path: Path) -> bool:
    """Tell whether a path is a folder, and not a link to one."""
    with contextlib.suppress(OSError):
        return stat.S_ISDIR(path.lstat().st_mode)
    return False


def is_closed(folder: Path) -> bool:
    """Tell whether the owner of a folder may not list it, by its mode: root always could."""
    with contextlib.suppress(OSError):
        return folder.lstat().st_mode & 0o500 != 0o500
    return False


def write_request(folder: Path, files: Mapping[str, bytes], answers: Sequence[str]) -> None:
    """Write the files of a request, replacing whatever has their names, and remove earlier answers."""
    top = open_folder(folder)
    try:
        # A program that has closed its folder could not be started in it.
        open_to_owner(top)
        for name in _list_alike(top, answers):
            remove_inside(top, name)
        for name, data in files.items():
            _write(name, data, top)
    finally:
        os.close(top)


def write_file(folder: Path, name: str, data: bytes) -> None:
    """Write a file into a folder or one below it, replacing whatever has its name."""
    *above, last = name.split("/")
    here = open_folder(folder)
    try:
        for part in above:
            inner = open_folder(part, here)
            os.close(here)
            here = inner
        _write(last, data, here)
    finally:
        os.close(here)


def find_alike(folder: Path, names: Sequence[str]) -> list[str]:
    """List what has one of these names in a folder, in any case; empty where the program has closed or removed the folder."""
    with contextlib.suppress(OSError):
        if not is_closed(folder):
            top = os.open(folder, FOLDER)
            try:
                return _list_alike(top, names)
            finally:
                os.close(top)
    return []


def read_answers(folder: Path, names: Sequence[str]) -> dict[str, bytes]:
    """Read the plain files of these names; of a few whose names differ in case only the first bytes, for a report."""
    there = find_alike(folder, names)
    found = {name: read_regular(folder / name) for name in there if name in names}
    others = [name for name in there if name not in names][:OTHERS]
    found |= {name: read_regular(folder / name, OTHER_LIMIT) for name in others}
    return {name: data for name, data in found.items() if data is not None}


def read_regular(path: Path, limit: int = FILE_LIMIT) -> bytes | None:
    """Read the beginning of a regular file; None for anything else, which is neither followed nor waited for.

    The folder that it lies in must not be a link either, and what its owner may not read is not read.
    """
    try:
        folder = os.open(path.parent, PLACE | os.O_NOFOLLOW)
        try:
            descriptor = os.open(path.name, _PLAIN_FILE, dir_fd=folder)
        finally:
            os.close(folder)
    except OSError:
        return None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode) or not mode & stat.S_IRUSR:
        os.close(descriptor)
        return None
    with os.fdopen(descriptor, "rb") as file:
        return file.read(limit)


def list_files(folder: Path) -> dict[str, int]:
    """List the files in a folder and below it with their sizes, links included, as far as they can be read."""
    found: dict[str, int] = {}
    with contextlib.suppress(OSError, RecursionError), _open_unlocked(folder) as top:
        for path, entry, _ in _walk(top):
            if not entry.is_dir(follow_symlinks=False):
                with contextlib.suppress(FileNotFoundError):
                    found[path] = entry.stat(follow_symlinks=False).st_size
    return found


def make_readable(folder: Path) -> None:
    """Make all that is in a folder readable to its owner, as it is to root anyway. What lies too deep is left as it is."""
    top = open_folder(folder)
    try:
        open_to_owner(top)
        with contextlib.suppress(RecursionError):
            for _, entry, parent in _walk(top):
                if entry.is_dir(follow_symlinks=False):
                    _grant(entry.name, parent, 0o700)
                elif entry.is_file(follow_symlinks=False):
                    _grant(entry.name, parent, 0o400)
    finally:
        os.close(top)


def is_noexec(folder: Path) -> bool:
    """Tell whether nothing in a folder can be executed, because its file system is mounted noexec."""
    return bool(os.statvfs(folder).f_flag & os.ST_NOEXEC)


def is_full(folder: Path) -> bool:
    """Tell whether nothing more fits on the file system of a folder."""
    room = os.statvfs(folder)
    # Some file systems do not count files.
    return room.f_bavail == 0 or (room.f_files > 0 and room.f_favail == 0)


def is_full_disk_error(error: OSError) -> bool:
    """Tell whether an error says that nothing more fits on a file system."""
    return _has_number(error, _FULL)


def is_broken_disk_error(error: OSError) -> bool:
    """Tell whether an error says that a disk fails or cannot be written to: it need not be one of ours."""
    return _has_number(error, _BROKEN)


def find_shortage(error: OSError) -> str:
    """Say what the machine has used up, whatever it was asked to read or write; empty for any other error."""
    return next((os.strerror(number) for number in _USED_UP if _has_number(error, (number,))), "")


def _has_number(error: OSError, numbers: Sequence[int]) -> bool:
    # shutil.Error holds one reason for each file.
    whys = [why for *_, why in error.args[0]] if isinstance(error, shutil.Error) else [str(error)]
    return any(why.startswith(f"[Errno {number}]") for why in whys for number in numbers)


def holds_too_much(folder: Path, allowance: Allowance) -> bool:
    """Tell whether a folder holds more than it may; the count ends as soon as it does."""
    files, size = allowance.folder_files, allowance.folder
    try:
        with _open_unlocked(folder) as top:
            for _, entry, _ in _walk(top):
                files -= 1
                with contextlib.suppress(FileNotFoundError):
                    found = entry.stat(follow_symlinks=False)
                    # A file's length can be less or more than the space that it takes on disk.
                    size -= max(found.st_size, found.st_blocks * _BLOCK)
                if files < 0 or size < 0:
                    return True
    except FileNotFoundError:
        return False
    except (OSError, RecursionError):
        # A folder that cannot be read counts as too full.
        return True
    return False


def change_owner(folder: Path, user: int) -> None:
    """Make a user the owner of a folder and all that is in it; only root can. What lies too deep is left as it is."""
    try:
        top = os.open(folder, FOLDER)
    except OSError:
        return
    try:
        os.fchown(top, user, user)
        with contextlib.suppress(RecursionError):
            for _, entry, parent in _walk(top):
                # Should somebody still be at work there, a file may be gone by now.
                with contextlib.suppress(FileNotFoundError):
                    os.chown(entry.name, user, user, dir_fd=parent, follow_symlinks=False)
    finally:
        os.close(top)


def _walk(folder: int, above: str = "", depth: int = DEPTH) -> Iterator[tuple[str, os.DirEntry[str], int]]:
    """Yield all that is in an open folder: its path, its entry and the descriptor of its folder.

    Raise RecursionError where it goes too deep.
    """
    if not depth:
        raise RecursionError
    with os.scandir(folder) as entries:
        for entry in entries:
            path = above + entry.name
            yield path, entry, folder
            if entry.is_dir(follow_symlinks=False):
                with (
                    contextlib.suppress(FileNotFoundError, NotADirectoryError),
                    _open_unlocked(entry.name, folder) as inner,
                ):
                    yield from _walk(inner, f"{path}/", depth - 1)


@contextlib.contextmanager
def _open_unlocked(name: str | Path, parent: int | None = None) -> Iterator[int]:
    """Open a folder of ours even if its mode forbids that; afterwards the mode is as before."""
    before = stat.S_IMODE(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
    folder = open_folder(name, parent)
    try:
        yield folder
    finally:
        if stat.S_IMODE(os.fstat(folder).st_mode) != before:
            os.fchmod(folder, before)
        os.close(folder)


def _grant(name: str, folder: int, mode: int) -> None:
    held = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        before = stat.S_IMODE(os.fstat(held).st_mode)
        if before & mode != mode:
            Path(f"/proc/self/fd/{held}").chmod(before | mode)
    finally:
        os.close(held)


def _list_alike(folder: int, names: Sequence[str]) -> list[str]:
    wanted = {name.casefold() for name in names}
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name.strip().casefold() in wanted)


def _write(name: str, data: bytes, folder: int) -> None:
    remove_inside(folder, name)
    with os.fdopen(os.open(name, _NEW_FILE, 0o666, dir_fd=folder), "wb") as file:
        file.write(data)
