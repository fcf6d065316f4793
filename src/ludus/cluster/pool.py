"""A pool whose games are played by the workers of a Dask cluster.

The coordinator decides which worker plays what: each thread of a worker has one batch at a time, of about half a minute.
Results are fetched as soon as a batch is over, and believed as far as they can be checked. A batch whose worker was killed is
void, and its games are then played one by one, so that one that kills its workers spoils no other; one whose worker has
left, as workers do, goes to another. A worker that cannot play is reported in one line and not used.
"""

from __future__ import annotations

import pickle
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import ceil
from pathlib import Path

from distributed import Client

from ludus.arena.match import Pairing, find_game_once
from ludus.arena.resume import accept_record
from ludus.arena.runner import Finished, Voided
from ludus.cluster.members import Member, Members, find_problem
from ludus.cluster.messages import (
    BadAnswer,
    Batch,
    BatchAnswer,
    GameAnswer,
    GameFile,
    list_hashes,
    read_batch_answer,
)
from ludus.cluster.orders import Failed, Game, GameEvent, Gone, Killed, Order, Orders
from ludus.cluster.worker import greet, import_parcel, play_batch
from ludus.errors import LudusError
from ludus.intake.parcel import pack_entrant
from ludus.players.base import Absence
from ludus.records import record_json
from ludus.text import make_printable

BATCH_SECONDS = 30.0
"""How long a batch takes: long enough that the scheduler is idle, short enough that not much is lost with a worker."""
MOST_GAMES = 500
"""The maximum number of games in a batch, however short they are."""
LOOK, SEARCH = 1.0, 10.0
"""Seconds between two looks at who is there, and between two searches for what is lost."""


class ClusterPool:
    """Plays games on a cluster."""

    def __init__(self, client: Client, tell: Callable[[str], None]) -> None:
        self._run = uuid.uuid4().hex
        self._orders = Orders(client, self._run)
        self._members = Members(tell)
        self._left: list[Member] = []
        """Who was found to have left at the last look; if they were killed, that is known by the next one."""
        self._waiting: deque[Game] = deque()
        self._look_due = self._search_due = 0.0
        self._seconds: float | None = None
        """How long a game takes, on average over the last batches."""

    @property
    def size(self) -> int:
        """One batch for each thread; at least one game, which waits for the first worker."""
        return max(1, self._members.count_threads() * self._choose_batch_size())

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Add a game to those that wait for a worker."""
        self._waiting.append((pairing, attempt))

    def wait(self) -> Iterable[GameEvent]:
        """Hand out what waits, and receive what is done; now and then look who is there and what is lost."""
        events: list[GameEvent] = []
        if time.monotonic() >= self._look_due:
            self._look()
            self._look_due = time.monotonic() + LOOK
        if time.monotonic() >= self._search_due:
            for order in self._orders.take_lost():
                events += self._fail(order, "its answer was lost")
            self._search_due = time.monotonic() + SEARCH
        self._hand_out()
        for order in self._orders.wait(0.0 if events else LOOK):
            events += self._receive(order)
        return events

    def close(self) -> None:
        """End all games, and leave the cluster."""
        self._orders.close()

    def _look(self) -> None:
        """See who is there; what a worker has left behind, others play."""
        found = self._orders.list_workers()
        for member in self._left:
            for order in self._orders.take_from(member):
                self._waiting.extendleft(reversed(order.games))
        joined, self._left = self._members.update(found)
        for member in joined:
            self._orders.send(Order(member, (), partial(self._welcome, member)), greet, self._run)

    def _welcome(self, member: Member, data: object) -> Iterator[GameEvent]:
        problem = find_problem(member, data)
        if problem:
            self._members.drop(member, problem)
        member.is_ready = not problem
        yield from ()

    # What is to be done

    def _choose_batch_size(self) -> int:
        if self._seconds is None:
            return 1
        return max(1, min(MOST_GAMES, int(BATCH_SECONDS / max(self._seconds, 1e-3))))

    def _hand_out(self) -> None:
        """Give each free thread a batch, alike as long as there are enough games."""
        free = [member for member in self._members for _ in range(member.free)]
        for number, member in enumerate(free):
            if not self._waiting:
                return
            share = ceil(len(self._waiting) / (len(free) - number))
            self._send_batch(member, self._take(min(share, self._choose_batch_size())))

    def _take(self, most: int) -> list[Game]:
        """Take games from those that wait; one that was void is played alone."""
        games = [self._waiting.popleft()]
        while games[0][1] == 1 and len(games) < most and self._waiting and self._waiting[0][1] == 1:
            games.append(self._waiting.popleft())
        return games

    def _send_batch(self, member: Member, games: Sequence[Game]) -> None:
        pairings = tuple(pairing for pairing, _ in games)
        files = tuple(dict.fromkeys(path for pairing in pairings for path in pairing.settings.files))
        contents = tuple(GameFile(path, Path(path).read_bytes()) for path in files)
        batch = Batch(self._run, pairings, contents, BATCH_SECONDS)
        order = Order(member, games, partial(self._read_batch, member, games))
        self._orders.send(order, play_batch, pickle.dumps(batch))

    # What was done

    def _receive(self, order: Order) -> Iterable[GameEvent]:
        try:
            return list(order.receive(self._orders.fetch(order)))
        except Gone:
            self._waiting.extendleft(reversed(order.games))
            if not order.games:
                self._members.drop(order.member, "it does not answer")
            return ()
        except Killed:
            return _void(order, f"its worker {order.member.address} is gone")
        except (Failed, BadAnswer) as error:
            return self._fail(order, str(error))

    def _fail(self, order: Order, reason: str) -> Iterable[GameEvent]:
        self._members.drop(order.member, reason)
        return _void(order, f"worker {order.member.address}: {make_printable(reason)}")

    def _read_batch(self, member: Member, games: Sequence[Game], data: object) -> Iterator[GameEvent]:
        answer = read_batch_answer(data)
        expected = {pairing.id: (pairing, attempt) for pairing, attempt in games}
        played = {game.id: game for game in answer.games}
        missing = set(answer.missing)
        if not played.keys() <= expected.keys() or not missing <= set(list_hashes([one for one, _ in games])):
            raise BadAnswer("it speaks of games that it was not to play")
        self._waiting.extendleft(expected[name] for name in reversed(expected) if name not in played)
        self._send_parcels(member, missing)
        self._note_time(answer)
        if not played and not missing:
            self._members.note_game(member, "it has played nothing")
        for name, game in played.items():
            yield self._judge(member, *expected[name], game)

    def _judge(self, member: Member, pairing: Pairing, attempt: int, played: GameAnswer) -> GameEvent:
        """Make the event of a game, if its record stands up to what can be checked."""
        event = _check(pairing, attempt, played)
        reason = event.reason if isinstance(event, Voided) else ""
        if not played.is_game_wrong:
            self._members.note_game(member, reason)
        if reason:
            return Voided(pairing, attempt, f"worker {member.address}: {reason}", played.details)
        return event

    def _send_parcels(self, member: Member, missing: Iterable[str]) -> None:
        """Send programs to a worker, unless some are on their way already: it will say what is missing then."""
        if member.parcels:
            return
        if again := member.sent.intersection(missing):
            self._members.drop(member, f"it does not keep the programs that it is sent ({min(again)})")
            return
        for hash_ in sorted(missing):
            member.parcels += 1
            member.sent.add(hash_)
            self._orders.send(
                Order(member, (), partial(self._note_parcel, member)), import_parcel, hash_, _pack(hash_)
            )

    def _note_parcel(self, member: Member, data: object) -> Iterator[GameEvent]:
        member.parcels -= 1
        yield from ()

    def _note_time(self, answer: BatchAnswer) -> None:
        if answer.games:
            seconds = answer.seconds / len(answer.games)
            self._seconds = seconds if self._seconds is None else 0.7 * self._seconds + 0.3 * seconds


def _void(order: Order, reason: str) -> list[GameEvent]:
    return [Voided(pairing, attempt, reason) for pairing, attempt in order.games]


def _check(pairing: Pairing, attempt: int, played: GameAnswer) -> GameEvent:
    """Make the event of a game; a record that cannot be that of this game makes it void."""
    if not played.record:
        return Voided(pairing, attempt, played.reason or "no record and no reason")
    settings = pairing.settings
    try:
        record = record_json.read(played.record)
        games = {settings.game: find_game_once(settings.game, settings.files)}
        result = accept_record(pairing, record, games)
    except LudusError as error:
        return Voided(pairing, attempt, f"its record is refused: {error}")
    said = [(offence.kind, offence.seat, offence.reason) for offence in record.offences]
    for kind, seat, reason in (*said, (record.verdict.kind, record.verdict.seat, record.verdict.reason)):
        # Who could sit down where it was imported is absent by a fault of the worker.
        if kind == Absence.kind and seat is not None and not pairing.seats[seat].absence:
            return Voided(pairing, attempt, f"{pairing.keys[seat]} cannot play there: {reason}")
    return Finished(result)


@lru_cache(maxsize=8)
def _pack(hash_: str) -> bytes:
    """Pack a program once for the workers that join at the same time."""
    return pack_entrant(hash_)
