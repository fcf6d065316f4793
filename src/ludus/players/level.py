"""The levels of play for people, as players: `level:1` to `level:10`.

What a level is stands in native/levels.hpp: how far it looks, how far it misjudges positions, how often it does not think.
Where the native core does not know a game, the search in Python plays by the same numbers on `standing()`.
"""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

from ludus.games.base import Position
from ludus.players.alphabeta import DEEPEST, EnginePlayer
from ludus.players.search_player import OnInfo
from ludus.score import Score
from ludus.search.alphabeta import compute_lead_in_standing, think
from ludus.turn import Limits, Thought, Turn

if TYPE_CHECKING:
    from ludus import engine

USUAL_LEVEL = 3
PYTHON_NODES = 10_000
"""What the search in Python looks at in about a second."""


def list_levels() -> tuple[engine.Level, ...]:
    """List the levels, the weakest first."""
    from ludus.engine import LEVELS

    return LEVELS


class LevelPlayer(EnginePlayer):
    """Plays at a level; the same seed gives the same moves in the same game."""

    def __init__(self, number: int, seed: int = 0) -> None:
        self._level = list_levels()[number - 1]
        self._seed = seed
        super().__init__(Limits(nodes=self._level.nodes), uses_tables=False)

    def _make_native(self, game: str) -> engine.Engine:
        from ludus import engine

        return engine.Engine(game, level=self._level, seed=self._seed)

    def _think_in_python(self, turn: Turn, limits: Limits, on_info: OnInfo) -> Thought:
        rng = random.Random(f"{self._seed} {turn.ply} {turn.position}")
        if rng.randrange(1000) < self._level.slips:
            return Thought(rng.choice(turn.position.moves()), Score.points(0), 0, 0)
        nodes = min(self._level.nodes, PYTHON_NODES)
        depth = DEEPEST if limits.depth is None else limits.depth
        stop = self.start_timer(limits)
        return think(turn.position, stop, depth, nodes=nodes, on_info=on_info, evaluate=self._evaluate)

    def _evaluate(self, position: Position, seat: int) -> float:
        """Evaluate with the error that this seed makes in this position."""
        share = zlib.crc32(f"{self._seed} {position}".encode()) / 2**32
        return compute_lead_in_standing(position, seat) + (2 * share - 1) * self._level.noise / 100
