"""The pages read positions of the built-in games by themselves: they must see just what Python sees."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from ludus.games import GAMES
from ludus.games.base import Position
from ludus.web.game_info import list_squares
from ludus.web.position_view import view_position

SCRIPT = Path(__file__).parent / "js" / "print_views.mjs"
STARTS = {
    "pente": [GAMES["pente"].start(), GAMES["pente"].start(second_stone="free")],
    "chezz": [GAMES["chezz"].start(), GAMES["chezz"].start(no_move="draw")],
    "checkers": [GAMES["checkers"].start()],
    "amazons": [
        GAMES["amazons"].start(size="5x4", players="ann,b%:;é", amazons=1),
        GAMES["amazons"].start(size="3x30", players=3, amazons=2),
    ],
}


def list_random_positions(start: Position, rng: random.Random) -> list[Position]:
    """Play at random to the end, or for a while."""
    position, found = start, [start]
    while position.outcome() is None and len(found) < 400:
        moves = position.moves()
        position = position.play(rng.choice(moves))
        found.append(position)
    return found


@pytest.mark.parametrize("game", STARTS)
def test_the_pages_see_in_random_games_what_python_sees(game: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here (Debian's package nodejs)")
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    positions = [
        each for start in STARTS[game] for _ in range(3) for each in list_random_positions(start, rng)
    ]
    asked = "".join(json.dumps([game, str(position)]) + "\n" for position in positions)
    answer = subprocess.run(
        [node, SCRIPT], input=asked, capture_output=True, text=True, check=True, timeout=60
    )
    for position, line in zip(positions, answer.stdout.splitlines(), strict=True):
        assert json.loads(line) == [list_squares(position), view_position(position)]
