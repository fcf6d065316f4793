"""Plays one game and tells what happens, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludus.games.base import Outcome, Position
from ludus.players.base import Player
from ludus.turn import Turn

PLY_CAP = 400
"""Some games need not end by their rules; the arena ends them here."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move was made."""

    ply: int
    seat: int
    move: str
    position: Position
    """The position after the move."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    plies: int
    position: Position
    outcome: Outcome | None
    """How the rules ended it; None when it was cut short."""


def play_game(start: Position, players: Sequence[Player], ply_cap: int = PLY_CAP) -> Iterator[Played | Ended]:
    """Let the players move in turn until the rules or the cap end the game."""
    if len(players) != start.seats:
        raise ValueError(f"expected {start.seats} players, one per seat, found {len(players)}")
    turn = Turn(start)
    for ply in range(1, ply_cap + 1):
        if turn.position.outcome() is not None:
            break
        seat = turn.position.to_move
        move = players[seat].choose(turn)
        turn = turn.after(move)
        yield Played(ply, seat, move, turn.position)
    yield Ended(len(turn.history), turn.position, turn.position.outcome())
