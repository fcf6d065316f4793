"""Pente's minimax agent values and chooses exactly as a slow one that is written down plainly."""

from __future__ import annotations

import random

import pytest

from ludus.games.pente import NAMES, SECOND_STONE, SIZE, Pente
from ludus.players.references.pente_minimax import WIN, WORTH, PenteMinimax, _make_score
from ludus.score import Score
from ludus.turn import Clock, Turn


def neighbours(position: Pente) -> list[str]:
    """List the legal squares next to a stone, row by row from the top, or every legal one where there are none."""
    rows = position.rows()
    found = []
    for square, name in enumerate(NAMES):
        row, col = divmod(square, SIZE)
        around = [
            rows[r][c]
            for r in (row - 1, row, row + 1)
            for c in (col - 1, col, col + 1)
            if r in range(SIZE) and c in range(SIZE)
        ]
        if any(cell != "." for cell in around) and name in position.moves():
            found.append(name)
    return found or list(position.moves())


def value(position: Pente) -> int:
    """Value a position for White, window by window."""
    rows = position.rows()
    total = position.captured[0] ** 2 - position.captured[1] ** 2
    for row in range(SIZE):
        for col in range(SIZE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 4 * down >= SIZE or not 0 <= col + 4 * right < SIZE:
                    continue
                window = [rows[row + n * down][col + n * right] for n in range(5)]
                if "b" not in window:
                    total += WORTH[window.count("w")]
                if "w" not in window:
                    total -= WORTH[window.count("b")]
    return total


def minimax(position: Pente, depth: int) -> int:
    outcome = position.outcome()
    if outcome is not None:
        return int(outcome.scores[0] - outcome.scores[1]) * (WIN + depth)
    if depth == 0:
        return value(position)
    choose = max if position.to_move == 0 else min
    return choose(minimax(position.play(move), depth - 1) for move in neighbours(position))


def crowded(seed: int, stones: int) -> Pente:
    """Play random moves in a small corner of the board, where there is much to capture and to threaten."""
    rng = random.Random(seed)
    while True:
        position = Pente.start(second_stone="free").play("10K")
        while position.outcome() is None and len(position.board.replace(".", "").replace("/", "")) < stones:
            near = [
                move for move in position.moves() if move[:-1] in ("9", "10", "11") and move[-1] in "HJKLM"
            ]
            position = position.play(rng.choice(near))
        if position.outcome() is None:
            return position


@pytest.mark.parametrize("seed", range(12))
def test_one_move_ahead_it_agrees_with_a_plain_minimax(seed: int) -> None:
    check(crowded(seed, stones=5 + seed % 6), depth=1)


@pytest.mark.parametrize("seed", range(4))
def test_two_moves_ahead_it_agrees_with_a_plain_minimax(seed: int) -> None:
    check(crowded(seed, stones=7 + seed % 3), depth=2)


def test_three_moves_ahead_it_finds_what_its_opponent_finds_two_moves_ahead() -> None:
    position = crowded(seed=3, stones=4)
    replies = [PenteMinimax(2).choose(Turn(position.play(move))).thought for move in neighbours(position)]
    thought = PenteMinimax(3).choose(Turn(position)).thought
    assert thought is not None
    assert thought.score.value == max(-reply.score.value for reply in replies if reply)


def check(position: Pente, depth: int) -> None:
    values = {move: minimax(position.play(move), depth - 1) for move in neighbours(position)}
    best = (max if position.to_move == 0 else min)(values.values())
    thought = PenteMinimax(depth).choose(Turn(position)).thought
    assert thought is not None
    assert thought.score == _make_score(best if position.to_move == 0 else -best, depth)
    assert thought.move == next(move for move, value in values.items() if value == best)


@pytest.mark.parametrize(
    ("clock", "depth"),
    [
        (None, 2),
        (Clock(0, float("inf"), 5.0), 2),
        (Clock(0, 100), 3),
        (Clock(49.9, 100), 3),
        (Clock(50, 100), 2),
        (Clock(97, 100), 2),
        (Clock(97.1, 100), 1),
    ],
)
def test_the_clock_decides_how_deep_it_looks(clock: Clock | None, depth: int) -> None:
    assert PenteMinimax().choose_limits(clock).depth == depth


def test_a_depth_of_its_own_overrides_the_clock() -> None:
    assert PenteMinimax(1).choose_limits(Clock(0, 100)).depth == 1


@pytest.mark.parametrize("second_stone", SECOND_STONE)
def test_it_plays_a_legal_opening_in_every_edition(second_stone: str) -> None:
    position = Pente.start(second_stone=second_stone)
    for _ in range(6):
        position = position.play(PenteMinimax().choose(Turn(position)).moves[0])


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_completes_a_five(depth: int) -> None:
    position = Pente.start(second_stone="free")
    for move in "10K 1A 10L 3A 10M 5A 10N 7A".split():
        position = position.play(move)
    choice = PenteMinimax(depth).choose(Turn(position))
    assert choice.moves[0] in ("10J", "10O")
    assert choice.thought is not None
    assert choice.thought.score == Score.end_in(1, is_won=True)


def test_it_stops_a_five_two_moves_ahead() -> None:
    position = Pente.start(second_stone="free")
    for move in "10K 10J 10L 3A 10M 5A 10N".split():
        position = position.play(move)
    assert PenteMinimax(2).choose(Turn(position)).moves == ("10O",)


def test_the_last_square_is_a_draw() -> None:
    row = "wwbb" * 4 + "wwb"
    other = "bbww" * 4 + "bbw"
    rows = [row if n % 2 else other for n in range(SIZE)]
    rows[0] = "." + rows[0][1:]
    text = "/".join(row.replace(".", "1") for row in rows)
    position = Pente.read(f"{text} 0,0 w")
    assert position.moves() == ("19A",)
    for depth in (1, 2):
        choice = PenteMinimax(depth).choose(Turn(position))
        assert choice.moves == ("19A",)
