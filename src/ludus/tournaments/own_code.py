"""Finds our own engine or entry in somebody's program: by what it contains, not by what it is called.

Our source lines, the texts in our compiled modules and those in the native core are long and our own. Whoever has
many of them has copied us, however the files are named, ordered or packed. It is reported to the organiser and decides nothing.
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import ludus
from ludus.games import GAMES
from ludus.intake.archive import find_suffix
from ludus.intake.entrant import import_entrant
from ludus.intake.tree import BadEntrant
from ludus.sandbox.box import Box

PACKAGE = Path(ludus.__file__).parent
LINE, TEXT = 40, 24
"""Characters from which a line or a text is our own: shorter ones are written by many."""
LINES, TEXTS, NATIVE_TEXTS = 20, 10, 6
"""How many different ones make a copy. By chance, all of an installation's Python libraries together have half as many lines and
texts; those of the native core name a game of ours, so fewer will do."""
PACKAGES = ("games", "protocols", "search", "players", "entries")
"""Where engine and entries come from, besides modules outside all packages."""
MOST_BYTES = 16 << 20
"""Of each file; engines are much smaller."""
MOST_ARCHIVES = 5
PACKED = {b"PK\x03\x04": ".zip", b"\x1f\x8b": ".tar.gz", b"\xfd7zXZ": ".tar.xz", b"BZh": ".tar.bz2"}
"""How archives begin, whatever they are called; one that is not compressed can be read as it is."""
_RUN = re.compile(rb"[\x20-\x7e]{%d,}" % TEXT)
_IMPORT = (b"import ", b"from ", b"#")


@dataclass(slots=True)
class _Marks:
    """What was found of ours."""

    lines: set[bytes] = field(default_factory=set)
    texts: set[bytes] = field(default_factory=set)
    native: set[bytes] = field(default_factory=set)

    def describe(self) -> str:
        found = []
        if len(self.lines) >= LINES:
            found.append(f"{len(self.lines)} lines of its source")
        if len(self.texts) >= TEXTS:
            found.append(f"{len(self.texts)} texts of its compiled modules")
        if len(self.native) >= NATIVE_TEXTS:
            found.append(f"{len(self.native)} texts of its native core")
        return f"it contains Ludus itself: {' and '.join(found)}" if found else ""


def find_own_code(folder: Path, box: Box) -> str:
    """Describe what a program contains of ours; empty if that is next to nothing. Archives in it are looked into, too."""
    found = _Marks()
    archives: list[Path] = []
    for path in _list_files(folder):
        data = _read(path)
        _look(data, found)
        if find_suffix(path.name) is not None or _guess_suffix(data) is not None:
            archives.append(path)
    for archive in archives[:MOST_ARCHIVES]:
        for data in _unpack(archive, box):
            _look(data, found)
    return found.describe()


def _look(data: bytes, found: _Marks) -> None:
    ours = _list_marks()
    for run in _RUN.findall(data):
        line = run.strip()
        if line in ours.lines:
            found.lines.add(line)
        # In compiled modules the letter of a type and a length may stand right before a text.
        beginnings = {run[place : place + TEXT] for place in range(3)}
        found.texts.update(beginnings & ours.texts)
        found.native.update(beginnings & ours.native)


def _list_files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES)


def _guess_suffix(data: bytes) -> str | None:
    return next((suffix for head, suffix in PACKED.items() if data.startswith(head)), None)


def _unpack(archive: Path, box: Box) -> list[bytes]:
    """Read the files of an archive, imported as carefully as any other; nothing if it cannot be."""
    with tempfile.TemporaryDirectory(prefix="ludus-archive-") as folder:
        # Its name may hide what it is.
        named = archive
        if find_suffix(archive.name) is None:
            named = Path(folder, f"archive{_guess_suffix(_read(archive))}")
            shutil.copyfile(archive, named)
        try:
            return [_read(path) for path in _list_files(import_entrant(named, box).folder)]
        except BadEntrant:
            return []


@lru_cache(maxsize=1)
def _list_marks() -> _Marks:
    """List our own lines and texts; those of this installation, so that they never are out of date."""
    marks = _Marks()
    for path in (
        *PACKAGE.glob("*.py"),
        *(path for name in PACKAGES for path in (PACKAGE / name).rglob("*.py")),
    ):
        data = path.read_bytes()
        lines = (line.strip() for line in data.splitlines())
        marks.lines.update(line for line in lines if len(line) >= LINE and not line.startswith(_IMPORT))
        marks.texts.update(_list_texts(data))
    # The core contains libraries, too, which many programs have; what it says of a game is our own.
    names = tuple(f"{name}: ".encode() for name in GAMES)
    for path in PACKAGE.glob("_native*.so"):
        marks.native.update(run[:TEXT] for run in _RUN.findall(path.read_bytes()) if run.startswith(names))
    return marks


def _list_texts(source: bytes) -> Iterator[bytes]:
    """List the beginnings of the long texts of a module, which its compiled form has, too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isascii():
            text = node.value.encode()
            if len(text) >= TEXT and b" " in text[:TEXT] and _RUN.match(text):
                yield text[:TEXT]
