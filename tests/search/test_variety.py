"""Variety: which moves count as nearly as good as the best."""

from __future__ import annotations

import pytest

from ludus.games.pente import Pente
from ludus.players.named import make_player
from ludus.score import Score
from ludus.search.variety import choose_among
from ludus.turn import Thought, Turn
from tests.machines import MACHINE

EVEN = Score.points(0.5), Score.points(0.45), Score.points(0.2)
WON = Score.end_in(5, is_won=True), Score.end_in(7, is_won=True), Score.points(2)


@pytest.mark.parametrize(
    ("scores", "margin", "count"), [(EVEN, 0, 1), (EVEN, 0.1, 2), (EVEN, 0.3, 3), (WON, 0.3, 1)]
)
def test_a_move_within_the_margin_may_be_played(scores: tuple[Score, ...], margin: float, count: int) -> None:
    found = [Thought(name, score, 1, 1) for name, score in zip("abc", scores, strict=True)]
    counts: list[int] = []

    def draw_last(number: int) -> int:
        counts.append(number)
        return number - 1

    assert choose_among(found, margin, draw_last) is found[count - 1]
    assert counts == [count]


def test_an_engine_with_variety_is_repeated_by_its_seed() -> None:
    turn = Turn(Pente.start().play("10K"))

    def choose(seed: int) -> str:
        (move,) = make_player("engine:nodes=2000,variety=50", Pente, MACHINE, seed).choose(turn).moves
        return move

    assert choose(1) == choose(1)
    assert len({choose(seed) for seed in range(20)}) > 1
