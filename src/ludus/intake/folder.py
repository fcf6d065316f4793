"""Reads folders of untrusted programs: copies one as it is, and hashes its content."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from ludus.intake.tree import LEFT_OUT, BadEntrant, Deadline, TreeWriter, read_chunks

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


def copy_folder(source: Path, writer: TreeWriter) -> None:
    """Write what is in a folder, as it is: links are not followed, and anything but files, folders and links is refused.

    It may change meanwhile, so everything is opened relative to the folder that it was found in.
    """
    _copy_inside(os.open(source, _FOLDER), "", writer)


def _copy_inside(folder: int, above: str, writer: TreeWriter) -> None:
    try:
        for name in _list_names(folder, writer):
            path, kind = above + name, os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
            if stat.S_ISLNK(kind):
                writer.add_link(path, os.readlink(name, dir_fd=folder))
            elif stat.S_ISDIR(kind):
                writer.add_folder(path)
                inner = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
                _copy_inside(inner, f"{path}/", writer)
            elif stat.S_ISREG(kind):
                _copy_file(folder, name, path, writer)
            else:
                raise _make_kind_error(path, writer)
    finally:
        os.close(folder)


def _list_names(folder: int, writer: TreeWriter) -> list[str]:
    names = []
    with os.scandir(folder) as entries:
        for entry in entries:
            writer.deadline.check()
            if entry.name not in LEFT_OUT:
                names.append(entry.name)
                writer.check_count(len(names))
    return sorted(names)


def _copy_file(folder: int, name: str, path: str, writer: TreeWriter) -> None:
    # It may have been replaced since, by a link or by a pipe without a writer.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(name, flags, dir_fd=folder)
    with os.fdopen(descriptor, "rb") as file:
        kind = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(kind):
            raise _make_kind_error(path, writer)
        writer.add_file(path, read_chunks(file), is_executable=bool(kind & 0o111))


def _make_kind_error(path: str, writer: TreeWriter) -> BadEntrant:
    return writer.make_error("files, folders and links", "a pipe, a socket or a device", path)


def hash_content(folder: Path, deadline: Deadline | None = None) -> str:
    """Hash a folder: the names of its files, their content, and which can be executed."""
    digest = hashlib.sha256()
    for path in list_content(folder):
        if deadline is not None:
            deadline.check()
        name = os.fsencode(path.relative_to(folder))
        if path.is_symlink():
            kind, data = b"link", os.fsencode(path.readlink())
        elif path.is_dir():
            # A folder counts by its content; only an empty one is hashed itself.
            if any(path.iterdir()):
                continue
            kind, data = b"folder", b""
        else:
            kind = b"program" if path.stat().st_mode & 0o111 else b"file"
            with path.open("rb") as file:
                data = hashlib.file_digest(file, "sha256").digest()
        digest.update(b"%s %d %d " % (kind, len(name), len(data)) + name + data)
    return f"sha256:{digest.hexdigest()}"


def list_content(root: Path) -> list[Path]:
    """List all that is in a folder, each folder before its content."""
    return sorted(
        Path(parent, name)
        for parent, folders, files in os.walk(root, onerror=_raise)
        for name in (*folders, *files)
    )


def _raise(error: OSError) -> None:
    raise error
