"""Writes what the referee says as events of the journal, and the clocks as pages read them."""

from __future__ import annotations

import math
from collections.abc import Callable

from ludus.arena.clock import GameClock
from ludus.errors import MachineFault
from ludus.games.base import Position
from ludus.records.events import Ended, Event, Offence, Played, TakenBack, Verdict
from ludus.records.record import MISCONDUCT
from ludus.records.time_control import TimeControl
from ludus.server.tables.game_state import Json

Reword = Callable[[int, str, str], str]
"""Words the reason of misconduct, given the seat, its kind and what the referee says."""


def describe_event(happened: Event, before: Position, clock: GameClock, reword: Reword) -> Json:
    """Write an event of the referee, given the position before it."""
    if isinstance(happened, Ended):
        return {"kind": "ended", "verdict": _describe_verdict(happened.verdict, reword)}
    if isinstance(happened, Offence):
        position = before.after_lost_turn() or before
        reason = reword(happened.seat, happened.kind, happened.reason)
        offence: Json = {"ply": happened.ply, "seat": happened.seat, "offence": happened.kind}
        offence |= {"reason": reason, "out": happened.is_out}
        return {"kind": "offence", **offence, **describe_board(position, clock)}
    after = describe_board(happened.position, clock)
    if isinstance(happened, TakenBack):
        return {"kind": "takenback", "plies": happened.plies, "offences": happened.offences, **after}
    assert isinstance(happened, Played)
    move: Json = {"ply": happened.ply, "seat": happened.seat, "move": happened.move}
    return {"kind": "played", **move, "seconds": round(happened.seconds, 6), **after}


def check_repeated(happened: Event | None, event: Json) -> None:
    """Refuse to go on with a game whose journal the rules do not allow: they have changed since."""
    if isinstance(happened, Played) and event["kind"] == "played":
        is_same = str(happened.position) == event["text"]
    else:
        is_same = type(happened) is {"offence": Offence, "takenback": TakenBack}.get(str(event["kind"]))
    if not is_same:
        raise MachineFault(
            f"event {event['number']} of its journal is not what the rules of the game allow now"
        )


def describe_board(position: Position, clock: GameClock) -> Json:
    """Write the position and the clocks at the beginning of a turn."""
    running = None if position.outcome() is not None else position.to_move
    return {
        "text": str(position),
        "used": [round(each, 6) for each in clock.used],
        "clock": describe_clock(clock, running),
    }


def describe_clock(clock: GameClock, running: int | None, elapsed: float = 0.0) -> Json | None:
    """Write what the clocks show when the turn has taken so long; None where the game is not timed."""
    if not is_timed(clock.control):
        return None
    left = [total - used for total, used in zip(clock.total, clock.used, strict=True)]
    if running is not None:
        left[running] -= elapsed
    return {
        "seconds": clock.control.game,
        "increment": clock.control.increment,
        "left": [round(max(0.0, each), 3) for each in left],
        "running": running,
    }


def is_timed(control: TimeControl) -> bool:
    """Tell whether there is a limit for the game."""
    return control.game != math.inf


def _describe_verdict(verdict: Verdict, reword: Reword) -> Json:
    reason = verdict.reason
    if verdict.seat is not None and verdict.kind in MISCONDUCT:
        reason = reword(verdict.seat, verdict.kind, reason)
    return {
        "kind": verdict.kind,
        "scores": list(verdict.scores),
        "reason": reason,
        "seat": verdict.seat,
        "out": list(verdict.out),
    }
