"""A program that enters a contest: a folder, an archive or a git address, imported once and identified by its content.

An entrant is a copy in our cache, under the hash of its content. So the same program is the same entrant however it
came, it cannot change while it plays, and a refused one leaves nothing behind.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ludus.errors import MachineFault
from ludus.intake.archive import ARCHIVES, MOST_PACKED, find_suffix, unpack
from ludus.intake.cache import Cache, move_into_place
from ludus.intake.folder import copy_folder, hash_content
from ludus.intake.git import is_git_address, read_address, write_commit
from ludus.intake.links import check_links
from ludus.intake.tree import (
    CHUNK,
    BadEntrant,
    BadSource,
    Deadline,
    TreeWriter,
    fold_spelling,
    keep_spelling,
    read_chunks,
)
from ludus.sandbox.box import Box
from ludus.sandbox.files import read_regular
from ludus.sandbox.removal import remove
from ludus.sandbox.reply_text import clean_name
from ludus.text import make_printable, quote

HASH = "sha256:"
"""How the hash of an entrant begins; an imported one can be named by its hash alone."""
EDITION = "1"
"""Changes when the same source would be imported differently."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program that was imported."""

    source: str
    """What somebody wrote to name it."""
    folder: Path
    """Our copy of it; never written to."""
    hash: str
    name: str
    """The name that it gives itself, or else that of its source; fit to be shown."""

    @property
    def version(self) -> str:
        """The beginning of the hash, for records."""
        return self.hash[: len("sha256:") + 16]


def import_entrant(source: str | Path, box: Box, cache: Cache | None = None, name: str = "") -> Entrant:
    """Import what a source names; raise `BadEntrant` with one line that says why not, `BadSource` if nothing is there.

    Archives and commits are unpacked in the box. A program that does not say how it is called goes by the name.
    """
    text = str(source)
    cache = cache or Cache()
    if not text or text.startswith("-") or "\0" in text:
        raise BadSource(
            f"program {quote(make_printable(text))}: expected a folder, an archive or ADDRESS#COMMIT"
        )
    try:
        with cache.recognise_faults():
            if text.startswith(HASH):
                return find_by_hash(text, cache)
            if is_git_address(text):
                return _import_commit(text, name, cache, box)
            return _import_path(text, Path(text), name, cache, box)
    except OSError as error:
        # Of the files inside, errors name only the last part of the path, or nothing.
        is_source = error.filename == text and error.errno in (errno.EACCES, errno.ENOENT)
        refuse = BadSource if is_source or not os.path.lexists(text) else BadEntrant
        raise refuse(
            f"program {quote(make_printable(text))}: cannot be imported: {error.strerror}"
        ) from error


def find_by_hash(hash_: str, cache: Cache) -> Entrant:
    """Find what was imported before; if it is gone, that is no fault of the program."""
    folder = find_cached(hash_, cache)
    if folder is None:
        raise MachineFault(f"program {quote(hash_)}: the cache {cache.root} has lost it; import it again")
    return _make_entrant(hash_, "program", folder)


def _import_commit(text: str, name: str, cache: Cache, box: Box) -> Entrant:
    commit = read_address(text)
    known = f"git {commit.address}#{commit.commit}"

    def write(writer: TreeWriter) -> None:
        write_commit(commit, writer, box)

    return _import_fixed(text, name or commit.name, known, cache, write, unwraps=False)


def _import_path(text: str, path: Path, name: str, cache: Cache, box: Box) -> Entrant:
    if path.is_dir():
        folder = import_tree(
            text, cache, lambda writer: copy_folder(path, writer), unwraps=False, spell=keep_spelling
        )
        return _make_entrant(text, name or path.resolve().name, folder)
    suffix = find_suffix(path.name)
    if suffix is None or not path.is_file():
        endings = ", ".join(ARCHIVES)
        found = "another file" if path.exists() else "nothing there"
        raise BadSource(
            f"program {quote(make_printable(text))}: expected a folder, an archive ({endings}) or ADDRESS#COMMIT, found {found}"
        )
    digest = _hash_archive(path)

    def write(writer: TreeWriter) -> None:
        if unpack(path, writer, box) != digest:
            raise writer.make_error("an archive that stays as it is", "one that changed while it was read")

    name = name or path.name[: -len(suffix)]
    return _import_fixed(text, name, f"{suffix} {digest}", cache, write, unwraps=True)


def _hash_archive(path: Path) -> str:
    """Hash at most the bytes that an archive may have; a larger one is refused when it is unpacked."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for chunk in islice(read_chunks(file), MOST_PACKED // CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _import_fixed(
    text: str, name: str, known: str, cache: Cache, write: Callable[[TreeWriter], None], *, unwraps: bool
) -> Entrant:
    """Import what never changes under this name, or find it in the cache."""
    note = cache.folder("known") / hashlib.sha256(f"{EDITION} {known}".encode()).hexdigest()
    hash_ = (read_regular(note, 100) or b"").decode(errors="replace")
    folder = find_cached(hash_, cache)
    if folder is None:
        folder = import_tree(text, cache, write, unwraps=unwraps)
        note.write_text(_read_hash(folder), encoding="ascii")
    return _make_entrant(text, name, folder)


def import_tree(
    text: str,
    cache: Cache,
    write: Callable[[TreeWriter], None],
    *,
    unwraps: bool,
    spell: Callable[[str], str] = fold_spelling,
) -> Path:
    """Write an entrant into a draft and move it to the path of its hash."""
    where = f"program {quote(make_printable(text))}"
    with cache.make_draft("entrants") as draft:
        root = draft / "files"
        root.mkdir()
        deadline = Deadline(where)
        write(TreeWriter(root, where, deadline, spell=spell))
        if unwraps:
            root = _unwrap(root)
        check_links(root, where, deadline)
        if not any(root.iterdir()):
            raise BadEntrant(f"{where}: expected a program, found no file")
        hash_ = hash_content(root, deadline)
        return find_cached(hash_, cache) or move_into_place(root, _make_path(hash_, cache))


def _unwrap(root: Path) -> Path:
    """Return the only folder in an archive, if it holds nothing else; otherwise its root."""
    inside = list(root.iterdir())
    is_one = len(inside) == 1 and inside[0].is_dir() and not inside[0].is_symlink()
    return inside[0] if is_one else root


def find_cached(hash_: str, cache: Cache) -> Path | None:
    """Find an entrant in the cache; a damaged one is removed."""
    if not hash_.startswith(HASH) or not hash_.removeprefix(HASH).isalnum():
        return None
    path = _make_path(hash_, cache)
    if not path.is_dir():
        return None
    if hash_content(path) == hash_:
        return path
    remove(path)
    return None


def _make_path(hash_: str, cache: Cache) -> Path:
    return cache.folder("entrants") / hash_.removeprefix("sha256:")


def _read_hash(folder: Path) -> str:
    return f"sha256:{folder.name}"


def _make_entrant(text: str, name: str, folder: Path) -> Entrant:
    own = (read_regular(folder / "name", 400) or b"").decode(errors="replace")
    return Entrant(text, folder, _read_hash(folder), clean_name(own) or clean_name(name) or "program")
