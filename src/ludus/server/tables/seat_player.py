"""Who sits in a seat of a game on the server, as the referee sees it.

A `SeatPlayer` repeats what the journal of a game says first, and then is whoever sits there: a person or an engine behind
a browser (`PagePlayer`), or an engine or a program here. That can change during the game.

What people want instead of a move (`Gate.interrupt`) reaches the seat that is to move, and never the next turn of another.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field

from ludus.arena.referee import check_moves
from ludus.contests import find_conduct
from ludus.games.base import IllegalMove, spell
from ludus.players.base import Interruption, Leave, Misconduct, OutOfTime, Player, TakeBack
from ludus.records.record import MISCONDUCT
from ludus.server.refusal import BUSY, CONFLICT, ILLEGAL, Refused, explain_illegal
from ludus.server.tables.game_state import Json
from ludus.terminal.typed_move import Unclear, read_typed_move
from ludus.turn import Choice, Turn


@dataclass(frozen=True, slots=True)
class SentMove:
    """A move that a browser has sent: its text, the squares that were touched, or what somebody has typed."""

    ply: int
    move: str = ""
    touched: tuple[str, ...] = ()
    typed: str = ""
    answer: Future[int] = field(default_factory=Future)
    """The number of the event that it became, or why it was refused."""

    def accept(self, number: int) -> None:
        """Answer that the move became this event."""
        if not self.answer.done():
            self.answer.set_result(number)

    def refuse(self, refusal: Exception) -> None:
        """Answer that nothing has changed."""
        if not self.answer.done():
            self.answer.set_exception(refusal)


class Gate:
    """Knows which seat is choosing, so that an interruption meets the turn that it is meant for."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._choosing: Player | None = None
        self._is_closed = False

    def enter(self, player: Player) -> None:
        """Note that a player begins to choose; a gate that was closed ends the game instead."""
        with self._changed:
            if self._is_closed:
                raise Leave
            self._choosing = player
            self._changed.notify_all()

    def leave(self) -> None:
        """Note that it has chosen."""
        with self._changed:
            self._choosing = None

    def interrupt(self, interruption: Interruption, patience: float) -> bool:
        """Interrupt whoever chooses, or will soon; False if nobody does."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._choosing or self._is_closed, patience):
                return False
            if self._choosing is None:
                return False
            self._choosing.cancel(interruption)
            return True

    def close(self) -> None:
        """End the game at the next turn, and the one that is being chosen."""
        with self._changed:
            self._is_closed = True
            if self._choosing is not None:
                self._choosing.cancel(Leave())
            self._changed.notify_all()


class _Replaced(Interruption):
    """Somebody else sits in the seat now."""


class PagePlayer(Player):
    """A person, or an engine in a page: its moves are sent by a browser."""

    def __init__(self) -> None:
        self._inbox: queue.SimpleQueue[SentMove | None] = queue.SimpleQueue()
        self.unanswered: SentMove | None = None
        """The move whose sender still waits for an answer: the referee judges it, or the rules have failed on it."""

    def send(self, sent: SentMove) -> None:
        """Hand over what a browser has sent."""
        self._inbox.put(sent)

    def cancel(self, interruption: Interruption) -> None:
        """Wake up the wait for a move."""
        super().cancel(interruption)
        self._inbox.put(None)

    def choose(self, turn: Turn) -> Choice:
        """Wait for a legal move until the clock has run out."""
        left = math.inf if turn.clock is None else turn.clock.left
        deadline = time.monotonic() + left
        while True:
            self.raise_interruption()
            sent = self._receive(deadline)
            if sent is not None:
                try:
                    move = _read_sent(turn, sent)
                except Refused as refusal:
                    sent.refuse(refusal)
                except Exception:
                    # The rules of somebody else's game fail; whoever sent the move is answered when the game has stopped.
                    self.unanswered = sent
                    raise
                else:
                    self.unanswered = sent
                    return Choice((move,))

    def take_unanswered(self) -> SentMove | None:
        """Take the move whose sender is to be answered now."""
        unanswered, self.unanswered = self.unanswered, None
        return unanswered

    def close(self) -> None:
        """Answer everybody who waits."""
        words = "the game has stopped, or the server plays this seat now"
        refusal = Refused(BUSY, words, "load the page again")
        if (unanswered := self.take_unanswered()) is not None:
            unanswered.refuse(refusal)
        self.refuse_waiting(refusal)

    def refuse_waiting(self, refusal: Refused | None = None) -> None:
        """Refuse what has come too late."""
        refusal = refusal or Refused(CONFLICT, "it is not the turn of this seat")
        with suppress(queue.Empty):
            while True:
                sent = self._inbox.get_nowait()
                if sent is not None:
                    sent.refuse(refusal)

    def _receive(self, deadline: float) -> SentMove | None:
        timeout = None if deadline == math.inf else max(0.0, deadline - time.monotonic())
        try:
            return self._inbox.get(timeout=timeout)
        except queue.Empty:
            raise OutOfTime("the time is up") from None


def _read_sent(turn: Turn, sent: SentMove) -> str:
    """Read a move that was sent; the rules say whether it is legal here."""
    if sent.ply != turn.ply:
        raise Refused(CONFLICT, f"the move is for ply {sent.ply}, and the game is at ply {turn.ply}")
    position = turn.position
    try:
        if sent.typed:
            move = read_typed_move(position, sent.typed)
        else:
            move = sent.move or spell(position, sent.touched)
        position.play(move)
        check_moves(turn, (move,), find_conduct(position.name).turn_cap)
    except Unclear as error:
        raise Refused(ILLEGAL, str(error)) from None
    except IllegalMove as error:
        raise Refused(ILLEGAL, explain_illegal(error)) from None
    except Misconduct as error:
        raise Refused(ILLEGAL, str(error)) from None
    return move


Recover = Callable[[Misconduct], bool]
"""Sees to it that somebody plays on after an engine has failed; False if nobody does, and the referee judges."""


class SeatPlayer(Player):
    """A seat of a game on the server."""

    def __init__(
        self,
        player: Player,
        gate: Gate,
        script: deque[Json],
        recover: Recover,
        on_turn: Callable[[Turn], None],
        *,
        is_person: bool,
        name: str,
    ) -> None:
        self.player = player
        self.name, self.version = name, player.version
        self.is_person = is_person
        self._gate = gate
        self._script = script
        """What the referee goes through again first, for all seats."""
        self._recover = recover
        self._on_turn = on_turn
        self._retired: list[Player] = []

    def choose(self, turn: Turn) -> Choice:
        """Repeat what happened, or ask whoever sits here."""
        if self._script:
            return _repeat(self._script.popleft())
        self._on_turn(turn)
        self._gate.enter(self)
        try:
            return self._ask(turn)
        except BaseException:
            self._leave()
            raise

    def replace(self, player: Player) -> None:
        """Let somebody else sit here from now on."""
        earlier, self.player = self.player, player
        self._retired.append(earlier)
        earlier.cancel(_Replaced())

    def cancel(self, interruption: Interruption) -> None:
        """Cancel whoever sits here."""
        self.player.cancel(interruption)

    def raise_interruption(self) -> None:
        """Raise what came while it chose; what comes later is for others."""
        self._gate.leave()
        self.player.raise_interruption()

    def close(self) -> None:
        """Let everybody leave who has sat here."""
        for player in (self.player, *self._retired):
            player.close()

    def _ask(self, turn: Turn) -> Choice:
        while True:
            player = self.player
            try:
                choice = player.choose(turn)
                player.raise_interruption()
                return choice
            except _Replaced:
                player.close()
            except Misconduct as misconduct:
                if not self._recover(misconduct):
                    raise

    def _leave(self) -> None:
        self._gate.leave()
        with suppress(Interruption):
            self.player.raise_interruption()


def _repeat(event: Json) -> Choice:
    """Do again what an event of the referee says."""
    if event["kind"] == "played":
        return Choice((str(event["move"]),), 0.0)
    if event["kind"] == "takenback":
        raise TakeBack
    raise MISCONDUCT[str(event["offence"])](str(event["reason"]))
