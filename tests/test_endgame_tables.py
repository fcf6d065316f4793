"""Endgame tables: every value is checked by the Python rules alone, and what they cover is played without a mistake."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pytest

from ludus import engine
from ludus.games.checkers import LETTERS, PIECES, START, Checkers
from ludus.score import WIN, Score
from ludus.turn import Limits

SQUARES = [square for square in range(64) if (square // 8 + square % 8) % 2 == 1]
"""Where the start has its pieces, and where all others come to."""
FAR_ROW = {"b": range(8), "w": range(56, 64)}
DRAW = Score.points(0)


@cache
def make_tables(pieces: int) -> engine.Tables:
    return engine.Tables("checkers", engine.make_tables("checkers", pieces, lambda done, total: None))


def place(kinds: tuple[str, ...], squares: tuple[int, ...], to_move: int) -> Checkers | None:
    """Set up a position that a game can reach: both sides have pieces, and no man is where it would be a tower."""
    if {kind.lower() for kind in kinds} != set(LETTERS):
        return None
    if any(square in FAR_ROW.get(kind, ()) for kind, square in zip(kinds, squares, strict=True)):
        return None
    board = ["."] * 64
    for kind, square in zip(kinds, squares, strict=True):
        board[square] = kind
    return Checkers("".join(board), to_move)


def list_positions(pieces: int) -> Iterator[Checkers]:
    for squares in itertools.combinations(SQUARES, pieces):
        for kinds in itertools.product("".join(PIECES), repeat=pieces):
            for seat in (0, 1):
                if (position := place(kinds, squares, seat)) is not None:
                    yield position


def draw_positions(pieces: int, count: int, seed: int) -> Iterator[Checkers]:
    chance = random.Random(seed)
    while count:
        kinds = tuple(chance.choices("".join(PIECES), k=pieces))
        position = place(kinds, tuple(chance.sample(SQUARES, pieces)), chance.randrange(2))
        if position is not None:
            yield position
            count -= 1


def judge_by_rules(tables: engine.Tables, position: Checkers) -> Score:
    """Tell what a position is worth by what the tables say of those after each move."""
    after = [tables.look_up(position.play(move)) for move in position.moves()]
    values = [score for score in after if score is not None]
    assert len(values) == len(after)
    lost = [-score.value for score in values if score.unit == WIN and score.value <= 0]
    if lost:
        return Score.end_in(int(min(lost)) + 1, is_won=True)
    if any(score.unit != WIN for score in values):
        return DRAW
    return Score.end_in(int(max((score.value for score in values), default=-1)) + 1, is_won=False)


def assert_right(tables: engine.Tables, position: Checkers) -> None:
    assert tables.look_up(position) == judge_by_rules(tables, position), str(position)


def test_the_squares_of_tables_are_those_of_the_game() -> None:
    assert all(square in SQUARES for square, piece in enumerate(START) if piece != ".")


def test_every_ending_with_two_pieces_is_what_the_rules_say() -> None:
    for position in list_positions(2):
        assert_right(make_tables(3), position)


@pytest.mark.parametrize("pieces", [3, 4])
def test_drawn_endings_are_what_the_rules_say(pieces: int) -> None:
    tables = make_tables(pieces)
    for position in draw_positions(pieces, 400, seed=pieces):
        assert_right(tables, position)


@pytest.mark.nightly
def test_every_ending_with_three_pieces_is_what_the_rules_say() -> None:
    for position in list_positions(3):
        assert_right(make_tables(3), position)


@pytest.mark.nightly
@pytest.mark.parametrize("pieces", [4, 5])
def test_a_hundred_thousand_endings_are_what_the_rules_say(pieces: int) -> None:
    tables = make_tables(pieces)
    for position in draw_positions(pieces, 100_000, seed=pieces):
        assert_right(tables, position)


def test_positions_that_no_game_reaches_are_not_in_the_tables() -> None:
    tables = make_tables(3)
    for text in (
        "W7/8/8/8/8/8/8/6B1 b",  # a square that is never played on
        "1b6/8/8/8/8/8/8/W7 b",  # a man on the row where it would be a tower
        "1w1w1w2/8/8/8/8/8/8/W7 b",  # too many pieces
    ):
        assert tables.look_up(Checkers.read(text)) is None


def find_worst(tables: engine.Tables, position: Checkers) -> str:
    """Find the move of a perfect opponent: the one after which the other side has the least."""

    def rank(move: str) -> float:
        score = tables.look_up(position.play(move))
        assert score is not None
        return score.rank

    return min(position.moves(), key=rank)


def play_out(tables: engine.Tables, position: Checkers, plies: int) -> Checkers:
    """Let an engine with tables play the side to move, against a perfect opponent."""
    native = engine.Engine("checkers")
    native.use_tables(tables)
    seat = position.to_move
    earlier: list[Checkers] = []
    for _ in range(plies):
        if not position.moves():
            break
        move = find_worst(tables, position)
        if position.to_move == seat:
            # What was there before must not keep it from a win.
            past = [each for each in earlier if each.to_move == seat]
            (thought,) = native.analyse(position, Limits(nodes=300), history=past)
            move = thought.move
        earlier.append(position)
        position = position.play(move)
    return position


@pytest.mark.parametrize("pieces", [3, 4])
def test_the_engine_wins_what_is_won_and_holds_what_is_drawn(pieces: int) -> None:
    tables = make_tables(pieces)
    assert_perfect(tables, draw_positions(pieces, 25, seed=11))


@pytest.mark.nightly
def test_the_engine_wins_what_is_won_and_holds_what_is_drawn_with_five_pieces() -> None:
    assert_perfect(make_tables(5), draw_positions(5, 500, seed=12))


def assert_perfect(tables: engine.Tables, positions: Iterator[Checkers]) -> None:
    for position in positions:
        score = tables.look_up(position)
        assert score is not None
        if score.unit != WIN:
            end = play_out(tables, position, 60)
            left = tables.look_up(end)
            assert left is not None
            # The opponent never errs, so it is a draw for ever.
            assert left == DRAW, f"{position}: a draw became {left}"
        elif score.value > 0:
            end = play_out(tables, position, int(score.value))
            assert not end.moves(), f"{position}: expected a {score}"
            assert end.to_move != position.to_move


def test_an_analysis_agrees_with_the_tables() -> None:
    tables = make_tables(3)
    native = engine.Engine("checkers")
    native.use_tables(tables)
    for position in draw_positions(3, 100, seed=13):
        if position.moves():
            (thought,) = native.analyse(position, Limits(nodes=300).for_analysis())
            assert thought.score == tables.look_up(position), str(position)


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 5, 100])
@pytest.mark.parametrize(
    ("text", "result"), [("8/8/1W6/6B1/8/6W1/8/8 b", "loss in 8"), ("1B6/8/8/8/8/8/8/W7 b", "win in 11")]
)
def test_a_known_end_is_told_however_few_positions_are_searched(text: str, result: str, nodes: int) -> None:
    tables, position = make_tables(3), Checkers.read(text)
    native = engine.Engine("checkers")
    native.use_tables(tables)
    for lines in (1, 2):
        thought = native.analyse(position, Limits(nodes=nodes), lines=lines)[0]
        assert str(thought.score) == result
        plies, is_won = int(abs(thought.score.value)), thought.score.value > 0
        assert tables.look_up(position.play(thought.move)) == Score.end_in(plies - 1, is_won=not is_won)


def test_the_expected_line_of_a_won_ending_goes_on_to_its_end() -> None:
    native = engine.Engine("checkers")
    native.use_tables(make_tables(3))
    position = Checkers.read("1B6/8/8/8/8/8/8/W7 b")
    (thought,) = native.analyse(position, Limits(nodes=300))
    assert len(thought.line) == thought.score.value
    for move in thought.line:
        position = position.play(move)
    assert not position.moves()


def test_tables_of_too_many_pieces_or_of_other_games_are_not_made() -> None:
    assert [name for name in engine.list_kernels() if engine.can_make_tables(name)] == ["checkers"]
    for game, pieces in (("checkers", 6), ("checkers", 1), ("pente", 3)):
        with pytest.raises(ValueError, match=r"expected 2 to 5|no endgame tables"):
            engine.make_tables(game, pieces, lambda done, total: None)


def test_an_engine_refuses_the_tables_of_another_game() -> None:
    with pytest.raises(ValueError, match="expected endgame tables of pente, found those of checkers"):
        engine.Engine("pente").use_tables(make_tables(3))
