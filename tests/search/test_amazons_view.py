"""How the search in Python sees the placement of Amazons."""

from __future__ import annotations

import pytest

from ludus.games.amazons import Amazons
from ludus.players.alphabeta import EnginePlayer
from ludus.search.amazons_view import CANDIDATES, View, find_best_place, view_turn
from ludus.turn import Limits, Turn

BOARD = "000,000,000,000,000/000,000,400,000,000/000,500,000,500,000/000,000,400,000,000/009,009,000,009,009"


def test_an_amazon_stands_between_treasures_not_on_one() -> None:
    assert find_best_place(Amazons.start(board=BOARD, amazons=1), lambda: False) == "c3"


def test_the_view_of_a_placement_has_one_move_and_plays_by_the_rules() -> None:
    position = Amazons.start(board=BOARD, amazons=1)
    view = view_turn(Turn(position), Limits())
    assert view.moves() == ("c3",)
    assert str(view.play("a1")) == str(position.play("a1"))
    assert view.play("a1").moves() == ("c3",)
    assert view.play("c3").play("a1").moves() == position.play("c3").play("a1").moves()


def test_movement_is_seen_as_the_rules_have_it() -> None:
    position = Amazons.start(board=BOARD, amazons=1).play("c3").play("a1")
    assert view_turn(Turn(position), Limits()) is position


@pytest.mark.parametrize(
    ("limits", "candidates"),
    [(Limits(), CANDIDATES), (Limits(cpu=0.0001, wall=9), 64), (Limits(wall=9), CANDIDATES)],
)
def test_little_time_is_for_few_fields(limits: Limits, candidates: int) -> None:
    view = view_turn(Turn(Amazons.start(size="65x65", amazons=1)), limits)
    assert isinstance(view, View)
    assert view.candidates == candidates


@pytest.mark.parametrize("seed", range(3))
def test_on_wide_boards_the_engine_reaches_treasure_from_where_it_places(seed: int) -> None:
    """The native core does not place there; the first free field, in a corner, sees next to nothing."""
    position = Amazons.start(size="80x80", amazons=1, seed=seed)
    move = EnginePlayer(Limits(nodes=50)).think(Turn(position), Limits(nodes=50)).move
    first = position.moves()[0]
    assert count_seen(position, move) > 2 * count_seen(position, first)


def count_seen(position: Amazons, place: str) -> int:
    """Count the treasure within three fields of a place."""
    squares = [square for row in position.squares() for square in row]
    row, col = divmod(squares.index(place), position.width)
    rows = len(position.fields) // position.width
    return sum(
        int(position.fields[r * position.width + c][0])
        for r in range(max(0, row - 3), min(rows, row + 4))
        for c in range(max(0, col - 3), min(position.width, col + 4))
    )
