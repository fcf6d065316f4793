"""How long a player thinks: as told, else as the clock allows, else as usual."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from ludus.contests import find_conduct
from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.players.alphabeta import DEEPEST, USUAL, AlphaBeta, EnginePlayer
from ludus.players.base import Leave, Player
from ludus.players.montecarlo import MonteCarlo
from ludus.players.references.amazons_territory import Territory
from ludus.players.references.pente_minimax import PenteMinimax
from ludus.players.references.reference_agents import AmazonsGreedy, CheckersMinimax
from ludus.players.search_player import SearchPlayer, make_limits
from ludus.turn import Clock, Limits, Turn
from tests.tolerance import AGAINST_HANGING, LITTLE


def test_limits_of_its_own_come_first() -> None:
    assert AlphaBeta(Limits(depth=3)).choose_limits(Clock(0, 300, 2.0, 50)) == Limits(depth=3)


def test_a_clock_of_positions_comes_next() -> None:
    assert AlphaBeta().choose_limits(Clock(0, 300, 2.0, 50)) == Limits(nodes=50)


@pytest.mark.parametrize("clock", [None, Clock(0, math.inf)])
def test_where_nobody_is_timed_it_does_what_is_usual(clock: Clock | None) -> None:
    assert AlphaBeta().choose_limits(clock) == USUAL


def test_a_move_stays_within_its_seconds() -> None:
    limits = make_limits(Clock(0, math.inf, 2.0))
    assert limits.cpu is not None
    assert limits.wall is not None
    assert limits.cpu < limits.wall < 2


def test_a_share_of_the_time_left_never_uses_it_up() -> None:
    used = 0.0
    for _ in range(200):
        limits = make_limits(Clock(used, 60))
        assert limits.cpu is not None
        assert limits.wall is not None
        assert limits.cpu < limits.wall < 60 - used
        used += limits.cpu
    assert used < 60


def test_even_without_time_there_is_a_moment() -> None:
    limits = make_limits(Clock(60, 60))
    assert limits.cpu == limits.wall == 0.001


@pytest.mark.parametrize("make", [AlphaBeta, EnginePlayer, MonteCarlo])
@pytest.mark.parametrize("limits", [Limits(cpu=0.1), Limits(wall=0.1)], ids=str)
def test_a_search_by_time_ends_in_time(make: Callable[[], SearchPlayer], limits: Limits) -> None:
    taken = []
    for _ in range(3):
        began, cpu = time.monotonic(), time.thread_time()
        make().think(Turn(Checkers.start()), limits)
        taken.append(time.thread_time() - cpu)
        assert (taken[-1] if limits.cpu else time.monotonic() - began) > 0.09
    # Neither limit lets it compute for longer, however busy the machine is.
    assert min(taken) < 0.1 + LITTLE


@pytest.mark.parametrize("make", [AlphaBeta, EnginePlayer, MonteCarlo])
def test_a_search_can_be_stopped(make: Callable[[], SearchPlayer]) -> None:
    player = make()
    threading.Timer(0.1, player.cancel, [Leave()]).start()
    began = time.monotonic()
    move = player.think(Turn(Checkers.start()), Limits(wall=60)).move
    assert move in Checkers.start().moves()
    assert time.monotonic() - began < AGAINST_HANGING


@pytest.mark.parametrize(
    ("player", "position"),
    [
        (CheckersMinimax(DEEPEST), Checkers.start()),
        (PenteMinimax(DEEPEST), Pente.start().play("10K")),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("limits", [Limits(depth=DEEPEST, wall=0.1), Limits(depth=DEEPEST)], ids=str)
def test_a_search_to_a_fixed_depth_ends_in_time_and_when_it_is_stopped(
    player: SearchPlayer, position: Position, limits: Limits
) -> None:
    if limits.wall is None:
        threading.Timer(0.1, player.cancel, [Leave()]).start()
    began = time.monotonic()
    thought = player.think(Turn(position), limits)
    assert thought.move in position.moves()
    assert thought.depth == 0
    assert time.monotonic() - began < AGAINST_HANGING
    with suppress(Leave):
        player.raise_interruption()


def test_an_engine_keeps_what_it_has_found_until_another_game() -> None:
    player, limits = EnginePlayer(), Limits(depth=8)
    start = Turn(Checkers.start())
    later = start.after("G6-F5").after("B3-A4")
    first = player.think(start, limits).nodes
    assert player.think(later, limits).nodes < EnginePlayer().think(later, limits).nodes
    assert player.think(start, limits).nodes == first


def test_the_engine_plays_on_from_positions_that_its_core_does_not_know() -> None:
    """On so large a board the core leaves the placement to the search in Python."""
    turn = Turn(Amazons.start(size="100x100", amazons=1))
    for square in ("a1", "c3"):
        turn = turn.after(square)
    assert EnginePlayer(Limits(nodes=50)).think(turn, Limits(nodes=50)).move.startswith("a1-")


def test_a_timer_without_time_limits_tells_only_of_a_cancelled_search() -> None:
    player = AlphaBeta()
    is_over = player.start_timer(Limits(nodes=3))
    assert not is_over()
    player.cancel(Leave())
    assert is_over()


def test_a_thought_is_handed_on_with_the_move() -> None:
    choice = AlphaBeta(Limits(depth=2)).choose(Turn(Checkers.start()))
    assert choice.thought is not None
    assert choice.moves == (choice.thought.move,)
    assert choice.thought.depth == 2
    assert choice.seconds is None


@pytest.mark.parametrize(
    "player",
    [EnginePlayer(Limits(nodes=50)), AmazonsGreedy(), Territory(own=Limits(nodes=300))],
    ids=["engine", "greedy", "territory"],
)
def test_a_turn_of_amazons_is_ended_before_it_becomes_too_long(player: Player) -> None:
    """Every field holds treasure and a horse, so that nothing looks better than to ride on."""
    cells = ["001", *["510"] * 142, "002"]
    rows = "/".join(",".join(cells[start : start + 12]) for start in range(0, 144, 12))
    turn = Turn(Amazons.read(f"{rows} ann:1:0;bob:2:0 movement 1"))
    most = find_conduct("amazons").turn_cap
    lengths = []
    for _ in range(4):
        steps = 0
        while steps == 0 or turn.steps:
            turn = turn.after(player.choose(turn).moves[0])
            steps += 1
        lengths.append(steps)
    assert most - 2 < max(lengths) <= most
