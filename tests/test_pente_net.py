"""The network that evaluates Pente, computed once more from the same weights, in Python integers."""

from __future__ import annotations

import base64
import random
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, islice, product
from pathlib import Path

import pytest

from ludus import engine
from ludus.games import GAMES
from ludus.games.base import Position
from ludus.games.grid import write_rows

HEADER = Path(__file__).parent.parent / "native" / "games" / "pente_weights.hpp"
SIZE, WIDTH, CHANNELS = 19, 32, 8
NEAR, REACH = 2, 4
CELL_SCALE, INPUT_SCALE, FIRST_SCALE, HIDDEN_SCALE, LAST_SCALE = 512, 32, 1024, 256, 512
MOST_OF_CELL, MOST_INPUT, MOST_HIDDEN = 4 * CELL_SCALE, 255 * INPUT_SCALE, 32 * HIDDEN_SCALE
SHAPES = ("twos", "threes", "open twos", "open threes", "exposed", "loose")
MOST_PAIRS = 4
Board = dict[tuple[int, int], str]
EMPTY, OWN, ENEMY, OUTSIDE = ".", "o", "e", "#"


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of pente_weights.hpp."""

    codes: dict[tuple[str, str], tuple[int, ...]]
    """By the four cells on either side of the centre, the nearest first."""
    bias: tuple[int, ...]
    first: list[tuple[int, ...]]
    first_bias: tuple[int, ...]
    last: tuple[int, ...]
    last_bias: int


def list_halves() -> list[str]:
    """List what four cells on one side of a centre can be, the nearest first, in the order of their codes."""
    halves = {
        half
        for half in map("".join, product((EMPTY, OWN, ENEMY, OUTSIDE), repeat=REACH))
        if OUTSIDE not in half.rstrip(OUTSIDE)
    }

    def number(half: str) -> int:
        bits = [(cell in (OWN, OUTSIDE), cell in (ENEMY, OUTSIDE)) for cell in reversed(half)]
        return sum(own << i | enemy << i + REACH for i, (own, enemy) in enumerate(bits))

    return sorted(halves, key=number)


def read_weights() -> Weights:
    raw = base64.b64decode("".join(re.findall(r'^ +"(.*)"', HEADER.read_text(), re.MULTILINE)) + "==")
    pairs = list(combinations_with_replacement(list_halves(), 2))
    inputs = 2 * (len(SHAPES) + MOST_PAIRS + 1) + CHANNELS
    shape = f"<{(len(pairs) + 1) * CHANNELS}h{inputs * WIDTH}h{WIDTH}i{WIDTH}hi"
    words = iter(struct.unpack(shape, raw[: struct.calcsize(shape)]))

    def take(count: int) -> tuple[int, ...]:
        return tuple(islice(words, count))

    codes = {pair: take(CHANNELS) for pair in pairs}
    return Weights(
        codes | {(above, below): code for (below, above), code in codes.items()},
        take(CHANNELS),
        [take(WIDTH) for _ in range(inputs)],
        take(WIDTH),
        take(WIDTH),
        *take(1),
    )


def sum_cells(weights: Weights, board: Board, side: str) -> list[int]:
    """Add up what the empty cells near stones promise a side."""
    stones = [place for place, cell in board.items() if cell != EMPTY]
    steps = list(product(range(-NEAR, NEAR + 1), repeat=2))
    near = {(row + down, col + right) for row, col in stones for down, right in steps}
    sums = [0] * CHANNELS
    for row, col in (place for place in near if board.get(place) == EMPTY):
        cell = list(weights.bias)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            lane = tuple(look_along(board, side, (row, col), (sign * down, sign * right)) for sign in (-1, 1))
            cell = [a + b for a, b in zip(cell, weights.codes[lane], strict=True)]  # type: ignore[index]  # two
        sums = [a + min(max(b, 0), MOST_OF_CELL) for a, b in zip(sums, cell, strict=True)]
    return sums


def look_along(board: Board, side: str, place: tuple[int, int], step: tuple[int, int]) -> str:
    names = {EMPTY: EMPTY, side: OWN, None: OUTSIDE}
    cells = (board.get((place[0] + i * step[0], place[1] + i * step[1])) for i in range(1, REACH + 1))
    return "".join(names.get(cell, ENEMY) for cell in cells)


def evaluate(weights: Weights, position: Position, told: dict[str, int]) -> int:
    board = {(row, col): cell for row, cells in enumerate(position.rows()) for col, cell in enumerate(cells)}
    inputs: list[int] = []
    for prefix in ("", "enemy "):
        counts = [min(told[f"{prefix}{name}"], 4 if name == "open threes" else 255) for name in SHAPES]
        inputs += [INPUT_SCALE * count for count in counts]
        pairs = min(told[f"{prefix}pairs"], MOST_PAIRS)
        inputs += [INPUT_SCALE * (number == pairs) for number in range(MOST_PAIRS + 1)]
    promised = sum_cells(weights, board, str(position).split()[2])
    inputs += [min(number // (CELL_SCALE // INPUT_SCALE), MOST_INPUT) for number in promised]
    hidden = [
        bias + sum(number * row[at] for number, row in zip(inputs, weights.first, strict=True))
        for at, bias in enumerate(weights.first_bias)
    ]
    shrunk = [max(number, 0) * HIDDEN_SCALE // (INPUT_SCALE * FIRST_SCALE) for number in hidden]
    clipped = [min(number, MOST_HIDDEN) for number in shrunk]
    logit = sum(a * b for a, b in zip(clipped, weights.last, strict=True)) + weights.last_bias
    return int(Fraction(100 * logit, HIDDEN_SCALE * LAST_SCALE))


def test_the_core_computes_the_network_to_the_last_bit() -> None:
    weights = read_weights()
    chance = random.Random(16)
    names = engine.list_feature_names("pente")
    for _ in range(12):
        position = GAMES["pente"].start()
        for _ in range(chance.randrange(60)):
            if position.outcome() is not None:
                break
            near = [
                move for move in position.moves() if 6 <= int(move[:-1]) <= 14 and move[-1] in "EFGHJKLMNO"
            ]
            position = position.play(chance.choice(near or list(position.moves())))
        (row,) = engine.compute_features("pente", [str(position)])
        told = dict(zip(names, row, strict=True))
        assert told["network"] == evaluate(weights, position, told), str(position)


def write_full_board(cell: Callable[[int, int], str]) -> str:
    """Write a board on which nearly every cell has a stone."""
    return f"{write_rows(''.join(cell(row, col) for row in range(SIZE) for col in range(SIZE)), SIZE)} 0,0 w"


@pytest.mark.parametrize(
    "cell",
    [
        lambda row, col: "w",
        lambda row, col: "b",
        lambda row, col: "." if row == col == 9 else "w",
        lambda row, col: "wb"[(col + 2 * row) // 2 % 2],
        lambda row, col: "w."[(row + col) % 2],
        lambda row, col: "wwww."[(col + 2 * row) % 5],
        lambda row, col: ".wb"[(row * row + 3 * col) % 3],
    ],
)
def test_sums_of_a_board_full_of_stones_are_exact(cell: Callable[[int, int], str]) -> None:
    weights, position = read_weights(), GAMES["pente"].read(write_full_board(cell))
    (row,) = engine.compute_features("pente", [str(position)])
    told = dict(zip(engine.list_feature_names("pente"), row, strict=True))
    assert told["network"] == evaluate(weights, position, told)
