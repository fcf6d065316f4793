"""Reads folders of foreign programs: copies one as it is, and sums up what one holds."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from ludus.intake.tree import LEFT_OUT, BadEntrant, Deadline, TreeWriter, chunks

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


def copy_folder(source: Path, planting: TreeWriter) -> None:
    """Plant what is in a folder, as it is: links are not followed, and what is no file, folder or link is refused.

    Somebody may be changing it meanwhile, so everything is opened from the folder that it was found in.
    """
    _copy_inside(os.open(source, _FOLDER), "", planting)


def _copy_inside(folder: int, above: str, planting: TreeWriter) -> None:
    try:
        for name in _names_in(folder, planting):
            path, kind = above + name, os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
            if stat.S_ISLNK(kind):
                planting.link(path, os.readlink(name, dir_fd=folder))
            elif stat.S_ISDIR(kind):
                planting.folder(path)
                inner = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
                _copy_inside(inner, f"{path}/", planting)
            elif stat.S_ISREG(kind):
                _copy_file(folder, name, path, planting)
            else:
                raise _no_file(path, planting)
    finally:
        os.close(folder)


def _names_in(folder: int, planting: TreeWriter) -> list[str]:
    names = []
    with os.scandir(folder) as entries:
        for entry in entries:
            planting.deadline.check()
            if entry.name not in LEFT_OUT:
                names.append(entry.name)
                planting.check_room(len(names))
    return sorted(names)


def _copy_file(folder: int, name: str, path: str, planting: TreeWriter) -> None:
    # It may have been replaced since, by a link or by a pipe that nobody writes into.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(name, flags, dir_fd=folder)
    with os.fdopen(descriptor, "rb") as file:
        kind = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(kind):
            raise _no_file(path, planting)
        planting.file(path, chunks(file), is_executable=bool(kind & 0o111))


def _no_file(path: str, planting: TreeWriter) -> BadEntrant:
    return planting.wrong("files, folders and links", "a pipe, a socket or a device", path)


def content_hash(folder: Path, deadline: Deadline | None = None) -> str:
    """Sum up a folder: the names of its files, all that is in them, and which can be executed."""
    digest = hashlib.sha256()
    for path in _walk(folder):
        if deadline is not None:
            deadline.check()
        name = os.fsencode(path.relative_to(folder))
        if path.is_symlink():
            kind, data = b"link", os.fsencode(path.readlink())
        elif path.is_dir():
            # A folder is known by what it holds; only an empty one stands for itself.
            if any(path.iterdir()):
                continue
            kind, data = b"folder", b""
        else:
            kind = b"program" if path.stat().st_mode & 0o111 else b"file"
            with path.open("rb") as file:
                data = hashlib.file_digest(file, "sha256").digest()
        digest.update(b"%s %d %d " % (kind, len(name), len(data)) + name + data)
    return f"sha256:{digest.hexdigest()}"


def _walk(root: Path) -> list[Path]:
    return sorted(
        Path(parent, name)
        for parent, folders, files in os.walk(root, onerror=_raise)
        for name in (*folders, *files)
    )


def _raise(error: OSError) -> None:
    raise error
