"""Looks at the sources of a season: what lies in each now, and whether it differs from what was there before.

Sources are not to be trusted. A link is never followed, what somebody still writes to is left until the next look, a
repository is asked with a time limit, and whatever is wrong with one source is said about that one alone. What is found has
a mark, which changes whenever the content may have changed; nothing is imported before the mark was compared.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ludus.intake.archive import ARCHIVES, MOST_PACKED, find_suffix
from ludus.intake.entrant import Entrant, import_entrant
from ludus.intake.git import find_commit, is_git_address
from ludus.intake.tree import CHUNK, MOST_FILES, BadEntrant, MissingTool, read_chunks
from ludus.records.path_names import make_path_name
from ludus.sandbox.box import Box
from ludus.sandbox.owned_folder import OwnedFolder
from ludus.seasons.sources import KEY, Branch, Inbox, PlainSource, Source
from ludus.text import make_printable

AT_A_TIME = 8
"""Repositories that are asked at the same time: some may not answer."""
MOST_ENTRIES = 1000
"""How many names in an inbox are looked at: each costs a row and a log."""
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = _FILE | os.O_DIRECTORY
_EXPECTED = f"expected a folder or an archive ({', '.join(ARCHIVES)})"

Fetch = Callable[[Box], Entrant]
"""Imports what was found."""
Warn = Callable[[str], None]
"""Receives a line for the organiser about a whole inbox."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """What was found in the source of one contestant."""

    key: str
    mark: str = ""
    """Stands for the content; empty where nothing can be said about it."""
    trouble: str = ""
    """What is wrong with the source."""
    fetch: Fetch | None = None
    path: Path | None = None
    """The folder or the archive, if it is one."""
    newest: float = 0.0
    """When somebody last wrote there, in seconds; 0 where that does not matter."""


def look_at(sources: Iterable[Source], quiet: float, warn: Warn) -> list[SourceState]:
    """Look at all sources; return a state for each contestant. Sources that the plan names by a key come before inboxes."""
    named = [source for source in sources if not isinstance(source, Inbox)]
    with ThreadPoolExecutor(AT_A_TIME) as threads:
        states = list(threads.map(_look_at_one, named))
    for source in sources:
        if isinstance(source, Inbox):
            states += _look_into_inbox(source, warn)
    found: dict[str, SourceState] = {}
    for state in states:
        # Some disks do not tell case apart, and a key is the name of a folder.
        found.setdefault(state.key.lower(), state)
    return _wait_for_quiet(list(found.values()), quiet)


def _wait_for_quiet(states: list[SourceState], quiet: float) -> list[SourceState]:
    """Wait once for those who are writing just now, and look again; who writes on has to wait for the next look."""
    # Whose clock is ahead of ours seems to write in the future, and waits, too.
    busy = {state.key for state in states if time.time() - state.newest < quiet}
    if busy:
        time.sleep(quiet)
    return [_look_again(state) if state.key in busy else state for state in states]


def _look_again(state: SourceState) -> SourceState:
    assert state.path is not None
    again = _look_at_path(state.key, state.path)
    if again.mark == state.mark:
        return again
    return SourceState(state.key, trouble=f"{_show(state.path)}: somebody is still writing to it")


def _look_at_one(source: Branch | PlainSource) -> SourceState:
    if isinstance(source, Branch):
        try:
            commit = find_commit(source.address, source.branch)
        except (BadEntrant, MissingTool) as error:
            return SourceState(source.key, trouble=str(error))
        return _make_fixed_state(source.key, f"{source.address}#{commit}")
    if is_git_address(source.text):
        return _make_fixed_state(source.key, source.text)
    return _look_at_path(source.key, Path(source.text))


def _make_fixed_state(key: str, address: str) -> SourceState:
    return SourceState(key, address, fetch=lambda box: import_entrant(address, box, name=key))


# Folders and archives


def _look_into_inbox(inbox: Inbox, warn: Warn) -> Iterator[SourceState]:
    """Look at each folder and archive; two that would be the same contestant are refused, both of them."""
    found: dict[str, list[Path]] = {}
    for path in _list_entries(inbox.folder, warn):
        found.setdefault(_make_key(path).lower(), []).append(path)
    for paths in found.values():
        key = _make_key(paths[0])
        if len(paths) > 1:
            names = " and ".join(map(_show, paths))
            yield SourceState(key, trouble=f"expected one program, found {names}")
        else:
            yield _look_at_path(key, paths[0])


def _make_key(path: Path) -> str:
    """Make the key of whoever has handed in something under this name."""
    name = path.name.removesuffix(find_suffix(path.name) or "")
    return name if KEY.fullmatch(name) else make_path_name(name)


def _show(path: Path) -> str:
    """Show the name of a file of somebody else: it need not be text."""
    return make_printable(path.name)


def _list_entries(folder: Path, warn: Warn) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = list(
                islice((entry.name for entry in entries if not entry.name.startswith(".")), MOST_ENTRIES + 1)
            )
    except FileNotFoundError:
        # Nobody has handed in anything yet.
        return []
    except OSError as error:
        warn(f"{folder}: this inbox cannot be read: {error.strerror}")
        return []
    if len(names) > MOST_ENTRIES:
        warn(f"{folder}: expected at most {MOST_ENTRIES} names in this inbox; the others are not seen")
    return sorted(folder / name for name in names[:MOST_ENTRIES])


def _look_at_path(key: str, path: Path) -> SourceState:
    try:
        kind = path.lstat().st_mode
        if stat.S_ISDIR(kind):
            mark, newest = _mark_folder(path)
            return SourceState(key, mark, "", lambda box: _import_folder(key, path, box), path, newest)
        if stat.S_ISREG(kind) and find_suffix(path.name):
            digest = hashlib.sha256()
            newest = _mark(path.name, path.lstat(), digest.update)
            return SourceState(
                key, digest.hexdigest(), "", lambda box: _import_archive(key, path, box), path, newest
            )
    except OSError as error:
        return SourceState(key, trouble=f"{_show(path)} cannot be read: {error.strerror}")
    what = "a link" if stat.S_ISLNK(kind) else "another file"
    return SourceState(key, trouble=f"{_show(path)}: {_EXPECTED}, found {what}")


def _mark_folder(folder: Path) -> tuple[str, float]:
    """Make a mark of all names, sizes and times in a folder, as far as a program may have files."""
    digest = hashlib.sha256()
    newest = _mark("", folder.lstat(), digest.update)
    count, folders = 0, [folder]
    while folders and count <= MOST_FILES:
        for path in sorted(islice(folders.pop().iterdir(), MOST_FILES + 1)):
            status = path.lstat()
            newest = max(newest, _mark(str(path.relative_to(folder)), status, digest.update))
            count += 1
            if stat.S_ISDIR(status.st_mode):
                folders.append(path)
    return digest.hexdigest(), newest


def _mark(name: str, status: os.stat_result, add: Callable[[bytes], None]) -> float:
    """Add a file to a mark; return when it was changed last: the one time that its owner cannot set."""
    numbers = (status.st_mode, status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
    add(os.fsencode(f"{name}\0{numbers}\0"))
    return status.st_ctime


def _import_folder(key: str, path: Path, box: Box) -> Entrant:
    """Import the folder that is there now, and not what a link leads to that somebody has put in its place."""
    descriptor = os.open(path, _FOLDER)
    try:
        return _import_named(Path(f"/proc/self/fd/{descriptor}"), key, _show(path), box)
    finally:
        os.close(descriptor)


def _import_archive(key: str, path: Path, box: Box) -> Entrant:
    """Import a copy of the archive: it may be replaced, also by a link."""
    with closing(OwnedFolder("ludus-archive-")) as owned:
        copy = owned.path / f"archive{find_suffix(path.name)}"
        with os.fdopen(os.open(path, _FILE), "rb") as file, copy.open("xb") as target:
            # One chunk more than an archive may have is refused as too large.
            for _, chunk in zip(range(MOST_PACKED // CHUNK + 1), read_chunks(file), strict=False):
                target.write(chunk)
        return _import_named(copy, key, _show(path), box)


def _import_named(path: Path, key: str, shown: str, box: Box) -> Entrant:
    """Import a file or folder of ours, which is to be called otherwise in messages."""
    try:
        return import_entrant(path, box, name=key)
    except BadEntrant as error:
        raise BadEntrant(str(error).replace(str(path), shown)) from error
