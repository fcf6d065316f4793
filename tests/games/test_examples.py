"""The odd rules of the example games, and that each tells how it is tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.games.base import perft
from tests.games.drawing import drawn
from tests.games.every_game import EVERY_GAME, EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_says_how_it_is_tried(name: str) -> None:
    path = Path(EXAMPLES[name])
    assert f"ludus play {name} --game examples/{path.name}" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "depth", "leaves"), [("connect-four", 5, 16_807), ("othello", 5, 1_396), ("othello", 6, 8_200)]
)
def test_perft_of_an_example(name: str, depth: int, leaves: int) -> None:
    assert perft(EVERY_GAME[name].start(), depth) == leaves


def test_who_cannot_outflank_is_skipped() -> None:
    """Both black groups reach the edge, so White can enclose neither, and Black is to move again."""
    before = EVERY_GAME["othello"].read(f"{drawn('b w . . . . w b')} b")
    after = before.play("c1")
    assert str(after) == f"{drawn('b b b . . . w b')} b"
    assert after.moves() == ("f1",)


def test_a_text_that_names_a_skipped_side_means_the_other_is_to_move() -> None:
    read = EVERY_GAME["othello"].read
    assert read(f"{drawn('b w . . . . . .')} w") == read(f"{drawn('b w . . . . . .')} b")


def test_equal_discs_are_a_draw() -> None:
    outcome = EVERY_GAME["othello"].read(f"{drawn('b . . . . . . w')} b").outcome()
    assert outcome is not None
    assert outcome.scores == (0.5, 0.5)
