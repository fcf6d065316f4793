"""Plays one game and tells what happens, event by event. What a player does wrong becomes a verdict.

The order of the checks is the order of the lines in `_Game._take_turn`: did it answer at all (the player raises `Crash`,
`Silence`, `BadForm`, `Refusal` or `OutOfTime`), in time, and with moves that the rules allow.

What misconduct costs is said by the conduct of the contest: usually the game; or the turn is rolled back and lost, a seat
is out after too many offences, and the others play on.

A person may take back, resign or leave, and a player can be cancelled for the same reasons while it thinks. What is taken
back is the game to the person's last turn, the clocks with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

from ludus.arena.clock import GameClock
from ludus.contests import find_conduct
from ludus.contests.base import Conduct
from ludus.games.base import IllegalMove, Position
from ludus.players.base import (
    Absence,
    Forbidden,
    Interruption,
    Misconduct,
    OutOfTime,
    Player,
    Refusal,
    Resign,
    TakeBack,
)
from ludus.records.events import (
    BY_RULES,
    CUT_SHORT,
    PLY_CAP,
    Ended,
    Event,
    Offence,
    Played,
    TakenBack,
    Verdict,
)
from ludus.records.record import TOLD
from ludus.records.time_control import TimeControl
from ludus.text import quote
from ludus.turn import Choice, Turn

_WATCHES: dict[str, Callable[[], float]] = {"cpu": time.thread_time, "wall": time.perf_counter}


def play_game(
    start: Position,
    players: Sequence[Player],
    control: TimeControl | None = None,
    ply_cap: int = PLY_CAP,
    conduct: Conduct | None = None,
    opening: Sequence[str] = (),
    clock: GameClock | None = None,
) -> Iterator[Event]:
    """Let the players move in turn until the rules, the cap, misconduct or a person end the game.

    They take over after the moves of the opening, which they are told. The conduct is that of the game's contest
    unless another is given. Who wants to read the clocks meanwhile brings the `clock`, made of the same control.
    """
    first = Turn(start, tuple(opening))
    seats = first.position.seats
    if len(players) != seats:
        raise ValueError(f"expected {seats} players, one per seat, found {len(players)}")
    clock = clock or GameClock(control or TimeControl(), seats)
    game = _Game(first, players, clock, ply_cap, conduct or find_conduct(start.name))
    while (verdict := game.decide()) is None:
        yield from game.play_turn()
    yield Ended(game.plies, game.turn.position, verdict, tuple(game.clock.used))


@dataclass(frozen=True, slots=True)
class _Moment:
    """How a game stood when a person was asked to move."""

    turn: Turn
    clock: GameClock
    counts: list[int]
    refused: int
    offences: int


class _Game:
    """One game as it goes on: the turn, the clocks, and who has offended how often."""

    def __init__(
        self,
        first: Turn,
        players: Sequence[Player],
        clock: GameClock,
        ply_cap: int,
        conduct: Conduct,
    ) -> None:
        seats = first.position.seats
        self.turn = first
        self._first_ply = first.ply
        self.clock = clock
        self._players = players
        self._ply_cap = ply_cap
        self._conduct = conduct
        self._counts = [0] * seats
        self._refused = 0
        self._offences = 0
        self._moments: list[_Moment] = []
        self._lost: Verdict | None = None

    @property
    def plies(self) -> int:
        """Count the moves that the players have made; those of the opening are not theirs."""
        return self.turn.ply - self._first_ply

    def play_turn(self) -> Iterator[Played | Offence | TakenBack]:
        """Let the seat to move take its turn, or pass over a seat that is out."""
        seat = self.turn.position.to_move
        if seat in self._list_out():
            self._pass()
            return
        if self._players[seat].is_person:
            self._moments.append(self._note_moment())
        try:
            choice, seconds = self._take_turn(self._players[seat])
        except Misconduct as misconduct:
            yield from self._judge(seat, misconduct)
            return
        except Interruption as interruption:
            yield from self._obey(seat, interruption)
            return
        self._refused = 0
        for number, move in enumerate(choice.moves):
            self.turn = self.turn.after(move)
            cost = seconds if number == 0 else 0.0
            yield Played(self.plies, seat, move, cost, self.turn.position, choice.thought, choice.note)

    def _take_turn(self, player: Player) -> tuple[Choice, float]:
        """Ask a player for its turn; any misconduct or interruption raises."""
        seat = self.turn.position.to_move
        # Whoever thinks at a keyboard uses no CPU time.
        watch = _WATCHES["wall" if player.is_person else self.clock.control.watch]
        began = watch()
        try:
            choice = player.choose(self.turn.with_clock(self.clock.read(seat)))
        except Misconduct as misconduct:
            # A turn that is lost has still taken its time.
            self.clock.note(seat, self._choose_cost(misconduct.seconds, watch() - began), misconduct.wall)
            self.clock.check_wall(seat)
            raise
        player.raise_interruption()
        seconds = self._choose_cost(choice.seconds, watch() - began)
        try:
            self.clock.charge(seat, seconds, choice.wall)
            check_moves(self.turn, choice.moves, self._conduct.turn_cap)
        except Misconduct as misconduct:
            misconduct.note = choice.note
            raise
        return choice, seconds

    def _choose_cost(self, metered: float | None, watched: float) -> float:
        """Tell what a turn took: CPU time is what the player's meter says, wall-clock time is measured here."""
        return watched if metered is None or self.clock.control.watch != "cpu" else metered

    def _judge(self, seat: int, misconduct: Misconduct) -> Iterator[Offence]:
        """End the game, or roll the turn back where the game can go on without it."""
        position = self.turn.position
        note = f" ({misconduct.note})" if misconduct.note else ""
        reason = f"{position.seat_name(seat)}: {misconduct}{note}"
        if not self._conduct.rolls_back:
            self._lost = Verdict(misconduct.kind, _make_loss(seat, position.seats), reason, seat)
            return
        if isinstance(misconduct, Refusal):
            self._refused += 1  # A skipped turn is no offence; a whole round of them is the end.
        else:
            self._refused = 0
            # Without time there is no next turn to do better in.
            self._counts[seat] += (
                self._conduct.offence_cap if isinstance(misconduct, OutOfTime | Absence) else 1
            )
        self._offences += 1
        yield Offence(self.plies + 1, seat, misconduct.kind, reason, seat in self._list_out())
        self._pass()

    def _obey(self, seat: int, interruption: Interruption) -> Iterator[TakenBack]:
        """Take back, or end the game."""
        position = self.turn.position
        if isinstance(interruption, TakeBack):
            self._take_back()
            yield TakenBack(self.plies, self._offences, self.turn.position)
        elif isinstance(interruption, Resign):
            loser = seat if interruption.seat is None else interruption.seat
            scores, reason = _make_loss(loser, position.seats), f"{position.seat_name(loser)} resigned"
            self._lost = Verdict(TOLD, scores, reason, loser, self._list_out())
        else:
            self._lost = Verdict(
                TOLD, self._share_points(), "the game was left unfinished", out=self._list_out()
            )

    def _note_moment(self) -> _Moment:
        return _Moment(self.turn, deepcopy(self.clock), list(self._counts), self._refused, self._offences)

    def _take_back(self) -> None:
        """Go back to the last turn before this one that a person had, if there is one."""
        while self._moments:
            moment = self._moments.pop()
            if moment.turn is not self.turn:
                self.turn, self._counts = moment.turn, moment.counts
                self.clock.restore(moment.clock)
                self._refused, self._offences = moment.refused, moment.offences
                return

    def _pass(self) -> None:
        position = self.turn.position.after_lost_turn()
        assert position is not None, "only games that can go on roll back a turn"
        self.turn = self.turn.after_lost_turn(position)

    def _list_out(self) -> tuple[int, ...]:
        return tuple(seat for seat, count in enumerate(self._counts) if count >= self._conduct.offence_cap)

    def decide(self) -> Verdict | None:
        """Say how the game ended, or None while it goes on."""
        position, out = self.turn.position, self._list_out()
        outcome = position.outcome()
        if self._lost is not None:
            return self._lost
        if outcome is not None:
            return Verdict(BY_RULES, outcome.scores, outcome.reason, out=out)
        if self.plies >= self._ply_cap:
            return Verdict(CUT_SHORT, self._share_points(), f"{self._ply_cap} plies were played", out=out)
        if out and not _is_somebody_left(position, out):
            return self._begin_next_phase("nobody is left who can move")
        if self._refused >= position.seats - len(out) > 0:
            return self._begin_next_phase("nobody would move")
        return None

    def _share_points(self) -> tuple[float, ...]:
        """Share a game that was cut short, unless what the seats have collected counts at any time."""
        position = self.turn.position
        if self._conduct.cut_by_standing:
            return position.standing()
        return (1 / position.seats,) * position.seats

    def _begin_next_phase(self, reason: str) -> Verdict | None:
        """Go on with the phase that begins when nobody moves any more; say how the game ended if there is none."""
        following = self.turn.position.next_phase()
        if following is None:
            return Verdict(BY_RULES, self.turn.position.standing(), reason, out=self._list_out())
        self.turn, self._refused = self.turn.after_lost_turn(following), 0
        return self.decide()


def check_moves(turn: Turn, moves: Sequence[str], turn_cap: int) -> None:
    """Play a whole turn on the side, so that a bad end leaves nothing of it on the board; raise its misconduct."""
    if not moves:
        raise Refusal("answered that it cannot move, but it can")
    steps = turn.steps + len(moves)
    if 0 < turn_cap < steps:
        raise Forbidden(f"a turn has at most {turn_cap} steps, found {steps}")
    position, seat = turn.position, turn.position.to_move
    for number, move in enumerate(moves):
        if number and (position.to_move != seat or position.outcome() is not None):
            raise Forbidden(f"{quote(move)} comes after the end of the turn")
        try:
            position = position.play(move)
        except IllegalMove as error:
            raise Forbidden(str(error)) from error


def _is_somebody_left(position: Position, out: Sequence[int]) -> bool:
    """Go around the board once and see whether a seat that is not out comes to move."""
    for _ in range(position.seats):
        if position.to_move not in out:
            return True
        following = position.after_lost_turn()
        assert following is not None, "only games that can go on have seats that are out"
        position = following
    return False


def _make_loss(seat: int, seats: int) -> tuple[float, ...]:
    return tuple(0.0 if other == seat else 1.0 for other in range(seats))
