"""Unpacks archives that strangers have made: `.zip`, `.tar`, and `.tar` packed by gzip, xz or bzip2.

That is done by a script in the sandbox (`unpacker.py`), under limits like those of any foreign program. What it has
written down is read here, member by member, and no more believed than the archive itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ludus.intake import unpacker
from ludus.intake.tree import LEFT_OUT, MOST_BYTES, MOST_FILES, BadEntrant, TreeWriter, chunks, is_left_out
from ludus.intake.unpacker import MEMBERS, PROGRAM, UNPACKERS, Limits
from ludus.sandbox.allowance import LATE, Allowance
from ludus.sandbox.box import Box
from ludus.sandbox.capabilities import find_best_box
from ludus.sandbox.reply_text import describe_end, quote_stderr
from ludus.sandbox.run import run
from ludus.sandbox.workspace import Workspace, open_workspace
from ludus.text import make_printable
from ludus.turn import Reply, Request

MOST_PACKED = 64 << 20
"""So many bytes an archive may have."""
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


def archive_suffix(name: str) -> str | None:
    """Tell how the name of an archive ends; None for any other name."""
    return next((suffix for suffix in ARCHIVES if name.lower().endswith(suffix)), None)


def unpack(archive: Path, planting: TreeWriter, box: Box | None = None) -> str:
    """Plant what an archive holds; give the hash of the archive as it was read."""
    suffix = archive_suffix(archive.name)
    assert suffix is not None
    with archive.open("rb") as file:
        return unpack_file(file, suffix, MOST_PACKED, planting, box)


def unpack_file(file: BinaryIO, suffix: str, most: int, planting: TreeWriter, box: Box | None = None) -> str:
    """Plant what an open archive of at most so many bytes holds."""
    box = box or find_best_box()
    with contextlib.closing(open_workspace(box, size=2 * MOST_UNPACKED, files=_FILES)) as workspace:
        workspace.folder.mkdir()
        digest = _copy(file, workspace.folder / _ARCHIVE, most, planting)
        reply = _run_script(workspace, suffix, planting, box)
        if reply.exit_code == LATE:
            raise planting.deadline.passed()
        if reply.exit_code:
            why = _shorten(f"{describe_end(reply)}: {quote_stderr(reply)}")
            raise planting.wrong(f"a {suffix} archive that can be unpacked", f"that it was not, {why}")
        plant_members(workspace.folder / MEMBERS, suffix, file.tell(), planting)
    return digest


def _copy(file: BinaryIO, place: Path, most: int, planting: TreeWriter) -> str:
    """Copy an archive to where the script finds it: the user that it runs as may not read the original."""
    packed = os.fstat(file.fileno()).st_size
    digest = hashlib.sha256()
    with place.open("xb") as copy:
        for chunk in chunks(file):
            planting.deadline.check()
            packed = max(packed, copy.tell() + len(chunk))
            if packed > most:
                raise planting.wrong(f"an archive of at most {most} bytes", f"one of {packed}")
            digest.update(chunk)
            copy.write(chunk)
    return digest.hexdigest()


def _run_script(workspace: Workspace, suffix: str, planting: TreeWriter, box: Box) -> Reply:
    source = Path(unpacker.__file__).read_bytes()
    command = ("python3", "-I", "-S", "-B", _SCRIPT, _ARCHIVE, suffix, json.dumps(LIMITS))
    seconds = planting.deadline.left
    allowance = Allowance(
        wall=seconds, cpu=seconds, memory=MEMORY, file=MOST_UNPACKED, folder=2 * MOST_UNPACKED
    )
    return run(command, Request(files={_SCRIPT: source}), workspace, allowance, box=box)


# What the script has written


def plant_members(written: Path, suffix: str, packed: int, planting: TreeWriter) -> None:
    """Plant the members that the script has written down, as carefully as if it were the archive."""
    # The script may have made anything of this name.
    if not written.is_file() or written.is_symlink():
        raise planting.wrong(f"a sound {suffix} archive", "one of which nothing comes out")
    with written.open("rb") as file:
        members = _Members(file, suffix, planting)
        while members.plant_next():
            # Hard links are copied here, and the script has not counted them.
            if planting.bytes > LIMITS.unpacked(packed):
                raise planting.wrong(*LIMITS.bomb)


class _Members:
    """Reads members, one after the other."""

    def __init__(self, file: BinaryIO, suffix: str, planting: TreeWriter) -> None:
        self._file = file
        self._suffix = suffix
        self._planting = planting

    def plant_next(self) -> bool:
        """Plant one member; tell whether there may be more."""
        planting = self._planting
        match self._frame().decode(errors="surrogateescape").split("\0"):
            case ["end"]:
                return False
            case ["refused", expected, found, name]:
                raise planting.wrong(_shorten(expected), _shorten(found), name)
            case ["broken", why]:
                raise planting.wrong(f"a sound {self._suffix} archive", _shorten(why))
            case [_, name, *_] if is_left_out(name):
                raise self._damaged()
            case ["folder", name]:
                planting.folder(name)
            case ["link", name, target]:
                planting.link(name, target)
            case ["same", name, original, rights]:
                planting.copy_of(name, original, is_executable=rights == PROGRAM)
            case ["file", name, rights]:
                planting.file(name, self._content(), is_executable=rights == PROGRAM)
            case _:
                raise self._damaged()
        return True

    def _content(self) -> Iterator[bytes]:
        return iter(self._frame, b"")

    def _frame(self) -> bytes:
        head = self._file.read(4)
        size = int.from_bytes(head, "big")
        data = self._file.read(size) if size <= _LONGEST_FRAME else b""
        if len(head) < 4 or len(data) < size:
            raise self._damaged()
        return data

    def _damaged(self) -> BadEntrant:
        return self._planting.wrong(f"a sound {self._suffix} archive", "one that does not come out whole")


def _shorten(text: str) -> str:
    return make_printable(text)[:LONGEST_REASON]
