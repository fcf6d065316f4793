"""Folders of untrusted programs: what may be in one, and how it is written.

Whatever an entrant comes as, its files pass through `TreeWriter`: plain names, no two that differ only in case or
encoding, plain files and folders, links that stay inside, and limits on bytes and files. Bytes are counted as they come,
whatever a header claims.

    LudusError
    ├── BadEntrant        what was submitted is not a program that may play
    │   ├── BadSource     nothing was submitted there: a wrong path, or an address that cannot be reached
    │   └── BuildFailed   it could not be built; the log says why
    └── MachineFault
        └── MissingTool   what fetches or builds it is not installed on this machine
"""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ludus.errors import LudusError, MachineFault
from ludus.text import quote

MOST_BYTES = 256 << 20
"""Bytes that an entrant may have."""
MOST_FILES = 10_000
"""Files, folders and links that it may have."""
DEEPEST = 32
"""How deep folders may be nested."""
LONGEST_PATH, LONGEST_PART = 1000, 200
"""Bytes of a whole path and of one name in it, so that every file system takes them."""
PATIENCE = 120.0
"""Seconds for importing one entrant: fetching, unpacking, copying, following links and hashing together."""
CHUNK = 16 << 10
LEFT_OUT = (".git", "__MACOSX", ".DS_Store")
"""What version control and file managers leave beside a program."""


class BadEntrant(LudusError):
    """What was submitted is not a program that may play."""


class BadSource(BadEntrant):
    """Nothing was submitted there: a wrong path, or an address that cannot be reached."""


class BuildFailed(BadEntrant):
    """It could not be built; the message names the log."""

    log: Path | None = None


class MissingTool(MachineFault):
    """What fetches or builds it is not installed on this machine; the program is not to blame."""


class Deadline:
    """When importing an entrant must be over."""

    def __init__(self, where: str, seconds: float | None = None) -> None:
        self._where = where
        self._seconds = PATIENCE if seconds is None else seconds
        self._end = time.monotonic() + self._seconds

    @property
    def left(self) -> float:
        """The seconds that are left, 0 if there are none."""
        return max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Refuse the entrant once the time is over."""
        if not self.left:
            raise self.make_error()

    def make_error(self) -> BadEntrant:
        """Make the error for an entrant that takes too long."""
        expected = f"a program that is imported within {self._seconds:.0f} s"
        return BadEntrant(f"{self._where}: expected {expected}, found one that takes longer")


def fold_spelling(name: str) -> str:
    """Map names that some file systems take for the same to one: those that differ in case or in how accents are encoded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def keep_spelling(name: str) -> str:
    """Leave a name as it is: it comes from a file system of ours, which has told the names apart."""
    return name


@dataclass(slots=True)
class _Node:
    """A folder, a file or a link that was written."""

    kind: str
    inside: dict[str, _Node] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    """The name of each entry inside, by what it is in any spelling.

    Of names, not of paths: a letter can become eighteen, and whole paths of such letters would fill the memory.
    """


class TreeWriter:
    """Writes files into a new folder, one after the other, and refuses what does not belong there."""

    def __init__(
        self,
        root: Path,
        where: str,
        deadline: Deadline | None = None,
        *,
        spell: Callable[[str], str] = fold_spelling,
        most_bytes: int = MOST_BYTES,
        most_files: int = MOST_FILES,
    ) -> None:
        """Names that `spell` makes the same are the same."""
        self._root = root
        self._where = where
        self.deadline = deadline or Deadline(where)
        self._spell = spell
        self._most_bytes = most_bytes
        self._most_files = most_files
        self.bytes = 0
        self._files = 0
        self._top = _Node("folder")

    def add_folder(self, name: str) -> None:
        """Make a folder, unless it is there."""
        self._add_path(self._split(name), "folder")

    def add_file(self, name: str, content: Iterable[bytes], *, is_executable: bool) -> None:
        """Write a file."""
        path = self._add_path(self._split(name), "file")
        with path.open("xb") as file:
            for chunk in content:
                self.deadline.check()
                self.bytes += len(chunk)
                if self.bytes > self._most_bytes:
                    raise self.make_error(f"at most {self._most_bytes} bytes in all", "more", name)
                file.write(chunk)
        path.chmod(0o755 if is_executable else 0o644)

    def add_link(self, name: str, target: str) -> None:
        """Make a symbolic link; `check_links` checks its target once everything is there."""
        if not target or "\0" in target or len(target) > LONGEST_PATH:
            raise self.make_error("a link to a file of its own", quote(target), name)
        self._add_path(self._split(name), "link").symlink_to(target)

    def add_copy(self, name: str, original: str, *, is_executable: bool) -> None:
        """Write a copy of a file, in the place of a hard link to it."""
        parts = self._split(original)
        found: _Node | None = self._top
        for part in parts:
            found = found.inside.get(part) if found else None
        if found is None or found.kind != "file":
            raise self.make_error("a hard link to an earlier file of its own", quote(original), name)
        with self._root.joinpath(*parts).open("rb") as file:
            self.add_file(name, read_chunks(file), is_executable=is_executable)

    def make_error(self, expected: str, found: str, name: str = "") -> BadEntrant:
        """Make the error for what may not be in the folder."""
        member = f": {quote(name)}" if name else ""
        return BadEntrant(f"{self._where}{member}: expected {expected}, found {found}")

    def _split(self, name: str) -> list[str]:
        """Split a path; it must be plain and lead down only."""
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if name.startswith("/") or ".." in parts:
            raise self.make_error("a path inside the program's folder", "one that leads out of it", name)
        if not name.isprintable() or "\\" in name:
            raise self.make_error("a path of printable letters", "a backslash or something else", name)
        if (size := len(os.fsencode(name))) > LONGEST_PATH:
            raise self.make_error(f"a path of at most {LONGEST_PATH} bytes", f"one of {size}", name)
        if any(len(os.fsencode(part)) > LONGEST_PART for part in parts):
            raise self.make_error(f"names of at most {LONGEST_PART} bytes", "a longer one", name)
        if len(parts) > DEEPEST:
            raise self.make_error(f"at most {DEEPEST} folders within each other", str(len(parts)), name)
        return parts

    def _add_path(self, parts: list[str], kind: str) -> Path:
        """Record a path and make the folders that it lies in."""
        self.deadline.check()
        if not parts and kind != "folder":
            raise self.make_error("a name", f"a {kind} without one")
        here, path = self._top, self._root
        for depth, part in enumerate(parts, 1):
            path /= part
            its_kind = kind if depth == len(parts) else "folder"
            known = here.inside.get(part)
            if known is None:
                known = self._add(here, parts[:depth], its_kind)
                if its_kind == "folder":
                    path.mkdir()
            elif not its_kind == known.kind == "folder":
                raise self._make_duplicate_error(parts[:depth], part)
            here = known
        return path

    def _add(self, folder: _Node, parts: list[str], kind: str) -> _Node:
        other = folder.spelled.setdefault(self._spell(parts[-1]), parts[-1])
        if other != parts[-1]:
            raise self._make_duplicate_error(parts, other)
        self.check_count(1)
        self._files += 1
        entry = folder.inside[parts[-1]] = _Node(kind)
        return entry

    def check_count(self, files: int) -> None:
        """Refuse too many files, folders and links."""
        if self._files + files > self._most_files:
            raise self.make_error(f"at most {self._most_files} files", "more")

    def _make_duplicate_error(self, parts: list[str], other: str) -> BadEntrant:
        before = "/".join((*parts[:-1], other))
        return self.make_error(
            "every name once, in any spelling", f"{quote(before)} before it", "/".join(parts)
        )


def is_left_out(name: str) -> bool:
    """Tell whether a path is not part of the program."""
    return any(part in LEFT_OUT for part in name.split("/"))


def read_chunks(file: IO[bytes]) -> Iterator[bytes]:
    """Read a file piece by piece."""
    return iter(lambda: file.read(CHUNK), b"")
