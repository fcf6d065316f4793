"""Turns by horse are explained, up to the bound of the arena; longer ones are refused, and our own never get longer."""

from __future__ import annotations

import random
import time

import pytest

from ludus.games import IllegalMove
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import Contestant
from ludus.games.base import spell
from ludus.protocols import amazons, amazons_turn
from ludus.protocols.amazons_file import State
from ludus.protocols.amazons_turn import LONGEST_TURN, Unsettled, explain
from ludus.turn import Turn


def settled_start(size: str, seed: int, horses: float) -> Amazons:
    """Make a board with so many horses and place two amazons for each of two players anywhere."""
    rng = random.Random(seed)
    artifacts = (1 - horses, 0.8 * horses, 0.1 * horses, 0.1 * horses)
    position = Amazons.start(size=size, amazons=2, seed=seed, artifacts=artifacts)
    while position.placement:
        position = position.play(rng.choice(position.moves()))
    return position


def random_turn(position: Amazons, rng: random.Random, eager: float) -> tuple[str, ...]:
    """Play one turn at random, landing on a horse where there is one with the chance `eager`; keep to the bound."""
    moves: list[str] = []
    while not moves or position.bound is not None:
        is_near_bound = len(moves) >= LONGEST_TURN - 2
        moves.append(
            amazons.find_closing_step(position) if is_near_bound else random_step(position, rng, eager)
        )
        position = position.play(moves[-1])
    return tuple(moves)


def random_step(position: Amazons, rng: random.Random, eager: float) -> str:
    """Choose amazon, landing and shot without listing every step."""
    names = [name for row in position.squares() for name in row]
    amazon = rng.choice(position.targets())
    landings = position.targets([amazon])
    horses = [square for square in landings if position.fields[names.index(square)][1] == "1"]
    landing = rng.choice(horses if horses and rng.random() < eager else landings)
    shots = position.targets([amazon, landing])
    return spell(position, [amazon, landing, rng.choice(shots)] if shots else [amazon, landing])


def after(position: Amazons, moves: tuple[str, ...]) -> Amazons:
    """Play moves."""
    for move in moves:
        position = position.play(move)
    return position


def board_of(position: Amazons, more: int = 0) -> State:
    """Write a position down, with so much more for the first player than is true."""
    first, *others = position.players
    return State(
        position.fields,
        position.width,
        (Contestant(first.name, first.digit, first.score + more), *others),
    )


def check_turns(size: str, horses: float, eager: float, seeds: range) -> list[int]:
    """Explain three random turns of each game; return how many steps they had."""
    lengths = []
    for seed in seeds:
        rng = random.Random(seed)
        position = settled_start(size, seed, horses)
        for _ in range(3):
            if position.outcome() is not None:
                break
            moves = random_turn(position, rng, eager)
            reached = after(position, moves)
            found = explain(position, board_of(reached))
            assert after(position, found) == reached, f"seed {seed}"
            lengths.append(len(moves))
            position = reached
    return lengths


def test_turns_on_boards_like_the_real_ones_are_explained_by_trying_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """'Looking only at what changed': real boards have 5 horses in 100 fields; here every one in reach is taken."""
    monkeypatch.setattr(amazons_turn, "BUDGET", amazons_turn.BUDGET // 10)
    assert max(check_turns("20x20", 0.0625, 1.0, range(20))) >= 10


@pytest.mark.parametrize(("size", "horses", "eager"), [("7x8", 1.0, 0.5), ("20x20", 0.4, 1.0)])
def test_turns_on_boards_full_of_horses_are_explained(size: str, horses: float, eager: float) -> None:
    assert max(check_turns(size, horses, eager, range(10))) >= 10


ROW = "001,110,210,310,000,000,002"


@pytest.mark.parametrize(
    ("row", "moves"),
    [
        (ROW, ("a1-b1/a1", "b1-c1/b1", "c1-d1/c1", "d1-e1/f1")),
        (ROW, ("a1-b1/a1", "b1-c1/b1", "c1-d1/e1", "d1-c1/d1")),
        ("001,310,009,002", ("a1-b1/a1",)),
        ("001,310,000,002", ("a1-b1/c1", "b1-a1/b1")),
        ("001,010,030,002,000", ("a1-b1/a1", "b1-c1*e1")),
        ("001,010,020,002,000", ("a1-b1/a1", "b1-c1")),
    ],
    ids=["chain", "back to a horse", "stuck on a horse", "back to the start", "spear", "broken arrow"],
)
def test_a_turn_is_found_by_what_it_changed(row: str, moves: tuple[str, ...]) -> None:
    before = Amazons.read(f"{row} ann:1:0;bob:2:0 movement 1")
    reached = after(before, moves)
    found = explain(before, board_of(reached))
    assert len(found) == len(moves)
    assert after(before, found) == reached
    with pytest.raises(IllegalMove, match="no legal turn does this"):
        explain(before, board_of(reached, more=1))


def corridor(steps: int) -> tuple[Amazons, tuple[str, ...]]:
    """Make a row in which horses carry an amazon on from field to field, and the turn of so many steps."""
    before = Amazons.read(f"001,{'010,' * (steps - 1)}000,002 ann:1:0;bob:2:0 movement 1")
    names = before.squares()[0]
    return before, tuple(f"{names[at]}-{names[at + 1]}/{names[at]}" for at in range(steps))


def test_a_turn_of_as_many_steps_as_are_allowed_is_explained() -> None:
    before, moves = corridor(LONGEST_TURN)
    assert explain(before, board_of(after(before, moves))) == moves


def test_a_turn_of_more_steps_is_refused_and_the_bound_is_named() -> None:
    """'A turn has at most 20 steps', whatever the horses would allow."""
    before, moves = corridor(21)
    with pytest.raises(Unsettled, match="a turn has at most 20 steps, found 21"):
        explain(before, board_of(after(before, moves)))


def test_a_broken_arrow_counts_as_a_step_without_a_shot() -> None:
    before, moves = corridor(21)
    before = Amazons.read(str(before).replace("000,002", "020,002"))
    reached = after(before, (*moves[:-1], moves[-1].partition("/")[0]))
    with pytest.raises(Unsettled, match="found 21"):
        explain(before, board_of(reached))


def test_a_search_that_is_given_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a turn is refused, but not called impossible."""
    before, moves = corridor(LONGEST_TURN)
    monkeypatch.setattr(amazons_turn, "BUDGET", 16)
    with pytest.raises(Unsettled, match="given up"):
        explain(before, board_of(after(before, moves)))


def test_a_hostile_board_costs_seconds_at_most() -> None:
    """Many fields changed at random, in ways that each look possible."""
    rng = random.Random(5)
    before = settled_start("20x20", 7, 1.0)
    began = time.thread_time()
    for _ in range(3):
        fields = list(before.fields)
        start = fields.index("001")
        free = [square for square, field in enumerate(fields) if field[2] == "0"]
        horses = [square for square in free if fields[square][1] == "1"]
        fields[start], fields[free[0]] = "009", "001"
        for square in rng.sample(horses[1:], LONGEST_TURN - 1):
            fields[square] = "009"
        with pytest.raises(IllegalMove):
            explain(before, State(tuple(fields), before.width, before.players))
    assert time.thread_time() - began < 60


def test_a_turn_can_always_be_ended_in_two_steps() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        position = settled_start("7x8" if seed % 2 else "4x4", seed, 1.0)
        while position.outcome() is None:
            first = position.play(amazons.find_closing_step(position))
            assert first.bound is None or first.play(amazons.find_closing_step(first)).bound is None, str(
                position
            )
            position = position.play(random_step(position, rng, 0.8))


def test_steps_of_a_turn_are_counted_and_those_of_earlier_turns_are_not() -> None:
    before, moves = corridor(3)
    turn, counts = Turn(before), []
    for move in moves:
        counts.append(turn.steps)
        turn = turn.after(move)
    assert [*counts, turn.steps] == [0, 1, 2, 0]
