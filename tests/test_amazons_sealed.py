"""Regions of a treasure Amazons board that one seat has for herself: what she takes there is all that can be taken."""

from __future__ import annotations

import random

import pytest

from ludus import engine
from ludus.games.amazons import Amazons
from ludus.score import Score
from ludus.turn import Limits, Thought

TREASURE = (0.5, 0.1, 0.1, 0.1, 0.1, 0.1)
ARTIFACTS = (0.7, 0.15, 0.15)
"""None, horses, broken arrows: spears fly over walls."""
WALL = ["009"]
Half = list[list[str]]


def draw_half(rng: random.Random, seat: str, rows: int, columns: int, amazons: int) -> Half:
    """Draw what lies and stands on one side of the wall."""
    treasure, artifacts = range(len(TREASURE)), range(len(ARTIFACTS))
    fields = [
        f"{rng.choices(treasure, TREASURE)[0]}{rng.choices(artifacts, ARTIFACTS)[0]}0"
        for _ in range(rows * columns)
    ]
    for square in rng.sample(range(len(fields)), amazons):
        fields[square] = f"00{seat}"
    return [fields[row * columns : (row + 1) * columns] for row in range(rows)]


def join_halves(left: Half, right: Half, scores: tuple[int, int] = (0, 0)) -> Amazons:
    """Put a wall between two halves of a board."""
    rows = "/".join(",".join(west + WALL + east) for west, east in zip(left, right, strict=True))
    return Amazons.read(f"{rows} a:1:{scores[0]};b:2:{scores[1]} movement 1")


def find_most(half: Half, seat: str) -> int:
    """Find what a seat can take at most, by trying every move of the rules."""
    best: dict[str, int] = {}

    def search(position: Amazons) -> int:
        text = str(position).replace(f":{position.seated[0].score}", ":0")
        if text not in best:
            taken = int(position.standing()[0])
            best[text] = (
                max((search(position.play(move)) for move in position.moves()), default=taken) - taken
            )
        return best[text] + int(position.standing()[0])

    rows = "/".join(",".join(fields) for fields in half)
    return search(Amazons.read(f"{rows} a:{seat}:0 movement {seat}"))


def think(position: Amazons) -> Thought:
    """Let the engine find a move."""
    return engine.think(position, Limits(nodes=20_000))


def play_out(position: Amazons) -> tuple[float, ...]:
    """Let the engine play both seats to the end."""
    while position.outcome() is None:
        position = position.play(think(position).move)
    return position.standing()


@pytest.mark.parametrize("seed", range(12))
def test_a_sealed_region_is_solved(seed: int) -> None:
    rng = random.Random(seed)
    amazons = 1 + seed % 2
    left, right = (draw_half(rng, name, 2, 3 + seed % 2, amazons) for name in "12")
    position = join_halves(left, right)
    most = find_most(left, "1"), find_most(right, "2")
    assert think(position).score == Score.points(most[0] - most[1])
    assert play_out(position) == most


@pytest.mark.parametrize("seed", range(12))
def test_a_region_too_large_for_the_search_is_solved_too(seed: int) -> None:
    rng = random.Random(seed)
    position = join_halves(draw_half(rng, "1", 6, 5, 2), draw_half(rng, "2", 6, 5, 2), (3, 4))
    thought = think(position)
    assert thought.depth == 1
    first, second = play_out(position)
    assert thought.score == Score.points(first - second)


def test_after_a_horse_the_same_amazon_goes_on_to_what_is_left() -> None:
    rows = "001,010,500/009,009,009/400,001,009/009,009,009/000,002,300"
    position = Amazons.read(f"{rows} a:1:0;b:2:0 movement 1")
    assert think(position).score == Score.points(5 + 4 - 3)
    carried = Amazons.read(
        "000,001,500/009,009,009/400,001,009/009,009,009/000,002,300 a:1:0;b:2:0 movement 1+b1"
    )
    assert think(carried).move.startswith("b1-c1")


def test_of_several_regions_each_counts() -> None:
    """Two amazons of the mover stand apart, and a third seat shares nothing with her, but with the second."""
    rows = "001,300,009,002,100/009,009,009,100,003/001,200,009,009,009"
    position = Amazons.read(f"{rows} a:1:0;b:2:0;c:3:0 movement 1")
    # Who of the others takes what is not known: either may take all.
    assert think(position).score == Score.points(3 + 2 - 2)


@pytest.mark.parametrize(
    ("gap", "field"),
    [
        pytest.param("000", "000", id="an open field"),
        pytest.param("002", "000", id="an amazon that may leave"),
        pytest.param("009", "030", id="a spear"),
    ],
)
def test_what_others_can_come_to_or_hit_is_not_sealed(gap: str, field: str) -> None:
    rows = f"001,300,009,000,002/000,000,{gap},{field},100/200,000,009,000,000"
    position = Amazons.read(f"{rows} a:1:0;b:2:0 movement 1")
    assert think(position).depth > 1


def test_a_wide_board_is_no_different() -> None:
    rng = random.Random(5)
    left, right = (draw_half(rng, name, 3, 4, 1) for name in "12")
    narrow = join_halves(left, right)
    wide = join_halves([row + WALL * 36 for row in left], right)
    assert think(wide).score == think(narrow).score
    assert play_out(wide) == play_out(narrow)


def test_a_large_lead_is_not_taken_for_an_end() -> None:
    """The first seat is far ahead, and the game goes on."""
    position = Amazons.read("001,300,000,000,002/000,000,000,000,100 a:1:2500;b:2:0 movement 1")
    assert think(position).score.value > 2400
