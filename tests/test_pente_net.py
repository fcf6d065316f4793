"""The network that evaluates Pente, computed once more from the same weights, in Python integers."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludus import engine
from ludus.games import GAMES
from ludus.games.base import Position
from ludus.games.grid import write_rows

HEADER = Path(__file__).parent.parent / "native" / "games" / "pente_weights.hpp"
SIZE, WIDTH, CODE, CELLS = 19, 16, 8, 6
INPUT_SCALE, FIRST_SCALE, LAST_SCALE = 32, 64, 32
SHAPES = ("twos", "threes", "open twos", "open threes", "exposed", "loose")
MOST_PAIRS = 4


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of pente_weights.hpp."""

    codes: dict[int, list[int]]
    first: list[list[int]]
    first_bias: list[int]
    last: list[int]
    last_bias: int


def read_weights() -> Weights:
    text = HEADER.read_text()

    def numbers(name: str) -> list[int]:
        found = re.search(rf" {name}(?:\[\])? = ([^;]*);", text)
        assert found is not None
        return [int(number) for number in re.findall(r"-?\d+", found[1])]

    first = numbers("first")
    return Weights(
        number_codes(numbers("line_codes")),
        [first[at : at + WIDTH] for at in range(0, len(first), WIDTH)],
        numbers("first_bias"),
        numbers("last"),
        numbers("last_bias")[0],
    )


def number_codes(weights: list[int]) -> dict[int, list[int]]:
    """Give each six cells their code: both ways along a line have the same, and there is none without an own stone."""
    places: dict[int, int] = {}
    codes: dict[int, list[int]] = {}
    for number in range(3**CELLS):
        digits = [number // 3**i % 3 for i in range(CELLS)]
        if 1 not in digits:
            continue
        backwards = sum(digit * 3**i for i, digit in enumerate(reversed(digits)))
        places[number] = places[backwards] if backwards < number else len(set(places.values()))
        codes[number] = weights[CODE * places[number] : CODE * places[number] + CODE]
    return codes


def sum_codes(weights: Weights, board: dict[tuple[int, int], str], side: str) -> list[int]:
    """Add up the codes of all six cells in a row, those that reach beyond the border included."""
    sums = [0] * CODE
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(1 - CELLS, SIZE + CELLS - 1):
            for col in range(1 - CELLS, SIZE + CELLS - 1):
                number = 0
                for i in range(CELLS):
                    stone = board.get((row + i * down, col + i * right), "outside")
                    number += (0 if stone == "." else 1 if stone == side else 2) * 3**i
                sums = [a + b for a, b in zip(sums, weights.codes.get(number, [0] * CODE), strict=True)]
    return sums


def evaluate(weights: Weights, position: Position, told: dict[str, int]) -> int:
    board = {(row, col): cell for row, cells in enumerate(position.rows()) for col, cell in enumerate(cells)}
    sides = "wb" if str(position).split()[2] == "w" else "bw"
    inputs = [number for side in sides for number in sum_codes(weights, board, side)]
    for prefix in ("", "enemy "):
        counts = [min(told[f"{prefix}{name}"], 4 if name == "open threes" else 10**9) for name in SHAPES]
        inputs += [INPUT_SCALE * count for count in counts]
        pairs = min(told[f"{prefix}pairs"], MOST_PAIRS)
        inputs += [INPUT_SCALE * (number == pairs) for number in range(MOST_PAIRS + 1)]
    hidden = [
        bias + sum(number * row[at] for number, row in zip(inputs, weights.first, strict=True))
        for at, bias in enumerate(weights.first_bias)
    ]
    clipped = [min(max(number, 0), 8 * INPUT_SCALE * FIRST_SCALE) for number in hidden]
    logit = sum(a * b for a, b in zip(clipped, weights.last, strict=True)) + weights.last_bias
    # The core multiplies in single precision.
    scaled = struct.unpack("f", struct.pack("f", logit * 100 / (INPUT_SCALE * FIRST_SCALE * LAST_SCALE)))[0]
    return int(scaled)


def test_the_core_computes_the_network_to_the_last_bit() -> None:
    weights = read_weights()
    chance = random.Random(16)
    names = engine.feature_names("pente")
    for _ in range(12):
        position = GAMES["pente"].start()
        for _ in range(chance.randrange(60)):
            if position.outcome() is not None:
                break
            near = [
                move for move in position.moves() if 6 <= int(move[:-1]) <= 14 and move[-1] in "EFGHJKLMNO"
            ]
            position = position.play(chance.choice(near or list(position.moves())))
        (row,) = engine.features("pente", [str(position)])
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
    """They are kept in 16 bits, which none of these outgrows."""
    weights, position = read_weights(), GAMES["pente"].read(write_full_board(cell))
    (row,) = engine.features("pente", [str(position)])
    told = dict(zip(engine.feature_names("pente"), row, strict=True))
    assert told["network"] == evaluate(weights, position, told)
