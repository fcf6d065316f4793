"""Players without thought, for every game: first, last, random and greedy."""

from __future__ import annotations

import random

from ludus.games.base import Position
from ludus.players.base import Player
from ludus.search.alphabeta import compute_lead
from ludus.turn import Choice, Turn


class First(Player):
    """Plays the first move of the list."""

    name = "first"

    def choose(self, turn: Turn) -> Choice:
        """Take the first move."""
        return Choice((turn.position.moves()[0],))


class Last(Player):
    """Plays the last move of the list."""

    name = "last"

    def choose(self, turn: Turn) -> Choice:
        """Take the last move."""
        return Choice((turn.position.moves()[-1],))


class SeededPlayer(Player):
    """A player that leaves something to chance."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)


class Random(SeededPlayer):
    """Plays any legal move, each with the same chance."""

    name = "random"

    def choose(self, turn: Turn) -> Choice:
        """Draw a move."""
        return Choice((self._rng.choice(turn.position.moves()),))


class Greedy(SeededPlayer):
    """Looks one move ahead: wins if it can, else improves its standing most; equal moves are drawn at random."""

    name = "greedy"

    def choose(self, turn: Turn) -> Choice:
        """Take one of the moves that look best right after them."""
        seat = turn.position.to_move
        worths: dict[str, tuple[float, float]] = {}
        for move in turn.position.moves():
            self.raise_interruption()
            worths[move] = rate_position(turn.position.play(move), seat)
        best = max(worths.values())
        return Choice((self._rng.choice([move for move, value in worths.items() if value == best]),))


def rate_position(position: Position, seat: int) -> tuple[float, float]:
    """Rate a position for a seat: first how the game ended, if it did, then the standing."""
    outcome = position.outcome()
    ending = 0.0 if outcome is None else compute_lead(outcome.scores, seat)
    return ending, compute_lead(position.standing(), seat)
