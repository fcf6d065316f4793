"""Unpacks one archive: `python3 -I -S unpacker.py ARCHIVE SUFFIX LIMITS`, a script that runs alone in the sandbox.

It stands by itself, since nothing of Ludus is seen in there, and writes all members of the archive into one file in the
folder where it is started. Nobody trusts what it has written: whoever reads that file checks every name and counts again.

The file consists of frames, each a length of four bytes and so many bytes. A member is a frame of words joined by zero
bytes; behind that of a file come frames with its content, and an empty one.

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
"""What the standard library raises over archives that are damaged or made up."""


class Limits(NamedTuple):
    """What an archive may hold."""

    bytes: int
    """Of all files together."""
    members: int
    ratio: int
    """So many times its own size it may unpack to, beyond the first few bytes."""
    ratio_free: int
    table: int
    """Bytes of the table of contents of a `.zip`."""
    words: int
    """Words that a `.tar` may say about all its members at once."""
    xz_memory: int
    left_out: tuple[str, ...]
    """Names that are passed over."""

    def unpacked(self, packed: int) -> int:
        """Tell how many bytes may come out of an archive of so many."""
        return self.ratio_free + self.ratio * packed

    @property
    def bomb(self) -> tuple[str, str]:
        """What is expected and found where more comes out."""
        return f"an archive that unpacks to at most {self.ratio} times its size", "a bomb"


class Refused(Exception):  # it is no error: the archive is what it is
    """What does not belong into an archive: what was expected, what was found, and where."""


def main() -> None:
    """Do what the command line says."""
    archive, suffix, limits = sys.argv[1:]
    with Path(MEMBERS).open("wb") as out:
        unpack(Path(archive), suffix, Limits(*json.loads(limits)), out)


def unpack(archive: Path, suffix: str, limits: Limits, out: BinaryIO) -> None:
    """Write down what an archive holds."""
    with archive.open("rb") as file:
        output = _Output(out, limits, archive.stat().st_size)
        try:
            UNPACKERS[suffix](file, output)
            output.say("end")
        except Refused as refused:
            output.say("refused", *refused.args)
        except _BROKEN as error:
            output.say("broken", f"{type(error).__name__}: {error}"[:CHUNK])


class _Output:
    """Where members are written down and counted."""

    def __init__(self, out: BinaryIO, limits: Limits, packed: int) -> None:
        self.limits = limits
        self.packed = packed
        self._out = out
        self._members = 0
        self._bytes = 0

    def say(self, *words: str) -> None:
        # What has a zero byte in it would be read as more words.
        self._frame("\0".join(word.replace("\0", "\\0") for word in words).encode(errors="surrogateescape"))

    def is_wanted(self, name: str) -> bool:
        """Tell whether a member is one of the program's; refuse very many of them."""
        if any(part in self.limits.left_out for part in name.split("/")):
            return False
        self._members += 1
        if self._members > 2 * self.limits.members:
            raise Refused(f"at most {self.limits.members} files", "more", "")
        return True

    def file(self, name: str, content: Iterator[bytes], *, is_executable: bool) -> None:
        self.say("file", name, PROGRAM if is_executable else DATA)
        try:
            for chunk in content:
                self._frame(chunk)
                self._bytes += len(chunk)
                self.check_size(self._bytes)
                if self._bytes > self.limits.bytes:
                    raise Refused(f"at most {self.limits.bytes} bytes in all", "more", name)
        finally:
            self._frame(b"")

    def check_size(self, size: int) -> None:
        if size > self.limits.unpacked(self.packed) or size > 2 * self.limits.bytes:
            raise Refused(*self.limits.bomb, "")

    def _frame(self, data: bytes) -> None:
        self._out.write(len(data).to_bytes(4, "big") + data)


# Tar


def _untar(chunks: Iterator[bytes], output: _Output) -> None:
    stream = _Stream(chunks, output)
    with tarfile.open(fileobj=stream, mode="r:", errors="surrogateescape") as tar:  # type: ignore[call-overload]  # it reads, seeks and tells
        while member := tar.next():
            # A list that the tar file keeps for itself; it would grow with members that we pass over.
            tar.members.clear()
            if len(tar.pax_headers) > output.limits.words:
                # They are copied for each member that follows.
                raise Refused(f"at most {output.limits.words} words about the whole archive", "more", "")
            if output.is_wanted(member.name):
                _write_member(stream, member, output)


def _write_member(stream: _Stream, member: tarfile.TarInfo, output: _Output) -> None:
    name, is_executable = member.name, bool(member.mode & 0o111)
    if member.isdir():
        output.say("folder", name)
    elif member.issym():
        output.say("link", name, member.linkname)
    elif member.islnk():
        output.say("same", name, member.linkname, PROGRAM if is_executable else DATA)
    elif member.isreg() and not member.issparse():
        stream.seek(member.offset_data)
        output.file(name, stream.pieces(member.size), is_executable=is_executable)
    else:
        raise Refused("files, folders and links", "a device, a pipe or something else", name)


class _Stream:
    """What a packed tar archive unpacks to, read once from the beginning to the end.

    Nobody reads more than a little at a time: a header that claims to be long is not read at all.
    """

    def __init__(self, chunks: Iterator[bytes], output: _Output) -> None:
        self._chunks = chunks
        self._output = output
        self._place = 0
        self._kept = b""
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
        while len(self._kept) < size and (chunk := next(self._chunks, b"")):
            self._kept += chunk
            self._size += len(chunk)
            self._output.check_size(self._size)
        data, self._kept = self._kept[:size], self._kept[size:]
        self._place += len(data)
        return data

    def pieces(self, size: int) -> Iterator[bytes]:
        while size > 0:
            chunk = self.read(min(CHUNK, size))
            if not chunk:
                raise tarfile.ReadError("unexpected end of data")
            size -= len(chunk)
            yield chunk


def _read(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.read(CHUNK), b"")


def _plain(file: BinaryIO, output: _Output) -> None:
    _untar(_read(file), output)


def _gunzip(file: BinaryIO, output: _Output) -> None:
    with gzip.GzipFile(fileobj=file) as content:
        _untar(_read(content), output)  # type: ignore[arg-type]  # it can be read


def _bunzip(file: BinaryIO, output: _Output) -> None:
    with bz2.BZ2File(file) as content:
        _untar(_read(content), output)  # type: ignore[arg-type]  # it can be read


def _unxz(file: BinaryIO, output: _Output) -> None:
    def unpacked() -> Iterator[bytes]:
        # Not lzma.open: an archive may ask for gigabytes of memory, and only this one can be told not to.
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=output.limits.xz_memory)
        while not stream.eof:
            data = file.read(CHUNK) if stream.needs_input else b""
            if stream.needs_input and not data:
                raise EOFError("it ends too soon")
            if chunk := stream.decompress(data, CHUNK):
                yield chunk

    _untar(unpacked(), output)


# Zip


def _unzip(file: BinaryIO, output: _Output) -> None:
    _measure_table(file, output)
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            if output.is_wanted(member.filename):
                _write_zipped(archive, member, output)


def _write_zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, output: _Output) -> None:
    name, mode = member.filename, member.external_attr >> 16
    if member.orig_filename != name:
        raise Refused("a path of printable letters", "one with a NUL byte", member.orig_filename)
    if member.is_dir():
        output.say("folder", name)
        return
    if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused("a member that is stored or deflated", "an encrypted or odder one", name)
    with archive.open(member) as content:
        if stat.S_ISLNK(mode):
            output.say("link", name, content.read(CHUNK).decode())
            return
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise Refused("files, folders and links", "a device, a pipe or something else", name)
        first = content.read(CHUNK)
        # Archives made elsewhere than on Unix do not say what can be executed.
        is_executable = bool(mode & 0o111) if mode else first.startswith((b"#!", b"\x7fELF"))

        def whole() -> Iterator[bytes]:
            chunk = first
            while chunk:
                yield chunk
                chunk = content.read(CHUNK)

        output.file(name, whole(), is_executable=is_executable)


def _measure_table(file: BinaryIO, output: _Output) -> None:
    """See that the table of contents is short: it is read in one go, each entry a thousand bytes of memory."""
    file.seek(max(0, output.packed - (1 << 16) - 22))
    tail = file.read()
    file.seek(0)
    if b"PK\x06\x07" in tail:
        raise Refused("a plain .zip archive", "one in the form for huge archives (zip64)", "")
    # More than one place may look like the end of the archive, and readers differ in which they take.
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
    ".tar": _plain,
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
