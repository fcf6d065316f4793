"""What every game promises, built-in or not. The tests know the games by name alone."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games import BadPosition, IllegalMove, Position
from ludus.games.base import perft, spell, squares_of
from tests.games.every_game import EVERY_GAME, random_game

SEEDS = (1, 2, 3)
every_game = pytest.mark.parametrize("name", EVERY_GAME)


def sample(name: str, every: int = 7) -> list[Position]:
    """Take some positions of a few random games, the first and the last among them."""
    positions = []
    for seed in SEEDS:
        visited = [position for position, _ in random_game(EVERY_GAME[name].start(), seed)]
        positions += [*visited[::every], visited[-1]]
    return positions


@every_game
def test_reading_back_what_is_written_gives_the_same_position(name: str) -> None:
    for position in sample(name):
        again = EVERY_GAME[name].read(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert again.moves() == position.moves()
        assert again.outcome() == position.outcome()


@every_game
def test_a_text_is_one_line_of_plain_words(name: str) -> None:
    for position in sample(name):
        assert str(position).isascii()
        assert str(position) == " ".join(str(position).split())


@every_game
def test_every_listed_move_can_be_played(name: str) -> None:
    rng = random.Random(4)
    for position in sample(name, every=20):
        moves = position.moves()
        assert len(set(moves)) == len(moves)
        for move in moves if len(moves) < 200 else rng.sample(list(moves), 200):
            after = position.play(move)
            assert after != position
            assert 0 <= after.to_move < after.seats


@every_game
def test_no_unlisted_move_can_be_played(name: str) -> None:
    """Moves of other positions and changed moves are refused unless they are listed."""
    rng = random.Random(5)
    positions = sample(name)
    foreign = {move for position in positions for move in islice(position.moves(), 0, None, 7)}
    for position in positions:
        legal = set(position.moves())
        for move in rng.sample(sorted(foreign), min(len(foreign), 60)):
            for text in (
                move,
                move[::-1],
                move + "-" + move,
                move.swapcase(),
                move[:-1],
                f" {move}",
                f"{move}\n",
            ):
                if text not in legal:
                    with pytest.raises(IllegalMove):
                        position.play(text)


@every_game
def test_an_illegal_move_is_quoted_with_the_position(name: str) -> None:
    position = EVERY_GAME[name].start()
    with pytest.raises(IllegalMove) as caught:
        position.play("nonsense")
    assert "'nonsense'" in str(caught.value)
    assert str(position) in str(caught.value)


@every_game
def test_targets_lead_to_just_the_listed_moves(name: str) -> None:
    rng = random.Random(6)
    for position in sample(name, every=25):
        paths = {squares_of(move) for move in position.moves()}
        assert set(position.targets()) == {path[0] for path in paths}
        for path in paths if len(paths) < 50 else rng.sample(sorted(paths), 50):
            for length in range(len(path) + 1):
                expected = {
                    other[length]
                    for other in paths
                    if len(other) > length and other[:length] == path[:length]
                }
                assert set(position.targets(path[:length])) == expected


@every_game
def test_touched_squares_spell_the_move(name: str) -> None:
    rng = random.Random(7)
    for position in sample(name, every=25):
        moves = list(position.moves())
        for move in rng.sample(moves, min(10, len(moves))):
            assert spell(position, squares_of(move)) == move


@every_game
def test_squares_have_the_shape_of_rows_and_hold_every_move(name: str) -> None:
    for position in sample(name):
        rows, squares = position.rows(), position.squares()
        assert [len(row) for row in rows] == [len(row) for row in squares]
        named = {square for row in squares for square in row}
        assert len(named) == sum(map(len, squares))
        assert all(cell for row in rows for cell in row)
        assert all(set(squares_of(move)) <= named for move in islice(position.moves(), 100))


@every_game
def test_positions_never_change(name: str) -> None:
    position = EVERY_GAME[name].start()
    before = str(position), position.moves(), hash(position)
    position.play(position.moves()[0])
    assert (str(position), position.moves(), hash(position)) == before
    with pytest.raises(AttributeError):
        position.to_move = 1
    with pytest.raises(AttributeError):
        del position.to_move
    assert (str(position), position.moves(), hash(position)) == before


@every_game
def test_the_game_is_over_exactly_when_no_move_is_left(name: str) -> None:
    for position in sample(name):
        outcome = position.outcome()
        assert (outcome is None) == bool(position.moves())
        assert (outcome is None) == bool(position.targets())
        assert len(position.standing()) == position.seats
        if outcome is not None:
            assert len(outcome.scores) == position.seats
            assert outcome.reason
            assert outcome.winners
            with pytest.raises(IllegalMove):
                position.play("a1")


@every_game
def test_the_order_of_moves_is_always_the_same(name: str) -> None:
    for position in sample(name):
        assert list(position.moves()) == list(EVERY_GAME[name].read(str(position)).moves())


@every_game
def test_positions_can_be_copied_and_pickled(name: str) -> None:
    for position in sample(name, every=40):
        assert copy.deepcopy(position) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert str(position) in repr(position)


@every_game
def test_perft_counts_the_leaves_of_the_tree(name: str) -> None:
    position = next(p for p in reversed(sample(name)) if p.moves() and len(p.moves()) < 400)
    assert perft(position, 0) == 1
    assert perft(position, 2) == sum(len(position.play(move).moves()) for move in position.moves())


@every_game
@given(text=st.text(max_size=80))
def test_garbage_is_never_a_position_or_a_move(name: str, text: str) -> None:
    game = EVERY_GAME[name]
    with pytest.raises(BadPosition) as caught:
        game.read(text)
    assert "\n" not in str(caught.value)
    start = game.start()
    if text not in start.moves():
        with pytest.raises(IllegalMove):
            start.play(text)


@every_game
@given(data=st.data())
def test_a_damaged_text_is_refused_or_is_another_position(name: str, data: st.DataObject) -> None:
    """Change a real text a little: reading it either raises `BadPosition` or gives a position that keeps all promises."""
    game = EVERY_GAME[name]
    text = str(data.draw(st.sampled_from(sample_cached(name))))
    cut = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 4))
    patch = data.draw(st.text(alphabet=text + "0123456789+-=:;,/ wbWBKkz.é\n\x00", max_size=4))
    try:
        position = game.read(text[:cut] + patch + text[cut + length :])
    except BadPosition:
        return
    assert game.read(str(position)) == position
    assert (position.outcome() is None) == bool(position.moves())


_samples: dict[str, list[Position]] = {}


def sample_cached(name: str) -> list[Position]:
    """Take the sample once; hypothesis asks hundreds of times."""
    if name not in _samples:
        _samples[name] = sample(name)
    return _samples[name]
