"""The network in the evaluation of Chezz, computed once more from the same weights, in Python integers."""

from __future__ import annotations

import base64
import random
import re
import struct
from dataclasses import dataclass
from pathlib import Path

from ludus import engine
from ludus.games import GAMES
from ludus.games.base import Position

HEADER = Path(__file__).parent.parent / "native" / "games" / "chezz_weights.hpp"
KINDS = "KQRBNPZCF"
CLIP, SHIFT = 127, 12


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of chezz_weights.hpp."""

    inputs: list[tuple[int, ...]]
    bias: tuple[int, ...]
    outputs: list[tuple[int, ...]]
    output_bias: tuple[int, ...]


def read_weights() -> Weights:
    text = HEADER.read_text()
    shape = re.search(r"hidden_count = (\d+), bucket_count = (\d+)", text)
    assert shape is not None
    hidden, buckets = map(int, shape.groups())
    raw = base64.b64decode("".join(re.findall(r'^ +"(.*)"', text, re.MULTILINE)))
    count = 2 * len(KINDS) * 64
    words = struct.unpack(f"<{count * hidden}b{hidden}h{buckets * 2 * hidden}h{buckets}i", raw)

    def rows(start: int, number: int, length: int) -> list[tuple[int, ...]]:
        return [words[start + length * i : start + length * (i + 1)] for i in range(number)]

    behind = count * hidden + hidden
    return Weights(
        rows(0, count, hidden),
        words[behind - hidden : behind],
        rows(behind, buckets, 2 * hidden),
        words[-buckets:],
    )


def read_board(position: Position) -> tuple[dict[int, str], bool]:
    """Tell which piece stands where, a8 being square 0, and whether White is to move."""
    rows, side = str(position).split()[:2]
    letters = re.sub(r"\d", lambda run: "." * int(run[0]), rows.replace("/", ""))
    return {square: letter for square, letter in enumerate(letters) if letter != "."}, side == "w"


def is_settled(board: dict[int, str], white_to_move: bool) -> bool:
    """Tell whether the board stays as it is when the mover's turn ends without a move."""
    zombie, last_row = ("Z", 0) if white_to_move else ("z", 7)
    if any(
        letter in "Pp" and letter.isupper() == white_to_move and square // 8 == last_row
        for square, letter in board.items()
    ):
        return False
    for square, letter in board.items():
        if letter.isupper() == white_to_move or letter in "KkZz":
            continue
        row, col = divmod(square, 8)
        if any(
            board.get(8 * down + right) == zombie
            for down, right in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            if 0 <= down < 8 and 0 <= right < 8
        ):
            return False
    return True


def correct(weights: Weights, board: dict[int, str], white_to_move: bool) -> int:
    values: list[int] = []
    for is_white in (white_to_move, not white_to_move):
        king = next(square for square, letter in board.items() if letter == ("K" if is_white else "k"))
        flip = (0 if is_white else 56) ^ (7 if king % 8 < 4 else 0)
        inputs = [
            ((0 if letter.isupper() == is_white else len(KINDS)) + KINDS.index(letter.upper())) * 64
            + (square ^ flip)
            for square, letter in board.items()
        ]
        sums = (
            sum(column) for column in zip(weights.bias, *(weights.inputs[i] for i in inputs), strict=True)
        )
        values += [min(max(value, 0), CLIP) ** 2 for value in sums]
    bucket = (min(len(board), 32) - 1) * len(weights.output_bias) // 32
    row = weights.outputs[bucket]
    return (sum(a * b for a, b in zip(values, row, strict=True)) + weights.output_bias[bucket]) >> SHIFT


def find_positions(count: int, seed: int) -> list[Position]:
    """Play random games, and give positions whose boards the evaluation sees as they are."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = GAMES["chezz"].start()
        for _ in range(120):
            if position.outcome() is not None:
                break
            if is_settled(*read_board(position)):
                found.append(position)
            position = position.play(chance.choice(list(position.moves())))
    return found[:count]


def test_the_core_computes_the_network_to_the_last_bit() -> None:
    weights = read_weights()
    positions = find_positions(400, seed=16)
    at = engine.list_feature_names("chezz").index("correction")
    rows = engine.compute_features("chezz", [str(position) for position in positions])
    assert [row[at] for row in rows] == [correct(weights, *read_board(position)) for position in positions]


def test_the_network_sees_no_left_and_right_and_no_colours() -> None:
    position = "fnc1kbnr/pp1pzppp/8/2p3Q1/8/3P4/PPP1ZPPP/FNC1KBNR"
    mirrored = "/".join(row[::-1] for row in position.split("/"))
    turned = "/".join(position.swapcase().split("/")[::-1])
    texts = [f"{position} w", f"{mirrored} w", f"{turned} b"]
    at = engine.list_feature_names("chezz").index("correction")
    assert len({row[at] for row in engine.compute_features("chezz", texts)}) == 1


def test_a_board_with_more_pieces_than_a_game_begins_with_counts_as_full() -> None:
    text = "k6p/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/K7 w"
    at = engine.list_feature_names("chezz").index("correction")
    (row,) = engine.compute_features("chezz", [text])
    assert row[at] == correct(read_weights(), *read_board(GAMES["chezz"].read(text)))
