"""The native core's plain search with its reference evaluation against both of them written down in Python.

That fixes the reference evaluations for ever: a number that changes here has to be changed back there.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ludus import engine
from ludus.engine import _make_score
from ludus.games import GAMES, Position
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.chezz import Chezz
from ludus.games.pente import Pente
from ludus.turn import Limits


def checkers_worth(position: Position, seat: int) -> int:
    """A hundred for a piece, three hundred for a tower, three for each row that a piece has come."""
    assert isinstance(position, Checkers)
    worth = 0
    for square, piece in enumerate(position.board):
        row = square // 8
        if piece.lower() == "bw"[seat]:
            worth += 300 if piece.isupper() else 100 + 3 * (7 - row if seat == 0 else row)
    return worth


CHEZZ_WORTH = {
    "k": (0, -5, -8),
    "q": (900, 1, 0),
    "r": (500, 0, 0),
    "b": (300, 4, 0),
    "n": (300, 6, 0),
    "p": (100, 2, 5),
    "z": (300, 5, 5),
    "c": (300, 2, 0),
    "f": (300, 0, 0),
}
"""Of each piece: its worth, what a step towards the centre adds, what a rank forward adds."""


def chezz_worth(position: Position, seat: int) -> int:
    """Material and where it stands."""
    worth = 0
    for row, pieces in enumerate(position.rows()):
        for col, piece in enumerate(pieces):
            if piece != "." and piece.isupper() == (seat == 0):
                own, centre, advance = CHEZZ_WORTH[piece.lower()]
                near = min(row, 7 - row) + min(col, 7 - col)
                worth += own + centre * near + advance * (7 - row if seat == 0 else row)
    return worth


def pente_worth(position: Position, seat: int) -> float:
    """Rows of five cells without an enemy, by the own stones in them; and captured stones, squared."""
    assert isinstance(position, Pente)
    rows = ["".join(row) for row in position.rows()]
    own, enemy = "wb"[seat], "bw"[seat]
    worth = 4 * position.standing()[seat] ** 2
    for row in range(19):
        for col in range(19):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 4 * down < 19 and 0 <= col + 4 * right < 19:
                    five = [rows[row + i * down][col + i * right] for i in range(5)]
                    if enemy not in five:
                        worth += (0, 1, 4, 16, 64, 0)[five.count(own)]
    return worth


def amazons_worth(position: Position, seat: int) -> int:
    """A hundred for collected treasure, ten for treasure that one of the seat's amazons reaches in one step."""
    assert isinstance(position, Amazons)
    width = position.width
    height = len(position.fields) // width
    own = position.seated[seat]
    reached = set()
    for square, field in enumerate(position.fields):
        if field[2] != own.digit:
            continue
        for down, right in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            row, col = square // width + down, square % width + right
            while 0 <= row < height and 0 <= col < width and position.fields[row * width + col][2] == "0":
                reached.add(row * width + col)
                row, col = row + down, col + right
    return 100 * own.score + 10 * sum(int(position.fields[square][0]) for square in reached)


WORTH: dict[str, Callable[[Position, int], float]] = {
    "checkers": checkers_worth,
    "chezz": chezz_worth,
    "pente": pente_worth,
    "amazons": amazons_worth,
}


def ended(position: Position) -> int | None:
    """Tell how the game ended for the seat to move, as far as the board shows it without a list of moves."""
    if isinstance(position, Chezz) and {"k", "K"} <= set("".join(map("".join, position.rows()))):
        return None
    outcome = position.outcome()
    if outcome is None or isinstance(position, Checkers):
        return None
    return 0 if len(outcome.winners) != 1 else 1 if outcome.winners[0] == position.to_move else -1


def textbook(position: Position, depth: int, low: float, high: float, ply: int) -> float:
    """Alpha-beta as it stands in the books; a seat may be to move twice in a row."""
    result = ended(position)
    if result is not None:
        return result * (engine.WIN - ply)
    if depth == 0:
        return WORTH[position.name](position, position.to_move) - WORTH[position.name](
            position, 1 - position.to_move
        )
    moves = position.moves()
    if not moves:
        return -(engine.WIN - ply)
    for move in moves:
        low = max(low, value_of(position, move, depth, low, high, ply))
        if low >= high:
            break
    return low


def value_of(position: Position, move: str, depth: int, low: float, high: float, ply: int) -> float:
    """Tell what a move is worth to the seat that makes it; a step and its shot are two plies."""
    following = position.play(move)
    ply += 2 if "/" in move or ("*" in move and position.name == "amazons") else 1
    if following.to_move == position.to_move:
        return textbook(following, depth - 1, low, high, ply)
    return -textbook(following, depth - 1, -high, -low, ply)


def some_position(name: str, seed: int) -> Position:
    """Take a position from a random game; Amazons boards are small, so that two moves can be looked ahead."""
    rng = random.Random(seed)
    options = {"size": "4x5", "amazons": 2, "seed": seed} if name == "amazons" else {}
    while True:
        position = GAMES[name].start(**options)
        for _ in range(rng.randint(4, 40)):
            if moves := position.moves():
                position = position.play(rng.choice(moves))
        if position.moves():
            return position


DEPTHS = {"checkers": 4, "chezz": 2, "pente": 1, "amazons": 2}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", DEPTHS)
def test_the_plain_search_is_the_textbook_one(name: str, seed: int) -> None:
    position, depth = some_position(name, seed), DEPTHS[name]
    scores = {move: value_of(position, move, depth, -engine.WIN, engine.WIN, 0) for move in position.moves()}
    (thought,) = engine.analyse(position, Limits(depth=depth), plain=True, reference=True)
    assert thought.score == _make_score(int(max(scores.values())))
    assert scores[thought.move] == max(scores.values())
