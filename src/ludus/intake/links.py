"""Follows the links of a folder as the kernel would, and refuses those that lead out of it or nowhere.

Each link is followed once, and whoever comes by later is told where it ends: the work is that of reading all links.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ludus.errors import LudusError
from ludus.intake.tree import BadEntrant, Deadline
from ludus.sandbox.removal import remove
from ludus.text import quote

MOST_LINKS = 40
"""So many links the kernel passes on the way to one file."""


def check_links(root: Path, where: str, deadline: Deadline | None = None) -> None:
    """See that no link leads out of a folder, not even to come back into it: the folder will stand elsewhere."""
    for name, complaint in _find_bad_links(root, deadline or Deadline(where)):
        raise BadEntrant(f"{where}: {quote(name)}: {complaint}")


def drop_links(root: Path, where: str) -> None:
    """Remove the links that `check_links` would refuse, as a program may have made some while it ran."""
    for name, _ in list(_find_bad_links(root, Deadline(where))):
        remove(root / name)


def _find_bad_links(root: Path, deadline: Deadline) -> Iterator[tuple[str, str]]:
    """Yield the name of each link that leads out or nowhere, and what is wrong with it."""
    for name, link in list(_read_links(root, deadline)):
        deadline.check()
        try:
            link.follow(MOST_LINKS)
        except _BadLink as error:
            yield name, str(error)


class _BadLink(LudusError):
    """A link leads out, or nowhere."""


class _Place:
    """A folder, a file, a link or something that is not there, and the folder that it lies in."""

    __slots__ = ("_end", "_passed", "above", "inside", "target")

    def __init__(self, above: _Place | None, target: str | None = None) -> None:
        self.above = above
        self.target = target
        self.inside: dict[str, _Place] = {}
        self._end: _Place | None = None
        self._passed = 0

    def follow(self, most: int) -> tuple[_Place, int]:
        """Give the place where a link ends, and how many links are passed on the way, this one included."""
        if self._end is None and most > 0:
            self._end, self._passed = self._follow(most)
        if self._end is None or self._passed > most:
            raise _BadLink(
                f"expected a link that leads somewhere, found one that passes more than {MOST_LINKS} links"
            )
        return self._end, self._passed

    def _follow(self, most: int) -> tuple[_Place, int]:
        """Go part by part, through the links on the way: by its letters alone `a/..` can be anywhere."""
        target = self.target or ""
        here, passed = self.above, 1
        for part in target.split("/"):
            if target.startswith("/") or here is None:
                break
            here = here._step(part)
            if here is not None and here.target is not None:
                # One that comes back to itself runs out of links, too.
                here, more = here.follow(most - passed)
                passed += more
        if target.startswith("/") or here is None:
            raise _BadLink(
                f"expected a link that stays inside the program's folder, found one to {quote(target)}"
            )
        return here, passed

    def _step(self, part: str) -> _Place | None:
        """Go to what is called so in here; above the top there is nothing."""
        if part in ("", "."):
            return self
        return self.above if part == ".." else self.inside.get(part) or _Place(self)


def _read_links(root: Path, deadline: Deadline) -> Iterator[tuple[str, _Place]]:
    """Note all that is in a folder, and yield its links with their names."""
    waiting = [(str(root), _Place(None))]
    while waiting:
        path, folder = waiting.pop()
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                deadline.check()
                target = str(Path(entry.path).readlink()) if entry.is_symlink() else None
                place = folder.inside[entry.name] = _Place(folder, target)
                if target is not None:
                    yield os.path.relpath(entry.path, root), place
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, place))
