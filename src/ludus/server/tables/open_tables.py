"""All games that somebody looks at: taken from the store when they are asked for, put to sleep when nobody is there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from ludus.games.base import Game
from ludus.server.limits import Limits, make_refusal
from ludus.server.refusal import BUSY, UNKNOWN, Refused
from ludus.server.tables.feed import Feed
from ludus.server.tables.game_state import PLAYING, GameState
from ludus.server.tables.seating import Seating
from ludus.server.tables.store import WebStore
from ludus.server.tables.stored_game import StoredGame
from ludus.server.tables.table import Table

IDLE_SECONDS = 120.0
"""A game that nobody has looked at for so long sleeps."""

MOST_OPEN = 2000
"""Games in memory."""

OpenTable = tuple[Table, Feed]


class OpenTables:
    """The games in memory; any thread may ask."""

    def __init__(
        self,
        store: WebStore,
        games: Mapping[str, Game],
        seating: Seating,
        limits: Limits,
        make_feed: Callable[[], Feed],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.games = games
        self._seating = seating
        self._limits = limits
        self._make_feed = make_feed
        self._now = now
        self._open: dict[str, OpenTable] = {}
        self._waking: set[str] = set()
        """The games that count as being played already, although their referee is only about to begin."""
        self._lock = threading.Lock()

    def add(self, stored: StoredGame, owners: dict[int, str]) -> None:
        """Keep a new game."""
        self.store.add_game(stored, owners)

    def find(self, name: str, client: str) -> OpenTable:
        """Find a game, and have the referee go on with it; refuse if there is none."""
        with self._lock:
            table, feed = self._open.get(name) or self._load(name)
            table.touched, table.client = self._now(), table.client or client
            is_asleep = table.state.status == PLAYING and not table.is_awake
            if is_asleep and name not in self._waking:
                self._make_room(table.client)
                self._waking.add(name)
        # Not while everybody else waits: a game that is just being put to sleep must be asleep first.
        if is_asleep or table.is_leaving:
            table.wake()
            with self._lock:
                self._waking.discard(name)
        return table, feed

    def unload_idle_games(self) -> None:
        """Put games to sleep that nobody has looked at for some time, and forget those that sleep."""
        with self._lock:
            idle = [
                (name, table)
                for name, (table, feed) in self._open.items()
                if not feed.watchers and not table.is_timed and self._now() - table.touched > IDLE_SECONDS
            ]
            for name, table in idle:
                if table.is_awake:
                    table.leave()
                else:
                    del self._open[name]

    def list_feeds(self) -> list[Feed]:
        """List the feeds of the games in memory."""
        with self._lock:
            return [feed for _, feed in self._open.values()]

    def end_streams(self) -> None:
        """Send away all who watch."""
        for feed in self.list_feeds():
            feed.close()

    def close(self) -> None:
        """Put all games to sleep."""
        with self._lock:
            tables = [table for table, _ in self._open.values()]
            self._open.clear()
        for table in tables:
            table.leave()
        for table in tables:
            table.sleep()

    def _forget_oldest(self) -> None:
        """Make room in memory for one more game; those that are being played or watched stay."""
        idle = [
            (table.touched, name)
            for name, (table, feed) in self._open.items()
            if not table.is_awake and not feed.watchers
        ]
        if len(self._open) >= MOST_OPEN and idle:
            del self._open[min(idle)[1]]

    def _load(self, name: str) -> OpenTable:
        stored = self.store.find_game(name)
        if stored is None:
            raise Refused(
                UNKNOWN, "there is no such game here", "look at the address again, or begin a new game"
            )
        if stored.game not in self.games:
            raise Refused(UNKNOWN, f"the server does not know the game {stored.game} any more")
        state = GameState(stored, self.games[stored.game], self.store.list_owners(name))
        for event in self.store.list_events(name):
            state.apply(event)
        self._forget_oldest()
        feed = self._make_feed()
        table = Table(state, self.store, self._seating.make_player, feed.notify)
        self._open[name] = table, feed
        return table, feed

    def _make_room(self, client: str) -> None:
        """Make room for one more game that is being played, of this client and at all; refuse if nobody can sleep."""
        waking = [self._open[name] for name in self._waking if name in self._open]
        # Those that were sent away already make no more room.
        awake = [
            (table, feed) for table, feed in self._open.values() if table.is_awake and not table.is_leaving
        ]
        own = [(table, feed) for table, feed in awake if table.client == client]
        if len(own) + sum(table.client == client for table, _ in waking) >= self._limits.games:
            _put_to_sleep(own, make_refusal("games"))
        elif len(awake) + len(waking) >= self._limits.all_games:
            full = Refused(BUSY, "too many games are being played here", "try again later")
            _put_to_sleep(awake, full)


def _put_to_sleep(awake: list[OpenTable], refusal: Refused) -> None:
    """Put the game to sleep that was quiet for longest; refuse if all are watched or have running clocks."""
    idle = [table for table, feed in awake if not feed.watchers and not table.is_timed]
    if not idle:
        raise refusal
    min(idle, key=lambda table: table.touched).leave()
