"""Unpacks archives that strangers have made: `.zip`, `.tar`, and `.tar` packed by gzip, xz or bzip2.

Nothing that an archive says about itself is believed. What it holds is unpacked piece by piece and counted; tables of
contents and headers, which the standard library reads in one go, are measured before.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from ludus.intake.tree import CHUNK, MOST_BYTES, BadEntrant, TreeWriter, chunks, is_left_out
from ludus.text import make_printable

MOST_PACKED = 64 << 20
"""So many bytes an archive may have."""
MOST_RATIO = 200
"""So many times its own size it may unpack to, beyond the first few bytes."""
RATIO_FREE = 8 << 20
MOST_TABLE = 4 << 20
"""Bytes of the table of contents of a `.zip`."""
XZ_MEMORY = 128 << 20
LONGEST_REASON = 200

_BROKEN = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, gzip.BadGzipFile, EOFError, OSError,
    ValueError, OverflowError, RecursionError, NotImplementedError, struct.error, IndexError, KeyError,
)  # fmt: skip
"""What the standard library raises over archives that are damaged or made up."""


def archive_suffix(name: str) -> str | None:
    """Tell how the name of an archive ends; None for any other name."""
    return next((suffix for suffix in ARCHIVES if name.lower().endswith(suffix)), None)


def unpack(archive: Path, planting: TreeWriter) -> None:
    """Plant what an archive holds."""
    suffix = archive_suffix(archive.name)
    assert suffix is not None
    try:
        with archive.open("rb") as file:
            packed = file.seek(0, io.SEEK_END)
            file.seek(0)
            if packed > MOST_PACKED:
                raise planting.wrong(f"an archive of at most {MOST_PACKED} bytes", f"one of {packed}")
            ARCHIVES[suffix](file, planting, packed)
    except BadEntrant:
        raise
    except _BROKEN as error:
        why = make_printable(f"{type(error).__name__}: {error}")[:LONGEST_REASON]
        raise planting.wrong(f"a sound {suffix} archive", why) from error


def plant_tar(file: BinaryIO, planting: TreeWriter) -> None:
    """Plant the members of an unpacked tar archive that can be sought in."""
    with tarfile.open(fileobj=_Headers(file), mode="r:", errors="surrogateescape") as tar:
        while member := tar.next():
            planting.deadline.check()
            # A list that the tar file keeps for itself; it would grow with members that we pass over.
            tar.members.clear()  # type: ignore[attr-defined]  # the stubs lack it
            if not is_left_out(member.name):
                _plant_member(tar, member, planting)


def _plant_member(tar: tarfile.TarFile, member: tarfile.TarInfo, planting: TreeWriter) -> None:
    name, is_executable = member.name, bool(member.mode & 0o111)
    if member.isdir():
        planting.folder(name)
    elif member.issym():
        planting.link(name, member.linkname)
    elif member.islnk():
        planting.copy_of(name, member.linkname, is_executable=is_executable)
    elif member.isreg() and not member.issparse():
        content = tar.extractfile(member)
        assert content is not None
        planting.file(name, iter(lambda: content.read(CHUNK), b""), is_executable=is_executable)
    else:
        raise planting.wrong("files, folders and links", "a device, a pipe or something else", name)


class _Headers(io.RawIOBase):
    """A file of which nobody reads more than a little at a time: a header that claims to be long is not read at all."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= CHUNK:
            raise tarfile.ReadError(f"a header of {size} bytes")
        return self._file.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()


# What a tar archive may be packed by


def _plain(file: BinaryIO) -> Iterator[bytes]:
    return chunks(file)


def _gunzip(file: BinaryIO) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=file) as content:
        yield from iter(lambda: content.read(CHUNK), b"")


def _bunzip(file: BinaryIO) -> Iterator[bytes]:
    with bz2.BZ2File(file) as content:
        yield from iter(lambda: content.read(CHUNK), b"")


def _unxz(file: BinaryIO) -> Iterator[bytes]:
    # Not lzma.open: an archive may ask for gigabytes of memory, and only this one can be told not to.
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    while not stream.eof:
        data = file.read(CHUNK) if stream.needs_input else b""
        if stream.needs_input and not data:
            raise EOFError("it ends too soon")
        yield stream.decompress(data, CHUNK)


def _tar_of(unpacked: Callable[[BinaryIO], Iterator[bytes]]) -> Callable[[BinaryIO, TreeWriter, int], None]:
    def plant(file: BinaryIO, planting: TreeWriter, packed: int) -> None:
        with tempfile.TemporaryFile() as whole:
            size = 0
            for chunk in unpacked(file):
                size += len(chunk)
                _check_size(size, packed, planting)
                planting.deadline.check()
                whole.write(chunk)
            whole.seek(0)
            plant_tar(whole, planting)

    return plant


# Zip


def _unzip(file: BinaryIO, planting: TreeWriter, packed: int) -> None:
    _measure_table(file, planting, packed)
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            planting.deadline.check()
            if not is_left_out(member.filename):
                _plant_zipped(archive, member, planting, packed)


def _plant_zipped(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, planting: TreeWriter, packed: int
) -> None:
    name, mode = member.filename, member.external_attr >> 16
    if member.orig_filename != name:
        raise planting.wrong("a path of printable letters", "one with a NUL byte", member.orig_filename)
    if member.is_dir():
        planting.folder(name)
        return
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise planting.wrong("a member that is stored or deflated", "an encrypted or odder one", name)
    with archive.open(member) as content:
        if stat.S_ISLNK(mode):
            planting.link(name, content.read(CHUNK).decode())
            return
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise planting.wrong("files, folders and links", "a device, a pipe or something else", name)
        first = content.read(CHUNK)
        # Archives made elsewhere than on Unix do not say what can be executed.
        is_executable = bool(mode & 0o111) if mode else first.startswith((b"#!", b"\x7fELF"))

        def counted() -> Iterator[bytes]:
            chunk = first
            while chunk:
                _check_size(planting.bytes + len(chunk), packed, planting)
                yield chunk
                chunk = content.read(CHUNK)

        planting.file(name, counted(), is_executable=is_executable)


def _measure_table(file: BinaryIO, planting: TreeWriter, packed: int) -> None:
    """See that the table of contents is short: it is read in one go, each entry a thousand bytes of memory."""
    file.seek(max(0, packed - (1 << 16) - 22))
    tail = file.read()
    file.seek(0)
    if b"PK\x06\x07" in tail:
        raise planting.wrong("a plain .zip archive", "one in the form for huge archives (zip64)")
    # More than one place may look like the end of the archive, and readers differ in which they take.
    place = tail.find(b"PK\x05\x06")
    while place >= 0:
        size = int.from_bytes(tail[place + 12 : place + 16], "little")
        if size > MOST_TABLE:
            raise planting.wrong(
                f"a table of contents of at most {MOST_TABLE} bytes", f"one of {size} by its own word"
            )
        place = tail.find(b"PK\x05\x06", place + 1)


# Bounds


def _check_size(size: int, packed: int, planting: TreeWriter) -> None:
    if size > RATIO_FREE + MOST_RATIO * packed or size > 2 * MOST_BYTES:
        raise planting.wrong(f"an archive that unpacks to at most {MOST_RATIO} times its size", "a bomb")


ARCHIVES: dict[str, Callable[[BinaryIO, TreeWriter, int], None]] = {
    ".zip": _unzip,
    ".tar": _tar_of(_plain),
    ".tar.gz": _tar_of(_gunzip),
    ".tgz": _tar_of(_gunzip),
    ".tar.xz": _tar_of(_unxz),
    ".txz": _tar_of(_unxz),
    ".tar.bz2": _tar_of(_bunzip),
    ".tbz2": _tar_of(_bunzip),
}
"""How archives are unpacked, by how their names end."""
