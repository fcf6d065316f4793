"""An engine keeps what it has found until the next game, and is otherwise as good as new."""

from __future__ import annotations

import random
import threading

import pytest

from ludus import engine
from ludus.engine import Engine
from ludus.games import GAMES, Position
from ludus.turn import Limits, Thought

DEPTHS = {"pente": 5, "chezz": 9, "checkers": 8, "amazons": 3}


def without_time(thought: Thought) -> tuple[object, ...]:
    """What a thought says apart from how long it took."""
    return thought.move, thought.score, thought.depth, thought.nodes, thought.line


def search(used: Engine, position: Position, limits: Limits) -> tuple[object, ...]:
    return without_time(used.analyse(position, limits)[0])


def played(name: str, used: Engine, moves: int) -> list[tuple[object, ...]]:
    """Let an engine play both sides for some moves."""
    position, found = GAMES[name].start(), []
    for _ in range(moves):
        thought = used.analyse(position, Limits(nodes=3000))[0]
        found.append(without_time(thought))
        for move in thought.line:
            assert move in position.moves()
            position = position.play(move)
            if not position.moves():
                return found
    return found


@pytest.mark.parametrize("name", DEPTHS)
def test_what_was_found_is_not_looked_for_again(name: str) -> None:
    position, limits, used = GAMES[name].start(), Limits(depth=DEPTHS[name]), Engine(name)
    for _ in range(3):
        position = position.play(engine.think(position, Limits(nodes=1000)).move)
    first, again = (used.analyse(position, limits)[0] for _ in range(2))
    assert again.nodes < first.nodes / 2


@pytest.mark.parametrize("name", DEPTHS)
def test_a_new_game_starts_afresh(name: str) -> None:
    start, limits, used = GAMES[name].start(), Limits(depth=DEPTHS[name]), Engine(name)
    fresh = without_time(engine.think(start, limits))
    assert search(used, start, limits) == fresh
    used.new_game()
    assert search(used, start, limits) == fresh


@pytest.mark.parametrize("name", DEPTHS)
def test_the_same_searches_in_the_same_order_find_the_same(name: str) -> None:
    assert played(name, Engine(name), 6) == played(name, Engine(name), 6)


def draw_amazons(width: int, cells: list[str], amazons: str, holes: list[int], chance: random.Random) -> str:
    """Place amazons on some of the holes of a board."""
    for square, player in zip(chance.sample(holes, len(amazons)), amazons, strict=True):
        cells[square] = f"00{player}"
    return "/".join(",".join(cells[start : start + width]) for start in range(0, len(cells), width))


def think_before_and_after(position: Position, before: Limits, after: Limits) -> None:
    """Let an engine that has thought about a position think as a new one does about the one that follows."""
    used = Engine("amazons")
    following = position.play(used.analyse(position, before)[0].move)
    again, fresh = used.analyse(following, after)[0], engine.think(following, after)
    assert (again.move, again.score) == (fresh.move, fresh.score)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_what_was_found_with_much_room_is_not_used_where_there_is_less(seed: int) -> None:
    """A wide board of Amazons is evaluated in another way once fewer than 700 fields are free."""
    chance = random.Random(seed)
    cells = ["000"] * 33 * 22
    holes = chance.sample(range(len(cells)), len(cells) - 700)
    for square in holes:
        cells[square] = "009"
    rows = draw_amazons(33, cells, "12", holes, chance)
    position = GAMES["amazons"].read(f"{rows} a:1:0;b:2:0 movement 1")
    think_before_and_after(position, Limits(depth=4), Limits(depth=2))


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_what_was_found_in_placement_is_not_used_in_movement_with_three_seats(seed: int) -> None:
    """There each other seat has its turn; in movement all others have one together."""
    chance = random.Random(seed)
    cells = chance.choices(["000", "100", "200", "300", "500"], k=20)
    rows = draw_amazons(5, cells, "12233", list(range(20)), chance)
    position = GAMES["amazons"].read(f"{rows} a:1:0;b:2:0;c:3:0 placement:2 1")
    think_before_and_after(position, Limits(depth=5), Limits(depth=3))


def test_a_larger_table_is_made_when_a_search_needs_it() -> None:
    start, used = GAMES["chezz"].start(), Engine("chezz")
    used.analyse(start, Limits(nodes=100))
    assert search(used, start, Limits(depth=6)) == without_time(engine.think(start, Limits(depth=6)))


def test_engines_keep_nothing_for_each_other() -> None:
    start, limits = GAMES["chezz"].start(), Limits(depth=5)
    first, second = Engine("chezz"), Engine("chezz")
    assert search(first, start, limits) == search(second, start, limits)


def test_one_engine_does_one_search_at_a_time() -> None:
    start, used, flag, is_running = (
        GAMES["chezz"].start(),
        Engine("chezz"),
        engine.StopFlag(),
        threading.Event(),
    )
    thread = threading.Thread(
        target=used.analyse,
        args=(start, Limits(wall=60)),
        kwargs={"on_info": lambda found: is_running.set(), "stop": flag},
    )
    thread.start()
    try:
        assert is_running.wait(30)
        with pytest.raises(RuntimeError, match="this engine is searching already"):
            used.analyse(start, Limits(nodes=10))
        with pytest.raises(RuntimeError, match="this engine is searching already"):
            used.new_game()
    finally:
        flag.raise_()
        thread.join()
    assert used.analyse(start, Limits(nodes=10))


def test_after_an_error_it_searches_on() -> None:
    start, used = GAMES["chezz"].start(), Engine("chezz")
    with pytest.raises(ZeroDivisionError):
        used.analyse(start, Limits(nodes=5000), on_info=lambda found: [][1 // 0])
    with pytest.raises(ValueError, match="chezz"):
        used.analyse(GAMES["checkers"].start(), Limits(nodes=10))
    assert used.analyse(start, Limits(nodes=10))


def test_a_table_that_does_not_fit_into_memory_is_an_error_not_a_crash() -> None:
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    with pytest.raises(MemoryError):
        _native.Engine("chezz").search(
            str(GAMES["chezz"].start()), _native.Limits(nodes=10), table_bytes=1 << 62
        )


def test_an_unknown_game_is_refused() -> None:
    assert not engine.can_search("go")
    with pytest.raises(ValueError, match="no native engine plays 'go'"):
        Engine("go")
