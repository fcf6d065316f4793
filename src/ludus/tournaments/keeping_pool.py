"""A pool that hands out a game only when all results before it are in the store, and on the disk.

Results that have arrived together are written together: to wait for the disk takes longer than all else that a coordinator
does for a game (bench/scale.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack

from ludus.arena.match import Pairing
from ludus.arena.runner import Finished, Moved, Pool, Voided
from ludus.store.store import Store


class KeepingPool:
    """Hands games to another pool, when the results before them are on the disk."""

    def __init__(self, pool: Pool, store: Store) -> None:
        self._pool = pool
        self._store = store
        self._open = ExitStack()
        self._is_open = False

    @property
    def size(self) -> int:
        """The number of games played at a time."""
        return self._pool.size

    def begin(self) -> None:
        """Begin to write, unless that has begun."""
        if not self._is_open:
            self._open.enter_context(self._store.batch())
            self._is_open = True

    def commit(self) -> None:
        """Put on the disk what was written."""
        self._is_open = False
        self._open.close()

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Play this game as soon as possible."""
        self.commit()
        self._pool.submit(pairing, attempt)

    def wait(self) -> Iterable[Moved | Finished | Voided]:
        """Wait for events, and return them."""
        self.commit()
        return self._pool.wait()

    def close(self) -> None:
        """End all games that are under way."""
        self._pool.close()
