"""Long chains of horses are explained too: the search goes backwards from the end of the chain."""

from __future__ import annotations

import random
import time

import pytest

from ludus.games import IllegalMove
from ludus.games.amazons import Amazons
from ludus.games.base import spell
from ludus.protocols.amazons_chain import find_chain
from ludus.protocols.amazons_file import State
from ludus.protocols.amazons_hear import Unsettled, explain
from ludus.protocols.amazons_sight import Journey


def settled_start(size: str, seed: int, horses: float) -> Amazons:
    """Make a board with so many horses and place two amazons for each of two players anywhere."""
    rng = random.Random(seed)
    artifacts = (1 - horses, 0.8 * horses, 0.1 * horses, 0.1 * horses)
    position = Amazons.start(size=size, amazons=2, seed=seed, artifacts=artifacts)
    while position.placement:
        position = position.play(rng.choice(position.moves()))
    return position


def random_turn(position: Amazons, rng: random.Random, eager: float) -> tuple[str, ...]:
    """Play one turn at random, landing on a horse where there is one with the chance `eager`."""
    moves: list[str] = []
    while not moves or position.bound is not None:
        moves.append(random_step(position, rng, eager))
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


def check_turns(size: str, horses: float, eager: float, seeds: range, seconds: float) -> list[int]:
    """Explain three random turns of each game; return how long the chains were."""
    lengths = []
    for seed in seeds:
        rng = random.Random(seed)
        position = settled_start(size, seed, horses)
        for _ in range(3):
            if position.outcome() is not None:
                break
            moves = random_turn(position, rng, eager)
            reached = after(position, moves)
            began = time.process_time()
            found = explain(position, State(reached.fields, reached.width, reached.players))
            assert time.process_time() - began < seconds, f"seed {seed}, {len(moves)} steps"
            assert after(position, found) == reached, f"seed {seed}"
            lengths.append(len(moves))
            position = reached
    return lengths


def test_turns_on_boards_like_the_real_ones_are_explained_at_once() -> None:
    """'Looking only at what changed': real boards have 5 horses in 100 fields; here every one in reach is taken."""
    assert max(check_turns("20x20", 0.0625, 1.0, range(20), seconds=0.3)) >= 10


def test_turns_on_small_boards_full_of_horses_are_explained() -> None:
    assert max(check_turns("7x8", 1.0, 0.5, range(20), seconds=3)) >= 10


@pytest.mark.slow
def test_long_chains_on_large_boards_full_of_horses_are_explained() -> None:
    """Seeds that are known to be found; about one such chain in a hundred is not."""
    assert max(check_turns("20x20", 1.0, 0.9, range(6), seconds=20)) >= 50


ROW = "001,110,210,310,000,000,002"


@pytest.mark.parametrize(
    ("rows", "way", "passed", "perhaps", "hit", "gain", "steps"),
    [
        (ROW, (0, 4), [3], [1, 2], [0, 1, 2, 5], 6, 4),
        (ROW, (0, 3), [], [1, 2], [0, 1, 2], 3 + 3, 3),
        ("001,310,000,002", (0, 0), [], [1], [1, 2], 3, 2),
        ("001,010,030,002,000", (0, 2), [1], [], [0, 4], 0, 2),
        ("001,010,020,002,000", (0, 2), [1], [], [0], 0, 2),
    ],
    ids=["chain", "stuck on a horse", "back to the start", "spear", "broken arrow"],
)
def test_a_journey_becomes_steps(
    rows: str,
    way: tuple[int, int],
    passed: list[int],
    perhaps: list[int],
    hit: list[int],
    gain: int,
    steps: int,
) -> None:
    before = Amazons.read(f"{rows} ann:1:0;bob:2:0 movement 1")
    found = find_chain(before, Journey(way, passed, perhaps, hit, gain))
    assert found is not None
    assert len(found) == steps
    assert after(before, found).standing() == (gain, 0)
    assert find_chain(before, Journey(way, passed, perhaps, hit, gain + 1)) == ()


def test_a_search_that_is_given_up_says_so() -> None:
    """A chain of more steps than are looked into is refused, but not called impossible."""
    width = 600
    before = Amazons.read(f"001,{'010,' * (width - 2)}000 ann:1:0 movement 1")
    now = (*["009"] * (width - 1), "001")
    assert find_chain(before, Journey((0, width - 1), [], range(1, width - 1), range(width - 1), 0)) is None
    with pytest.raises(Unsettled, match="given up"):
        # The score is wrong, so that trying the steps in order does not help.
        explain(before, State(now, width, (type(before.players[0])("ann", "1", 1),)))


def test_a_hostile_board_costs_seconds_at_most() -> None:
    """Half of the fields changed at random, in ways that each look possible."""
    rng = random.Random(5)
    before = settled_start("20x20", 7, 1.0)
    free = [square for square, field in enumerate(before.fields) if field[2] == "0"]
    fields = list(before.fields)
    fields[fields.index("001")] = "009"
    for square in rng.sample(free, 100):
        fields[square] = "009"
    for square in rng.sample([square for square in free if fields[square][1:] == "10"], 60):
        fields[square] = "000"
    fields[free[0]] = "001"
    began = time.process_time()
    with pytest.raises(IllegalMove):
        explain(before, State(tuple(fields), before.width, before.players))
    assert time.process_time() - began < 20
