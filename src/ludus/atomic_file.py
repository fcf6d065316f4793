"""Files that appear whole: a reader finds the old text or the new one, never a half, also after a power cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO


def write_atomically(path: Path, text: str) -> None:
    """Write a file beside the one that is meant, and put it in its place when it is on the disk."""
    with replace_atomically(path) as file:
        file.write(text)


def write_bytes_atomically(path: Path, data: bytes) -> None:
    """Write a file of bytes in the same way."""
    with _replace_bytes_atomically(path) as file:
        file.write(data)


@contextmanager
def replace_atomically(path: Path) -> Iterator[TextIO]:
    """Open a file beside the one that is meant; at the end, if all went well, put it in its place."""
    with _replace_bytes_atomically(path) as file:
        text = TextIOWrapper(file, encoding="utf-8")
        try:
            yield text
        finally:
            text.detach()


@contextmanager
def _replace_bytes_atomically(path: Path) -> Iterator[BinaryIO]:
    written = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with written.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        written.replace(path)
    except OSError as error:
        written.unlink(missing_ok=True)
        # The errors of an open file do not name it.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        written.unlink(missing_ok=True)
        raise


def wait_for_disk(folder: Path) -> None:
    """Wait until a folder and all files in it are on the disk, so that it can be put in its place."""
    for place, _, names in os.walk(folder):
        files = [
            path for path in map(Path(place).joinpath, names) if path.is_file() and not path.is_symlink()
        ]
        for path in (*files, Path(place)):
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
