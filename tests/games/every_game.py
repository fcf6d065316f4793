"""The games that generic tests run on: built-in, installed, and whatever lies in `examples/`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from ludus.games import Game, Position
from ludus.games.registry import list_games, load_game

EXAMPLES = {
    load_game(path).name: str(path) for path in sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
}
"""The file of each example game."""
EVERY_GAME: dict[str, Game] = list_games(tuple(EXAMPLES.values()))

LONGEST = 300
"""Random games are cut here; Checkers, for one, need not end."""


def random_game(start: Position, seed: int) -> Iterator[tuple[Position, str | None]]:
    """Play random moves and yield each position with the move chosen there (None at the end)."""
    rng = random.Random(seed)
    position = start
    for _ in range(LONGEST):
        moves = position.moves()
        move = rng.choice(moves) if moves else None
        yield position, move
        if move is None:
            return
        position = position.play(move)
