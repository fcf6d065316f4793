"""A user for each running program, where we are root: one whom nobody else has, so that limits bind it."""

from __future__ import annotations

import contextlib
import os
import pwd
import socket
from collections.abc import Iterator

FIRST, LAST = 61184, 65519
"""Where systemd takes users that live as long as a service does; nobody else has numbers there."""

# A name in the abstract socket namespace goes away with the process that holds it, and leaves no file behind.
_held: list[tuple[int, int, socket.socket]] = []


@contextlib.contextmanager
def own_user() -> Iterator[int]:
    """Lend a user to a program; 0 where we are an ordinary user, whose programs run as that."""
    if os.geteuid() != 0:
        yield 0
        return
    user, process, holder = _taken()
    try:
        yield user
    finally:
        _held.append((user, process, holder))


def _taken() -> tuple[int, int, socket.socket]:
    while _held:
        user, process, holder = _held.pop()
        if process == os.getpid():
            return user, process, holder
        # Taken over in a fork: it is the parent's.
        holder.close()
    for user in range(FIRST, LAST + 1):
        holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            holder.bind(f"\0ludus-user-{user}")
            if not _is_known(user):
                return user, os.getpid(), holder
        except OSError:
            pass
        holder.close()
    raise OSError(f"all users from {FIRST} to {LAST} are taken")


def _is_known(user: int) -> bool:
    try:
        pwd.getpwuid(user)
    except KeyError:
        return False
    return True
