"""Folders of strange programs: what may be in one, how it is written, copied and summed up.

Whatever an entrant comes as, its files pass through `TreeWriter`: plain names, no two that differ only in case or
encoding, plain files and folders, links that stay inside, and an end to bytes and files. Bytes are counted as they come,
whatever a header has promised.

    LudusError
    └── BadEntrant        what was handed in is no program that may sit down
        └── BuildFailed   it could not be built; the log says why
"""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from ludus.errors import LudusError
from ludus.text import quote

MOST_BYTES = 256 << 20
"""So many bytes an entrant may have."""
MOST_FILES = 10_000
"""So many files, folders and links."""
DEEPEST = 32
"""So many folders may lie within each other."""
LONGEST_PATH = 1000
LONGEST_PART = 200
"""Letters of a whole path and bytes of one name in it, so that no file system refuses them."""
MOST_STEPS = 4000
"""How far a link is followed; the kernel gives up after forty links."""
CHUNK = 16 << 10
LEFT_OUT = (".git", "__MACOSX", ".DS_Store")
"""What version control and file managers leave beside a program."""


class BadEntrant(LudusError):
    """What was handed in is no program that may sit down."""


class BuildFailed(BadEntrant):
    """It could not be built; the message names the log."""


def any_spelling(path: str) -> str:
    """Make one of all paths that some file systems take for the same: in case, and in how accents are encoded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def exact_spelling(path: str) -> str:
    """Leave a path as it is: where it comes from a file system of ours, that one has told them apart."""
    return path


class TreeWriter:
    """Writes files into a new folder, one after the other, and refuses what does not belong there."""

    def __init__(
        self,
        root: Path,
        where: str,
        *,
        spell: Callable[[str], str] = any_spelling,
        most_bytes: int = MOST_BYTES,
        most_files: int = MOST_FILES,
    ) -> None:
        """Names that `spell` makes the same are the same."""
        self._root = root
        self._where = where
        self._spell = spell
        self._most_bytes = most_bytes
        self._most_files = most_files
        self.bytes = 0
        self._kinds: dict[str, str] = {}
        """Folder, file or link, by path."""
        self._spelled: dict[str, str] = {}
        """How a path was spelled, by what it is in any spelling."""

    def folder(self, name: str) -> None:
        """Make a folder, unless it is there."""
        self._enter(self._parts(name), "folder")

    def file(self, name: str, content: Iterable[bytes], *, is_executable: bool) -> None:
        """Write a file."""
        path = self._enter(self._parts(name), "file")
        with path.open("xb") as file:
            for chunk in content:
                self.bytes += len(chunk)
                if self.bytes > self._most_bytes:
                    raise self.wrong(f"at most {self._most_bytes} bytes in all", "more", name)
                file.write(chunk)
        path.chmod(0o755 if is_executable else 0o644)

    def link(self, name: str, target: str) -> None:
        """Make a symbolic link; `check_links` sees where it leads once everything is there."""
        if not target or "\0" in target or len(target) > LONGEST_PATH:
            raise self.wrong("a link to a file of its own", quote(target), name)
        self._enter(self._parts(name), "link").symlink_to(target)

    def copy_of(self, name: str, original: str, *, is_executable: bool) -> None:
        """Write a file once more: that is what a hard link means to whoever reads it."""
        first = "/".join(self._parts(original))
        if self._kinds.get(first) != "file":
            raise self.wrong("a hard link to an earlier file of its own", quote(original), name)
        with (self._root / first).open("rb") as file:
            self.file(name, chunks(file), is_executable=is_executable)

    def wrong(self, expected: str, found: str, name: str = "") -> BadEntrant:
        """Make the error that tells what does not belong here."""
        member = f": {quote(name)}" if name else ""
        return BadEntrant(f"{self._where}{member}: expected {expected}, found {found}")

    def _parts(self, name: str) -> list[str]:
        """Take a path apart; it must be plain and lead down only."""
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if name.startswith("/") or ".." in parts:
            raise self.wrong("a path inside the program's folder", "one that leads out of it", name)
        if not name.isprintable() or "\\" in name:
            raise self.wrong("a path of printable letters", "a backslash or something else", name)
        if len(name) > LONGEST_PATH:
            raise self.wrong(f"a path of at most {LONGEST_PATH} letters", f"one of {len(name)}", name)
        if any(len(os.fsencode(part)) > LONGEST_PART for part in parts):
            raise self.wrong(f"names of at most {LONGEST_PART} bytes", "a longer one", name)
        if len(parts) > DEEPEST:
            raise self.wrong(f"at most {DEEPEST} folders within each other", str(len(parts)), name)
        return parts

    def _enter(self, parts: list[str], kind: str) -> Path:
        """Note a path and make the folders that it lies in."""
        if not parts and kind != "folder":
            raise self.wrong("a name", f"a {kind} without one")
        for depth in range(1, len(parts) + 1):
            path = "/".join(parts[:depth])
            its_kind = kind if depth == len(parts) else "folder"
            if its_kind == self._kinds.get(path) == "folder":
                continue
            other = self._spelled.setdefault(self._spell(path), path)
            if path in self._kinds or other != path:
                raise self.wrong("every name once, in any spelling", f"{quote(other)} before it", path)
            self._kinds[path] = its_kind
            if len(self._kinds) > self._most_files:
                raise self.wrong(f"at most {self._most_files} files", "more")
            if its_kind == "folder":
                (self._root / path).mkdir()
        return self._root.joinpath(*parts)


def is_left_out(name: str) -> bool:
    """Tell whether a path is none of the program's."""
    return any(part in LEFT_OUT for part in name.split("/"))


def copy_folder(source: Path, planting: TreeWriter) -> None:
    """Plant what is in a folder, as it is: links are not followed, and what is no file, folder or link is refused."""
    for parent, folders, files in os.walk(source, onerror=_raise):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted((*folders, *(name for name in files if name not in LEFT_OUT))):
            path = Path(parent, name)
            _plant(path, path.relative_to(source).as_posix(), planting)


def _plant(path: Path, name: str, planting: TreeWriter) -> None:
    kind = path.lstat().st_mode
    if stat.S_ISLNK(kind):
        planting.link(name, str(path.readlink()))
    elif stat.S_ISDIR(kind):
        planting.folder(name)
    elif stat.S_ISREG(kind):
        # It may have been replaced since, by a link or by a pipe that nobody writes into.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            planting.file(name, chunks(file), is_executable=bool(kind & 0o111))
    else:
        raise planting.wrong("files, folders and links", "a pipe, a socket or a device", name)


def check_links(root: Path, where: str) -> None:
    """See that no link leads out of a folder, not even to come back into it: the folder will stand elsewhere."""
    for path in _walk(root):
        if path.is_symlink() and _leads_out(root, path):
            name, target = path.relative_to(root).as_posix(), str(path.readlink())
            raise BadEntrant(
                f"{where}: {quote(name)}: expected a link that stays inside the program's folder, found one to {quote(target)}"
            )


def _leads_out(root: Path, link: Path) -> bool:
    """Follow a link step by step, and the links on its way: by its letters alone `a/..` can be anywhere."""
    here, ahead = list(link.parent.relative_to(root).parts), [link.name]
    for _ in range(MOST_STEPS):
        if not ahead:
            break
        step = ahead.pop(0)
        if step == "..":
            if not here:
                return True
            here.pop()
        elif root.joinpath(*here, step).is_symlink():
            target = str(root.joinpath(*here, step).readlink())
            if target.startswith("/"):
                return True
            ahead[:0] = target.split("/")
        elif step not in ("", "."):
            here.append(step)
    # What goes on for ever leads nowhere.
    return False


def content_hash(folder: Path) -> str:
    """Sum up a folder: the names of its files, all that is in them, and which can be executed."""
    digest = hashlib.sha256()
    for path in _walk(folder):
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


def chunks(file: BinaryIO) -> Iterator[bytes]:
    """Read a file piece by piece."""
    return iter(lambda: file.read(CHUNK), b"")


def _walk(root: Path) -> list[Path]:
    return sorted(
        Path(parent, name)
        for parent, folders, files in os.walk(root, onerror=_raise)
        for name in (*folders, *files)
    )


def _raise(error: OSError) -> None:
    raise error
