"""Moves as people type them: case, order and marks are forgiven where only one move can be meant."""

from __future__ import annotations

import pytest

from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.chezz import Chezz
from ludus.terminal.typed_move import Unclear, read_typed_move
from tests.games.every_game import EVERY_GAME


class StepOrShot(Position):
    """A piece on a1 that may step to b1 or shoot at it."""

    name = "step-or-shot"
    to_move = 0

    @classmethod
    def start(cls) -> StepOrShot:
        return cls()

    @classmethod
    def read(cls, text: str) -> StepOrShot:
        return cls()

    def __str__(self) -> str:
        return "start"

    def moves(self) -> tuple[str, ...]:
        return "a1-b1", "a1*b1"

    def play(self, move: str) -> StepOrShot:
        if move not in self.moves():
            raise self.illegal(move, "expected a step or a shot")
        return self

    def outcome(self) -> None:
        return None

    def rows(self) -> tuple[tuple[str, ...], ...]:
        return (("P", "."),)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        return (("a1", "b1"),)


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("pente", "10k", "10K"),
        ("pente", "K10", "10K"),
        ("pente", " k 10 ", "10K"),
        ("chezz", "e2e3", "e2-e3"),
        ("chezz", "E2 E3", "e2-e3"),
        ("chezz", "e2, e3", "e2-e3"),
        ("chezz", "c1d2", "c1*d2"),
        ("checkers", "g6f5", "G6-F5"),
        ("checkers", "6G-5F", "G6-F5"),
        ("amazons", "A1", "a1"),
        ("connect-four", "D1", "d1"),
    ],
)
def test_a_move_is_understood(game: str, typed: str, move: str) -> None:
    assert read_typed_move(EVERY_GAME[game].start(), typed) == move


def test_three_squares_are_a_step_and_its_shot() -> None:
    position = Amazons.read("001,000,000/000,000,000/002,000,000 ann:1:0;bob:2:0 movement 1")
    assert read_typed_move(position, "A1 b1 c1") == "a1-b1/c1"


def test_a_mark_that_is_typed_decides_between_moves() -> None:
    assert read_typed_move(StepOrShot(), "A1-B1") == "a1-b1"
    assert read_typed_move(StepOrShot(), "A1*B1") == "a1*b1"


@pytest.mark.parametrize(
    ("position", "typed", "reason"),
    [
        (StepOrShot(), "a1b1", "that may be a1-b1 or a1*b1: type one of them"),
        (StepOrShot(), "a1/b1", "did you mean a1-b1 or a1*b1?"),
        (Chezz.start(), "c1-d2", "did you mean c1*d2?"),
        (Chezz.start(), "E2", "e2 can go on to: e3"),
        (Chezz.start(), "e2e5", "illegal move 'e2-e5': Z on e2 cannot go to e5"),
        (Chezz.start(), "a5a6", "illegal move 'a5-a6': a5 is empty"),
        (Chezz.start(), "castle", "illegal move 'castle': expected a step like e2-e3"),
        (Chezz.start(), "z9z8", "illegal move 'z9z8': expected a step like e2-e3"),
        (Chezz.start(), "e1e2e3e4e5", "illegal move 'e1e2e3e4e5': expected a step"),
    ],
)
def test_what_is_no_move_is_never_played_and_explained(position: Position, typed: str, reason: str) -> None:
    with pytest.raises(Unclear) as caught:
        read_typed_move(position, typed)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_understood_in_lower_case_without_marks(game: str) -> None:
    position = GAMES[game].start()
    for move in position.moves()[:50]:
        typed = move.lower().translate(str.maketrans("-/*^", "    "))
        assert read_typed_move(position, typed) == move
