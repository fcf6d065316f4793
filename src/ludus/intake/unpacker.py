"""Unpacks one archive: `python3 -I -S unpacker.py ARCHIVE SUFFIX LIMITS`, a script that runs alone in the sandbox.

It imports nothing of Ludus, which is not visible in the sandbox, and writes all members of the archive into one file in
the folder where it is started. Its output is not trusted: the reader checks every name and counts again.

The file consists of frames, each a length of four bytes and then that many bytes. A member is a frame of words joined by zero
bytes; after that of a file come frames with its content, and an empty one.

    folder NAME · link NAME TARGET · same NAME ORIGINAL RIGHTS · file NAME RIGHTS · end
    refused EXPECTED FOUND NAME · broken WHY
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import stat
import struct
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

MEMBERS = "members"
"""The file that is written."""
CHUNK = 16 << 10
PROGRAM, DATA = "program", "data"
"""The rights of a file: it can be executed, or not."""
_BROKEN = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, gzip.BadGzipFile, EOFError, OSError,
    ValueError, OverflowError, RecursionError, NotImplementedError, struct.error, IndexError, KeyError,
)  # fmt: skip
"""What the standard library raises for archives that are damaged or malicious."""


class Limits(NamedTuple):
    """What an archive may hold."""

    bytes: int
    """Of all files together."""
    members: int
    ratio: int
    """How many times its own size it may unpack to, beyond `ratio_free` bytes."""
    ratio_free: int
    table: int
    """Bytes of the table of contents of a `.zip`."""
    words: int
    """Global headers that a `.tar` may have."""
    xz_memory: int
    left_out: tuple[str, ...]
    """Names that are skipped."""

    def limit_unpacked(self, packed: int) -> int:
        """Compute how many bytes an archive of this size may unpack to."""
        return self.ratio_free + self.ratio * packed

    @property
    def bomb(self) -> tuple[str, str]:
        """What is expected and found where it unpacks to more."""
        return f"an archive that unpacks to at most {self.ratio} times its size", "a bomb"


class Refused(Exception):  # not an error of the script
    """The archive is refused: what was expected, what was found, and where."""


def main() -> None:
    """Unpack the archive that the command line names."""
    archive, suffix, limits = sys.argv[1:]
    with Path(MEMBERS).open("wb") as out:
        unpack(Path(archive), suffix, Limits(*json.loads(limits)), out)


def unpack(archive: Path, suffix: str, limits: Limits, out: BinaryIO) -> None:
    """Write all members of an archive."""
    with archive.open("rb") as file:
        output = _Output(out, limits, archive.stat().st_size)
        try:
            UNPACKERS[suffix](file, output)
            output.write_words("end")
        except Refused as refused:
            output.write_words("refused", *refused.args)
        except _BROKEN as error:
            output.write_words("broken", f"{type(error).__name__}: {error}"[:CHUNK])


class _Output:
    """Where members are written and counted."""

    def __init__(self, out: BinaryIO, limits: Limits, packed: int) -> None:
        self.limits = limits
        self.packed = packed
        self._out = out
        self._members = 0
        self._bytes = 0

    def write_words(self, *words: str) -> None:
        # A zero byte in a word would split it.
        self._write_frame(
            "\0".join(word.replace("\0", "\\0") for word in words).encode(errors="surrogateescape")
        )

    def is_wanted(self, name: str) -> bool:
        """Tell whether a member is part of the program; refuse too many of them."""
        if any(part in self.limits.left_out for part in name.split("/")):
            return False
        self._members += 1
        if self._members > 2 * self.limits.members:
            raise Refused(f"at most {self.limits.members} files", "more", "")
        return True

    def write_file(self, name: str, content: Iterator[bytes], *, is_executable: bool) -> None:
        self.write_words("file", name, PROGRAM if is_executable else DATA)
        try:
            for chunk in content:
                self._write_frame(chunk)
                self._bytes += len(chunk)
                self.check_size(self._bytes)
                if self._bytes > self.limits.bytes:
                    raise Refused(f"at most {self.limits.bytes} bytes in all", "more", name)
        finally:
            self._write_frame(b"")

    def check_size(self, size: int) -> None:
        if size > self.limits.limit_unpacked(self.packed) or size > 2 * self.limits.bytes:
            raise Refused(*self.limits.bomb, "")

    def _write_frame(self, data: bytes) -> None:
        self._out.write(len(data).to_bytes(4, "big") + data)


# Tar


def _untar(chunks: Iterator[bytes], output: _Output) -> None:
    stream = _Stream(chunks, output)
    with tarfile.open(fileobj=stream, mode="r:", errors="surrogateescape") as tar:  # type: ignore[call-overload]  # it reads, seeks and tells
        while member := tar.next():
            # The tar file's own list, which would grow with members that we skip.
            tar.members.clear()
            if len(tar.pax_headers) > output.limits.words:
                # They are copied for each member that follows.
                raise Refused(f"at most {output.limits.words} words about the whole archive", "more", "")
            if output.is_wanted(member.name):
                _write_member(stream, member, output)


def _write_member(stream: _Stream, member: tarfile.TarInfo, output: _Output) -> None:
    name, is_executable = member.name, bool(member.mode & 0o111)
    if member.isdir():
        output.write_words("folder", name)
    elif member.issym():
        output.write_words("link", name, member.linkname)
    elif member.islnk():
        output.write_words("same", name, member.linkname, PROGRAM if is_executable else DATA)
    elif member.isreg() and not member.issparse():
        stream.seek(member.offset_data)
        output.write_file(name, stream.read_pieces(member.size), is_executable=is_executable)
    else:
        raise Refused("files, folders and links", "a device, a pipe or something else", name)


class _Stream:
    """What a packed tar archive unpacks to, read once from the beginning to the end.

    It is read in small pieces: a header that claims to be long is not read at all.
    """

    def __init__(self, chunks: Iterator[bytes], output: _Output) -> None:
        self._chunks = chunks
        self._output = output
        self._place = 0
        self._buffer = b""
        self._size = 0

    def tell(self) -> int:
        return self._place

    def seek(self, place: int) -> int:
        if place < self._place:
            raise tarfile.ReadError("a header that leads back")
        while self._place < place and self.read(min(CHUNK, place - self._place)):
            pass
        return self._place

    def read(self, size: int) -> bytes:
        if not 0 <= size <= CHUNK:
            raise tarfile.ReadError(f"a header of {size} bytes")
        while len(self._buffer) < size and (chunk := next(self._chunks, b"")):
            self._buffer += chunk
            self._size += len(chunk)
            self._output.check_size(self._size)
        data, self._buffer = self._buffer[:size], self._buffer[size:]
        self._place += len(data)
        return data

    def read_pieces(self, size: int) -> Iterator[bytes]:
        while size > 0:
            chunk = self.read(min(CHUNK, size))
            if not chunk:
                raise tarfile.ReadError("unexpected end of data")
            size -= len(chunk)
            yield chunk


def _read_chunks(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.read(CHUNK), b"")


def _read_tar(file: BinaryIO, output: _Output) -> None:
    _untar(_read_chunks(file), output)


def _gunzip(file: BinaryIO, output: _Output) -> None:
    with gzip.GzipFile(fileobj=file) as content:
        _untar(_read_chunks(content), output)  # type: ignore[arg-type]  # it can be read


def _bunzip(file: BinaryIO, output: _Output) -> None:
    with bz2.BZ2File(file) as content:
        _untar(_read_chunks(content), output)  # type: ignore[arg-type]  # it can be read


def _unxz(file: BinaryIO, output: _Output) -> None:
    def decompress() -> Iterator[bytes]:
        # Not lzma.open: an archive may ask for gigabytes of memory, and only this class has a limit.
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=output.limits.xz_memory)
        while not stream.eof:
            data = file.read(CHUNK) if stream.needs_input else b""
            if stream.needs_input and not data:
                raise EOFError("it ends too soon")
            if chunk := stream.decompress(data, CHUNK):
                yield chunk

    _untar(decompress(), output)


# Zip


def _unzip(file: BinaryIO, output: _Output) -> None:
    _check_table(file, output)
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            if output.is_wanted(member.filename):
                _write_zipped(archive, member, output)


def _write_zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, output: _Output) -> None:
    name, mode = member.filename, member.external_attr >> 16
    if member.orig_filename != name:
        raise Refused("a path of printable letters", "one with a NUL byte", member.orig_filename)
    if member.is_dir():
        output.write_words("folder", name)
        return
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused("a member that is stored or deflated", "an encrypted or odder one", name)
    with archive.open(member) as content:
        if stat.S_ISLNK(mode):
            output.write_words("link", name, content.read(CHUNK).decode())
            return
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise Refused("files, folders and links", "a device, a pipe or something else", name)
        first = content.read(CHUNK)
        # Archives made elsewhere than on Unix do not say what can be executed.
        is_executable = bool(mode & 0o111) if mode else first.startswith((b"#!", b"\x7fELF"))

        def read_content() -> Iterator[bytes]:
            chunk = first
            while chunk:
                yield chunk
                chunk = content.read(CHUNK)

        output.write_file(name, read_content(), is_executable=is_executable)


def _check_table(file: BinaryIO, output: _Output) -> None:
    """Check that the table of contents is short: it is read at once, and each entry takes a thousand bytes of memory."""
    file.seek(max(0, output.packed - (1 << 16) - 22))
    tail = file.read()
    file.seek(0)
    if b"PK\x06\x07" in tail:
        raise Refused("a plain .zip archive", "one in the form for huge archives (zip64)", "")
    # Several places may look like the end of the archive, and readers differ in which they take.
    place = tail.find(b"PK\x05\x06")
    while place >= 0:
        size = int.from_bytes(tail[place + 12 : place + 16], "little")
        if size > output.limits.table:
            raise Refused(
                f"a table of contents of at most {output.limits.table} bytes",
                f"one of {size} by its own word",
                "",
            )
        place = tail.find(b"PK\x05\x06", place + 1)


UNPACKERS: dict[str, Callable[[BinaryIO, _Output], None]] = {
    ".zip": _unzip,
    ".tar": _read_tar,
    ".tar.gz": _gunzip,
    ".tgz": _gunzip,
    ".tar.xz": _unxz,
    ".txz": _unxz,
    ".tar.bz2": _bunzip,
    ".tbz2": _bunzip,
}
"""How archives are unpacked, by how their names end."""

if __name__ == "__main__":
    main()
