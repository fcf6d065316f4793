"""One game on the server: the referee in a thread of its own, the journal, and what people may do at any time.

Whatever happens is written to the journal first, then told to those who watch, then acknowledged. The thread can end at any
time: the game is taken up again by letting the referee go through the journal.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from ludus.arena.clock import GameClock
from ludus.arena.referee import play_game
from ludus.errors import LudusError
from ludus.players.base import Interruption, Misconduct, OutOfTime, Player, Resign, TakeBack
from ludus.records.events import Ended, Event, Played
from ludus.records.record import TOLD
from ludus.records.time_control import TimeControl
from ludus.server.refusal import BUSY, CONFLICT, Refused
from ludus.server.tables.event_json import (
    check_repeated,
    describe_board,
    describe_clock,
    describe_event,
    is_timed,
)
from ludus.server.tables.game_state import OVER, PLAYING, WAITING, GameState, Json
from ludus.server.tables.seat_player import Gate, PagePlayer, SeatPlayer, SentMove
from ludus.server.tables.store import WebStore
from ludus.server.tables.stored_game import LEVEL, PAGE, PERSON, PROGRAM, SERVER
from ludus.store.views import describe_misconduct
from ludus.turn import Turn

PLY_CAP = 2000
"""The plies after which a game is cut short: people do not play so long, and pages load all of it."""
PATIENCE = 15.0
"""Seconds to wait until whoever thinks has stopped."""

STOPPED = "The game has stopped, by no fault of the players. Load the page again to go on."

MakePlayer = Callable[["Table", int], Player]
"""Makes who sits in a seat that browsers do not play."""


class Table:
    """One game; any thread may call its methods."""

    def __init__(
        self, state: GameState, store: WebStore, make_player: MakePlayer, notify: Callable[[], None]
    ) -> None:
        self.state = state
        self.client = ""
        """Whom the computing time of engines is charged to: who has moved last."""
        self.touched = time.monotonic()
        """When somebody last asked for something."""
        self.changed = threading.Condition(threading.RLock())
        """Held to read or write the state; told when something has happened."""
        self._store = store
        self._make_player = make_player
        self._notify = notify
        self._commands = threading.Lock()
        self._thread: threading.Thread | None = None
        self._gate = Gate()
        self._players: list[SeatPlayer] = []
        self._failures: dict[int, int] = {}
        self._clock: GameClock | None = None
        self._turn_began = time.monotonic()
        self._is_leaving = False

    @property
    def is_awake(self) -> bool:
        """Tell whether the referee is at work."""
        return self._thread is not None

    @property
    def is_timed(self) -> bool:
        """Tell whether a clock is running."""
        return self.is_awake and is_timed(TimeControl.read(self.state.stored.clock))

    @property
    def is_leaving(self) -> bool:
        """Tell whether the referee was sent away and has not gone yet."""
        return self._is_leaving and self.is_awake

    def wake(self) -> None:
        """Let the referee go on with a game that is being played."""
        with self.changed:
            self.changed.wait_for(lambda: not self.is_leaving, PATIENCE)
            if self._thread is None and self.state.status == PLAYING:
                self._is_leaving, self._gate, self._failures = False, Gate(), {}
                self._thread = threading.Thread(
                    target=self._run, daemon=True, name=f"game {self.state.stored.id}"
                )
                self._thread.start()

    def leave(self) -> None:
        """Send the referee and all players away; the journal has everything."""
        with self.changed:
            self._is_leaving, gate = True, self._gate
        gate.close()

    def sleep(self) -> None:
        """Send everybody away, and wait until they have gone."""
        self.leave()
        thread = self._thread
        if thread is not None:
            thread.join(PATIENCE)

    # What people do

    def send(self, seat: int, sent: SentMove) -> None:
        """Hand a move of a browser to the referee; `sent.answer` tells what became of it."""
        self.wake()
        with self.changed:
            state, ply = self.state, len(self.state.steps)
            if state.status == WAITING:
                raise Refused(CONFLICT, "the game has not begun: a seat is still free")
            if state.status != PLAYING:
                raise Refused(CONFLICT, "the game is over")
            if sent.ply != ply:
                raise Refused(CONFLICT, f"the move is for ply {sent.ply}, and the game is at ply {ply}")
            if seat != state.position.to_move:
                name = state.position.seat_name(state.position.to_move)
                raise Refused(CONFLICT, f"it is not the turn of this seat: {name} is to move")
            player = self._find_page_player(seat)
            if not self._players:
                raise _make_stop()
            if player is None:
                raise Refused(CONFLICT, "this seat is played by the server", "wait for its move")
            player.send(sent)

    def publish(self, event: Json, owner: tuple[int, str] | None = None) -> int:
        """Write an event to the journal, then tell everybody; return its number."""
        with self.changed:
            number = self.state.number + 1
            text = json.dumps({"number": number, **event}, separators=(",", ":"))
            self._store.add_event(self.state.stored.id, number, text, owner)
            self.state.apply(text, owner)
            self.changed.notify_all()
        self._notify()
        return number

    def take_back(self, seat: int) -> None:
        """Take back to the last turn of a seat."""
        with self._commands:
            before = -1
            while len(self.state.steps) != before:
                before = len(self.state.steps)
                self._interrupt(TakeBack(), ("takenback",))
                if self.state.position.to_move == seat:
                    return

    def resign(self, seat: int) -> None:
        """Give the game up for a seat."""
        with self._commands:
            self._interrupt(Resign(seat), ("ended",))

    def move_engine(self, seat: int, where: str) -> None:
        """Have an engine computed elsewhere from now on."""
        with self.changed:
            self.publish({"kind": "moved_engine", "seat": seat, "where": where})
            if self._players:
                self._failures.pop(seat, None)
                self._players[seat].replace(self._choose_player(seat))

    def read_clock(self) -> Json | None:
        """Read the clocks as they are now; None where the game is not timed."""
        with self.changed:
            if self._clock is not None:
                elapsed = time.monotonic() - self._turn_began
                return describe_clock(self._clock, self.state.position.to_move, elapsed)
            fresh = GameClock(TimeControl.read(self.state.stored.clock), len(self.state.seats))
            clock = self.state.clock or describe_clock(fresh, None)
            return clock and {**clock, "running": None}

    def _interrupt(self, interruption: Interruption, kinds: tuple[str, ...]) -> None:
        """Interrupt whoever thinks, and wait for the event that comes of it."""
        self.wake()
        with self.changed:
            number, gate = self.state.number, self._gate
        if not gate.interrupt(interruption, PATIENCE):
            raise Refused(CONFLICT, "the game is over") if self.state.status == OVER else _make_stop()
        with self.changed:
            if not self.changed.wait_for(lambda: self._has_happened(number, kinds), PATIENCE):
                raise Refused(BUSY, "the player to move does not stop thinking", "try again")

    def _has_happened(self, number: int, kinds: tuple[str, ...]) -> bool:
        return any(json.loads(event)["kind"] in (*kinds, "ended") for event in self.state.journal[number:])

    # The thread of the game

    def _run(self) -> None:
        gate = self._gate
        try:
            self._play()
        except LudusError as error:
            # The file cannot be written, a sandbox fails, or the rules of somebody else's game do. What is not in the journal
            # has not happened, and the next request tries again from there.
            print(f"error: game {self.state.stored.id}: {error}", file=sys.stderr, flush=True)
            self._tell_stop()
        except Exception:
            # Our own fault, or that of the rules of somebody else's game.
            self._tell_stop()
            raise
        finally:
            with self.changed:
                # Whoever moves as soon as they have an answer waits until the game can be taken up again.
                self._is_leaving = True
            self._answer_sent(_make_failure())
            gate.close()
            players = self._players
            with self.changed:
                self._players, self._thread, self._clock = [], None, None
                self.changed.notify_all()
            for player in players:
                player.close()

    def _tell_stop(self) -> None:
        """Tell that the game has stopped, once: every request tries to take it up again."""
        journal = self.state.journal
        if not journal or json.loads(journal[-1]).get("words") != STOPPED:
            with suppress(LudusError):
                self.publish({"kind": "told", "words": STOPPED})

    def _play(self) -> None:
        stored = self.state.stored
        start, control = self.state.game.read(stored.start), TimeControl.read(stored.clock)
        past = deque(self.state.history)
        clock = GameClock(control, start.seats)
        with self.changed:
            self._players = [self._seat(seat, past) for seat in range(start.seats)]
            self.changed.notify_all()
        events = play_game(start, self._players, control, PLY_CAP, clock=clock)
        for event in tuple(past):
            check_repeated(next(events, None), event)
            clock.used[:] = [float(str(each)) for each in event["used"]]  # type: ignore[attr-defined]  # a list
        with self.changed:
            # Until here the clocks are those of the last event in the journal.
            self._clock, self._turn_began = clock, time.monotonic()
        for happened in events:
            if self._is_leaving and _is_left(happened):
                return
            self._tell(happened)

    def _seat(self, seat: int, past: deque[Json]) -> SeatPlayer:
        kind, name = self.state.seats[seat].kind, self.state.seats[seat].name

        def recover(misconduct: Misconduct) -> bool:
            return self._recover(seat, misconduct)

        player = self._choose_player(seat)
        return SeatPlayer(
            player, self._gate, past, recover, self._begin_turn, is_person=kind == PERSON, name=name
        )

    def _begin_turn(self, turn: Turn) -> None:
        """Tell where the board is not as after the last event: seats were passed over, or a phase has begun."""
        with self.changed:
            self._turn_began = time.monotonic()
            if str(turn.position) != self.state.text:
                assert self._clock is not None
                self.publish({"kind": "passed", **describe_board(turn.position, self._clock)})

    def _choose_player(self, seat: int) -> Player:
        setting = self.state.seats[seat]
        is_sent = setting.kind == PERSON or setting.where == PAGE
        return PagePlayer() if is_sent else self._make_player(self, seat)

    def _recover(self, seat: int, misconduct: Misconduct) -> bool:
        """Start an engine of the server again; when it fails again, leave its moves to the page. False for others."""
        setting = self.state.seats[seat]
        if setting.kind != LEVEL or setting.where != SERVER or isinstance(misconduct, OutOfTime):
            return False
        name = self.state.position.seat_name(seat)
        self._failures[seat] = self._failures.get(seat, 0) + 1
        if self._failures[seat] == 1:
            words = f"The engine that plays {name} has failed ({misconduct.kind}); it is started again."
            self.publish({"kind": "told", "words": words})
            return True
        words = (
            f"The engine that plays {name} has failed again ({misconduct.kind}); "
            "its moves are left to the page of whoever made the game."
        )
        self.publish({"kind": "told", "words": words})
        self.move_engine(seat, PAGE)
        return True

    def _tell(self, happened: Event) -> None:
        """Write down and publish what the referee says, and answer the browser whose move it was."""
        with self.changed:
            self._turn_began = time.monotonic()
            assert self._clock is not None
            number = self.publish(describe_event(happened, self.state.position, self._clock, self._reword))
            if isinstance(happened, Played):
                self._failures.pop(happened.seat, None)
                self._answer_sent(number)
            else:
                self._answer_sent(Refused(CONFLICT, "the move came too late"))
            for player in self._players:
                if isinstance(player.player, PagePlayer):
                    player.player.refuse_waiting()

    def _answer_sent(self, answer: int | Refused) -> None:
        for player in self._players:
            page = player.player
            if isinstance(page, PagePlayer) and (sent := page.take_unanswered()) is not None:
                if isinstance(answer, int):
                    sent.accept(answer)
                else:
                    sent.refuse(answer)

    def _find_page_player(self, seat: int) -> PagePlayer | None:
        # A game that is just being taken up has no players yet.
        self.changed.wait_for(lambda: bool(self._players) or self._thread is None, PATIENCE)
        player = self._players[seat].player if self._players else None
        return player if isinstance(player, PagePlayer) else None

    def _reword(self, seat: int, kind: str, reason: str) -> str:
        """Hide what a program has said: only its owner may see that."""
        setting = self.state.seats[seat]
        return describe_misconduct(kind, setting.name) if setting.kind == PROGRAM else reason


def _is_left(happened: Event) -> bool:
    return isinstance(happened, Ended) and happened.verdict.kind == TOLD and happened.verdict.seat is None


def _make_stop() -> Refused:
    return Refused(BUSY, "the game has stopped, by no fault of the players", "try again later")


def _make_failure() -> Refused:
    words = "the move could not be judged by the rules of this game, or could not be kept"
    return Refused(BUSY, words, "try another move, or load the page again")
