"""An agent for any game: it leaves its opponent as few moves as it can, and wins where it can.

Try it:  ludus match checkers player:examples/agents/mobile.py random --games 10
"""

from __future__ import annotations

from ludus.games import Position
from ludus.players.agent import Agent
from ludus.turn import Turn


class Mobile(Agent):
    """Looks one move ahead and counts the answers."""

    def choose(self, turn: Turn) -> str:
        """Take the move with the fewest answers; of equal ones any."""
        position = turn.position
        moves = list(position.moves())
        self.random.shuffle(moves)
        return min(moves, key=lambda move: self.count_answers(position.play(move), position.to_move))

    def count_answers(self, after: Position, seat: int) -> int:
        """Count the answers; none is best where the game is won."""
        outcome = after.outcome()
        if outcome is not None:
            return -1 if seat in outcome.winners else 10**9
        return len(after.moves())
