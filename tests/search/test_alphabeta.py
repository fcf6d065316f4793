"""The search keeps to its limits, finds the same at any speed, and stays light."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.score import Score
from ludus.search.alphabeta import think
from ludus.turn import Thought
from tests.games.every_game import EVERY_GAME


def never() -> bool:
    return False


def rate_all_alike(_position: Position, _seat: int) -> float:
    return 0.0


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("nodes", [1, 31, 32, 33, 500])
def test_it_looks_at_no_more_positions_than_allowed_and_repeats_itself(game: str, nodes: int) -> None:
    position = EVERY_GAME[game].start()
    thought = think(position, never, nodes=nodes)
    assert thought.nodes <= nodes
    assert thought.move in position.moves()
    assert thought == think(position, never, nodes=nodes)


def test_all_the_positions_allowed_are_looked_at() -> None:
    assert think(Checkers.start(), never, nodes=777).nodes == 777


def test_without_a_position_to_look_at_it_answers_the_first_move() -> None:
    assert think(Checkers.start(), never, nodes=0) == Thought("A6-B5", Score.points(0), 0, 0)


def test_depth_alone_is_a_limit_too() -> None:
    thought = think(Checkers.start(), never, 3)
    assert thought.depth == 3
    assert thought == think(Checkers.start(), never, depth=3, nodes=thought.nodes)


def test_each_finished_depth_is_told() -> None:
    told: list[tuple[Thought, tuple[str, ...]]] = []
    thought = think(
        Checkers.start(), never, depth=4, on_info=lambda thought, line: told.append((thought, line))
    )
    assert [thought.depth for thought, _ in told] == [1, 2, 3, 4]
    assert told[-1] == (thought, (thought.move,))


def test_time_is_up_when_it_is_said_so() -> None:
    looks = 0

    def soon() -> bool:
        nonlocal looks
        looks += 1
        return looks == 5

    assert think(Checkers.start(), soon).nodes == 5 * 32


def test_no_loss_is_claimed_while_a_move_is_untried() -> None:
    """One move alone holds, in the last column but one; where time ends, those before it are all lost."""
    position = EVERY_GAME["connect-four"].read("7/7/7/5b1/5b1/w1w2bw w")
    assert think(position, never, depth=2, evaluate=rate_all_alike).move == "f4"
    for nodes in range(1, 60):
        thought = think(position, never, nodes=nodes, evaluate=rate_all_alike)
        assert "loss" not in str(thought.score), nodes


def test_who_plays_alone_does_not_hurry_to_the_end() -> None:
    # To b1 the amazon collects 1 and locks herself in by a shot to a1; to a1 and on she collects more.
    alone = Amazons.read("001,100,300 solo:1:0 movement 1")
    best = think(alone, never, depth=3)
    assert best.move.startswith("a1-c1")


def test_a_contest_entry_loads_next_to_nothing_with_it() -> None:
    heavy = "dataclasses typing re random threading subprocess".split()
    code = f"import sys, ludus.search.alphabeta; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; before = set(sys.modules); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    bare = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            f"import sys; print([name for name in {heavy!r} if name in sys.modules])",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == bare.stdout
