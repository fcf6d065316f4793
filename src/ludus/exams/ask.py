"""Asks a contest program for one turn as the referee did: the same request, clock and checks, in its box.

A record does not hold the files that a program left in its folder. They are made again by asking it for its earlier turns
first, or it begins with a fresh folder, as before its first move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.arena.clock import GameClock
from ludus.arena.inputs import Asked, list_asked, trace_turns
from ludus.arena.referee import check_moves
from ludus.contests.base import Conduct, Contest
from ludus.contests.mistakes.mistake import Mistake
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.players.base import BadForm, Forbidden, Misconduct
from ludus.players.program import ProgramPlayer
from ludus.records.record import Record
from ludus.records.time_control import TimeControl
from ludus.sandbox.allowance import Allowance
from ludus.turn import Reply, Request, Turn

UNHURRIED = Allowance(wall=24 * 3600, cpu=24 * 3600)
"""What a program may use that somebody looks at with a debugger."""


@dataclass(frozen=True, slots=True)
class Question:
    """One turn that a program is asked for."""

    turn: Turn
    """With the clock as it stood."""
    control: TimeControl
    conduct: Conduct
    earlier: tuple[Turn, ...] = ()
    """Turns for which it is asked first, so that it finds the files that it wrote then."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and what the referee says to it."""

    request: Request
    reply: Reply
    moves: tuple[str, ...]
    """The moves that were read, also where they came too late."""
    misconduct: Misconduct | None
    mistake: Mistake | None
    """What an illegal answer does wrong, where that stands out."""


def choose_asked(record: Record, game: Game, ply: int | None, seat: int | None, version: str) -> Asked:
    """Choose one of the times that a player was asked: by the move, and where several were asked for it by the seat.

    Without a move it is the one that ended the game by misconduct, or the last misconduct; of several seats the one in
    which this version sat.
    """
    asked = list(list_asked(record, trace_turns(record, {game.name: game})[0]))
    seats = [number for number, seated in enumerate(record.players) if seated.version == version]
    firsts = [each.ply for each in asked]
    ends = [
        min((ply for ply in firsts if ply > each), default=max(each, len(record.moves)) + 1)
        for each in firsts
    ]
    found = [
        each
        for each, end in zip(asked, ends, strict=True)
        # A turn may have several moves.
        if seat in (None, each.seat) and (each.kind if ply is None else each.ply <= ply < end)
    ]
    if not found:
        last = asked[-1].ply if asked else 0
        raise BadOption(
            f"--ply: expected a move that somebody was asked for, 1 to {last}, found {ply}"
            if ply is not None
            else "--ply: expected the number of a move, as no misconduct says which one is meant"
        )
    own = [each for each in found if each.seat in seats]
    return (own or found)[-1 if ply is None else 0]


def make_question(record: Record, game: Game, asked: Asked, *, from_start: bool) -> Question:
    """Make the question that a player was asked in a recorded game."""
    turns = list_asked(record, trace_turns(record, {game.name: game})[0])
    earlier = (each.turn for each in turns if each.seat == asked.seat and each.ply < asked.ply)
    return Question(
        asked.turn,
        TimeControl.read(record.clock),
        record.conduct,
        tuple(earlier) if from_start else (),
    )


def ask(player: ProgramPlayer, contest: Contest, question: Question, *, unhurried: bool) -> Answer:
    """Run the program once, in a fresh folder or after its earlier turns, and judge the reply."""
    player.reset_folder()
    for turn in question.earlier:
        _run(player, turn, unhurried)
    adapted, request, reply = _run(player, question.turn, unhurried)
    moves: tuple[str, ...] = ()
    try:
        moves = player.parse_reply(adapted, request, reply)
        _judge(question, moves, reply)
    except Misconduct as misconduct:
        is_illegal = isinstance(misconduct, BadForm | Forbidden) and contest.find_mistake is not None
        mistake = contest.find_mistake(adapted, reply) if is_illegal and contest.find_mistake else None
        return Answer(request, reply, moves, misconduct, mistake)
    return Answer(request, reply, moves, None, None)


def _run(player: ProgramPlayer, turn: Turn, unhurried: bool) -> tuple[Turn, Request, Reply]:
    adapted = player.adapt_turn(turn)
    request = player.make_request(adapted)
    return adapted, request, player.run(request, UNHURRIED if unhurried else player.make_allowance(adapted))


def _judge(question: Question, moves: Sequence[str], reply: Reply) -> None:
    """Raise the misconduct of an answer that came too late, or that the rules forbid."""
    turn, control = question.turn, question.control
    seat = turn.position.to_move
    clock = GameClock(control, turn.position.seats)
    if turn.clock is not None:
        clock.used[seat], clock.total[seat] = turn.clock.used, turn.clock.total
    seconds = reply.cpu_seconds if control.watch == "cpu" else reply.wall_seconds
    # Its wall-clock time in earlier turns is not known.
    clock.charge(seat, seconds, reply.wall_seconds)
    check_moves(turn, moves, question.conduct.turn_cap)
