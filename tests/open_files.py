"""What this process has open: pipes, files, folders."""

from __future__ import annotations

from pathlib import Path


def list_open_files() -> set[tuple[str, str]]:
    """List descriptors and what they lead to.

    What an earlier test has left may be closed at any moment, so compare with `<=`: nothing is open that was not before.
    """
    found = set()
    for descriptor in list(Path("/proc/self/fd").iterdir()):
        try:
            found.add((descriptor.name, str(descriptor.readlink())))
        except FileNotFoundError:
            continue  # the list itself, or something that was closed meanwhile
    return found
