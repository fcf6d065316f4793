"""Follows the links of a folder as the kernel would, and refuses those that lead out of it or nowhere.

Each link is followed once and its end is kept, so the work is linear in the number of links.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ludus.intake.tree import BadEntrant, Deadline
from ludus.sandbox.removal import remove
from ludus.text import quote

MOST_LINKS = 40
"""How many links the kernel follows on the way to one file."""


def check_links(root: Path, where: str, deadline: Deadline | None = None) -> None:
    """Check that no link leads out of a folder, not even to come back into it: the folder will be copied elsewhere."""
    for name, complaint in _find_bad_links(root, deadline or Deadline(where)):
        raise BadEntrant(f"{where}: {quote(name)}: {complaint}")


def drop_links(root: Path, where: str) -> None:
    """Remove the links that `check_links` would refuse, as a program may have made some while it ran."""
    for name, _ in list(_find_bad_links(root, Deadline(where))):
        remove(root / name)


def _find_bad_links(root: Path, deadline: Deadline) -> Iterator[tuple[str, str]]:
    """Yield the name of each link that leads out or nowhere, and what is wrong with it."""
    for name, link in list(_read_links(root, deadline)):
        _settle(link, deadline)
        if link.complaint:
            yield name, link.complaint


def _settle(link: _TreeNode, deadline: Deadline) -> None:
    """Find out where a link ends, after all links on its way; without recursion, since these may be many."""
    waiting = [] if link.is_settled else [link.follow()]
    while waiting:
        deadline.check()
        needed = next(waiting[-1], None)
        if needed is None:
            waiting.pop()
        elif not needed.is_begun:
            waiting.append(needed.follow())


class _TreeNode:
    """A folder, a file, a link or something that is not there, and the folder that it lies in."""

    __slots__ = ("above", "complaint", "end", "inside", "is_begun", "is_settled", "passed", "target")

    def __init__(self, above: _TreeNode | None, target: str | None = None) -> None:
        self.above = above
        self.target = target
        self.inside: dict[str, _TreeNode] = {}
        self.is_begun = self.is_settled = False
        self.complaint = ""
        """What is wrong with a link."""
        self.end: _TreeNode = self
        """Where it ends."""
        self.passed = 1
        """The links on the way there, this one included."""

    def follow(self) -> Iterator[_TreeNode]:
        """Follow a link part by part, because `a/..` depends on where `a` leads.

        Yields each link on the way that must be settled first; if it is not settled then, it leads back to this one.
        """
        self.is_begun = True
        target = self.target or ""
        here = None if target.startswith("/") else self.above
        for part in target.split("/"):
            here = here and here.enter(part)
            if here is None:
                break
            if here.target is None:
                continue
            if not here.is_settled:
                yield here
            self.passed += here.passed
            if not here.is_settled or self.passed > MOST_LINKS:
                self.complaint = f"expected a link that leads somewhere, found one that passes more than {MOST_LINKS} links"
            self.complaint = self.complaint or here.complaint
            if self.complaint:
                break
            here = here.end
        if here is None:
            self.complaint = (
                f"expected a link that stays inside the program's folder, found one to {quote(target)}"
            )
        else:
            self.end = here
        self.is_settled = True

    def enter(self, part: str) -> _TreeNode | None:
        """Go to what has this name in here; None above the top."""
        if part in ("", "."):
            return self
        return self.above if part == ".." else self.inside.get(part) or _TreeNode(self)


def _read_links(root: Path, deadline: Deadline) -> Iterator[tuple[str, _TreeNode]]:
    """Record all that is in a folder, and yield its links with their names."""
    waiting = [(str(root), _TreeNode(None))]
    while waiting:
        path, folder = waiting.pop()
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                deadline.check()
                target = str(Path(entry.path).readlink()) if entry.is_symlink() else None
                node = folder.inside[entry.name] = _TreeNode(folder, target)
                if target is not None:
                    yield os.path.relpath(entry.path, root), node
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, node))
