"""An imported program on its way to another machine: packed there and unpacked here, under the same hash.

The hash of what was unpacked decides, so that nothing else than that program can come into the cache under its name.
"""

from __future__ import annotations

import io
import tarfile
import zlib
from pathlib import Path

from ludus.intake.cache import Cache
from ludus.intake.entrant import find_by_hash, find_cached, import_tree
from ludus.intake.folder import list_content
from ludus.intake.tree import BadEntrant, TreeWriter, keep_spelling, read_chunks
from ludus.text import quote


def pack_entrant(hash_: str, cache: Cache | None = None) -> bytes:
    """Pack an entrant of our cache."""
    folder = find_by_hash(hash_, cache or Cache()).folder
    parcel = io.BytesIO()
    with tarfile.open(fileobj=parcel, mode="w:gz", compresslevel=1) as archive:
        for path in list_content(folder):
            archive.add(path, str(path.relative_to(folder)), recursive=False)
    return parcel.getvalue()


def unpack_entrant(hash_: str, parcel: bytes, cache: Cache | None = None) -> Path:
    """Put a packed entrant into our cache; refuse one that is not the program of this hash."""
    cache = cache or Cache()

    def write(writer: TreeWriter) -> None:
        try:
            with tarfile.open(fileobj=io.BytesIO(parcel), mode="r:gz") as archive:
                for member in archive:
                    _write_member(archive, member, writer)
        except (tarfile.TarError, EOFError, zlib.error) as error:
            raise writer.make_error("a whole parcel", f"a damaged one ({error})") from error

    folder = import_tree(hash_, cache, write, unwraps=False, spell=keep_spelling)
    if find_cached(hash_, cache) is None:
        raise BadEntrant(f"program {quote(hash_)}: found another program in its parcel: sha256:{folder.name}")
    return folder


def _write_member(archive: tarfile.TarFile, member: tarfile.TarInfo, writer: TreeWriter) -> None:
    if member.isdir():
        writer.add_folder(member.name)
    elif member.issym():
        writer.add_link(member.name, member.linkname)
    else:
        file = archive.extractfile(member)
        assert file is not None, "hard links and devices are not packed"
        with file:
            writer.add_file(member.name, read_chunks(file), is_executable=bool(member.mode & 0o111))
