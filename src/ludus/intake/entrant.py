"""Whoever enters a contest: a folder, an archive or a git address, taken in once and known by its content.

What is taken in is a copy in our cache, under the hash of what is in it. So the same program is the same entrant however
it came, nobody can change it while it plays, and what is refused has touched nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ludus.intake.archive import ARCHIVES, MOST_PACKED, archive_suffix, unpack
from ludus.intake.cache import Cache, place
from ludus.intake.folder import content_hash, copy_folder
from ludus.intake.git import is_git_address, plant_commit, read_address
from ludus.intake.links import check_links
from ludus.intake.tree import CHUNK, BadEntrant, Deadline, TreeWriter, any_spelling, chunks, exact_spelling
from ludus.sandbox.box import Box
from ludus.sandbox.files import read_regular
from ludus.sandbox.removal import remove
from ludus.sandbox.reply_text import clean_name
from ludus.text import make_printable, quote

HASH = "sha256:"
"""How the hash of what was taken in begins; it can be named by that alone."""
EDITION = "1"
"""Changes when the same source would be taken in differently."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program that was taken in."""

    source: str
    """What somebody wrote to name it."""
    folder: Path
    """Our copy of what it is; nobody writes there."""
    hash: str
    name: str
    """What it calls itself, or else what its source is called; fit to be shown."""

    @property
    def version(self) -> str:
        """The beginning of the hash, for records."""
        return self.hash[: len("sha256:") + 16]


def import_entrant(source: str | Path, cache: Cache | None = None, box: Box | None = None) -> Entrant:
    """Take in what a source names; raise `BadEntrant` with one line that says why not.

    Archives and commits are unpacked in the best box that there is here, unless another is named.
    """
    text = str(source)
    cache = cache or Cache()
    if not text or text.startswith("-") or "\0" in text:
        raise BadEntrant(
            f"program {quote(make_printable(text))}: expected a folder, an archive or ADDRESS#COMMIT"
        )
    if text.startswith(HASH):
        return _by_hash(text, cache)
    if is_git_address(text):
        commit = read_address(text)
        known = f"git {commit.address}#{commit.commit}"
        return _known(
            text,
            commit.name,
            known,
            cache,
            lambda planting: plant_commit(commit, planting, box),
            enters=False,
        )
    path = Path(text)
    try:
        return _from_disk(text, path, cache, box)
    except OSError as error:
        raise BadEntrant(
            f"program {quote(make_printable(text))}: cannot be taken in: {error.strerror}"
        ) from error


def _by_hash(hash_: str, cache: Cache) -> Entrant:
    """Find what was taken in before."""
    folder = _place_of(hash_, cache)
    if folder is None:
        raise BadEntrant(f"program {quote(hash_)}: expected a program that was taken in before, found none")
    return _entrant(hash_, "program", folder)


def _from_disk(text: str, path: Path, cache: Cache, box: Box | None) -> Entrant:
    if path.is_dir():
        folder = _take(
            text, cache, lambda planting: copy_folder(path, planting), enters=False, spell=exact_spelling
        )
        return _entrant(text, path.resolve().name, folder)
    suffix = archive_suffix(path.name)
    if suffix is None or not path.is_file():
        endings = ", ".join(ARCHIVES)
        found = "another file" if path.exists() else "nothing there"
        raise BadEntrant(
            f"program {quote(make_printable(text))}: expected a folder, an archive ({endings}) or ADDRESS#COMMIT, found {found}"
        )
    digest = _archive_hash(path)

    def plant(planting: TreeWriter) -> None:
        if unpack(path, planting, box) != digest:
            raise planting.wrong("an archive that stays as it is", "one that changed while it was read")

    return _known(text, path.name[: -len(suffix)], f"{suffix} {digest}", cache, plant, enters=True)


def _archive_hash(path: Path) -> str:
    """Hash no more than can be an archive; what is too large is refused when it is unpacked."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for chunk in islice(chunks(file), MOST_PACKED // CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _known(
    text: str, name: str, known: str, cache: Cache, plant: Callable[[TreeWriter], None], *, enters: bool
) -> Entrant:
    """Take in what never changes under this name, or find that we have it."""
    note = cache.room("known") / hashlib.sha256(f"{EDITION} {known}".encode()).hexdigest()
    hash_ = (read_regular(note, 100) or b"").decode(errors="replace")
    folder = _place_of(hash_, cache)
    if folder is None:
        folder = _take(text, cache, plant, enters=enters)
        note.write_text(_hash_of(folder), encoding="ascii")
    return _entrant(text, name, folder)


def _take(
    text: str,
    cache: Cache,
    plant: Callable[[TreeWriter], None],
    *,
    enters: bool,
    spell: Callable[[str], str] = any_spelling,
) -> Path:
    """Plant an entrant into a draft and put it where its content belongs."""
    where = f"program {quote(make_printable(text))}"
    with cache.draft("entrants") as draft:
        root = draft / "files"
        root.mkdir()
        deadline = Deadline(where)
        plant(TreeWriter(root, where, deadline, spell=spell))
        if enters:
            root = _entered(root)
        check_links(root, where, deadline)
        if not any(root.iterdir()):
            raise BadEntrant(f"{where}: expected a program, found no file")
        hash_ = content_hash(root, deadline)
        return _place_of(hash_, cache) or place(root, _path_of(hash_, cache))


def _entered(root: Path) -> Path:
    """Go into the one folder that an archive consists of."""
    inside = list(root.iterdir())
    is_one = len(inside) == 1 and inside[0].is_dir() and not inside[0].is_symlink()
    return inside[0] if is_one else root


def _place_of(hash_: str, cache: Cache) -> Path | None:
    """Find an entrant that we have; one of which something has been lost is cleared away."""
    if not hash_.startswith(HASH) or not hash_.removeprefix(HASH).isalnum():
        return None
    path = _path_of(hash_, cache)
    if not path.is_dir():
        return None
    if content_hash(path) == hash_:
        return path
    remove(path)
    return None


def _path_of(hash_: str, cache: Cache) -> Path:
    return cache.room("entrants") / hash_.removeprefix("sha256:")


def _hash_of(folder: Path) -> str:
    return f"sha256:{folder.name}"


def _entrant(text: str, name: str, folder: Path) -> Entrant:
    own = (read_regular(folder / "name", 400) or b"").decode(errors="replace")
    return Entrant(text, folder, _hash_of(folder), clean_name(own) or clean_name(name) or "program")
