"""Unpacks untrusted archives: `.zip`, `.tar`, and `.tar` packed by gzip, xz or bzip2.

A script in the sandbox (`unpacker.py`) does that, under limits like those of any untrusted program. What it has written
is read here, member by member, and trusted no more than the archive itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import BinaryIO

from ludus.intake import unpacker
from ludus.intake.tree import (
    LEFT_OUT,
    MOST_BYTES,
    MOST_FILES,
    BadEntrant,
    TreeWriter,
    is_left_out,
    read_chunks,
)
from ludus.intake.unpacker import MEMBERS, PROGRAM, UNPACKERS, Limits
from ludus.sandbox.allowance import LATE, Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.reply_text import describe_end, quote_stderr
from ludus.sandbox.run import run
from ludus.sandbox.workspace import Workspace, open_workspace
from ludus.text import make_printable
from ludus.turn import Reply, Request

MOST_PACKED = 64 << 20
"""Bytes that an archive may have."""
LIMITS = Limits(
    bytes=MOST_BYTES,
    members=MOST_FILES,
    ratio=200,
    ratio_free=8 << 20,
    table=4 << 20,
    words=100,
    xz_memory=128 << 20,
    left_out=LEFT_OUT,
)
MEMORY = 1 << 30
"""Bytes of memory for unpacking; what is unpacked may lie there, too."""
MOST_UNPACKED = MOST_BYTES + (64 << 20)
"""Bytes of all members with their names, and of an archive that is not packed."""
ARCHIVES = tuple(UNPACKERS)
"""How the names of archives end."""
LONGEST_REASON = 200
_SCRIPT, _ARCHIVE = "unpacker.py", "archive"
_FILES = 16
"""Files in the folder where an archive is unpacked: the archive, the script and what it writes."""
_LONGEST_FRAME = 4 * unpacker.CHUNK


def find_suffix(name: str) -> str | None:
    """Find the suffix of an archive's name; None for any other name."""
    return next((suffix for suffix in ARCHIVES if name.lower().endswith(suffix)), None)


def unpack(archive: Path, writer: TreeWriter, box: Box) -> str:
    """Write what an archive holds; return the hash of the archive as it was read."""
    suffix = find_suffix(archive.name)
    assert suffix is not None
    with archive.open("rb") as file:
        return unpack_file(file, suffix, MOST_PACKED, writer, box)


def unpack_file(file: BinaryIO, suffix: str, most: int, writer: TreeWriter, box: Box) -> str:
    """Write what an open archive of at most this size holds."""
    with contextlib.closing(open_workspace(box, size=2 * MOST_UNPACKED, files=_FILES)) as workspace:
        workspace.folder.mkdir()
        digest = _copy(file, workspace.folder / _ARCHIVE, most, writer)
        reply = _run_script(workspace, suffix, writer, box)
        if reply.exit_code == LATE:
            raise writer.deadline.make_error()
        if reply.exit_code:
            why = _shorten(f"{describe_end(reply)}: {quote_stderr(reply)}")
            raise writer.make_error(f"a {suffix} archive that can be unpacked", f"that it was not, {why}")
        write_members(workspace.folder / MEMBERS, suffix, file.tell(), writer)
    return digest


def _copy(file: BinaryIO, place: Path, most: int, writer: TreeWriter) -> str:
    """Copy an archive to where the script finds it: the user that it runs as may not read the original."""
    packed = os.fstat(file.fileno()).st_size
    digest = hashlib.sha256()
    with place.open("xb") as copy:
        for chunk in read_chunks(file):
            writer.deadline.check()
            packed = max(packed, copy.tell() + len(chunk))
            if packed > most:
                raise writer.make_error(f"an archive of at most {most} bytes", f"one of {packed}")
            digest.update(chunk)
            copy.write(chunk)
    return digest.hexdigest()


def _run_script(workspace: Workspace, suffix: str, writer: TreeWriter, box: Box) -> Reply:
    source = Path(unpacker.__file__).read_bytes()
    command = ("python3", "-I", "-S", "-B", _SCRIPT, _ARCHIVE, suffix, json.dumps(LIMITS))
    seconds = writer.deadline.left
    allowance = Allowance(
        wall=seconds, cpu=seconds, memory=MEMORY, file=MOST_UNPACKED, folder=2 * MOST_UNPACKED
    )
    return run(command, Request(files={_SCRIPT: source}), workspace, allowance, box=box)


# What the script has written


def write_members(written: Path, suffix: str, packed: int, writer: TreeWriter) -> None:
    """Write the members that the script has listed, as carefully as if its file were the archive."""
    # The script may have made anything under this name.
    if not written.is_file() or written.is_symlink():
        raise writer.make_error(f"a sound {suffix} archive", "one of which nothing comes out")
    with written.open("rb") as file:
        members = _Members(file, suffix, writer)
        while members.write_next():
            # Hard links are copied here, and the script has not counted them.
            if writer.bytes > LIMITS.limit_unpacked(packed):
                raise writer.make_error(*LIMITS.bomb)


class _Members:
    """Reads members, one after the other."""

    def __init__(self, file: BinaryIO, suffix: str, writer: TreeWriter) -> None:
        self._file = file
        self._suffix = suffix
        self._writer = writer

    def write_next(self) -> bool:
        """Write one member; tell whether there may be more."""
        writer = self._writer
        match self._read_frame().decode(errors="surrogateescape").split("\0"):
            case ["end"]:
                return False
            case ["refused", expected, found, name]:
                raise writer.make_error(_shorten(expected), _shorten(found), name)
            case ["broken", why]:
                raise writer.make_error(f"a sound {self._suffix} archive", _shorten(why))
            case [_, name, *_] if is_left_out(name):
                raise self._make_damage_error()
            case ["folder", name]:
                writer.add_folder(name)
            case ["link", name, target]:
                writer.add_link(name, target)
            case ["same", name, original, rights]:
                writer.add_copy(name, original, is_executable=rights == PROGRAM)
            case ["file", name, rights]:
                writer.add_file(name, iter(self._read_frame, b""), is_executable=rights == PROGRAM)
            case _:
                raise self._make_damage_error()
        return True

    def _read_frame(self) -> bytes:
        head = self._file.read(4)
        size = int.from_bytes(head, "big")
        data = self._file.read(size) if size <= _LONGEST_FRAME else b""
        if len(head) < 4 or len(data) < size:
            raise self._make_damage_error()
        return data

    def _make_damage_error(self) -> BadEntrant:
        return self._writer.make_error(f"a sound {self._suffix} archive", "one that does not come out whole")


def _shorten(text: str) -> str:
    return make_printable(text)[:LONGEST_REASON]
