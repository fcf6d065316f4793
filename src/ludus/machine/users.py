"""A user of its own for each running program, where we are root, so that limits per user apply to it alone."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
from collections.abc import Iterator

from ludus.machine.claims import claim

FIRST, LAST = 61184, 65519
"""The range from which systemd takes dynamic users; no other account has ids there."""

_numbers = itertools.count()


class Users:
    """The users that we have claimed."""

    def __init__(self) -> None:
        self.free: list[tuple[int, int, int]] = []
        """Those that can be lent again: the number, the process that claimed it, the descriptor of the claim."""

    @contextlib.contextmanager
    def lend(self) -> Iterator[int]:
        """Lend a user to a program; 0 where we are an ordinary user, as whom our programs then run."""
        if os.geteuid() != 0:
            yield 0
            return
        lent = self._take()
        try:
            yield lent[0]
        finally:
            self.free.append(lent)

    def close(self) -> None:
        """Give up the claims."""
        while self.free:
            os.close(self.free.pop()[2])

    def _take(self) -> tuple[int, int, int]:
        while self.free:
            lent = self.free.pop()
            if lent[1] == os.getpid():
                return lent
            # Inherited in a fork: it is the parent's.
            os.close(lent[2])
        with contextlib.suppress(OSError):
            for user in filter(_is_free, range(FIRST, LAST + 1)):
                if (holder := claim(f"user-{user}")) is not None:
                    return user, os.getpid(), holder
        return _choose_user(), os.getpid(), os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)


def _choose_user() -> int:
    """Choose a user that is unlikely to be in use, where nothing can be claimed."""
    count = LAST - FIRST + 1
    numbers = (FIRST + (31 * os.getpid() + number) % count for number in _numbers)
    return next(user for user in numbers if _is_free(user))


def _is_free(user: int) -> bool:
    try:
        pwd.getpwuid(user)
    except KeyError:
        return True
    return False
