"""A pool whose games are played by the workers of a Dask cluster.

The coordinator decides which worker plays what: each thread of a worker has one batch at a time, of about half a minute.
Results are fetched as soon as a batch is over, and believed as far as they can be checked. A batch whose worker was killed is
void, and its games are then played one by one, so that one that kills its workers spoils no other; one whose worker has
left, as workers do, goes to another. A worker that cannot play is told of in one line and not used.
"""

from __future__ import annotations

import pickle
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue

from distributed import Client, Future
from distributed.scheduler import KilledWorker, NoValidWorkerError

from ludus.arena.match import Pairing, find_game_once
from ludus.arena.resume import accept_record
from ludus.arena.runner import Finished, Voided
from ludus.cluster.members import Member, Members, find_problem
from ludus.cluster.messages import Answer, BadAnswer, Batch, GameFile, PlayedGame, list_hashes, read_answer
from ludus.cluster.worker import end_processes, greet, play_batch, take_in
from ludus.errors import LudusError, MachineFault
from ludus.intake.parcel import pack_entrant
from ludus.players.base import Absence
from ludus.records import record_json
from ludus.text import make_printable

BATCH_SECONDS = 30.0
"""How long a batch takes: long enough that the scheduler is idle, short enough that not much is lost with a worker."""
MOST_GAMES = 500
"""So many games are in a batch at most, however short they are."""
LOOK = 1.0
"""Seconds between two looks at who is there."""
PATIENCE = 30.0
"""Seconds for the scheduler to answer, and for a result to be fetched."""
GOODBYE = 5.0
"""Seconds for each step of taking leave."""

_Game = tuple[Pairing, int]
"""A game, and which attempt it is."""
_Event = Finished | Voided


class _Gone(Exception):
    """The worker has left with what it was to do."""


@dataclass(eq=False, slots=True)
class _Order:
    """Something that a worker was asked to do."""

    member: Member
    games: Sequence[_Game]
    receive: Callable[[object], Iterable[_Event]]
    """Takes what it answers."""
    future: Future | None = None


class ClusterPool:
    """Plays games on a cluster."""

    def __init__(self, client: Client, tell: Callable[[str], None]) -> None:
        self._client = client
        self._address = client.scheduler.address
        self._members = Members(tell)
        self._left: list[Member] = []
        """Who was found to have left at the last look; if they were killed, that is known by the next one."""
        self._run = uuid.uuid4().hex
        self._numbers = count()
        self._waiting: deque[_Game] = deque()
        self._orders: dict[int, _Order] = {}
        self._news: SimpleQueue[int] = SimpleQueue()
        """The numbers of orders that are done."""
        self._due = 0.0
        self._seconds: float | None = None
        """How long a game takes, on average over the last batches."""

    @property
    def size(self) -> int:
        """One batch for each thread; at least one game, which waits for the first worker."""
        return max(1, self._members.count_threads() * self._choose_batch_size())

    def submit(self, pairing: Pairing, attempt: int) -> None:
        """Add a game to those that wait for a worker."""
        self._waiting.append((pairing, attempt))

    def wait(self) -> Iterable[_Event]:
        """Hand out what waits, and receive what is done; now and then look who is there."""
        if time.monotonic() >= self._due:
            self._look()
            self._due = time.monotonic() + LOOK
        self._hand_out()
        events: list[_Event] = []
        with suppress(Empty):
            number = self._news.get(timeout=LOOK)
            while True:
                events += self._receive(number)
                number = self._news.get_nowait()
        return events

    def close(self) -> None:
        """End all games, on the workers as well, and leave the cluster; whoever does not answer is not waited for."""
        client, futures = self._client, [order.future for order in self._orders.values() if order.future]
        self._orders.clear()
        with suppress(Exception):
            client.sync(client._cancel, futures, callback_timeout=GOODBYE)
        with suppress(Exception):
            client.sync(client._run, end_processes, self._run, on_error="ignore", callback_timeout=GOODBYE)
        with suppress(Exception):
            client.close(timeout=GOODBYE)

    # Who is there

    def _look(self) -> None:
        if self._client.status != "running":
            raise self._make_loss()
        try:
            found = self._client.sync(self._client.scheduler.ncores, workers=None, callback_timeout=PATIENCE)
        except (OSError, TimeoutError, CancelledError) as error:
            raise self._make_loss() from error
        for member in self._left:
            self._take_back(member)
        joined, self._left = self._members.update(found)
        for member in joined:
            self._send(member, partial(self._welcome, member), greet, self._run)

    def _make_loss(self) -> MachineFault:
        fault = MachineFault(f"the scheduler at {self._address} no longer answers")
        fault.hint = "start scheduler and workers again; then the same command goes on"
        return fault

    def _welcome(self, member: Member, data: object) -> Iterator[_Event]:
        problem = find_problem(member, data)
        if problem:
            self._members.drop(member, problem)
        member.is_ready = not problem
        yield from ()

    def _take_back(self, member: Member) -> None:
        """Let others play what a worker has left behind."""
        for number, order in list(self._orders.items()):
            if order.member is member:
                self._release(self._orders.pop(number))
                self._waiting.extendleft(reversed(order.games))

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

    def _take(self, most: int) -> list[_Game]:
        """Take games from those that wait; one that was void is played alone."""
        games = [self._waiting.popleft()]
        while games[0][1] == 1 and len(games) < most and self._waiting and self._waiting[0][1] == 1:
            games.append(self._waiting.popleft())
        return games

    def _send_batch(self, member: Member, games: Sequence[_Game]) -> None:
        pairings = tuple(pairing for pairing, _ in games)
        files = tuple(dict.fromkeys(path for pairing in pairings for path in pairing.settings.files))
        contents = tuple(GameFile(path, Path(path).read_bytes()) for path in files)
        batch = Batch(self._run, pairings, contents, BATCH_SECONDS)
        self._send(
            member,
            partial(self._read_batch, member, games),
            play_batch,
            pickle.dumps(batch),
            games=games,
        )

    def _send(
        self,
        member: Member,
        receive: Callable[[object], Iterable[_Event]],
        function: Callable[..., bytes],
        *words: object,
        games: Sequence[_Game] = (),
    ) -> None:
        """Let a worker, and nobody else, call a function."""
        number = next(self._numbers)
        order = self._orders[number] = _Order(member, games, receive)
        member.running += 1
        order.future = self._client.submit(
            function, *words, workers=[member.address], key=f"ludus-{self._run}-{number}", pure=False
        )
        order.future.add_done_callback(lambda _: self._news.put(number))

    # What was done

    def _receive(self, number: int) -> Iterable[_Event]:
        order = self._orders.pop(number, None)
        if order is None:
            return ()
        order.member.running -= 1
        try:
            data = _fetch(order)
        except _Gone:
            self._waiting.extendleft(reversed(order.games))
            if not order.games:
                self._members.drop(order.member, "it does not answer")
            return ()
        except KilledWorker:
            return self._void(order, f"its worker {order.member.address} is gone")
        except Exception as error:
            # Whatever the function has raised over there.
            return self._fail(order, f"{type(error).__name__}: {error}")
        finally:
            self._release(order)
        try:
            return list(order.receive(data))
        except BadAnswer as error:
            return self._fail(order, str(error))

    def _fail(self, order: _Order, reason: str) -> Iterable[_Event]:
        self._members.drop(order.member, reason)
        return self._void(order, f"worker {order.member.address}: {make_printable(reason)}")

    def _void(self, order: _Order, reason: str) -> Iterable[_Event]:
        return [Voided(pairing, attempt, reason) for pairing, attempt in order.games]

    def _read_batch(self, member: Member, games: Sequence[_Game], data: object) -> Iterator[_Event]:
        answer = read_answer(data)
        expected = {pairing.id: (pairing, attempt) for pairing, attempt in games}
        played = {game.id: game for game in answer.games}
        missing = set(answer.missing)
        if not played.keys() <= expected.keys() or not missing <= set(list_hashes([one for one, _ in games])):
            raise BadAnswer("it speaks of games that it was not to play")
        self._waiting.extendleft(expected[name] for name in reversed(expected) if name not in played)
        self._send_parcels(member, missing)
        self._note_time(answer)
        for name, game in played.items():
            yield self._judge(member, *expected[name], game)

    def _judge(self, member: Member, pairing: Pairing, attempt: int, played: PlayedGame) -> _Event:
        """Make the event of a game, if its record stands up to what can be checked."""
        event = _check(pairing, attempt, played)
        reason = event.reason if isinstance(event, Voided) else ""
        self._members.note_game(member, reason)
        if reason:
            return Voided(pairing, attempt, f"worker {member.address}: {reason}", played.details)
        return event

    def _send_parcels(self, member: Member, missing: Iterable[str]) -> None:
        """Send programs to a worker, unless some are on their way already: it will say what is missing then."""
        if member.parcels:
            return
        for hash_ in sorted(missing):
            member.parcels += 1
            self._send(member, partial(self._note_parcel, member), take_in, hash_, _pack(hash_))

    def _note_parcel(self, member: Member, data: object) -> Iterator[_Event]:
        member.parcels -= 1
        if data:
            self._members.drop(
                member, data.decode(errors="replace") if isinstance(data, bytes) else "no parcel"
            )
        yield from ()

    def _note_time(self, answer: Answer) -> None:
        if answer.games:
            seconds = answer.seconds / len(answer.games)
            self._seconds = seconds if self._seconds is None else 0.7 * self._seconds + 0.3 * seconds

    def _release(self, order: _Order) -> None:
        """Let the cluster forget an order: what lies on a worker dies with it and would be computed again."""
        if order.future is not None:
            with suppress(Exception):
                order.future.release()


def _fetch(order: _Order) -> object:
    """Fetch an answer."""
    assert order.future is not None, "only what was sent is answered"
    try:
        answer: object = order.future.result(timeout=PATIENCE)
    except (CancelledError, NoValidWorkerError, TimeoutError) as error:
        raise _Gone from error
    return answer


def _check(pairing: Pairing, attempt: int, played: PlayedGame) -> _Event:
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
        # Who could sit down where it was taken in is absent by a fault of the worker.
        if kind == Absence.kind and seat is not None and not pairing.seats[seat].absence:
            return Voided(pairing, attempt, f"{pairing.keys[seat]} cannot play there: {reason}")
    return Finished(result)


@lru_cache(maxsize=8)
def _pack(hash_: str) -> bytes:
    """Pack a program once for the workers that join at the same time."""
    return pack_entrant(hash_)
